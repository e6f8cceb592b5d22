// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_diff_model.h"
#include "app/gui/models/qt_text.h"

#include <cmath>

namespace warpstring::gui {

namespace {

QString textIfAny(const std::optional<std::string>& text) { return text ? toQString(*text) : QString(); }

/// "+12.5 %"; empty where there are no two numbers.
QString changeText(const files::SpecDifference& difference) {
    bool isBefore = false, isAfter = false;
    const double before = textIfAny(difference.before).toDouble(&isBefore);
    const double after = textIfAny(difference.after).toDouble(&isAfter);
    if (!isBefore || !isAfter || before == 0 || before == after) return {};
    const double percent = 100 * (after / before - 1);
    const int decimals = std::fabs(percent) < 10 ? 2 : 1;
    return (percent > 0 ? "+" : "") + QString::number(percent, 'f', decimals) + " %";
}

} // namespace

SpecDiffModel::SpecDiffModel(SpecEdit& edit, QObject* parent)
    : QAbstractTableModel(parent), edit_(edit), rows_(edit.differences()) {
    connect(&edit_, &SpecEdit::changed, this, &SpecDiffModel::refresh);
}

void SpecDiffModel::refresh() {
    const auto& wanted = edit_.differences();
    const auto same = [](const files::SpecDifference& a, const files::SpecDifference& b) {
        return a.path == b.path;
    };
    if (std::equal(rows_.begin(), rows_.end(), wanted.begin(), wanted.end(), same)) {
        rows_ = wanted;
        if (!rows_.empty())
            Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(rows_.size()) - 1, Columns - 1));
        return;
    }
    beginResetModel();
    rows_ = wanted;
    endResetModel();
}

int SpecDiffModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SpecDiffModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant SpecDiffModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const files::SpecDifference& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == PathRole) return toQString(row.path);
    if (role == StaleRole) return row.sourceIsStale();
    if (role == Qt::ToolTipRole && row.sourceIsStale())
        return QStringLiteral("The value is another, its source is said to be the same.");
    if (role == Qt::TextAlignmentRole && (index.column() == Before || index.column() == After))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::TextAlignmentRole && index.column() == Change)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Key: return toQString(row.path);
    case Before: return row.before ? textIfAny(row.before) : QStringLiteral("absent");
    case After: return row.after ? textIfAny(row.after) : QStringLiteral("absent");
    case Unit: return toQString(row.unit);
    case Change: return changeText(row);
    case SourceBefore: return toQString(toText(row.provenanceBefore));
    case SourceAfter:
        return row.sourceIsStale() ? QStringLiteral("unchanged: %1").arg(toQString(toText(row.provenanceAfter)))
                                   : toQString(toText(row.provenanceAfter));
    default: return {};
    }
}

QVariant SpecDiffModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Key: return QStringLiteral("Key");
    case Before: return QStringLiteral("Before");
    case After: return QStringLiteral("After");
    case Unit: return QStringLiteral("Unit");
    case Change: return QStringLiteral("Change");
    case SourceBefore: return QStringLiteral("Source before");
    case SourceAfter: return QStringLiteral("Source after");
    default: return {};
    }
}

} // namespace warpstring::gui
