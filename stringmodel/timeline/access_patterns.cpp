// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/access_patterns.h"

#include <algorithm>
#include <cmath>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/floor_divide.h"
#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/random_access.h"
#include "stringmodel/machine/machine_operation.h"
#include "stringmodel/timeline/atomic_contention.h"

namespace warpstring::timeline {

namespace {

/// Lines between the starts of two objects.
constexpr std::int64_t objectDistance = std::int64_t{1} << 40;

/// Whether data decides where some access goes, other groups go elsewhere than those that were evaluated, or an
/// access has too many pieces to be kept (remainders and quotients of positions).
bool followsPoints(const Pdg& pdg, const evaluation::Evaluation& evaluation) {
    return !evaluation.drawn.empty() ||
           std::any_of(pdg.accesses.begin(), pdg.accesses.end(), [&](const MemoryAccess& access) {
               // Coordinates in floating point are evaluated point by point.
               if (access.space == MemorySpace::Image && evaluation.accesses[access.id].pieces.empty())
                   return true;
               const auto& evaluated = evaluation.accesses[access.id];
               return evaluated.isDrawn || (access.offset && evaluated.pieces.empty()) ||
                      (access.offset && (pdg.exprs.dependence(access.offset) & dataDependence) != 0);
           });
}

/// By access: whether it lies in a region that whole warps execute, or all groups, whatever their conditions.
std::vector<bool> accessesOfWholeWarps(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                       const machine::Counterfactual& without) {
    std::vector<bool> whole(pdg.accesses.size(), false);
    if (without.converged.empty() && !without.alikeGroups) return whole;
    const auto evened = machine::evenedRegions(pdg, evaluation, without);
    for (const auto& access : pdg.accesses)
        for (RegionId id = pdg.statements[access.statement].region; id != none; id = pdg.regions[id].parent)
            if (without.converged.contains(id) || evened[id]) whole[access.id] = true;
    return whole;
}

std::vector<Relief> reliefsOf(const Pdg& pdg, const machine::Counterfactual& without) {
    std::vector<Relief> reliefs;
    reliefs.reserve(pdg.accesses.size());
    for (const auto& access : pdg.accesses) reliefs.push_back(reliefOf(access.id, without));
    return reliefs;
}

} // namespace

AccessPatterns::AccessPatterns(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                               const HardwareSpec& spec, const machine::Counterfactual& without,
                               WorkShare* share)
    : pdg_(pdg), evaluation_(evaluation), spec_(spec), lastPiece_(pdg.accesses.size(), 0),
      isFollowed_(followsPoints(pdg, evaluation)), isMerged_(mergedAtomics(pdg, spec)),
      reliefs_(reliefsOf(pdg, without)), byWholeWarps_(accessesOfWholeWarps(pdg, evaluation, without)),
      points_(pdg, evaluation, spec, {isMerged_, reliefs_, byWholeWarps_}, share),
      warpsPerGroup_((evaluation.launch.groupSize + evaluation.warpSize - 1) / evaluation.warpSize) {
    for (const auto& access : pdg.accesses) {
        averages_.push_back(relieved(average(access, share), access, reliefs_[access.id], 0, spec));
        firstPiece_.push_back(static_cast<std::uint32_t>(pieces_.size()));
        for (const auto& piece : evaluation.accesses[access.id].pieces) pieces_.push_back(place(piece));
    }
}

AccessPatterns::PlacedPiece AccessPatterns::place(const evaluation::AccessPiece& piece) const {
    PlacedPiece placed;
    placed.points = piece.box.variables;
    for (const auto& term : piece.offset.terms) {
        const evaluation::Progression& progression = piece.box.variables[term.variable];
        placed.moves.push_back({term.variable, progression.first, progression.step, term.coefficient});
    }
    for (int warp = 0; warp < warpsPerGroup_; ++warp)
        placed.warps.push_back(
            piece.active.anyOf(warp * evaluation_.warpSize,
                               std::min((warp + 1) * evaluation_.warpSize, evaluation_.launch.groupSize)));
    return placed;
}

bool AccessPatterns::PlacedPiece::holds(const Point& point) const {
    for (evaluation::BoxVariable v = 0; v < points.size(); ++v)
        if ((v < 3 || point[v] >= 0) && !points[v].contains(point[v])) return false;
    return true;
}

std::int64_t AccessPatterns::PlacedPiece::shiftAt(const Point& point) const {
    std::int64_t shift = 0;
    for (const auto& move : moves) {
        const std::int64_t at = std::max<std::int64_t>(0, point[move.variable]) - move.first;
        shift += move.coefficient * (move.step == 1 ? at : at / move.step);
    }
    return shift;
}

std::int64_t AccessPatterns::originOf(const MemoryAccess& access, int warp, std::uint64_t group) const {
    if (access.space != MemorySpace::Private)
        return access.object == none ? 0
                                     : (access.object + (access.objectIsArgument ? 1 : 1000)) * objectDistance;
    // Interleaved: the elements of neighbouring work-items are neighbours, one line a word and warp.
    const auto words = static_cast<std::int64_t>(pdg_.privateBytes / 4 + 1);
    const auto own = static_cast<std::int64_t>(group) * warpsPerGroup_ + warp;
    return own * words + access.object * words - objectDistance;
}

LocatedAccess AccessPatterns::locate(AccessId id, int warp, const Point& point, std::uint64_t group) {
    const auto count = static_cast<std::uint32_t>(evaluation_.accesses[id].pieces.size());
    const MemoryAccess& access = pdg_.accesses[id];
    if (count == 0 || byWholeWarps_[id]) {
        const AccessPattern* found = isFollowed_ || byWholeWarps_[id] ? points_.at(id, warp, point) : nullptr;
        if (found == nullptr) return {&averages_[id], 0, false};
        return {found, originOf(access, warp, group), true};
    }
    std::uint32_t& last = lastPiece_[id];
    std::uint32_t at = last;
    for (std::uint32_t tried = 0; tried < count; ++tried, at = at + 1 == count ? 0 : at + 1) {
        const PlacedPiece& placed = pieces_[firstPiece_[id] + at];
        if (!placed.warps[static_cast<std::size_t>(warp)] || !placed.holds(point)) continue;
        last = at;
        const std::int64_t shift = placed.shiftAt(point);
        if (access.space == MemorySpace::Private) {
            const evaluation::AccessPiece& piece = evaluation_.accesses[id].pieces[at];
            if (isFollowed_ && piece.offset.low.size() > 1) { // lanes at words of their own
                const AccessPattern* found = points_.at(id, warp, point);
                if (found != nullptr) return {found, originOf(access, warp, group), true};
            }
            const auto first = static_cast<std::size_t>(warp) * static_cast<std::size_t>(evaluation_.warpSize);
            const std::int64_t word = (piece.offset.lowAt(first) + shift) / 4;
            return {&averages_[id], originOf(access, warp, group) + word, true};
        }
        const std::int64_t line = spec_.caches.l1LineBytes;
        const std::int64_t whole = evaluation::floorDivide(shift, line);
        return {&pattern(access, at, warp, shift - whole * line), originOf(access, warp, group) + whole, true};
    }
    static const AccessPattern nothing = [] {
        AccessPattern pattern;
        pattern.active = false;
        return pattern;
    }();
    return {&nothing, 0, true};
}

const AccessPattern& AccessPatterns::pattern(const MemoryAccess& access, std::uint32_t piece, int warp,
                                             std::int64_t shift) {
    const std::uint64_t number =
        (std::uint64_t{firstPiece_[access.id]} + piece) * static_cast<std::uint64_t>(warpsPerGroup_) +
        static_cast<std::uint64_t>(warp);
    const std::uint64_t key =
        number * static_cast<std::uint64_t>(spec_.caches.l1LineBytes) + static_cast<std::uint64_t>(shift);
    // Patterns come back by the million: a plain table by hash in front of those that were made.
    Recent& recent = recent_[(key * 0x9e3779b97f4a7c15ull) >> (64 - recentBits)];
    if (recent.pattern != nullptr && recent.key == key) return *recent.pattern;
    auto found = made_.find(key);
    if (found == made_.end())
        found =
            made_.emplace(key, make(access, evaluation_.accesses[access.id].pieces[piece], warp, shift)).first;
    recent = {key, &found->second};
    return found->second;
}

AccessPattern AccessPatterns::make(const MemoryAccess& access, const evaluation::AccessPiece& piece, int warp,
                                   std::int64_t shift) const {
    std::vector<std::int64_t> lanes(static_cast<std::size_t>(evaluation_.warpSize), evaluation::inactiveLane);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const int item = warp * evaluation_.warpSize + static_cast<int>(lane);
        if (item < evaluation_.launch.groupSize && piece.active.contains(item))
            lanes[lane] = piece.offset.lowAt(static_cast<std::size_t>(item)) + shift;
    }
    if (isMerged_[access.id]) keepOneLane(lanes);
    return relievedLanePattern(access, lanes, reliefs_[access.id], spec_);
}

