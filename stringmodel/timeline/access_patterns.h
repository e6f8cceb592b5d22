// SPDX-License-Identifier: GPL-3.0-or-later
// Where the accesses of a warp go, point by point, and what they ask of the data path of a multiprocessor.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "stringmodel/timeline/activity.h"
#include "stringmodel/timeline/lane_pattern.h"
#include "stringmodel/timeline/point_patterns.h"
#include "stringmodel/timeline/relieved_pattern.h"

namespace warpstring::timeline {

/// What an access of a warp does at a point.
struct LocatedAccess {
    const AccessPattern* pattern = nullptr;
    std::int64_t firstLine = 0; ///< added to the pattern's lines; objects are far apart
    bool located = false;       ///< false: the pattern is an average
    std::int64_t apart = 0;     ///< added to its lines in L1: what it keeps there is another group's copy
};

class AccessPatterns {
public:
    /// `share` is what evaluations of single points may spend, as for ExprEvaluator; beyond it accesses are
    /// averages.
    AccessPatterns(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                   const machine::Counterfactual& without = {}, WorkShare* share = nullptr);

    /// `group`: a number of the work-group on the device, which keeps private arrays apart.
    [[nodiscard]] LocatedAccess locate(AccessId access, int warp, const Point& point, std::uint64_t group);

private:
    /// A piece of an access as it is looked up.
    struct PlacedPiece {
        struct Move {
            evaluation::BoxVariable variable = 0;
            std::int64_t first = 0, step = 1, coefficient = 0; ///< bytes a step
        };
        std::vector<evaluation::Progression> points; ///< by BoxVariable
        std::vector<Move> moves;
        std::vector<bool> warps; ///< of the group, with an active work-item

        [[nodiscard]] bool holds(const Point& point) const;
        /// Bytes that the point lies beyond the first one.
        [[nodiscard]] std::int64_t shiftAt(const Point& point) const;
    };
    struct Recent {
        std::uint64_t key = 0; ///< piece, warp and shift modulo the line
        const AccessPattern* pattern = nullptr;
    };
    static constexpr int recentBits = 12;

    [[nodiscard]] PlacedPiece place(const evaluation::AccessPiece& piece) const;
    [[nodiscard]] const AccessPattern& pattern(const MemoryAccess& access, std::uint32_t piece, int warp,
                                               std::int64_t shift);
    [[nodiscard]] AccessPattern make(const MemoryAccess& access, const evaluation::AccessPiece& piece, int warp,
                                     std::int64_t shift) const;
    /// Number of the first line of a warp's own part of its private array, or of the object.
    [[nodiscard]] std::int64_t originOf(const MemoryAccess& access, int warp, std::uint64_t group) const;
    [[nodiscard]] double meanActiveLanes(const MemoryAccess& access) const;
    [[nodiscard]] AccessPattern average(const MemoryAccess& access, WorkShare* share) const;

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    const HardwareSpec& spec_;
    std::unordered_map<std::uint64_t, AccessPattern> made_; ///< by key
    std::vector<Recent> recent_ = std::vector<Recent>(std::size_t{1} << recentBits);
    std::vector<AccessPattern> averages_;   ///< by access
    std::vector<PlacedPiece> pieces_;       ///< of all accesses
    std::vector<std::uint32_t> firstPiece_; ///< by access
    std::vector<std::uint32_t> lastPiece_;  ///< by access: where the point was found last, from its first
    bool isFollowed_ = false;               ///< accesses without pieces are evaluated point by point
    std::vector<bool> isMerged_;            ///< by access
    std::vector<Relief> reliefs_;           ///< by access
    std::vector<bool> byWholeWarps_;        ///< by access: lanes' own conditions do not count
    PointPatterns points_;                  ///< of accesses without pieces
    int warpsPerGroup_;
};

} // namespace warpstring::timeline
