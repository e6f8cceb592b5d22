// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/device_traffic.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "stringmodel/timeline/footprint.h"

namespace warpstring {

namespace {

/// What a cache that replaces at random still holds of data that are read in a circle: each line survives the
/// misses of a round with probability exp(-misses / capacity), and the misses are what did not survive.
double retainedFraction(double bytes, double capacity) {
    if (bytes <= capacity) return bytes > 0 ? 1 : 0;
    double held = 0;
    for (int i = 0; i < 100; ++i) held = std::exp(-(1 - held) * bytes / capacity);
    return held;
}

} // namespace

DeviceTraffic deviceTraffic(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                            double concurrentGroups, bool warm) {
    DeviceTraffic traffic;
    std::map<std::uint32_t, BufferTraffic> buffers;
    for (const auto& access : pdg.accesses) {
        if (access.space != MemorySpace::Global && access.space != MemorySpace::Unknown) continue;
        if (evaluation.regions[pdg.statements[access.statement].region].executions.upper == 0) continue;
        const std::uint32_t object = access.objectIsArgument ? access.object : none;
        BufferTraffic& buffer = buffers[object];
        buffer.argument = object;
        if (access.kind != AccessKind::Store) buffer.reads.push_back(access.id);
        if (access.kind != AccessKind::Load) buffer.writes.push_back(access.id);
    }
    const std::int64_t granule =
        spec.globalMemory.coalescing == CoalescingRule::SectorWarp || spec.caches.l2Bytes <= 0
            ? spec.globalMemory.minTransactionBytes
            : spec.caches.l1LineBytes;
    const auto touched = [&](const BufferTraffic& buffer, const std::vector<std::uint32_t>& accesses,
                             const GroupWindow& window) {
        std::vector<int> bytes;
        for (const auto id : accesses) bytes.push_back(pdg.accesses[id].bytes);
        const double all =
            buffer.argument == none ? 0 : static_cast<double>(evaluation.launch.bufferBytes[buffer.argument]);
        return touchedBytes(evaluation, accesses, bytes, window, granule, all);
    };
    const auto both = [](const BufferTraffic& buffer) {
        auto all = buffer.reads;
        all.insert(all.end(), buffer.writes.begin(), buffer.writes.end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        return all;
    };
    const NDRange& range = evaluation.launch.range;
    const auto groups = static_cast<double>(range.groupCount());
    const GroupWindow whole = windowOf(range, groups);
    for (auto& [object, buffer] : buffers) {
        buffer.touchedBytes = touched(buffer, both(buffer), whole);
        traffic.touchedBytes += buffer.touchedBytes;
    }
    const double capacity = spec.caches.l2Bytes * spec.caches.l2UsableFraction;
    traffic.retained = warm ? retainedFraction(traffic.touchedBytes, capacity) : 0;
    // The most groups whose data fit together: what they share is fetched once.
    double window = std::min(groups, std::max(1.0, concurrentGroups));
    const auto windowBytes = [&](double count) {
        double sum = 0;
        for (const auto& [object, buffer] : buffers)
            sum += touched(buffer, both(buffer), windowOf(range, count));
        return sum;
    };
    while (window < groups && windowBytes(std::min(groups, window * 2)) <= capacity) window *= 2;
    traffic.windowGroups = std::min(groups, window);
    const GroupWindow box = windowOf(range, traffic.windowGroups);
    const double windows = groups / box.count();
    for (auto& [object, buffer] : buffers) {
        const auto bytes = [&](const std::vector<std::uint32_t>& accesses) {
            if (accesses.empty()) return 0.0;
            const double once = touched(buffer, accesses, whole);
            return std::max(once, touched(buffer, accesses, box) * windows) - once * traffic.retained;
        };
        buffer.dramReadBytes = bytes(buffer.reads);
        buffer.dramWriteBytes = bytes(buffer.writes);
        traffic.buffers.push_back(std::move(buffer));
    }
    return traffic;
}

} // namespace warpstring
