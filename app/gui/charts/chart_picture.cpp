// SPDX-License-Identifier: GPL-3.0-or-later
#include <QGraphicsScene>
#include <algorithm>

#include "app/gui/charts/chart.h"

namespace warpstring::gui {

namespace {

constexpr QSizeF usualSize(900, 560), squareSize(760, 800);
/// Of charts with rows, at their own size: what a page holds.
constexpr double leastHeight = 220, mostHeight = 1000, rowHeight = 16, around = 150;

/// A chart of that size in a scene that owns it.
Chart& show(QGraphicsScene& scene, const charts::ChartData& data, const Theme& theme, const QSizeF& size) {
    Chart* chart = makeChart(data, theme).release();
    scene.addItem(chart);
    chart->setGeometry(QRectF(QPointF(), size));
    return *chart;
}

void paint(const charts::ChartData& data, QPainter& painter, const Theme& theme, const QSizeF& size) {
    const QRectF area(QPointF(), size);
    QGraphicsScene scene(area);
    Chart* chart = &show(scene, data, theme, size);
    QGraphicsScene some(area);
    if (chart->readableRows() < data.rows()) {
        // The note takes room as well: as many rows as are left with it.
        chart = &show(some, worstRows(data, chart->readableRows()), theme, size);
        if (const std::size_t rows = chart->readableRows(); rows < chart->data().rows()) {
            some.clear();
            chart = &show(some, worstRows(data, rows), theme, size);
        }
    }
    chart->scene()->render(&painter, area, area, Qt::IgnoreAspectRatio);
}

} // namespace

Picture pictureOf(const charts::ChartData& data) {
    QSizeF size = data.kind == charts::ChartKind::Scatter ? squareSize : usualSize;
    if (data.hasRows()) {
        const auto bars = data.kind == charts::ChartKind::Bars ? static_cast<double>(data.series.size()) : 1;
        const double each = std::max(rowHeight, 8 * bars + 6);
        size.setHeight(std::clamp(around + each * static_cast<double>(data.rows()), leastHeight, mostHeight));
    }
    return {
        QString::fromStdString(data.title), size,
        [data](QPainter& painter, const Theme& theme, const QSizeF& of) { paint(data, painter, theme, of); }};
}

} // namespace warpstring::gui
