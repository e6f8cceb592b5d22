// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/stall_table.h"

#include <algorithm>
#include <numeric>

namespace warpstring::gui {

using timeline::Stall;

void StallTable::setTimeline(const timeline::KernelTimeline* timeline, double clockMhz) {
    beginResetModel();
    filled_ = timeline != nullptr;
    clockMhz_ = clockMhz > 0 ? clockMhz : 1;
    cycles_ = timeline != nullptr ? timeline->ofWarp.byReason() : timeline::StallCycles{};
    for (std::size_t s = 0; s < timeline::stallCount; ++s) order_[s] = static_cast<Stall>(s);
    std::stable_sort(order_.begin() + 1, order_.end(), [&](Stall a, Stall b) { return cycles(a) > cycles(b); });
    span_.reset();
    endResetModel();
}

void StallTable::setUnit(TimeUnit unit) {
    if (unit == unit_) return;
    beginResetModel();
    unit_ = unit;
    endResetModel();
}

void StallTable::setSpan(std::optional<SpanMeasure> span) {
    if (!span && !span_) return;
    if (span && span_ && span->schedulers.size() == span_->schedulers.size()) {
        span_ = std::move(span);
        if (rowCount() > 0) Q_EMIT dataChanged(index(0, InSpan), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    span_ = std::move(span);
    endResetModel();
}

void StallTable::setColours(const std::array<QColor, timeline::stallCount>& colours) {
    colours_ = colours;
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::DecorationRole});
}

double StallTable::all() const { return std::accumulate(cycles_.begin(), cycles_.end(), 0.0); }

int StallTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !filled_ ? 0 : static_cast<int>(timeline::stallCount);
}

int StallTable::columnCount(const QModelIndex& parent) const {
    if (parent.isValid()) return 0;
    if (!span_) return InSpan;
    return span_->schedulers.size() > 1 ? FirstScheduler + static_cast<int>(span_->schedulers.size())
                                        : FirstScheduler;
}

QString StallTable::timeCell(double cycles) const { return numberText(inUnit(cycles, clockMhz_, unit_)); }

double StallTable::spanCycles(const SpanPart& part, Stall stall) const {
    return stall == Stall::None ? part.issuing() : part.waiting(stall);
}

QVariant StallTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Stall stall = order_[static_cast<std::size_t>(index.row())];
    if (role == Qt::DecorationRole && index.column() == Reason) {
        const QColor& colour = colours_[static_cast<std::size_t>(stall)];
        return colour.isValid() ? QVariant(colour) : QVariant();
    }
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (index.column() == Reason ? Qt::AlignLeft : Qt::AlignRight)));
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Reason: return QString::fromUtf8(name(stall));
    case OfWarp: return timeCell(cycles(stall));
    case Share: return percentText(all() > 0 ? cycles(stall) / all() : 0);
    case InSpan: return timeCell(spanCycles(span_->all, stall));
    default:
        return timeCell(
            spanCycles(span_->schedulers[static_cast<std::size_t>(index.column() - FirstScheduler)], stall));
    }
}

QVariant StallTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (section == Reason ? Qt::AlignLeft : Qt::AlignRight)));
    if (role == Qt::ToolTipRole && section == OfWarp) return QStringLiteral("of a warp on average");
    if (role == Qt::ToolTipRole && section >= InSpan)
        return QStringLiteral("summed over the warps, within the measured span");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Reason: return QStringLiteral("reason");
    case OfWarp: return unitName(unit_) + QStringLiteral("/warp");
    case Share: return QStringLiteral("share");
    case InSpan: return QStringLiteral("in the span");
    default: return QStringLiteral("sched %1").arg(section - FirstScheduler);
    }
}

} // namespace warpstring::gui
