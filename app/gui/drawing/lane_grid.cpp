// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/lane_grid.h"

#include <QFont>
#include <QPainter>
#include <algorithm>
#include <set>

#include "app/gui/drawing/lane_measures.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

constexpr double serviceWidth = 150;

/// Items whose bank takes several turns.
std::set<int> conflicting(const LaneScene& scene) {
    std::set<int> items;
    for (const auto& served : scene.step.warps)
        for (const auto& batch : served.batches)
            for (const auto& use : batch.banks)
                if (use.turns > 1)
                    for (const auto& word : use.words)
                        for (const int lane : word.lanes)
                            items.insert(served.warp * scene.step.warpSize + lane);
    return items;
}

QString serviceText(const LaneScene& scene, const LaneGrid& grid, int warp) {
    int active = 0;
    const int first = warp * grid.lanes, end = std::min(first + grid.lanes, grid.items);
    for (int item = first; item < end; ++item) active += scene.step.perhaps.contains(item) ? 1 : 0;
    QString text = QStringLiteral("%1/%2").arg(active).arg(end - first);
    for (const auto& own : scene.step.warps) {
        if (own.warp != warp) continue;
        if (scene.space == MemorySpace::Shared)
            text += (own.ways > 1 ? QStringLiteral("  %1-way, ").arg(own.ways) : QStringLiteral("  ")) +
                    numberText(own.cycles) + QStringLiteral(" cycles");
        else
            text +=
                QStringLiteral("  ") + numberText(own.transactionCount) +
                (own.transactionCount == 1 ? QStringLiteral(" transaction") : QStringLiteral(" transactions"));
    }
    return text;
}

} // namespace

QRectF LaneGrid::cellOf(int item) const {
    return {origin.x() + item % lanes * cell, origin.y() + item / lanes * row, cell, row};
}

QRectF LaneGrid::rowOf(int warp) const { return {area.left(), origin.y() + warp * row, area.width(), row}; }

LaneHit LaneGrid::hit(const QPointF& at) const {
    LaneHit found;
    if (at.y() < origin.y() || !area.contains(at)) return found;
    const int warp = static_cast<int>((at.y() - origin.y()) / row);
    if (warp >= warps) return found;
    found.warp = warp;
    const double across = (at.x() - origin.x()) / cell;
    const int item = warp * lanes + static_cast<int>(across);
    if (across >= 0 && across < lanes && item < items) found.item = item;
    return found;
}

LaneGrid laneGrid(const LaneScene& scene, const QPointF& topLeft, double width) {
    LaneGrid grid;
    grid.lanes = scene.step.warpSize;
    grid.warps = scene.step.warpCount();
    grid.items = scene.step.groupSize;
    grid.cell = std::clamp((width - laneLabelWidth - serviceWidth) / grid.lanes, 5.0, 18.0);
    grid.row = grid.warps <= 8 ? 18 : grid.warps <= 16 ? 15 : 12;
    grid.origin = topLeft + QPointF(laneLabelWidth, laneHeadingHeight + laneNumbersHeight);
    grid.area =
        QRectF(topLeft, QSizeF(width, laneHeadingHeight + laneNumbersHeight + grid.warps * grid.row + 4));
    return grid;
}

void paintLaneGrid(QPainter& painter, const Theme& theme, const LaneScene& scene, const LaneGrid& grid) {
    painter.setPen(theme.text);
    painter.setFont(laneFont(true));
    painter.drawText(QRectF(grid.area.topLeft(), QSizeF(grid.area.width(), laneHeadingHeight)),
                     Qt::AlignVCenter, QStringLiteral("Lanes \u00d7 warps"));
    painter.setFont(laneFont());
    painter.setPen(theme.muted);
    for (int lane = 0; lane < grid.lanes; lane += grid.cell >= 14 ? 4 : 8)
        painter.drawText(QRectF(grid.origin.x() + lane * grid.cell, grid.origin.y() - laneNumbersHeight, 30,
                                laneNumbersHeight),
                         Qt::AlignVCenter | Qt::AlignLeft, QString::number(lane));
    const bool isShown = scene.isAccess && !scene.step.warps.empty();
    for (int warp = 0; warp < grid.warps; ++warp) {
        const QRectF row = grid.rowOf(warp);
        if (isShown && warp == scene.warp && grid.warps > 1) painter.fillRect(row, theme.hover);
        painter.setPen(isShown && warp == scene.warp ? theme.text : theme.muted);
        painter.drawText(QRectF(row.left() + 4, row.top(), laneLabelWidth - 8, grid.row), Qt::AlignVCenter,
                         QStringLiteral("warp %1").arg(warp));
        painter.drawText(
            QRectF(grid.origin.x() + grid.lanes * grid.cell + 8, row.top(), serviceWidth, grid.row),
            Qt::AlignVCenter, serviceText(scene, grid, warp));
    }
    const auto conflicts = conflicting(scene);
    const double gap = grid.cell >= 8 ? 1 : 0.5;
    QColor doubtful = theme.active;
    doubtful.setAlphaF(0.35F);
    for (int item = 0; item < grid.items; ++item) {
        const QRectF cell = grid.cellOf(item).adjusted(0, 0, -gap, -gap);
        const QColor& colour = conflicts.contains(item)           ? theme.conflict
                               : scene.step.active.contains(item) ? theme.active
                                                                  : theme.masked;
        painter.fillRect(cell, colour);
        if (scene.step.perhaps.contains(item) && !scene.step.active.contains(item))
            painter.fillRect(cell, doubtful);
    }
    if (scene.hoveredItem >= 0 && scene.hoveredItem < grid.items) {
        painter.setPen(QPen(theme.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(grid.cellOf(scene.hoveredItem).adjusted(0, 0, -1, -1));
    }
}

} // namespace warpstring::gui
