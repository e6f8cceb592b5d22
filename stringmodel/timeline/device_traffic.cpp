// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/device_traffic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "stringmodel/timeline/footprint.h"
#include "stringmodel/timeline/loop_reuse.h"

namespace warpstring::timeline {

namespace {

/// What a window of work-groups touches, of all buffers and of one buffer's reads and writes.
struct WindowBytes {
    double groups = 0;
    double all = 0;
    std::vector<double> reads, writes; ///< by buffer
};

/// Bytes that miss in a cache that replaces what was used longest ago: those that no group of the `held` before
/// has touched. Of the first `held` groups everything, then what a window grows by with every further group.
double missedBytes(const std::vector<WindowBytes>& windows, double held,
                   const std::function<double(const WindowBytes&)>& bytes) {
    const WindowBytes& launch = windows.back();
    for (std::size_t w = 1; w < windows.size(); ++w) {
        const WindowBytes& small = windows[w - 1];
        const WindowBytes& large = windows[w];
        if (held >= large.groups || large.groups <= small.groups) continue;
        const double slope = (bytes(large) - bytes(small)) / (large.groups - small.groups);
        const double first = bytes(small) + slope * (held - small.groups);
        return std::max(bytes(launch), first + slope * (launch.groups - held));
    }
    return bytes(launch);
}

/// Adds windows about the one that just fits `capacity`: reuse at a distance begins and ends there.
void narrow(std::vector<WindowBytes>& windows, double capacity,
            const std::function<WindowBytes(double)>& windowAt) {
    for (int step = 0; step < 8; ++step) {
        const auto above = std::find_if(windows.begin(), windows.end(),
                                        [&](const WindowBytes& window) { return window.all > capacity; });
        if (above == windows.begin() || above == windows.end()) return;
        const double low = std::prev(above)->groups, high = above->groups;
        WindowBytes middle = windowAt(std::floor((low + high) / 2));
        if (middle.groups <= low || middle.groups >= high) return;
        windows.insert(above, std::move(middle));
    }
}

/// The groups whose data fit into `capacity` together.
double groupsHeld(const std::vector<WindowBytes>& windows, double capacity) {
    if (windows.back().all <= capacity) return windows.back().groups;
    for (std::size_t w = 1; w < windows.size(); ++w) {
        const WindowBytes& small = windows[w - 1];
        const WindowBytes& large = windows[w];
        if (large.all <= capacity || large.groups <= small.groups) continue;
        const double part = std::max(0.0, capacity - small.all) / (large.all - small.all);
        return small.groups + std::min(1.0, part) * (large.groups - small.groups);
    }
    return windows.front().groups;
}

/// Whether an access whose address hangs on data goes on from there in a loop: neighbours follow, wherever it
/// begins.
bool walksOn(const Pdg& pdg, const MemoryAccess& access) {
    if (!access.offset) return false;
    std::vector<ExprId> left{access.offset};
    std::set<std::uint32_t> seen;
    while (!left.empty()) {
        const ExprId id = left.back();
        left.pop_back();
        if (!seen.insert(id.index).second) continue;
        const Expr& expr = pdg.exprs[id];
        if (expr.op == ExprOp::Counter) return true;
        if (expr.op == ExprOp::Load) continue;
        for (const ExprId operand : {expr.a, expr.b, expr.c})
            if (operand) left.push_back(operand);
    }
    return false;
}

/// What DRAM does besides what is asked for: it hands out whole pieces, fills sectors that are written in part,
/// and takes longer where gaps are between the pieces. `touched` tells the bytes that accesses touch, in pieces
/// of so many bytes, in the window that L2 holds: what they leave out of it, nothing else brings in time.
void shapeTraffic(BufferTraffic& buffer, const HardwareSpec::GlobalMemory& memory, bool readsAreOne,
                  bool writesAreOne,
                  const std::function<double(std::int64_t, const std::vector<AccessId>&)>& touched) {
    if (memory.fetchBytes <= memory.minTransactionBytes) return;
    const auto gaps = [&](const std::vector<AccessId>& accesses) {
        if (memory.spanBytes <= memory.fetchBytes) return 0.0;
        const double left = touched(memory.spanBytes, accesses) - touched(memory.fetchBytes, accesses);
        return std::max(0.0, left) / memory.fetchBytes;
    };
    const double read = buffer.reads.empty() ? 0 : touched(memory.minTransactionBytes, buffer.reads);
    if (read > 0 && readsAreOne) {
        const double fetched = std::max(read, touched(memory.fetchBytes, buffer.reads));
        buffer.fetchedFactor = fetched / read;
        buffer.readGapFactor = 1 + gaps(buffer.reads) * memory.readGapBytes / fetched;
    }
    const double written = buffer.writes.empty() ? 0 : touched(memory.minTransactionBytes, buffer.writes);
    if (written <= 0 || !writesAreOne) return;
    buffer.writeGapFactor = 1 + gaps(buffer.writes) * memory.writeGapBytes / written;
    // What the kernel reads of the buffer is there already when it writes.
    if (read >= 0.9 * written) return;
    const double partly = std::min(1.0, 4 * std::max(0.0, 1 - touched(1, buffer.writes) / written));
    buffer.filledFactor = partly * std::max(1.0, touched(memory.fetchBytes, buffer.writes) / written);
    buffer.readGapFactor =
        std::max(buffer.readGapFactor, 1 + gaps(buffer.writes) * memory.readGapBytes /
                                               (written * std::max(1.0, buffer.filledFactor)));
}

} // namespace

DeviceTraffic deviceTraffic(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                            double concurrentGroups, bool warm, const std::set<AccessId>& dense) {
    DeviceTraffic traffic;
    std::map<std::uint32_t, BufferTraffic> buffers;
    for (const auto& access : pdg.accesses) {
        if (access.space != MemorySpace::Global && access.space != MemorySpace::Image &&
            access.space != MemorySpace::Unknown)
            continue;
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
    const auto sizeOf = [&](const BufferTraffic& buffer) {
        return buffer.argument == none ? 0
                                       : static_cast<double>(evaluation.launch.bufferBytes[buffer.argument]);
    };
    FollowedGroups followed(pdg, evaluation);
    std::map<std::vector<AccessId>, Footprint> footprints;
    const auto footprintOf = [&](const std::vector<AccessId>& accesses) -> const Footprint& {
        std::vector<int> bytes;
        bytes.reserve(accesses.size());
        for (const auto id : accesses) bytes.push_back(pdg.accesses[id].bytes);
        return footprints
            .try_emplace(accesses, evaluation, accesses, std::move(bytes), spec.globalMemory, &followed)
            .first->second;
    };
    const auto touchedIn = [&](std::int64_t piece, const BufferTraffic& buffer,
                               const std::vector<AccessId>& accesses, const GroupWindow& window) {
        const bool isDense =
            std::any_of(accesses.begin(), accesses.end(), [&](AccessId id) { return dense.contains(id); });
        return footprintOf(accesses).bytes(window, isDense ? 1 : piece, sizeOf(buffer));
    };
    const auto touched = [&](const BufferTraffic& buffer, const std::vector<AccessId>& accesses,
                             const GroupWindow& window) {
        return touchedIn(granule, buffer, accesses, window);
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
    // Read in a circle, a launch finds all that it touches or, where that does not fit, nothing.
    traffic.retained = warm && traffic.touchedBytes <= capacity ? 1 : 0;
    const auto windowAt = [&](double count) {
        const GroupWindow box = windowOf(range, count);
        WindowBytes window{std::min(groups, box.count()), 0, {}, {}};
        for (const auto& [object, buffer] : buffers) {
            window.all += touched(buffer, both(buffer), box);
            window.reads.push_back(buffer.reads.empty() ? 0 : touched(buffer, buffer.reads, box));
            window.writes.push_back(buffer.writes.empty() ? 0 : touched(buffer, buffer.writes, box));
        }
        return window;
    };
    std::vector<WindowBytes> windows;
    // Where the launch fits, smaller windows tell nothing.
    const double fewest = traffic.touchedBytes <= capacity ? groups : std::max(1.0, concurrentGroups);
    for (double count = std::min(groups, fewest);; count = std::min(groups, 2 * count)) {
        windows.push_back(windowAt(count));
        if (count >= groups) break;
    }
    narrow(windows, capacity, windowAt);
    traffic.windowGroups = groupsHeld(windows, capacity);
    GroupWindow held = windowOf(range, traffic.windowGroups);
    held.part = std::min(1.0, capacity / std::max(1.0, windows.front().all));
    std::vector<TouchedAgain> again(buffers.size());
    if (traffic.retained == 0 && lostPart(windows.front().all, capacity) > 0) {
        std::vector<BufferAccesses> byBuffer;
        std::vector<const BufferTraffic*> ordered;
        byBuffer.reserve(buffers.size());
        ordered.reserve(buffers.size());
        for (const auto& [object, buffer] : buffers) {
            byBuffer.push_back({buffer.reads, buffer.writes});
            ordered.push_back(&buffer);
        }
        const GroupWindow atOnce = windowOf(range, std::min(groups, fewest));
        again = touchedAgain(pdg, byBuffer, capacity,
                             [&](std::size_t buffer, const std::vector<AccessId>& touching) {
                                 return touched(*ordered[buffer], touching, atOnce);
                             });
        const double times = groups / windows.front().groups;
        for (auto& bytes : again) {
            bytes.reads *= times;
            bytes.writes *= times;
        }
    }
    std::size_t index = 0;
    for (auto& [object, buffer] : buffers) {
        const auto missed = [&](auto bytes) {
            return traffic.retained > 0 ? 0 : missedBytes(windows, traffic.windowGroups, bytes);
        };
        buffer.dramReadBytes =
            missed([index](const WindowBytes& window) { return window.reads[index]; }) + again[index].reads;
        buffer.dramWriteBytes =
            missed([index](const WindowBytes& window) { return window.writes[index]; }) + again[index].writes;
        const auto isOne = [&](const std::vector<AccessId>& accesses) {
            const auto isWalk = [&](AccessId id) {
                return evaluation.accesses[id].isDrawn && walksOn(pdg, pdg.accesses[id]);
            };
            return std::none_of(accesses.begin(), accesses.end(), isWalk) &&
                   footprintOf(accesses).isOnePattern(held, sizeOf(buffer));
        };
        if (traffic.retained == 0)
            shapeTraffic(buffer, spec.globalMemory, isOne(buffer.reads), isOne(buffer.writes),
                         [&](std::int64_t piece, const std::vector<AccessId>& accesses) {
                             return touchedIn(piece, buffer, accesses, held);
                         });
        traffic.buffers.push_back(std::move(buffer));
        ++index;
    }
    return traffic;
}

} // namespace warpstring::timeline
