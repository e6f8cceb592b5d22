// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/transaction_fan.h"

#include <QFont>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "app/gui/drawing/lane_measures.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

constexpr double laneHeight = 16, fanHeight = 84, barHeight = 20, addressHeight = 16;

/// The part of a transaction that a lane asks for, on the transaction's bar.
QRectF pieceOf(const QRectF& bar, const evaluation::MemoryTransaction& transaction, std::int64_t address,
               int bytes) {
    const double from = static_cast<double>(std::max(address, transaction.address) - transaction.address);
    const double to = static_cast<double>(std::min(address + bytes, transaction.address + transaction.bytes) -
                                          transaction.address);
    const double perByte = bar.width() / static_cast<double>(transaction.bytes);
    return {bar.left() + from * perByte, bar.top(), std::max(1.0, (to - from) * perByte), bar.height()};
}

void paintPieces(QPainter& painter, const Theme& theme, const LaneScene& scene, const TransactionFan& fan,
                 const TransactionFan::Bar& bar) {
    const auto& transaction = scene.service()->transactions[static_cast<std::size_t>(bar.transaction)];
    for (const int lane : transaction.lanes) {
        const int item = fan.firstItem + lane;
        const auto& offset = scene.step.offsets[static_cast<std::size_t>(item)];
        if (!offset) continue;
        const QRectF piece = pieceOf(bar.rect, transaction, *offset, scene.accessBytes);
        painter.fillRect(piece, theme.active);
        const bool isHovered = item == scene.hoveredItem;
        QColor line = isHovered ? theme.conflict : theme.active;
        if (!isHovered) line.setAlphaF(0.6F);
        painter.setPen(QPen(line, isHovered ? 2.5 : 1));
        painter.drawLine(QPointF(fan.laneOf(lane).center().x(), fan.laneOf(lane).bottom()),
                         QPointF(piece.center().x(), piece.top()));
    }
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.rect);
}

QString headingOf(const LaneScene& scene) {
    const QString of = QStringLiteral("Addresses \u00d7 transactions of warp %1").arg(scene.warp);
    const evaluation::WarpService* service = scene.service();
    if (service == nullptr || service->transactions.empty()) return of;
    return of + QStringLiteral(": %1 with %2 bytes, %3 of them used (%4)")
                    .arg(numberText(service->transactionCount), numberText(service->bytesMoved),
                         numberText(service->bytesUsed), percentText(service->bytesUsed / service->bytesMoved));
}

} // namespace

QRectF TransactionFan::laneOf(int lane) const {
    return {lanesOrigin.x() + lane * cell, lanesOrigin.y(), cell, laneHeight};
}

LaneHit TransactionFan::hit(const QPointF& at) const {
    LaneHit found;
    const double across = (at.x() - lanesOrigin.x()) / cell;
    if (at.y() >= lanesOrigin.y() && at.y() < lanesOrigin.y() + laneHeight && across >= 0 && across < lanes)
        found.item = firstItem + static_cast<int>(across);
    for (const auto& bar : bars)
        if (bar.rect.contains(at)) found.transaction = bar.transaction;
    return found;
}

