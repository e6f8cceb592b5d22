// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of what a comparison's or a batch's table shows, made off the GUI's thread.
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

#include "app/gui/models/background_task.h"
#include "app/gui/models/comparison/baseline.h"
#include "study/charts/chart_makers.h"

namespace warpstring::gui {

/// What is drawn. The launches and rows are pointers into what `owners` keeps.
struct ChartRequest {
    charts::ChartKind kind = charts::ChartKind::Bars;
    charts::ChartOptions options;
    std::vector<const comparison::ComparedLaunch*> launches;
    std::vector<const batch::BatchRow*> rows; ///< in place of launches: the curves or stacks of a batch
    std::vector<std::shared_ptr<const void>> owners;
    std::shared_ptr<const Baseline> baseline; ///< of Deltas
};

/// Makes the chart on this thread. Where nothing can be drawn the chart is empty and its notes say why.
/// `summaries` get those of the launches.
[[nodiscard]] charts::ChartData chartOf(const ChartRequest& request,
                                        std::vector<comparison::ComparisonSummary>* summaries = nullptr);
/// The launches with the baseline's values in place of theirs, those that it has.
[[nodiscard]] comparison::Comparison asPinned(const comparison::Comparison& now, const Baseline& baseline);

/// The latest request only.
class ChartMaker : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void make(ChartRequest request);
    /// The request of the chart that came last: what ChartPoint::launch means.
    [[nodiscard]] const ChartRequest& request() const { return shown_; }
    /// The metrics of the launches that are drawn.
    [[nodiscard]] const std::vector<comparison::ComparisonSummary>& summaries() const { return summaries_; }

Q_SIGNALS:
    void made(const warpstring::charts::ChartData& chart);

private:
    ChartRequest shown_;
    std::vector<comparison::ComparisonSummary> summaries_;
    quint64 revision_ = 0;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui
