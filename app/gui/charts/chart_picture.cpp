// SPDX-License-Identifier: GPL-3.0-or-later
#include <QGraphicsScene>
#include <algorithm>

#include "app/gui/charts/chart.h"

namespace warpstring::gui {

namespace {

constexpr QSizeF usualSize(900, 560), squareSize(760, 800), multipleSize(520, 380);
constexpr std::size_t multiplesInARow = 2;
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

Picture pictureOf(const std::vector<charts::ChartData>& all) {
    if (all.size() == 1) return pictureOf(all.front());
    const std::size_t columns = std::max<std::size_t>(1, std::min(multiplesInARow, all.size()));
    const std::size_t rows = (all.size() + columns - 1) / columns;
    const auto across = static_cast<double>(columns), down = static_cast<double>(rows);
    return {QString(), QSizeF(multipleSize.width() * across, multipleSize.height() * down),
            [all, columns, across, down](QPainter& painter, const Theme& theme, const QSizeF& of) {
                painter.fillRect(QRectF(QPointF(), of), theme.background);
                const QSizeF each(of.width() / across, of.height() / down);
                for (std::size_t i = 0; i < all.size(); ++i) {
                    painter.save();
                    painter.translate(static_cast<double>(i % columns) * each.width(),
                                      static_cast<double>(i / columns) * each.height());
                    paint(all[i], painter, theme, each);
                    painter.restore();
                }
            }};
}

} // namespace warpstring::gui
