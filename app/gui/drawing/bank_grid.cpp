// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/bank_grid.h"

#include <QFont>
#include <QPainter>
#include <algorithm>

#include "app/gui/drawing/lane_measures.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

constexpr double captionHeight = 16, between = 24;

QRectF cellOf(const BankGrid& grid, const BankGrid::Block& block, int lane, int bank) {
    return {block.origin.x() + bank * grid.cell, block.origin.y() + (lane - block.batch->firstLane) * grid.cell,
            grid.cell, grid.cell};
}

QString captionOf(const evaluation::BankBatch& batch) {
    return QStringLiteral("lanes %1 to %2: ").arg(batch.firstLane).arg(batch.firstLane + batch.lanes - 1) +
           (batch.ways > 1 ? QStringLiteral("%1-way conflict, ").arg(batch.ways)
                           : QStringLiteral("no conflict, ")) +
           numberText(batch.cycles) + QStringLiteral(" cycles");
}

void paintFrame(QPainter& painter, const Theme& theme, const LaneScene& scene, const BankGrid& grid,
                const BankGrid::Block& block) {
    const evaluation::BankBatch& batch = *block.batch;
    const double width = grid.banks * grid.cell, height = batch.lanes * grid.cell;
    painter.setPen(batch.ways > 1 ? theme.conflict : theme.text);
    painter.drawText(
        QRectF(block.origin.x(), block.origin.y() - laneNumbersHeight - captionHeight, 400, captionHeight),
        Qt::AlignVCenter, captionOf(batch));
    painter.setPen(theme.muted);
    for (int bank = 0; bank < grid.banks; bank += 4)
        painter.drawText(QRectF(block.origin.x() + bank * grid.cell, block.origin.y() - laneNumbersHeight, 30,
                                laneNumbersHeight),
                         Qt::AlignVCenter, QString::number(bank));
    for (int lane = batch.firstLane; lane < batch.firstLane + batch.lanes; ++lane) {
        const QRectF first = cellOf(grid, block, lane, 0);
        if ((lane - batch.firstLane) % (grid.cell >= 11 ? 2 : 4) == 0)
            painter.drawText(
                QRectF(first.left() - laneLabelWidth, first.center().y() - 7, laneLabelWidth - 6, 14),
                Qt::AlignVCenter | Qt::AlignRight, QString::number(lane));
        if (!scene.step.perhaps.contains(grid.firstItem + lane))
            painter.fillRect(QRectF(first.topLeft(), QSizeF(width, grid.cell)), theme.masked);
    }
    painter.setPen(QPen(theme.grid, 1));
    for (int bank = 0; bank <= grid.banks; ++bank) {
        const double x = block.origin.x() + bank * grid.cell;
        painter.drawLine(QPointF(x, block.origin.y()), QPointF(x, block.origin.y() + height));
    }
    for (int lane = 0; lane <= batch.lanes; ++lane) {
        const double y = block.origin.y() + lane * grid.cell;
        painter.drawLine(QPointF(block.origin.x(), y), QPointF(block.origin.x() + width, y));
    }
}

void paintUses(QPainter& painter, const Theme& theme, const BankGrid& grid, const BankGrid::Block& block) {
    const double bottom = block.origin.y() + block.batch->lanes * grid.cell;
    for (const auto& use : block.batch->banks) {
        const QColor& colour = use.turns > 1 ? theme.conflict : theme.active;
        painter.setPen(Theme::textOn(colour));
        for (std::size_t turn = 0; turn < use.words.size(); ++turn)
            for (const int lane : use.words[turn].lanes) {
                const QRectF cell = cellOf(grid, block, lane, use.bank).adjusted(1, 1, 0, 0);
                painter.fillRect(cell, colour);
                if (use.turns > 1 && grid.cell >= 12)
                    painter.drawText(cell, Qt::AlignCenter, QString::number(turn + 1));
            }
        painter.setPen(use.turns > 1 ? theme.conflict : theme.muted);
        painter.drawText(
            QRectF(block.origin.x() + (use.bank - 1) * grid.cell, bottom + 1, 3 * grid.cell, laneNumbersHeight),
            Qt::AlignCenter, QString::number(use.turns));
    }
    painter.setPen(theme.muted);
    painter.drawText(
        QRectF(block.origin.x() - laneLabelWidth, bottom + 1, laneLabelWidth - 6, laneNumbersHeight),
        Qt::AlignVCenter | Qt::AlignRight, QStringLiteral("turns"));
}

} // namespace

