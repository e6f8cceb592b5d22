// SPDX-License-Identifier: GPL-3.0-or-later
// Bars, lines, points and whiskers of a chart, in the coordinates of the chart.
#pragma once

#include <QGraphicsItem>
#include <utility>
#include <vector>

#include "app/gui/charts/bar_label.h"
#include "app/gui/charts/chart.h"

namespace warpstring::gui {

class ChartMarks : public QGraphicsItem {
public:
    explicit ChartMarks(Chart& chart);

    /// Where everything is, for the window and the plot that the chart has now.
    void place();
    /// Points that are not drawn because others of their series cover them.
    [[nodiscard]] std::size_t covered() const { return covered_; }
    [[nodiscard]] std::optional<ChartMark> markAt(const QPointF& position) const;
    [[nodiscard]] QPointF positionOf(const ChartMark& mark) const;
    void setHovered(const std::optional<ChartMark>& mark);
    /// The marks that are in the window, in the order of rows or series.
    [[nodiscard]] std::vector<ChartMark> shownMarks() const;

    /// The values that stand at bars: the changes of Deltas, where rows are high enough for them.
    [[nodiscard]] std::vector<std::pair<ChartMark, BarLabel>> labels() const;

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    struct Placed {
        ChartMark mark;
        QPointF at;
        QRectF bar; ///< of rows
    };

    [[nodiscard]] QPointF toPlot(const charts::ChartPoint& point, double value) const;
    [[nodiscard]] double across(double value) const;
    [[nodiscard]] double up(double value) const;
    [[nodiscard]] double barBase() const; ///< where bars begin
    void placeRows();
    void placePoints();
    void drawBands(QPainter& painter) const;
    void drawRows(QPainter& painter) const;
    void drawLabels(QPainter& painter) const;
    void drawLines(QPainter& painter) const;
    void drawPoints(QPainter& painter) const;
    void drawManyPoints(QPainter& painter) const;
    void drawWhisker(QPainter& painter, const Placed& placed) const;
    void drawHovered(QPainter& painter) const;

    Chart& chart_;
    std::vector<std::vector<QPointF>> scaled_; ///< by series and point: as the axes are, logarithms taken
    QRectF plot_;
    std::vector<Placed> placed_;
    std::size_t covered_ = 0;
    double radius_ = 4;
    bool thinned_ = false;
    std::optional<ChartMark> hovered_;
};

} // namespace warpstring::gui
