// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of the multiprocessor tells, and what runs of several sizes tell of a larger one.
#pragma once

#include <array>
#include <vector>

#include "stringmodel/timeline/multiprocessor.h"
#include "stringmodel/timeline/sample_sizes.h"

namespace warpstring::timeline {

/// Its cycles, when its places become empty on average, the mean latency of its warps, how often one waits for
/// L2, its tail, and for how long each server is busy.
namespace run_figure {
enum : std::size_t {
    Cycles,
    PlacesEnd,
    WarpLatency,
    FarWaits,
    Tail,
    Issue,
    Data,
    Constants,
    L2,
    Dram,
    Atomics,
    Dispatch,
    FirstPipe
};
}
using RunFigures = std::array<double, run_figure::FirstPipe + pipeCount>;

[[nodiscard]] RunFigures figuresOf(const MultiprocessorRun& run);

/// Of the places of a multiprocessor those that are empty, on average over its tail.
[[nodiscard]] double emptyShare(const MultiprocessorRun& run);

/// The figures of the runs of all sizes, in the order of `SampleSizes::all`.
class SampledFigures {
public:
    SampledFigures(const SampleSizes& sizes, const std::vector<MultiprocessorRun>& runs);

    /// Of so many groups with all trips of their loops: linear in the fractions of inner and outer loops,
    /// bilinear in both.
    [[nodiscard]] RunFigures ofGroups(double groups) const;

    /// By how much each run counts there, in the order of `SampleSizes::all`: what is linear in the runs is
    /// extrapolated as their figures are.
    [[nodiscard]] std::vector<double> weights(double groups) const;

private:
    [[nodiscard]] std::size_t indexOf(const SampleSize& size) const;
    template <class Figures, class At>
    [[nodiscard]] Figures extrapolate(double groups, At at) const;

    SampleSizes sizes_;
    std::vector<SampleSize> all_;
    std::vector<RunFigures> figures_; ///< of `all_`
};

} // namespace warpstring::timeline
