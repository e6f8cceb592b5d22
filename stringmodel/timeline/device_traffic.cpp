// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/device_traffic.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/cells.h"
#include "stringmodel/timeline/footprint.h"
#include "stringmodel/timeline/l2_windows.h"
#include "stringmodel/timeline/loop_reuse.h"
#include "stringmodel/timeline/moments.h"

namespace warpstring::timeline {

namespace {

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

/// Whether data decide on an access's address.
bool isByData(const Pdg& pdg, const evaluation::Evaluation& evaluation, AccessId id) {
    const ExprId offset = pdg.accesses[id].offset;
    return evaluation.accesses[id].isDrawn || (evaluation.accesses[id].pieces.empty() && offset &&
                                               (pdg.exprs.dependence(offset) & dataDependence) != 0);
}

/// Whether accesses by data go to places of their own: not to a constant distance from each other, nor on from
/// one place in a loop.
bool arePlacesApart(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                    const std::vector<AccessId>& accesses) {
    std::map<std::uint32_t, ExprId> places; ///< without the constant that is added, and with it
    for (const auto id : accesses) {
        if (!isByData(pdg, evaluation, id)) continue;
        if (walksOn(pdg, pdg.accesses[id])) return false;
        ExprId place = pdg.accesses[id].offset;
        while (place && pdg.exprs[place].op == ExprOp::Add && pdg.exprs.isConstant(pdg.exprs[place].b))
            place = pdg.exprs[place].a;
        const auto [known, isNew] = places.try_emplace(place.index, pdg.accesses[id].offset);
        if (!isNew && known->second != pdg.accesses[id].offset) return false;
    }
    return true;
}

/// Bytes of the object among which data choose an access's place, as some work-groups tell; 0 where data do not
/// decide, or nobody knows.
double extentOf(const Pdg& pdg, const evaluation::Evaluation& evaluation, AccessId id, WorkShare* share) {
    constexpr std::size_t looks = 16;
    const MemoryAccess& access = pdg.accesses[id];
    if (!isByData(pdg, evaluation, id) || !access.offset || walksOn(pdg, access)) return 0;
    const auto& cells = evaluation.regions[pdg.statements[access.statement].region].cells;
    evaluation::AccessPoints points(pdg, evaluation.launch, share);
    std::int64_t least = INT64_MAX, most = INT64_MIN;
    double places = 0;
    for (std::size_t look = 0; look < looks && !cells.empty(); ++look) {
        const evaluation::Cell& cell = cells[look * cells.size() / looks];
        points.drawAnew(look);
        const auto* offsets = points.at(access, evaluation::randomPointOf(cell.box, look));
        if (offsets == nullptr || points.isSpent()) return 0;
        for (const auto offset : *offsets) {
            least = std::min(least, offset);
            most = std::max(most, offset);
        }
        places += static_cast<double>(offsets->size());
    }
    // n of them leave out a part of 2 / (n + 1) at the ends.
    return places > 8 ? static_cast<double>(most - least + access.bytes) * (places + 1) / (places - 1) : 0;
}

/// Accesses of one buffer, and what is found out of them once.
struct TouchingAccesses {
    Footprint footprint;
    bool areApart;        ///< arePlacesApart
    std::int64_t granule; ///< bytes that DRAM moves for them at a time
};

/// What DRAM does besides what is asked for: it hands out whole pieces, fills sectors that are written in part,
/// and takes longer where gaps are between the pieces. `touched` tells the bytes that accesses touch, in pieces
/// of so many bytes, in the window that L2 holds: what they leave out of it, nothing else brings in time.
void shapeTraffic(BufferTraffic& buffer, const HardwareSpec::GlobalMemory& memory, std::int64_t readGranule,
                  double readsLeftOut, double writesLeftOut,
                  const std::function<double(std::int64_t, const std::vector<AccessId>&)>& touched) {
    if (memory.fetchBytes <= memory.minTransactionBytes) return;
    const auto gaps = [&](const std::vector<AccessId>& accesses) {
        if (memory.spanBytes <= memory.fetchBytes) return 0.0;
        const double left = touched(memory.spanBytes, accesses) - touched(memory.fetchBytes, accesses);
        return std::max(0.0, left) / memory.fetchBytes;
    };
    const double read = buffer.reads.empty() ? 0 : touched(readGranule, buffer.reads);
    if (read > 0 && readsLeftOut > 0) {
        const double more = std::max(0.0, touched(memory.fetchBytes, buffer.reads) - read) * readsLeftOut;
        buffer.fetchedFactor = 1 + more / read;
        buffer.readGapFactor = 1 + readsLeftOut * gaps(buffer.reads) * memory.readGapBytes / (read + more);
    }
    const double written = buffer.writes.empty() ? 0 : touched(memory.minTransactionBytes, buffer.writes);
    if (written <= 0 || writesLeftOut <= 0) return;
    const double writtenGaps = writesLeftOut * gaps(buffer.writes);
    buffer.writeGapFactor = 1 + writtenGaps * memory.writeGapBytes / written;
    // What the kernel reads of the buffer is there already when it writes.
    if (read >= 0.9 * written) return;
    const double partly =
        std::min(1.0, 4 * std::max(0.0, 1 - touched(1, buffer.writes) / written)) * writesLeftOut;
    buffer.filledFactor = partly * std::max(1.0, touched(memory.fetchBytes, buffer.writes) / written);
    buffer.readGapFactor =
        std::max(buffer.readGapFactor,
                 1 + writtenGaps * memory.readGapBytes / (written * std::max(1.0, buffer.filledFactor)));
}

} // namespace

DeviceTraffic deviceTraffic(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                            double concurrentGroups, bool warm, const std::set<AccessId>& dense,
                            WorkShare* share) {
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
    FollowedGroups followed(pdg, evaluation, share);
    // Reads that come anywhere leave what DRAM hands out besides in L2, where later ones find it.
    const auto isScattered = [&](AccessId id) {
        return evaluation.accesses[id].pieces.empty() && pdg.accesses[id].kind == AccessKind::Load;
    };
    std::map<std::vector<AccessId>, TouchingAccesses> found;
    std::map<AccessId, double> extentOfAccess;
    const auto touchingOf = [&](const std::vector<AccessId>& accesses) -> const TouchingAccesses& {
        if (const auto known = found.find(accesses); known != found.end()) return known->second;
        std::vector<int> bytes;
        bytes.reserve(accesses.size());
        for (const auto id : accesses) bytes.push_back(pdg.accesses[id].bytes);
        std::vector<double> extents;
        extents.reserve(accesses.size());
        for (const auto id : accesses) {
            const auto [known, isNew] = extentOfAccess.try_emplace(id, 0);
            if (isNew) known->second = extentOf(pdg, evaluation, id, share);
            extents.push_back(known->second);
        }
        const bool areApart = arePlacesApart(pdg, evaluation, accesses);
        const bool areScattered = areApart && std::any_of(accesses.begin(), accesses.end(), isScattered);
        return found
            .try_emplace(
                accesses,
                TouchingAccesses{
                    {evaluation, accesses, std::move(bytes), spec.globalMemory, &followed, std::move(extents)},
                    areApart,
                    areScattered ? std::max<std::int64_t>(granule, spec.globalMemory.fetchBytes) : granule})
            .first->second;
    };
    const auto touchedIn = [&](std::int64_t piece, const BufferTraffic& buffer,
                               const std::vector<AccessId>& accesses, const GroupWindow& window) {
        const bool isDense =
            std::any_of(accesses.begin(), accesses.end(), [&](AccessId id) { return dense.contains(id); });
        return touchingOf(accesses).footprint.bytes(window, isDense ? 1 : piece, sizeOf(buffer));
    };
    const auto touched = [&](const BufferTraffic& buffer, const std::vector<AccessId>& accesses,
                             const GroupWindow& window) {
        return touchedIn(touchingOf(accesses).granule, buffer, accesses, window);
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
    // Each partition of L2 holds what its own multiprocessors read: what n groups read, both do but for
    // 2^(1-n).
    const auto copiesOf = [&](const BufferTraffic& buffer, const std::vector<AccessId>& accesses,
                              const GroupWindow& window, double bytes, double times) {
        const double most = 1 / spec.caches.l2UsableFraction;
        if (most <= 1 || bytes <= 0) return 1.0;
        const double one = touched(buffer, accesses, windowOf(range, 1));
        const double each = std::max(1.0, std::min(groups, window.count()) * one / bytes);
        return 1 + (most - 1) * (1 - std::exp2(1 - times * each));
    };
    double launchHeld = 0;
    for (auto& [object, buffer] : buffers) {
        buffer.touchedBytes = touched(buffer, both(buffer), whole);
        traffic.touchedBytes += buffer.touchedBytes;
        launchHeld += buffer.touchedBytes * copiesOf(buffer, both(buffer), whole, buffer.touchedBytes, 2);
    }
    const double capacity = spec.caches.l2Bytes;
    // Read in a circle, a launch finds all that it touches or, where that does not fit, nothing. Its groups
    // come to other multiprocessors than before.
    traffic.retained = warm && launchHeld <= capacity ? 1 : 0;
    const auto windowAt = [&](double count) {
        const GroupWindow box = windowOf(range, count);
        WindowBytes window{std::min(groups, box.count()), 0, 0, {}, {}};
        const auto heldOf = [&](const BufferTraffic& buffer, const std::vector<AccessId>& accesses) {
            if (accesses.empty()) return HeldBytes();
            const double bytes = touched(buffer, accesses, box);
            return HeldBytes{bytes, copiesOf(buffer, accesses, box, bytes, 1)};
        };
        for (const auto& [object, buffer] : buffers) {
            const HeldBytes all = heldOf(buffer, both(buffer));
            window.all += all.bytes;
            window.held += all.bytes * all.copies;
            window.reads.push_back(heldOf(buffer, buffer.reads));
            window.writes.push_back(heldOf(buffer, buffer.writes));
        }
        return window;
    };
    std::vector<WindowBytes> windows;
    // Where the launch fits, smaller windows tell nothing.
    const double fewest = launchHeld <= capacity ? groups : std::max(1.0, concurrentGroups);
    for (double count = std::min(groups, fewest);; count = std::min(groups, 2 * count)) {
        windows.push_back(windowAt(count));
        if (count >= groups) break;
    }
    narrow(windows, capacity, windowAt);
    traffic.windowGroups = groupsHeld(windows, capacity);
    GroupWindow held = windowOf(range, traffic.windowGroups);
    held.part = std::min(1.0, capacity / std::max(1.0, windows.front().held));
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
        const auto missed = [&](std::vector<HeldBytes> WindowBytes::* kind) {
            return traffic.retained > 0 ? 0 : missedBytes(windows, traffic.windowGroups, kind, index);
        };
        buffer.dramReadBytes = missed(&WindowBytes::reads) + again[index].reads;
        buffer.dramWriteBytes = missed(&WindowBytes::writes) + again[index].writes;
        const auto leftOut = [&](const std::vector<AccessId>& accesses) {
            const TouchingAccesses& all = touchingOf(accesses);
            return all.areApart ? all.footprint.leftOut(held, granule, sizeOf(buffer)) : 0;
        };
        const std::int64_t fetched = touchingOf(buffer.reads).granule;
        if (traffic.retained == 0)
            shapeTraffic(buffer, spec.globalMemory, fetched, leftOut(buffer.reads), leftOut(buffer.writes),
                         [&](std::int64_t piece, const std::vector<AccessId>& accesses) {
                             return touchedIn(piece, buffer, accesses, held);
                         });
        if (traffic.retained == 0 && fetched > granule) {
            // Misses are counted in pieces that DRAM hands out, what goes to L2 is asked for in sectors.
            const GroupWindow one = windowOf(range, 1);
            const double asked = touchedIn(granule, buffer, buffer.reads, one);
            if (asked > 0)
                buffer.fetchedFactor = std::max(1.0, touchedIn(fetched, buffer, buffer.reads, one) / asked);
            buffer.dramReadBytes /= buffer.fetchedFactor;
        }
        traffic.buffers.push_back(std::move(buffer));
        ++index;
    }
    if (traffic.retained == 0)
        addMoments(traffic.buffers, pdg, evaluation, spec,
                   windowOf(range, std::min(groups, std::max(1.0, concurrentGroups))), followed);
    return traffic;
}

} // namespace warpstring::timeline
