// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads/replay_table_model.h"

#include <algorithm>

#include "stringmodel/string/notation.h"

namespace warpstring::gui {

using evaluation::Replay;

namespace {

enum FixedColumn { StepColumn, ItemsColumn, WarpsColumn, FixedColumns };

QString cellNumber(double value) { return QString::fromStdString(token_string::shortNumber(value)); }

QString fraction(double sum, double over) {
    return cellNumber(sum) + QLatin1Char('/') + cellNumber(over) + QStringLiteral(" = ") +
           cellNumber(over > 0 ? sum / over : 0);
}

QString conflictText(int ways) {
    return ways == 0   ? QStringLiteral("-")
           : ways == 1 ? QStringLiteral("none")
                       : QStringLiteral("%1-way").arg(ways);
}

} // namespace

void ReplayTableModel::show(const SharedThreadsGraph& graph, std::optional<RegionId> region) {
    if (graph == graph_ && region == region_) return;
    beginResetModel();
    graph_ = graph;
    region_ = region;
    endResetModel();
}

const Replay* ReplayTableModel::replay() const {
    if (!graph_ || !region_) return nullptr;
    const auto found = graph_->replays.find(*region_);
    return found == graph_->replays.end() ? nullptr : &found->second;
}

int ReplayTableModel::rowCount(const QModelIndex& parent) const {
    const Replay* own = replay();
    if (parent.isValid() || own == nullptr) return 0;
    return static_cast<int>(own->rows.size()) + (own->accesses.empty() ? 2 : 3);
}

int ReplayTableModel::columnCount(const QModelIndex& parent) const {
    const Replay* own = replay();
    if (parent.isValid() || own == nullptr) return 0;
    return FixedColumns + 2 * static_cast<int>(own->accesses.size());
}

QVariant ReplayTableModel::stepCell(const evaluation::ReplayRow& row, int column) const {
    switch (column) {
    case StepColumn:
        return row.steps > 1 ? QStringLiteral("%1..%2")
                                   .arg(row.firstStep)
                                   .arg(cellNumber(static_cast<double>(row.firstStep) + row.steps - 1))
                             : QString::number(row.firstStep);
    case ItemsColumn: return QString::fromStdString(toText(row.threads, graph_->evaluation.launch.groupSize));
    case WarpsColumn: return row.activeWarps;
    default: break;
    }
    const auto access = static_cast<std::size_t>(column - FixedColumns) / 2;
    if ((column - FixedColumns) % 2 == 0) return conflictText(row.conflictWays[access]);
    return cellNumber(row.cycles[access]);
}

QVariant ReplayTableModel::sumCell(int row, int column) const {
    const Replay& own = *replay();
    enum Sum { Total, Cc, Cs };
    if (column == StepColumn)
        return row == Total ? QStringLiteral("sum") : row == Cc ? QStringLiteral("cc") : QStringLiteral("cs");
    if (column == WarpsColumn && row == Total) return cellNumber(own.activeWarpSteps);
    if (column == WarpsColumn && row == Cc) return fraction(own.activeWarpSteps, own.warpSteps);
    if (column < FixedColumns || (column - FixedColumns) % 2 == 0) return {};
    const auto access = static_cast<std::size_t>(column - FixedColumns) / 2;
    if (row == Total) return cellNumber(own.sharedCycles[access]);
    if (row == Cs) return fraction(own.sharedCycles[access], own.warpSteps);
    return {};
}

QVariant ReplayTableModel::data(const QModelIndex& index, int role) const {
    const Replay* own = replay();
    if (!index.isValid() || own == nullptr) return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isText = index.column() == StepColumn || index.column() == ItemsColumn;
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (isText ? Qt::AlignLeft : Qt::AlignRight)));
    }
    if (role != Qt::DisplayRole) return {};
    const int rows = static_cast<int>(own->rows.size());
    if (index.row() < rows) return stepCell(own->rows[static_cast<std::size_t>(index.row())], index.column());
    return sumCell(index.row() - rows, index.column());
}

QString ReplayTableModel::accessName(std::size_t access) const {
    const Replay& own = *replay();
    const auto named = [&](AccessId id) {
        const auto& statement = graph_->pdg->statements[graph_->pdg->accesses[id].statement];
        const QString what = QString::fromStdString(statement.text);
        return statement.place.at.line > 0 ? what + QStringLiteral(", line %1").arg(statement.place.at.line)
                                           : what;
    };
    // Exports take headings as keys, so no two may be the same.
    const QString name = named(own.accesses[access]);
    int before = 0;
    for (std::size_t other = 0; other < access; ++other) before += named(own.accesses[other]) == name ? 1 : 0;
    return before == 0 ? name : name + QStringLiteral(" (%1)").arg(before + 1);
}

QVariant ReplayTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || replay() == nullptr) return {};
    switch (section) {
    case StepColumn: return QStringLiteral("step");
    case ItemsColumn: return QStringLiteral("active work-items");
    case WarpsColumn: return QStringLiteral("active warps");
    default: break;
    }
    if (section < 0 || section >= columnCount()) return {};
    return accessName(static_cast<std::size_t>(section - FixedColumns) / 2) +
           ((section - FixedColumns) % 2 == 0 ? QStringLiteral(": conflict") : QStringLiteral(": cycles"));
}

int ReplayTableModel::rowOfStep(quint64 step) const {
    const Replay* own = replay();
    if (own == nullptr) return -1;
    for (std::size_t row = 0; row < own->rows.size(); ++row) {
        const double first = static_cast<double>(own->rows[row].firstStep), at = static_cast<double>(step);
        if (at >= first && at < first + own->rows[row].steps) return static_cast<int>(row);
    }
    return -1;
}

std::optional<quint64> ReplayTableModel::stepOfRow(int row) const {
    const Replay* own = replay();
    if (own == nullptr || row < 0 || row >= static_cast<int>(own->rows.size())) return std::nullopt;
    return static_cast<quint64>(own->rows[static_cast<std::size_t>(row)].firstStep);
}

} // namespace warpstring::gui
