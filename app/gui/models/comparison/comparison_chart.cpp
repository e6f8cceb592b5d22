// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/comparison_chart.h"

#include "study/charts/chart_kinds.h"

namespace warpstring::gui {

using charts::ChartData;

namespace {

ChartData failed(const ChartRequest& request, const Diagnostics& faults) {
    ChartData chart;
    chart.kind = request.kind;
    for (const Diagnostic& fault : faults) chart.notes.push_back(fault.message + ". " + fault.hint);
    return chart;
}

ChartData withoutBaseline(const ChartRequest& request) {
    ChartData chart;
    chart.kind = request.kind;
    chart.notes = {"No baseline is chosen: pin this comparison, change something, and see here what it did."};
    return chart;
}

ChartData chartOfRows(const ChartRequest& request) {
    std::vector<batch::BatchRow> rows;
    rows.reserve(request.rows.size());
    for (const batch::BatchRow* row : request.rows) rows.push_back(*row);
    const auto& kind = traits(request.kind);
    auto chart =
        (kind.ofRows != nullptr ? kind : traits(charts::ChartKind::Sweep)).ofRows(rows, request.options);
    return chart ? std::move(*chart) : failed(request, chart.diagnostics());
}

} // namespace

comparison::Comparison asPinned(const comparison::Comparison& now, const Baseline& baseline) {
    comparison::Comparison then;
    for (const comparison::ComparedLaunch& launch : now.launches) {
        const BaselineLaunch* old = baseline.find(launch);
        if (old == nullptr) continue;
        comparison::ComparedLaunch& pinned = then.launches.emplace_back(launch);
        pinned.kernelTime.simulated = old->kernelTime.simulated;
        pinned.kernelTime.measured = old->kernelTime.measured;
        pinned.warpLatency.simulated = old->warpLatency.simulated;
        pinned.warpLatency.measured = old->warpLatency.measured;
    }
    return then;
}

ChartData chartOf(const ChartRequest& request, std::vector<comparison::ComparisonSummary>* summaries) {
    if (!request.rows.empty()) return chartOfRows(request);
    comparison::Comparison comparison;
    comparison.launches.reserve(request.launches.size());
    for (const comparison::ComparedLaunch* launch : request.launches) comparison.launches.push_back(*launch);
    comparison.summaries = summariesOf(comparison.launches);
    if (summaries != nullptr) *summaries = comparison.summaries;
    std::optional<comparison::Comparison> pinned;
    if (traits(request.kind).againstBaseline) {
        if (!request.baseline) return withoutBaseline(request);
        pinned = asPinned(comparison, *request.baseline);
    }
    auto chart = traits(request.kind).ofComparison(comparison, pinned ? &*pinned : nullptr, request.options);
    return chart ? std::move(*chart) : failed(request, chart.diagnostics());
}

void ChartMaker::make(ChartRequest request) {
    const quint64 revision = ++revision_;
    auto shared = std::make_shared<ChartRequest>(std::move(request));
    task_.start([this, revision, shared](const std::atomic<bool>&) {
        auto summaries = std::make_shared<std::vector<comparison::ComparisonSummary>>();
        auto chart = std::make_shared<const ChartData>(chartOf(*shared, summaries.get()));
        QMetaObject::invokeMethod(
            this,
            [this, revision, shared, chart, summaries] {
                if (revision != revision_) return;
                shown_ = std::move(*shared);
                summaries_ = std::move(*summaries);
                Q_EMIT made(*chart);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