LaneHit BankGrid::hit(const QPointF& at) const {
    LaneHit found;
    for (const auto& block : blocks) {
        const double across = (at.x() - block.origin.x()) / cell, down = (at.y() - block.origin.y()) / cell;
        if (across < -laneLabelWidth / cell || across >= banks || down < 0 || down >= block.batch->lanes)
            continue;
        found.item = firstItem + block.batch->firstLane + static_cast<int>(down);
    }
    return found;
}

BankGrid bankGrid(const LaneScene& scene, const QPointF& topLeft, double width) {
    BankGrid grid;
    grid.banks = scene.banks;
    grid.firstItem = scene.warp * scene.step.warpSize;
    grid.area = QRectF(topLeft, QSizeF(width, laneHeadingHeight + captionHeight));
    const evaluation::WarpService* service = scene.service();
    if (service == nullptr || service->batches.empty()) return grid;
    const auto count = static_cast<double>(service->batches.size());
    // Side by side where the cells stay large enough to be told apart.
    const double beside = (width - count * laneLabelWidth - (count - 1) * between) / (count * grid.banks);
    const bool isBeside = beside >= 9;
    grid.cell = std::clamp(isBeside ? beside : (width - laneLabelWidth) / grid.banks, 6.0, 15.0);
    QPointF at = topLeft + QPointF(laneLabelWidth, laneHeadingHeight + captionHeight + laneNumbersHeight);
    double bottom = at.y();
    for (const auto& batch : service->batches) {
        grid.blocks.push_back({at, &batch});
        bottom = at.y() + batch.lanes * grid.cell + laneNumbersHeight;
        at = isBeside ? at + QPointF(grid.banks * grid.cell + between + laneLabelWidth, 0)
                      : QPointF(at.x(), bottom + captionHeight + laneNumbersHeight + 6);
    }
    grid.area.setBottom(bottom + 6);
    return grid;
}

void paintBankGrid(QPainter& painter, const Theme& theme, const LaneScene& scene, const BankGrid& grid) {
    painter.setPen(theme.text);
    painter.setFont(laneFont(true));
    painter.drawText(QRectF(grid.area.topLeft(), QSizeF(grid.area.width(), laneHeadingHeight)),
                     Qt::AlignVCenter, QStringLiteral("Banks \u00d7 lanes of warp %1").arg(scene.warp));
    painter.setFont(laneFont());
    if (grid.blocks.empty()) {
        painter.setPen(theme.muted);
        painter.drawText(
            QRectF(grid.area.left(), grid.area.top() + laneHeadingHeight, grid.area.width(), captionHeight),
            Qt::AlignVCenter,
            scene.step.warps.empty() && !scene.step.perhaps.empty()
                ? QStringLiteral("The addresses are not known.")
                : QStringLiteral("This warp does not take part in the step."));
        return;
    }
    for (const auto& block : grid.blocks) {
        paintFrame(painter, theme, scene, grid, block);
        paintUses(painter, theme, grid, block);
        const int lane = scene.hoveredItem - grid.firstItem;
        if (scene.hoveredItem < 0 || lane < block.batch->firstLane ||
            lane >= block.batch->firstLane + block.batch->lanes)
            continue;
        painter.setPen(QPen(theme.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(cellOf(grid, block, lane, 0).topLeft(), QSizeF(grid.banks * grid.cell, grid.cell)));
    }
}

} // namespace warpstring::gui
