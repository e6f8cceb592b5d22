// SPDX-License-Identifier: GPL-3.0-or-later
// Families of variants, ranked as simulated and as measured: families with their variants below them.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "app/gui/models/comparison/comparison_table.h"

namespace warpstring::gui {

class FamilyTree : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Tau, Pairs, MeasuredRank, SimulatedRank, Loss, Against, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    /// Shows the families of summaries of kernel time. Of the filter, device and caches count.
    void setSummaries(const std::vector<comparison::ComparisonSummary>& summaries,
                      const ComparisonFilter& filter);

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Family {
        records::FamilyRanking ranking;
        QString against; ///< spec, device and state of caches
    };
    [[nodiscard]] QVariant familyText(const Family& family, int column) const;

    std::vector<Family> families_;
};

} // namespace warpstring::gui