/// Of a warp that executes the access.
double AccessPatterns::meanActiveLanes(const MemoryAccess& access) const {
    const double lanes = machine::lanesOfWarp(evaluation_.regions[pdg_.statements[access.statement].region],
                                              evaluation_.warpSize);
    return lanes > 0 ? lanes : evaluation_.warpSize;
}

AccessPattern AccessPatterns::average(const MemoryAccess& access, WorkShare* share) const {
    const auto& evaluation = evaluation_.accesses[access.id];
    const double executions = evaluation_.regions[pdg_.statements[access.statement].region].executions.value;
    AccessPattern pattern;
    if (access.space == MemorySpace::Private) {
        pattern.lines.push_back({0, 15});
        pattern.sectors = 4;
        pattern.lineCount = 1;
        return pattern;
    }
    if (executions <= 0) return pattern;
    if (access.space == MemorySpace::Shared) {
        pattern.wavefronts = evaluation.sharedCycles.value / executions;
        return pattern;
    }
    if (machine::passesConstantCache(access, spec_)) {
        const auto bytes = static_cast<double>(objectBytes(pdg_, evaluation_.launch, access));
        pattern.wavefronts = evaluation::expectedDistinct(bytes / access.bytes, meanActiveLanes(access)) *
                             std::max(1.0, access.bytes / 4.0) * spec_.caches.constantWordCycles;
        return pattern;
    }
    const double sector = spec_.globalMemory.coalescing == CoalescingRule::SectorWarp
                              ? spec_.globalMemory.minTransactionBytes
                              : spec_.caches.l1LineBytes;
    pattern.sectors = evaluation.bytes.value / executions / sector;
    pattern.askedBytes = evaluation.touched.asked / executions;
    pattern.lineCount = evaluation.touched.lines > 0 ? evaluation.touched.lines / executions : pattern.sectors;
    const bool isImage = access.space == MemorySpace::Image;
    const double transactions = evaluation.transactions.value / executions;
    pattern.wavefronts = isImage ? std::max(1.0, transactions / texelLinesPerCycle) : l1TagPasses(transactions);
    if (isImage && access.texels == 0) pattern.wavefronts = 0;
    if (access.kind == AccessKind::Atomic)
        pattern.atomicCycles =
            expectedSliceCycles(pdg_, evaluation_, spec_, access, isMerged_[access.id], share)
                .value_or(spec_.globalMemory.atomicCycles * pattern.sectors);
    return pattern;
}

} // namespace warpstring::timeline
