// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a launch is simulated, in runs from whose differences the rest is extrapolated.
#pragma once

#include <vector>

#include "stringmodel/timeline/long_loops.h"

namespace warpstring::timeline {

struct SampleSize {
    double groups = 1;
    LoopFractions loops;
    friend bool operator==(const SampleSize&, const SampleSize&) = default;
};

/// Where the small and the large one are equal, nothing is extrapolated.
struct SampleSizes {
    double smallGroups = 1, largeGroups = 1;
    LoopFractions smallLoops, largeLoops;

    /// All combinations, the largest first.
    [[nodiscard]] std::vector<SampleSize> all() const;
};

/// For a multiprocessor that runs `groups`, of which `resident` at a time. Groups: all, or some waves and half
/// of them, whose difference is steady; the last wave as large as in the launch. Short kernels get more waves:
/// latencies differ from group to group.
[[nodiscard]] SampleSizes chooseSampleSizes(const LongLoops& loops, double groups, double resident,
                                            int warpsPerGroup, double mostOperations);

} // namespace warpstring::timeline
