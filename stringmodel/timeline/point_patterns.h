// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses that no boxes of points describe, because their addresses depend on data, evaluated point by point.
#pragma once

#include <map>
#include <vector>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/active_lanes.h"
#include "stringmodel/timeline/activity.h"
#include "stringmodel/timeline/lane_pattern.h"
#include "stringmodel/timeline/relieved_pattern.h"

namespace warpstring::timeline {

class PointPatterns {
public:
    /// By access.
    struct Traits {
        std::vector<bool> isMerged; ///< the atomic operations that a warp does as one
        std::vector<Relief> reliefs;
        std::vector<bool> byWholeWarps; ///< all of a warp's work-items execute it, whatever their conditions
    };
    /// `share` is what evaluations may spend, as for ExprEvaluator.
    PointPatterns(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
                  Traits traits, WorkShare* share = nullptr);

    /// What a warp that executes the access at the point asks for; lines are counted from the object's start.
    /// nullptr where neither its address nor its object is known, or the share is used up, until the next call.
    /// A warp of which nobody is at the access by its conditions executes it with all of its work-items: it
    /// stands for one that does.
    [[nodiscard]] const AccessPattern* at(AccessId access, int warp, const Point& point);

private:
    /// Of all warps of the group.
    using Patterns = std::vector<AccessPattern>;
    [[nodiscard]] Patterns make(const MemoryAccess& access, const evaluation::Box& point);

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    const HardwareSpec& spec_;
    Traits traits_;
    evaluation::AccessPoints points_;
    evaluation::ActiveLanes active_;
    std::vector<std::vector<evaluation::BoxVariable>> variables_;     ///< by access: that its region lies in
    std::vector<std::map<std::vector<std::int64_t>, Patterns>> made_; ///< by access, by values of those
};

} // namespace warpstring::timeline
