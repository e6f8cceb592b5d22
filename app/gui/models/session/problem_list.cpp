// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/problem_list.h"

#include <algorithm>
#include <filesystem>

namespace warpstring::gui {

void ProblemList::setProblems(const Diagnostics& diagnostics, const std::vector<std::string>& assumptions) {
    beginResetModel();
    rows_.clear();
    for (const Diagnostic& diagnostic : diagnostics) rows_.push_back({diagnostic, false});
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const Row& a, const Row& b) { return a.diagnostic.severity > b.diagnostic.severity; });
    for (const std::string& assumption : assumptions)
        rows_.push_back({{"", Severity::Note, {}, assumption, ""}, true});
    endResetModel();
}

SourceLocation ProblemList::placeOf(int row) const {
    if (row < 0 || row >= rowCount()) return {};
    return rows_[static_cast<std::size_t>(row)].diagnostic.place;
}

int ProblemList::count(Severity severity) const {
    return static_cast<int>(std::count_if(rows_.begin(), rows_.end(), [&](const Row& row) {
        return !row.assumption && row.diagnostic.severity == severity;
    }));
}

int ProblemList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ProblemList::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant ProblemList::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const Diagnostic& diagnostic = row.diagnostic;
    const auto text = [](std::string_view value) {
        return QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
    };
    if (role == Qt::ToolTipRole) return text(row.assumption ? diagnostic.message : toText(diagnostic));
    switch (index.column()) {
    case KindColumn: return row.assumption ? QStringLiteral("assumption") : text(name(diagnostic.severity));
    case PlaceColumn: {
        const auto& place = diagnostic.place;
        QString where = text(std::filesystem::path(place.file).filename().string());
        if (place.line > 0) where += QLatin1Char(':') + QString::number(place.line);
        if (place.line > 0 && place.column > 0) where += QLatin1Char(':') + QString::number(place.column);
        return where;
    }
    case MessageColumn: return text(diagnostic.message);
    case HintColumn: return text(diagnostic.hint);
    case CodeColumn: return text(diagnostic.code);
    default: return {};
    }
}

QVariant ProblemList::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"kind", "place", "message", "hint", "code"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
