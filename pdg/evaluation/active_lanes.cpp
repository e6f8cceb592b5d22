// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/active_lanes.h"

namespace warpstring::evaluation {

namespace {

/// Lane evaluations that one loop's trips may cost at a point.
constexpr double laneStepLimit = 1 << 18;

/// The point before `loop` and the loops within it count.
Box beforeLoop(const Pdg& pdg, Box point, LoopId loop) {
    for (const auto& inner : pdg.loops)
        for (LoopId around = inner.id; around != none; around = pdg.loops[around].parent)
            if (around == loop) point.variables[loopVariable(inner.id)] = {};
    return point;
}

} // namespace

ActiveLanes::ActiveLanes(const Pdg& pdg, const LaunchBinding& launch, WorkShare* share)
    : pdg_(pdg), launch_(launch), evaluator_(pdg, launch, laneStepLimit, share), latest_(pdg.regions.size()) {}

const ActiveSet& ActiveLanes::at(RegionId region, const Box& point) {
    if (latest_[region].point != point) {
        ActiveSet active = evaluated(region, point);
        latest_[region] = {point, active};
    }
    return latest_[region].active;
}

ActiveSet ActiveLanes::evaluated(RegionId region, const Box& point) {
    const int groupSize = launch_.groupSize;
    const Region& own = pdg_.regions[region];
    if (own.parent == none) return ActiveSet::all(groupSize);
    ActiveSet active = at(own.parent, point);
    ActiveSet perhaps;
    if (own.kind == Region::Kind::LoopBody) {
        const LoopTrips trips = evaluator_.trips(own.loop, beforeLoop(pdg_, point, own.loop));
        if (!trips.known) return active;
        const std::int64_t counter = point.variables[loopVariable(own.loop)].first;
        for (int item = 0; item < groupSize; ++item) {
            const std::int64_t most =
                trips.trips.size() == 1 ? trips.trips[0] : trips.trips[static_cast<std::size_t>(item)];
            if (most < 0 || counter < most) perhaps.insert(item);
        }
    } else {
        evaluator_.enter(point);
        const LaneValue truth = evaluator_.value(own.guard);
        (void)evaluator_.takeHints();
        if (truth.kind != LaneValue::Kind::Integer) return active;
        for (int item = 0; item < groupSize; ++item)
            if (truth.highAt(static_cast<std::size_t>(item)) != 0) perhaps.insert(item);
    }
    return active &= perhaps;
}

} // namespace warpstring::evaluation
