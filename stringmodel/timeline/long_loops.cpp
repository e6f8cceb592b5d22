// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/long_loops.h"

#include <algorithm>
#include <cmath>

namespace warpstring::timeline {

namespace {

/// Operations of a warp that the trips which show the steady state should be, within their bounds.
constexpr double steadyOperations = 512;

} // namespace

LongLoops::LongLoops(const Pdg& pdg, const evaluation::Evaluation& evaluation, const std::vector<int>& copies)
    : pdg_(pdg), evaluation_(evaluation) {
    for (const auto& loop : pdg_.loops) {
        const double trips = evaluation_.loops[loop.id].trips.value;
        const double round = copies[loop.id], steady = std::ceil(steadyTrips(loop.id) / round) * round;
        if (trips < 2 * steady) continue;
        bool inner = false;
        for (LoopId around = loop.parent; around != none; around = pdg_.loops[around].parent)
            inner = inner || evaluation_.loops[around].trips.value >= 4;
        long_.push_back({loop.id, trips, inner, steady, copies[loop.id]});
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
            long_.push_back({loop.id, evaluation_.loops[loop.id].trips.value, false, mostSteadyTrips, 1});
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
            fraction =
                std::min(fraction, std::max(2.0 * loop.copies, std::min(atMost, 2 * loop.steady)) / loop.trips);
    return fraction;
}

double LongLoops::inRounds(bool isInner, double fraction) const {
    const LongLoop* longest = nullptr;
    for (const auto& loop : long_)
        if (loop.isInner == isInner && (longest == nullptr || loop.trips > longest->trips)) longest = &loop;
    if (longest == nullptr || fraction >= 1) return fraction;
    const auto trips = std::llround(longest->trips);
    return static_cast<double>(tripsOf(*longest, trips, fraction)) / static_cast<double>(trips);
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

std::int64_t LongLoops::tripsOf(const LongLoop& loop, std::int64_t trips, double fraction) {
    if (fraction >= 1 || trips <= 0) return trips;
    const std::int64_t rest = trips % loop.copies;
    const auto rounds =
        std::llround((static_cast<double>(trips) * fraction - static_cast<double>(rest)) / loop.copies);
    return std::min(trips, rest + loop.copies * std::max<std::int64_t>(rounds, 1));
}

std::int64_t LongLoops::tripsOf(LoopId id, std::int64_t trips, const LoopFractions& fractions) const {
    for (const auto& loop : long_)
        if (loop.loop == id) return tripsOf(loop, trips, loop.isInner ? fractions.inner : fractions.outer);
    return trips;
}

} // namespace warpstring::timeline
