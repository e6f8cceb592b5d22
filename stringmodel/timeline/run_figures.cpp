// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/run_figures.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace warpstring::timeline {

using namespace run_figure;

namespace {

/// At the whole of what `large` and `small` are fractions of.
template <class Figures>
Figures along(double small, double large, const Figures& atSmall, const Figures& atLarge) {
    if (large >= 1 || large == small) return atLarge;
    const double more = (1 - large) / (large - small);
    Figures whole = atLarge;
    for (std::size_t f = 0; f < whole.size(); ++f) whole[f] = atLarge[f] + more * (atLarge[f] - atSmall[f]);
    return whole;
}

/// When the work-groups end that end last, as many as start together: of each place the last one.
std::vector<double> placeEnds(const MultiprocessorRun& run) {
    std::vector<double> ends;
    ends.reserve(run.groups.size());
    for (const auto& group : run.groups) ends.push_back(group.end);
    std::sort(ends.begin(), ends.end(), std::greater<>());
    ends.resize(std::min(ends.size(), static_cast<std::size_t>(run.places)));
    return ends;
}

/// From when a place stays empty until the run ends.
double tailOf(const MultiprocessorRun& run, const std::vector<double>& ends) {
    double first = run.cycles;
    for (const double end : ends) first = std::min(first, end);
    return run.cycles - first;
}

} // namespace

RunFigures figuresOf(const MultiprocessorRun& run) {
    RunFigures figures{};
    figures[Cycles] = run.cycles;
    const auto ends = placeEnds(run);
    if (!ends.empty())
        figures[PlacesEnd] = std::accumulate(ends.begin(), ends.end(), 0.0) / static_cast<double>(ends.size());
    figures[Tail] = tailOf(run, ends);
    figures[FarWaits] = run.farWaits;
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

double emptyShare(const MultiprocessorRun& run) {
    const auto ends = placeEnds(run);
    double idle = 0;
    for (const double end : ends) idle += run.cycles - end;
    const double tail = tailOf(run, ends);
    return tail > 0 ? idle / (static_cast<double>(ends.size()) * tail) : 0;
}

SampledFigures::SampledFigures(const SampleSizes& sizes, const std::vector<MultiprocessorRun>& runs)
    : sizes_(sizes), all_(sizes.all()) {
    for (const auto& run : runs) figures_.push_back(figuresOf(run));
}

std::size_t SampledFigures::indexOf(const SampleSize& size) const {
    return static_cast<std::size_t>(std::find(all_.begin(), all_.end(), size) - all_.begin());
}

template <class Figures, class At>
Figures SampledFigures::extrapolate(double groups, At at) const {
    const LoopFractions& small = sizes_.smallLoops;
    const LoopFractions& large = sizes_.largeLoops;
    const auto withAllInner = [&](double outer) {
        const Figures atLarge = at({groups, {outer, large.inner}});
        return large.inner < 1
                   ? along<Figures>(small.inner, large.inner, at({groups, {outer, small.inner}}), atLarge)
                   : atLarge;
    };
    const Figures atSmall = large.outer < 1 ? withAllInner(small.outer) : Figures{};
    return along<Figures>(small.outer, large.outer, atSmall, withAllInner(large.outer));
}

RunFigures SampledFigures::ofGroups(double groups) const {
    return extrapolate<RunFigures>(groups, [&](const SampleSize& size) { return figures_[indexOf(size)]; });
}

std::vector<double> SampledFigures::weights(double groups) const {
    return extrapolate<std::vector<double>>(groups, [&](const SampleSize& size) {
        std::vector<double> one(all_.size(), 0);
        one[indexOf(size)] = 1;
        return one;
    });
}

} // namespace warpstring::timeline
