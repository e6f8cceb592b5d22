// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/exclusion_table.h"

#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

void ExclusionTable::setOutcome(const SharedTuneOutcome& outcome) {
    beginResetModel();
    rows_.clear();
    if (const auto* device = outcome ? outcome->device() : nullptr) {
        if (const auto dominated = device->count(search::Outcome::Dominated); dominated > 0)
            rows_.push_back(
                {dominated,
                 QStringLiteral("far slower by the closed form"),
                 QStringLiteral("they take more than %1 times as long as the best: not simulated further")
                     .arg(search::dominanceFactor),
                 {}});
        for (const auto& [key, exclusion] : device->exclusions) {
            const std::string_view text = traits(key.first).text;
            rows_.push_back({exclusion.count, QString::fromUtf8(text.data(), qsizetype(text.size())),
                             toQString(exclusion.first.message), toQString(exclusion.variant)});
        }
    }
    endResetModel();
}

std::uint64_t ExclusionTable::total() const {
    std::uint64_t total = 0;
    for (const Row& row : rows_) total += row.count;
    return total;
}

int ExclusionTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ExclusionTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant ExclusionTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() == Count ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (index.column()) {
    case Count: return QString::number(row.count);
    case Reason: return row.reason;
    case Message: return row.message;
    default: return row.first;
    }
}

QVariant ExclusionTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"variants", "why", "the first one's message", "the first one"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
