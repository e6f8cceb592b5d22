// SPDX-License-Identifier: GPL-3.0-or-later
// Which work-items of a group are at a region at single points, from the conditions and loops around it.
#pragma once

#include <utility>
#include <vector>

#include "pdg/evaluation/expr_evaluator.h"

namespace warpstring::evaluation {

class ActiveLanes {
public:
    /// `share` is what evaluations may spend, as for ExprEvaluator.
    ActiveLanes(const Pdg& pdg, const LaunchBinding& launch, WorkShare* share = nullptr);

    /// Those that are there perhaps: where a condition or a trip count is not known, whoever was there before
    /// it. `point` is a box of one point.
    [[nodiscard]] const ActiveSet& at(RegionId region, const Box& point);

private:
    struct Known {
        Box point;
        ActiveSet active;
    };
    ActiveSet evaluated(RegionId region, const Box& point);

    const Pdg& pdg_;
    const LaunchBinding& launch_;
    ExprEvaluator evaluator_;
    std::vector<Known> latest_; ///< by region
};

} // namespace warpstring::evaluation
