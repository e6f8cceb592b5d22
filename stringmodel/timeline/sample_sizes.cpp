// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/sample_sizes.h"

#include <algorithm>
#include <cmath>

namespace warpstring::timeline {

namespace {

/// Of the operations of a whole run, those of one from which the rest is extrapolated, for it is one of
/// several. Whole loops are run where they can be: groups may find there what others have read many trips
/// before.
constexpr double cutShare = 0.75;

} // namespace

std::vector<SampleSize> SampleSizes::all() const {
    std::vector<SampleSize> sizes;
    for (const double groups : {largeGroups, smallGroups})
        for (const double outer : {largeLoops.outer, smallLoops.outer})
            for (const double inner : {largeLoops.inner, smallLoops.inner})
                if (const SampleSize size{groups, {outer, inner}};
                    std::find(sizes.begin(), sizes.end(), size) == sizes.end())
                    sizes.push_back(size);
    return sizes;
}

SampleSizes chooseSampleSizes(const LongLoops& loops, double groups, double resident, int warpsPerGroup,
                              double mostOperations) {
    const auto groupOperations = [&](const LoopFractions& fractions) {
        return loops.operations(fractions) * warpsPerGroup;
    };
    const double rest = std::fmod(groups, resident);
    const double waveOperations = std::max(1.0, resident * groupOperations({}));
    const double waves = std::clamp(std::floor(mostOperations * cutShare / waveOperations), 2.0, 64.0);
    SampleSizes sizes;
    sizes.largeGroups = sizes.smallGroups = groups;
    if (groups > (waves + 1) * resident && groups * groupOperations({}) > mostOperations * cutShare) {
        sizes.smallGroups = std::floor(waves / 2) * resident + rest;
        sizes.largeGroups = waves * resident + rest;
    }
    LoopFractions& large = sizes.largeLoops;
    const bool hasInner = loops.any(true);
    const auto fits = [&] {
        return sizes.largeGroups * groupOperations(large) <= mostOperations * (large.areWhole() ? 1 : cutShare);
    };
    if (!fits() && hasInner) large.inner = std::min(1.0, loops.leastFraction(true, 2 * mostSteadyTrips));
    if (!fits() && loops.any(false)) {
        const double bottom = loops.leastFraction(false, hasInner ? 4 : 2 * mostSteadyTrips);
        double fraction = 1;
        while (!fits() && fraction > bottom) {
            fraction = std::max(bottom, fraction / 2);
            large.outer = fraction;
        }
    }
    if (large.inner < 1) sizes.smallLoops.inner = loops.inRounds(true, large.inner / 2);
    if (large.outer < 1) sizes.smallLoops.outer = loops.inRounds(false, large.outer / 2);
    large = {loops.inRounds(false, large.outer), loops.inRounds(true, large.inner)};
    return sizes;
}

} // namespace warpstring::timeline
