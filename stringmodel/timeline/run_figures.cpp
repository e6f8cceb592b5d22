// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/run_figures.h"

#include <algorithm>

namespace warpstring::timeline {

using namespace run_figure;

namespace {

/// At the whole of what `large` and `small` are fractions of.
RunFigures along(double small, double large, const RunFigures& atSmall, const RunFigures& atLarge) {
    if (large >= 1 || large == small) return atLarge;
    const double more = (1 - large) / (large - small);
    RunFigures whole{};
    for (std::size_t f = 0; f < whole.size(); ++f) whole[f] = atLarge[f] + more * (atLarge[f] - atSmall[f]);
    return whole;
}

} // namespace

RunFigures figuresOf(const MultiprocessorRun& run) {
    RunFigures figures{};
    figures[Cycles] = run.cycles;
    figures[Issue] = run.issueBusy;
    figures[Data] = run.dataBusy;
    figures[Constants] = run.constantBusy;
    figures[L2] = run.l2Busy;
    figures[Dram] = run.dramBusy;
    figures[Atomics] = run.atomicBusy;
    figures[Dispatch] = run.dispatchBusy;
    std::copy(run.pipeBusy.begin(), run.pipeBusy.end(), figures.begin() + FirstPipe);
    for (const auto& group : run.groups) figures[WarpLatency] += group.meanWarpCycles;
    if (!run.groups.empty()) figures[WarpLatency] /= static_cast<double>(run.groups.size());
    return figures;
}

SampledFigures::SampledFigures(const SampleSizes& sizes, const std::vector<MultiprocessorRun>& runs)
    : sizes_(sizes), all_(sizes.all()) {
    for (const auto& run : runs) figures_.push_back(figuresOf(run));
}

const RunFigures& SampledFigures::at(const SampleSize& size) const {
    return figures_[static_cast<std::size_t>(std::find(all_.begin(), all_.end(), size) - all_.begin())];
}

RunFigures SampledFigures::ofGroups(double groups) const {
    const LoopFractions& small = sizes_.smallLoops;
    const LoopFractions& large = sizes_.largeLoops;
    const auto withAllInner = [&](double outer) {
        const RunFigures atLarge = at({groups, {outer, large.inner}});
        return large.inner < 1 ? along(small.inner, large.inner, at({groups, {outer, small.inner}}), atLarge)
                               : atLarge;
    };
    const RunFigures atSmall = large.outer < 1 ? withAllInner(small.outer) : RunFigures{};
    return along(small.outer, large.outer, atSmall, withAllInner(large.outer));
}

} // namespace warpstring::timeline
