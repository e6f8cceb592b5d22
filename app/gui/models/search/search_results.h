// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that was found, by where it was found, and which of it is shown.
#pragma once

#include <QAbstractItemModel>
#include <optional>

#include "app/gui/models/search/kernel_search.h"

namespace warpstring::gui {

/// Groups of the places in which there are hits, with their hits below them.
class SearchResults : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Line, Text, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    /// `place`: only there; nothing: everywhere. The source is the text as edited, which the analysis may be
    /// older than.
    void search(const SearchQuery& query, std::optional<SearchPlace> place, const QString& source,
                SharedAnalysis analysis);

    [[nodiscard]] std::size_t hits() const { return hits_.size(); }
    [[nodiscard]] const SearchHit& hit(std::size_t index) const { return hits_[index]; }
    /// Of the hit, in its group.
    [[nodiscard]] QModelIndex indexOf(std::size_t hit) const;
    /// The hit of a row; nothing for a group.
    [[nodiscard]] std::optional<std::size_t> hitAt(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Group {
        SearchPlace place;
        std::size_t first = 0, count = 0; ///< among the hits
    };

    KernelSearch kernel_;
    std::vector<SearchHit> hits_; ///< in the order of searchPlaces
    std::vector<Group> groups_;
};

} // namespace warpstring::gui
