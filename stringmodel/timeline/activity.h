// SPDX-License-Identifier: GPL-3.0-or-later
// Which warps execute which regions at which point of a launch, looked up in its evaluation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/counterfactual.h"

namespace warpstring::timeline {

/// Where a warp stands: its work-group and the counters of the loops around it, by BoxVariable.
using Point = std::vector<std::int64_t>;

/// Whose conditions a work-group follows where only some groups of the launch were evaluated: a number of
/// `Evaluation::drawn`, the one beyond them for a group that does nothing; 0 where all were.
using StandIn = std::uint32_t;

class Activity {
public:
    /// With what is spared, executions of regions of whole warps are known by their share alone.
    Activity(const Pdg& pdg, const evaluation::Evaluation& evaluation,
             const machine::Counterfactual& without = {});

    /// For the group at a point that starts as number `order` of a multiprocessor: itself if it was drawn, else
    /// the drawn ones in turn, each as often as its share says among any few groups that start one after
    /// another.
    [[nodiscard]] StandIn standInOf(std::uint64_t order, const Point& point) const;

    /// Whether a group does nothing below the entry region, as those outside of `Evaluation::drawnFrom`.
    [[nodiscard]] bool isIdle(StandIn standIn) const { return !drawn_.empty() && standIn == drawn_.size(); }
    /// Whether the region's executions are known point by point. Where not, `share` is what there is.
    [[nodiscard]] bool isKnown(RegionId region) const { return known_[region]; }
    /// Whether a warp of the group executes a Branch region, at a point at which it executes the parent.
    [[nodiscard]] bool isActive(RegionId region, int warp, const Point& point, StandIn standIn) const;
    /// Iterations of a loop that a warp enters at a point.
    [[nodiscard]] std::int64_t trips(RegionId body, int warp, const Point& point, StandIn standIn) const;
    /// Executions by this warp of the group for each execution of the parent, on average over groups that are
    /// not idle.
    [[nodiscard]] double share(RegionId region, int warp) const {
        return shares_[region][static_cast<std::size_t>(warp)];
    }

private:
    struct Piece {
        const evaluation::Cell* cell;
        std::vector<bool> warps; ///< with an active work-item
    };
    [[nodiscard]] std::size_t drawnGroupOf(const evaluation::Cell& cell) const;
    [[nodiscard]] bool contains(const evaluation::Cell& cell, const Point& point,
                                evaluation::BoxVariable except) const;

    const Pdg& pdg_;
    const std::vector<evaluation::DrawnGroup>& drawn_;
    std::array<evaluation::Progression, 3> drawnFrom_;
    std::vector<double> sharesUpTo_;                      ///< of the drawn groups, summed up; the last is 1
    std::vector<std::vector<std::vector<Piece>>> pieces_; ///< by region and StandIn
    std::vector<bool> known_;                             ///< by region
    std::vector<std::vector<double>> shares_;             ///< by region and warp
};

} // namespace warpstring::timeline
