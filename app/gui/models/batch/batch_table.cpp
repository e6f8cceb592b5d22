// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/batch/batch_table.h"

#include <algorithm>
#include <limits>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/sort_keys.h"

namespace warpstring::gui {

using batch::BatchRow;

namespace {

const std::string& valueOf(const BatchRow& row, const std::string& swept) {
    static const std::string none;
    for (const SweptValue& value : row.swept)
        if (value.name == swept) return value.text;
    return none;
}

/// The first fault of a row, in words.
QString messageOf(const BatchRow& row) {
    if (row.diagnostics.empty()) return {};
    const auto error = std::find_if(row.diagnostics.begin(), row.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    return toQString((error == row.diagnostics.end() ? row.diagnostics.front() : *error).message);
}

} // namespace

void BatchTable::clear() {
    beginResetModel();
    owners_.clear();
    all_.clear();
    order_.clear();
    swept_.clear();
    clockMhz_.clear();
    endResetModel();
}

void BatchTable::append(SharedRows rows, const std::map<std::string, double>& clockMhz) {
    if (rows->empty()) return;
    clockMhz_ = clockMhz;
    std::vector<std::string> unknown;
    for (const BatchRow& row : *rows)
        for (const SweptValue& value : row.swept)
            if (std::find(swept_.begin(), swept_.end(), value.name) == swept_.end() &&
                std::find(unknown.begin(), unknown.end(), value.name) == unknown.end())
                unknown.push_back(value.name);
    if (!unknown.empty()) {
        const int at = FirstSwept + int(swept_.size());
        beginInsertColumns({}, at, at + int(unknown.size()) - 1);
        swept_.insert(swept_.end(), unknown.begin(), unknown.end());
        endInsertColumns();
    }
    beginInsertRows({}, int(order_.size()), int(order_.size() + rows->size()) - 1);
    for (const BatchRow& row : *rows) {
        order_.push_back(std::uint32_t(all_.size()));
        all_.push_back(&row);
    }
    owners_.push_back(std::move(rows));
    endInsertRows();
}

void BatchTable::setUnit(TimeUnit unit) {
    if (unit == unit_) return;
    unit_ = unit;
    const int first = FirstSwept + int(swept_.size());
    Q_EMIT headerDataChanged(Qt::Horizontal, first, first + WarpLatency);
    if (!order_.empty()) Q_EMIT dataChanged(index(0, first), index(rowCount() - 1, first + WarpLatency));
}

double BatchTable::clockOf(const BatchRow& row) const {
    const auto found = clockMhz_.find(row.spec);
    return found == clockMhz_.end() ? missingKey : found->second;
}

std::optional<double> BatchTable::numberOf(const BatchRow& row, int column) const {
    if (column < FirstSwept) return std::nullopt;
    const int figure = figureOf(column);
    if (figure < 0) {
        bool isNumber = false;
        const double number =
            toQString(valueOf(row, swept_[std::size_t(column - FirstSwept)])).toDouble(&isNumber);
        return isNumber ? std::optional(number) : std::nullopt;
    }
    if (!row.figures) return std::nullopt;
    const batch::RowFigures& figures = *row.figures;
    switch (figure) {
    case KernelTime:
        return unit_ == TimeUnit::Cycles        ? figures.kernelTimeUs * clockOf(row)
               : unit_ == TimeUnit::Nanoseconds ? figures.kernelTimeUs * 1e3
                                                : figures.kernelTimeUs;
    case WarpLatency: return inUnit(figures.warpLatencyCycles, clockOf(row), unit_);
    case Groups: return figures.groups;
    case Warps: return figures.warps;
    case Registers: return figures.registers;
    default: return std::nullopt;
    }
}

QString BatchTable::textOf(const BatchRow& row, int column) const {
    if (column == Launch) return toQString(row.launch);
    if (column == Spec) return toQString(row.spec);
    const int figure = figureOf(column);
    if (figure < 0) return toQString(valueOf(row, swept_[std::size_t(column - FirstSwept)]));
    if (figure == Message) return messageOf(row);
    if (!row.figures) return {};
    if (figure == BoundBy) return toQString(row.figures->boundBy);
    if (figure == Limiter) return toQString(row.figures->limiter);
    return numberText(numberOf(row, column).value_or(missingKey));
}

int BatchTable::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(order_.size()); }

int BatchTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstSwept + int(swept_.size()) + FigureCount;
}

QVariant BatchTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const BatchRow& row = rowAt(index.row());
    const int figure = figureOf(index.column());
    switch (role) {
    case Qt::DisplayRole: return textOf(row, index.column());
    case Qt::TextAlignmentRole: {
        const bool words =
            index.column() < FirstSwept || figure == BoundBy || figure == Limiter || figure == Message;
        return QVariant::fromValue(Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    case Qt::ToolTipRole:
        if (figure != Message || row.diagnostics.empty()) return textOf(row, index.column());
        return toQString(toText(row.diagnostics.front()));
    case ComparisonTable::ToneRole:
        return int(row.isError()                                    ? Tone::Bad
                   : index.column() == Spec || figure > WarpLatency ? Tone::Muted
                                                                    : Tone::Plain);
    case ComparisonTable::SortRole:
        if (const auto number = numberOf(row, index.column())) return *number;
        return {};
    default: return {};
    }
}

QVariant BatchTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount() || role != Qt::DisplayRole)
        return {};
    if (section == Launch) return QStringLiteral("launch");
    if (section == Spec) return QStringLiteral("spec");
    const int figure = figureOf(section);
    if (figure < 0) return toQString(swept_[std::size_t(section - FirstSwept)]);
    switch (figure) {
    case KernelTime: return QStringLiteral("kernel time (%1)").arg(unitName(unit_));
    case WarpLatency: return QStringLiteral("warp latency (%1)").arg(unitName(unit_));
    case BoundBy: return QStringLiteral("bound by");
    case Groups: return QStringLiteral("groups");
    case Warps: return QStringLiteral("warps");
    case Limiter: return QStringLiteral("limiter");
    case Registers: return QStringLiteral("registers");
    default: return QStringLiteral("message");
    }
}

void BatchTable::sort(int column, Qt::SortOrder direction) {
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::uint32_t> before = order_;
    sortRows(order_);
    if (column >= 0 && column < columnCount()) {
        std::vector<double> keys(order_.size(), missingKey);
        bool numbers = false;
        for (std::size_t i = 0; i < order_.size(); ++i)
            if (const auto number = numberOf(*all_[order_[i]], column)) {
                keys[i] = *number;
                numbers = true;
            }
        if (!numbers) {
            std::vector<std::string> texts(order_.size());
            std::vector<const std::string*> words(order_.size());
            for (std::size_t i = 0; i < order_.size(); ++i) {
                texts[i] = textOf(*all_[order_[i]], column).toStdString();
                words[i] = &texts[i];
            }
            keys = ranksOf(words);
        }
        sortByKeys(order_, keys, direction == Qt::DescendingOrder);
    }
    const QModelIndexList old = persistentIndexList();
    if (!old.isEmpty()) {
        std::vector<int> rowOf(all_.size(), -1);
        for (std::size_t row = 0; row < order_.size(); ++row) rowOf[order_[row]] = int(row);
        QModelIndexList now;
        for (const QModelIndex& each : old)
            now.append(index(rowOf[before[std::size_t(each.row())]], each.column()));
        changePersistentIndexList(old, now);
    }
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace warpstring::gui