TransactionFan transactionFan(const LaneScene& scene, const QPointF& topLeft, double width) {
    TransactionFan fan;
    fan.lanes = scene.step.warpSize;
    fan.firstItem = scene.warp * scene.step.warpSize;
    fan.lanesOrigin = topLeft + QPointF(laneLabelWidth, laneHeadingHeight + laneNumbersHeight);
    fan.cell = std::clamp((width - laneLabelWidth) / fan.lanes, 5.0, 22.0);
    fan.area = QRectF(topLeft, QSizeF(width, laneHeadingHeight + laneNumbersHeight));
    const evaluation::WarpService* service = scene.service();
    if (service == nullptr || service->transactions.empty()) return fan;
    fan.area.setHeight(laneHeadingHeight + laneNumbersHeight + laneHeight + fanHeight + barHeight +
                       addressHeight + 6);
    std::vector<int> order(service->transactions.size());
    std::iota(order.begin(), order.end(), 0);
    const auto at = [&](int number) -> const evaluation::MemoryTransaction& {
        return service->transactions[static_cast<std::size_t>(number)];
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return at(a).address < at(b).address; });
    const auto follows = [&](std::size_t i) {
        return at(order[i - 1]).address + at(order[i - 1]).bytes == at(order[i]).address;
    };
    double bytes = 0, breaks = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        bytes += static_cast<double>(at(order[i]).bytes);
        breaks += i > 0 && !follows(i) ? 1 : 0;
    }
    const double gap = std::min(8.0, breaks > 0 ? (width - laneLabelWidth) / 3 / breaks : 8.0);
    const double perByte =
        std::min((width - laneLabelWidth - 1 - breaks * gap) / bytes,
                 fan.cell * fan.lanes / (fan.lanes * 4.0)); // coalesced words stand below lanes
    double x = fan.lanesOrigin.x();
    const double y = fan.lanesOrigin.y() + laneHeight + fanHeight;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && !follows(i)) x += gap;
        const double own = static_cast<double>(at(order[i]).bytes) * perByte;
        fan.bars.push_back({order[i], QRectF(x, y, own, barHeight)});
        x += own;
    }
    return fan;
}

void paintTransactionFan(QPainter& painter, const Theme& theme, const LaneScene& scene,
                         const TransactionFan& fan) {
    painter.setPen(theme.text);
    painter.setFont(laneFont(true));
    painter.drawText(QRectF(fan.area.topLeft(), QSizeF(fan.area.width(), laneHeadingHeight)), Qt::AlignVCenter,
                     headingOf(scene));
    painter.setFont(laneFont());
    painter.setPen(theme.muted);
    if (fan.bars.empty()) {
        painter.drawText(
            QRectF(fan.area.left(), fan.area.top() + laneHeadingHeight, fan.area.width(), laneNumbersHeight),
            Qt::AlignVCenter,
            scene.step.warps.empty() && !scene.step.perhaps.empty()
                ? QStringLiteral("The addresses are not known.")
                : QStringLiteral("This warp does not take part in the step."));
        return;
    }
    for (int lane = 0; lane < fan.lanes; lane += fan.cell >= 14 ? 4 : 8)
        painter.drawText(
            QRectF(fan.laneOf(lane).left(), fan.lanesOrigin.y() - laneNumbersHeight, 30, laneNumbersHeight),
            Qt::AlignVCenter, QString::number(lane));
    painter.drawText(QRectF(fan.area.left() + 4, fan.lanesOrigin.y(), laneLabelWidth - 8, laneHeight),
                     Qt::AlignVCenter, QStringLiteral("lane"));
    painter.drawText(QRectF(fan.area.left() + 4, fan.bars.front().rect.top(), laneLabelWidth - 8, barHeight),
                     Qt::AlignVCenter, QStringLiteral("memory"));
    painter.drawText(
        QRectF(fan.area.left() + 4, fan.bars.front().rect.bottom(), laneLabelWidth - 8, addressHeight),
        Qt::AlignVCenter, QStringLiteral("byte"));
    for (int lane = 0; lane < fan.lanes && fan.firstItem + lane < scene.step.groupSize; ++lane)
        painter.fillRect(fan.laneOf(lane).adjusted(0, 0, -1, 0),
                         scene.step.perhaps.contains(fan.firstItem + lane) ? theme.active : theme.masked);
    double labelled = -1e9;
    for (const auto& bar : fan.bars) painter.fillRect(bar.rect, theme.masked);
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const auto& bar : fan.bars) paintPieces(painter, theme, scene, fan, bar);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme.muted);
    for (const auto& bar : fan.bars) {
        const auto& transaction = scene.service()->transactions[static_cast<std::size_t>(bar.transaction)];
        const QString address = QString::number(transaction.address);
        if (bar.rect.left() < labelled) continue;
        const QRectF place(bar.rect.left(), bar.rect.bottom(), 7.0 * static_cast<double>(address.size()) + 12,
                           addressHeight);
        painter.drawText(place, Qt::AlignVCenter, address);
        labelled = place.right();
    }
}

} // namespace warpstring::gui
