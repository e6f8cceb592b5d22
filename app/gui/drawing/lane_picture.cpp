// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/lane_picture.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <memory>

namespace warpstring::gui {

namespace {

constexpr double margin = 10, titleHeight = 52, legendHeight = 18;

void paintTitle(QPainter& painter, const Theme& theme, const LaneScene& scene, double width) {
    const auto line = [&](int number, const QString& text, const QColor& colour, bool bold) {
        painter.setFont(laneFont(bold));
        painter.setPen(colour);
        const QString fitting =
            QFontMetricsF(laneFont(bold)).elidedText(text, Qt::ElideRight, width - 2 * margin);
        painter.drawText(QRectF(margin, margin + number * 16, width - 2 * margin, 16), Qt::AlignVCenter,
                         fitting);
    };
    line(0, scene.title, theme.text, true);
    line(1, scene.subtitle, theme.muted, false);
    line(2,
         scene.doubt.isEmpty() ? scene.summary
                               : scene.summary + QStringLiteral(" (") + scene.doubt + QLatin1Char(')'),
         theme.text, false);
}

void paintLegend(QPainter& painter, const Theme& theme, const LaneScene& scene, const QPointF& topLeft) {
    double x = topLeft.x();
    painter.setFont(laneFont());
    const auto entry = [&](const QColor& colour, const QString& text) {
        painter.fillRect(QRectF(x, topLeft.y() + 4, 10, 10), colour);
        painter.setPen(theme.muted);
        const double width = QFontMetricsF(laneFont()).horizontalAdvance(text);
        painter.drawText(QRectF(x + 14, topLeft.y(), width + 4, legendHeight), Qt::AlignVCenter, text);
        x += width + 32;
    };
    entry(theme.active, QStringLiteral("active"));
    if (scene.step.active != scene.step.perhaps) {
        QColor doubtful = theme.active;
        doubtful.setAlphaF(0.35F);
        entry(doubtful, QStringLiteral("perhaps active"));
    }
    entry(theme.masked, QStringLiteral("masked"));
    if (scene.space == MemorySpace::Shared)
        entry(theme.conflict, QStringLiteral("takes turns with other words of its bank"));
}

} // namespace

LaneHit LaneLayout::hit(const QPointF& at) const {
    LaneHit found = grid.hit(at);
    if (found.empty() && banks) found = banks->hit(at);
    if (found.empty() && transactions) found = transactions->hit(at);
    return found;
}

LaneLayout layoutLanes(const LaneScene& scene, double width, bool withTitle) {
    LaneLayout layout;
    const double inner = width - 2 * margin;
    layout.grid = laneGrid(scene, QPointF(margin, margin + (withTitle ? titleHeight : 0)), inner);
    double bottom = layout.grid.area.bottom() + legendHeight;
    if (scene.isAccess) {
        const QPointF next(margin, bottom + 10);
        if (scene.space == MemorySpace::Shared) {
            layout.banks = bankGrid(scene, next, inner);
            bottom = layout.banks->area.bottom();
        } else {
            layout.transactions = transactionFan(scene, next, inner);
            bottom = layout.transactions->area.bottom();
        }
    }
    layout.size = QSizeF(width, bottom + margin);
    return layout;
}

void paintLanes(QPainter& painter, const Theme& theme, const LaneScene& scene, const LaneLayout& layout,
                bool withTitle) {
    if (withTitle) paintTitle(painter, theme, scene, layout.size.width());
    paintLaneGrid(painter, theme, scene, layout.grid);
    paintLegend(painter, theme, scene, QPointF(layout.grid.origin.x(), layout.grid.area.bottom()));
    if (layout.banks) paintBankGrid(painter, theme, scene, *layout.banks);
    if (layout.transactions) paintTransactionFan(painter, theme, scene, *layout.transactions);
}

Picture lanePicture(const LaneScene& scene, double width) {
    Picture picture;
    picture.title = scene.title;
    picture.size = layoutLanes(scene, width, true).size;
    picture.paint = [shared = std::make_shared<const LaneScene>(scene),
                     natural = picture.size](QPainter& painter, const Theme& theme, const QSizeF& size) {
        painter.fillRect(QRectF(QPointF(), size), theme.background);
        // The whole drawing, whatever the shape asked for.
        const double scale = std::min(size.width() / natural.width(), size.height() / natural.height());
        painter.save();
        painter.scale(scale, scale);
        paintLanes(painter, theme, *shared, layoutLanes(*shared, natural.width(), true), true);
        painter.restore();
    };
    return picture;
}

} // namespace warpstring::gui
