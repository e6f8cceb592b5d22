// SPDX-License-Identifier: GPL-3.0-or-later
// Which warps execute which regions at which point of a launch, looked up in its evaluation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::timeline {

/// Where a warp stands: its work-group and the counters of the loops around it, by BoxVariable.
using Point = std::vector<std::int64_t>;

class Activity {
public:
    Activity(const Pdg& pdg, const evaluation::Evaluation& evaluation);

    /// Whether the region's executions are known point by point. Where not, `share` is what there is.
    [[nodiscard]] bool isKnown(RegionId region) const { return known_[region]; }
    /// Whether a warp of the group executes a Branch region, at a point at which it executes the parent.
    [[nodiscard]] bool isActive(RegionId region, int warp, const Point& point) const;
    /// Iterations of a loop that a warp enters at a point.
    [[nodiscard]] std::int64_t trips(RegionId body, int warp, const Point& point) const;
    /// Executions by this warp of the group for each execution of the parent, on average.
    [[nodiscard]] double share(RegionId region, int warp) const {
        return shares_[region][static_cast<std::size_t>(warp)];
    }

private:
    struct Piece {
        const evaluation::Cell* cell;
        std::vector<bool> warps; ///< with an active work-item
    };
    [[nodiscard]] static bool contains(const evaluation::Cell& cell, const Point& point,
                                       evaluation::BoxVariable except);

    const Pdg& pdg_;
    std::vector<std::vector<Piece>> pieces_;  ///< by region
    std::vector<bool> known_;                 ///< by region
    std::vector<std::vector<double>> shares_; ///< by region and warp
};

} // namespace warpstring::timeline
