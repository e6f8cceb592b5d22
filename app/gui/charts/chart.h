// SPDX-License-Identifier: GPL-3.0-or-later
// A chart of Qt Charts: its axes and grid are Qt's, its marks are drawn by this program, because there may be a
// hundred thousand and because bars have whiskers and logarithms.
#pragma once

#include <QChart>
#include <functional>
#include <memory>
#include <optional>

#include "app/gui/drawing/picture.h"
#include "app/gui/drawing/theme.h"
#include "study/charts/chart_data.h"

class QCategoryAxis;
class QXYSeries;

namespace warpstring::gui {

class ChartMarks;
class ChartFrame;

/// A mark of the chart.
struct ChartMark {
    std::size_t series = 0, point = 0;
    friend bool operator==(const ChartMark&, const ChartMark&) = default;
};

/// What of the axes is shown; logarithms where an axis is logarithmic.
struct ChartWindow {
    double left = 0, right = 1, bottom = 0, top = 1;
    friend bool operator==(const ChartWindow&, const ChartWindow&) = default;
};

class Chart : public QChart {
public:
    Chart(charts::ChartData data, const Theme& theme);
    ~Chart() override;

    [[nodiscard]] const charts::ChartData& data() const { return data_; }
    [[nodiscard]] const Theme& theme() const { return *theme_; }
    void setTheme(const Theme& theme);

    [[nodiscard]] const ChartWindow& window() const { return window_; }
    [[nodiscard]] const ChartWindow& wholeWindow() const { return whole_; }
    /// Kept within wholeWindow().
    void setWindow(const ChartWindow& window);
    /// Rows that can be read at the size that the chart has.
    [[nodiscard]] std::size_t readableRows() const;

    /// The mark at a place of the chart, the nearest within a few pixels.
    [[nodiscard]] std::optional<ChartMark> markAt(const QPointF& position) const;
    /// Where the mark is, in the chart's coordinates.
    [[nodiscard]] QPointF positionOf(const ChartMark& mark) const;
    /// The marks in the window, in the order of rows or of series.
    [[nodiscard]] std::vector<ChartMark> shownMarks() const;
    /// Where the values of Deltas are written; empty for other kinds.
    [[nodiscard]] std::vector<QRectF> labelPlaces() const;
    void setHovered(const std::optional<ChartMark>& mark);
    [[nodiscard]] const charts::ChartPoint& pointOf(const ChartMark& mark) const;

    void setGeometry(const QRectF& geometry) override;

private:
    void layOut();
    void labelAxes();

    charts::ChartData data_;
    const Theme* theme_;
    ChartWindow whole_, window_;
    QCategoryAxis* across_ = nullptr; ///< along the bottom
    QCategoryAxis* up_ = nullptr;
    QXYSeries* frame_ = nullptr; ///< without points: it ties the axes to the plot
    ChartMarks* marks_ = nullptr;
    ChartFrame* words_ = nullptr;
    bool layingOut_ = false;
};

[[nodiscard]] std::unique_ptr<Chart> makeChart(const charts::ChartData& data, const Theme& theme);

/// The picture of a chart. Of rows it has as many as can be read at the size: the worst ones then, and a note
/// that says so.
[[nodiscard]] Picture pictureOf(const charts::ChartData& data);
/// Several as small multiples, row by row from the left; one is drawn as by itself.
[[nodiscard]] Picture pictureOf(const std::vector<charts::ChartData>& all);

} // namespace warpstring::gui
