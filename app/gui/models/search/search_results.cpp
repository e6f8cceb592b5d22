// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/search_results.h"

#include "app/gui/models/search/text_search.h"

namespace warpstring::gui {

namespace {

/// Internal ID of groups; a hit has its group's number.
constexpr quintptr resultGroup = ~quintptr{0};

} // namespace

void SearchResults::search(const SearchQuery& query, std::optional<SearchPlace> place, const QString& source,
                           SharedAnalysis analysis) {
    beginResetModel();
    kernel_.setAnalysis(std::move(analysis));
    hits_.clear();
    groups_.clear();
    for (const SearchPlace each : searchPlaces) {
        if (place && *place != each) continue;
        auto found = each == SearchPlace::Source   ? findInText(source, query)
                     : each == SearchPlace::String ? kernel_.tokens(query)
                                                   : kernel_.nodes(query);
        if (found.empty()) continue;
        groups_.push_back({each, hits_.size(), found.size()});
        hits_.insert(hits_.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    }
    endResetModel();
}

QModelIndex SearchResults::indexOf(std::size_t hit) const {
    for (std::size_t group = 0; group < groups_.size(); ++group)
        if (hit >= groups_[group].first && hit < groups_[group].first + groups_[group].count)
            return createIndex(static_cast<int>(hit - groups_[group].first), 0, quintptr(group));
    return {};
}

std::optional<std::size_t> SearchResults::hitAt(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == resultGroup) return std::nullopt;
    return groups_[static_cast<std::size_t>(index.internalId())].first + static_cast<std::size_t>(index.row());
}

QModelIndex SearchResults::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) : resultGroup);
}

QModelIndex SearchResults::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == resultGroup) return {};
    return createIndex(static_cast<int>(child.internalId()), 0, resultGroup);
}

int SearchResults::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(groups_.size());
    if (parent.internalId() != resultGroup || parent.column() > 0) return 0;
    return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())].count);
}

int SearchResults::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant SearchResults::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto hit = hitAt(index);
    if (!hit) {
        const Group& group = groups_[static_cast<std::size_t>(index.row())];
        if (role != Qt::DisplayRole) return {};
        return index.column() == Line ? QVariant(name(group.place))
                                      : QVariant(QStringLiteral("%1 found").arg(group.count));
    }
    const SearchHit& found = hits_[*hit];
    if (role == Qt::TextAlignmentRole && index.column() == Line)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) return found.text;
    if (role != Qt::DisplayRole) return {};
    if (index.column() == Text) return found.text;
    return found.line > 0 ? QVariant(found.line) : QVariant();
}

QVariant SearchResults::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == Line ? QStringLiteral("line") : QStringLiteral("found");
}

} // namespace warpstring::gui
