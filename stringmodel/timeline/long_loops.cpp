// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/long_loops.h"

#include <algorithm>
#include <cmath>

namespace warpstring::timeline {

namespace {

/// Operations of a warp that the trips which show the steady state should be, within their bounds.
constexpr double steadyOperations = 512;

} // namespace

LongLoops::LongLoops(const Pdg& pdg, const evaluation::Evaluation& evaluation)
    : pdg_(pdg), evaluation_(evaluation) {
    for (const auto& loop : pdg_.loops) {
        const double trips = evaluation_.loops[loop.id].trips.value;
        const double steady = steadyTrips(loop.id);
        if (trips < 2 * steady) continue;
        bool inner = false;
        for (LoopId around = loop.parent; around != none; around = pdg_.loops[around].parent)
            inner = inner || evaluation_.loops[around].trips.value >= 4;
        long_.push_back({loop.id, trips, inner, steady});
    }
    // Around a long inner loop, every loop counts as long.
    for (const auto& loop : pdg_.loops) {
        const bool known =
            std::any_of(long_.begin(), long_.end(), [&](const auto& l) { return l.loop == loop.id; });
        const bool around = std::any_of(long_.begin(), long_.end(), [&](const auto& l) {
            for (LoopId at = pdg_.loops[l.loop].parent; at != none; at = pdg_.loops[at].parent)
                if (at == loop.id) return true;
            return false;
        });
        if (!known && around && evaluation_.loops[loop.id].trips.value >= 4)
            long_.push_back({loop.id, evaluation_.loops[loop.id].trips.value, false, mostSteadyTrips});
    }
}

double LongLoops::steadyTrips(LoopId loop) const {
    double operations = 0;
    for (const auto& region : pdg_.regions) {
        double times = 1;
        RegionId at = region.id;
        while (at != none &&
               (pdg_.regions[at].kind != Region::Kind::LoopBody || pdg_.regions[at].loop != loop)) {
            if (pdg_.regions[at].kind == Region::Kind::LoopBody)
                times *= evaluation_.loops[pdg_.regions[at].loop].trips.value;
            at = pdg_.regions[at].parent;
        }
        if (at != none) operations += times * static_cast<double>(region.children.size());
    }
    return std::clamp(std::floor(steadyOperations / std::max(1.0, operations)), fewestSteadyTrips,
                      mostSteadyTrips);
}

bool LongLoops::any(bool isInner) const {
    return std::any_of(long_.begin(), long_.end(), [&](const auto& loop) { return loop.isInner == isInner; });
}

double LongLoops::leastFraction(bool isInner, double atMost) const {
    double fraction = 1;
    for (const auto& loop : long_)
        if (loop.isInner == isInner)
            fraction = std::min(fraction, std::min(atMost, 2 * loop.steady) / loop.trips);
    return fraction;
}

double LongLoops::operations(const LoopFractions& fractions) const {
    double sum = 0;
    for (const auto& region : pdg_.regions) {
        double times = evaluation_.regions[region.id].executions.value;
        for (RegionId at = region.id; at != none; at = pdg_.regions[at].parent) {
            if (pdg_.regions[at].kind != Region::Kind::LoopBody) continue;
            for (const auto& loop : long_)
                if (loop.loop == pdg_.regions[at].loop)
                    times *= loop.isInner ? fractions.inner : fractions.outer;
        }
        sum += times * static_cast<double>(region.children.size());
    }
    return sum;
}

bool LongLoops::isCut(LoopId id, const LoopFractions& fractions) const {
    return std::any_of(long_.begin(), long_.end(), [&](const auto& loop) {
        return loop.loop == id && (loop.isInner ? fractions.inner : fractions.outer) < 1;
    });
}

std::int64_t LongLoops::tripsOf(LoopId id, std::int64_t trips, const LoopFractions& fractions) const {
    for (const auto& loop : long_) {
        if (loop.loop != id) continue;
        const double fraction = loop.isInner ? fractions.inner : fractions.outer;
        if (fraction >= 1) return trips;
        return std::clamp<std::int64_t>(std::llround(static_cast<double>(trips) * fraction), trips > 0 ? 1 : 0,
                                        trips);
    }
    return trips;
}

} // namespace warpstring::timeline
