// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/access_patterns.h"

#include <algorithm>
#include <bit>
#include <map>

#include "pdg/evaluation/memory_rules.h"

namespace warpstring {

namespace {

/// Lines between the starts of two objects.
constexpr std::int64_t objectDistance = std::int64_t{1} << 40;

std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

bool holds(const AccessPiece& piece, const Point& point) {
    for (BoxVariable v = 0; v < piece.box.variables.size(); ++v) {
        const Progression& progression = piece.box.variables[v];
        if (v >= 3 && point[v] < 0) continue;
        const std::int64_t at = point[v] - progression.first;
        if (at % progression.step != 0) return false;
        const std::int64_t index = at / progression.step;
        if (index < 0 || static_cast<std::uint64_t>(index) >= progression.count) return false;
    }
    return true;
}

} // namespace

std::size_t AccessPatterns::KeyHash::operator()(const Key& key) const {
    std::size_t hash = key.access;
    for (const auto part : {static_cast<std::size_t>(key.piece), static_cast<std::size_t>(key.warp),
                            static_cast<std::size_t>(key.shift)})
        hash = hash * 0x9e3779b97f4a7c15ull + part;
    return hash ^ (hash >> 29);
}

AccessPatterns::AccessPatterns(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec)
    : pdg_(pdg), evaluation_(evaluation), spec_(spec), lastPiece_(pdg.accesses.size(), 0) {
    for (const auto& access : pdg.accesses) averages_.push_back(average(access));
}

LocatedAccess AccessPatterns::locate(AccessId id, int warp, const Point& point, std::uint64_t group) {
    const auto& pieces = evaluation_.accesses[id].pieces;
    if (pieces.empty()) return {&averages_[id], 0, false};
    const MemoryAccess& access = pdg_.accesses[id];
    std::uint32_t& last = lastPiece_[id];
    const auto count = static_cast<std::uint32_t>(pieces.size());
    for (std::uint32_t tried = 0; tried < count; ++tried) {
        const std::uint32_t at = (last + tried) % count;
        const AccessPiece& piece = pieces[at];
        if (!holds(piece, point)) continue;
        const int first = warp * evaluation_.warpSize;
        const int end = std::min(first + evaluation_.warpSize, evaluation_.launch.groupSize);
        bool active = false;
        for (int item = first; item < end && !active; ++item) active = piece.active.contains(item);
        if (!active) continue;
        last = at;
        std::int64_t shift = 0;
        for (const auto& term : piece.offset.terms) {
            const Progression& progression = piece.box.variables[term.variable];
            const std::int64_t at0 = std::max<std::int64_t>(0, point[term.variable]) - progression.first;
            shift += term.coefficient * (at0 / progression.step);
        }
        if (access.space == MemorySpace::Private) {
            // Interleaved: the elements of neighbouring work-items are neighbours, one line a word and warp.
            const std::int64_t warps =
                (evaluation_.launch.groupSize + evaluation_.warpSize - 1) / evaluation_.warpSize;
            const auto words = static_cast<std::int64_t>(pdg_.privateBytes / 4 + 1);
            const auto own = static_cast<std::int64_t>(group) * warps + warp;
            const std::int64_t word = (piece.offset.lowAt(static_cast<std::size_t>(first)) + shift) / 4;
            return {&averages_[id], (own * words + word + access.object * words) - objectDistance, true};
        }
        const std::int64_t line = spec_.caches.l1LineBytes;
        const std::int64_t whole = floorDivide(shift, line);
        const std::int64_t object =
            access.object == none ? 0 : access.object + (access.objectIsArgument ? 1 : 1000);
        return {&pattern(access, at, warp, shift - whole * line), object * objectDistance + whole, true};
    }
    static const AccessPattern nothing{{}, 1, 0, 1, false};
    return {&nothing, 0, true};
}

const AccessPattern& AccessPatterns::pattern(const MemoryAccess& access, std::uint32_t piece, int warp,
                                             std::int64_t shift) {
    const Key key{access.id, piece, warp, shift};
    if (const auto found = made_.find(key); found != made_.end()) return found->second;
    return made_.emplace(key, make(access, evaluation_.accesses[access.id].pieces[piece], warp, shift))
        .first->second;
}

AccessPattern AccessPatterns::make(const MemoryAccess& access, const AccessPiece& piece, int warp,
                                   std::int64_t shift) const {
    AccessPattern made;
    made.sectors = 0;
    std::vector<std::int64_t> lanes(static_cast<std::size_t>(evaluation_.warpSize), inactiveLane);
    std::map<std::int64_t, int> lanesOnWord;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const int item = warp * evaluation_.warpSize + static_cast<int>(lane);
        if (item >= evaluation_.launch.groupSize || !piece.active.contains(item)) continue;
        lanes[lane] = piece.offset.lowAt(static_cast<std::size_t>(item)) + shift;
        made.mostLanesOnWord = std::max(made.mostLanesOnWord, ++lanesOnWord[lanes[lane]]);
    }
    if (access.space == MemorySpace::Shared) {
        // Lanes with 16 bytes each are served in two parts even where they agree.
        made.wavefronts =
            std::max(bankConflicts(spec_.sharedMemory, lanes, access.bytes).cycles, access.bytes / 8.0);
        return made;
    }
    const std::int64_t line = spec_.caches.l1LineBytes;
    const std::int64_t sector = spec_.globalMemory.coalescing == CoalescingRule::SectorWarp
                                    ? spec_.globalMemory.minTransactionBytes
                                    : line;
    std::map<std::int64_t, std::uint32_t> touched;
    for (const auto address : lanes) {
        if (address == inactiveLane) continue;
        for (std::int64_t s = floorDivide(address, sector);
             s <= floorDivide(address + access.bytes - 1, sector); ++s) {
            const std::int64_t number = floorDivide(s * sector, line);
            touched[number] |= 1u << ((s * sector - number * line) / sector);
        }
    }
    for (const auto& [number, sectors] : touched) {
        made.lines.push_back({number, sectors});
        made.sectors += std::popcount(sectors);
    }
    // The data banks of an L1 cache that also is the shared memory conflict as shared memory does, and its tags
    // serve four lines at a time (strides measured on Hopper: docs/model.md).
    constexpr double linesPerCycle = 4;
    made.wavefronts = spec_.caches.l1HoldsShared
                          ? std::max({bankConflicts(spec_.sharedMemory, lanes, access.bytes).cycles,
                                      static_cast<double>(touched.size()) / linesPerCycle, access.bytes / 4.0})
                          : static_cast<double>(touched.size());
    return made;
}

AccessPattern AccessPatterns::average(const MemoryAccess& access) const {
    const auto& evaluation = evaluation_.accesses[access.id];
    const double executions = evaluation_.regions[pdg_.statements[access.statement].region].executions.value;
    AccessPattern pattern;
    if (access.space == MemorySpace::Private) {
        pattern.lines.push_back({0, 15});
        pattern.sectors = 4;
        return pattern;
    }
    if (executions <= 0) return pattern;
    if (access.space == MemorySpace::Shared) {
        pattern.wavefronts = evaluation.sharedCycles.value / executions;
        return pattern;
    }
    const double sector = spec_.globalMemory.coalescing == CoalescingRule::SectorWarp
                              ? spec_.globalMemory.minTransactionBytes
                              : spec_.caches.l1LineBytes;
    pattern.sectors = evaluation.bytes.value / executions / sector;
    pattern.wavefronts = std::max(1.0, evaluation.transactions.value / executions / 4);
    return pattern;
}

} // namespace warpstring
