// SPDX-License-Identifier: GPL-3.0-or-later
// Active warps and cycles to resolve bank conflicts at each step, with their sums: Table 3 of Baghsorkhi et al.
// 2009, the figures of "warpstring replay".
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "app/gui/models/threads/threads_graph.h"

namespace warpstring::gui {

/// Rows are the replay's, then the sum, cc and, where there are shared accesses, cs.
class ReplayTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// The table of a region; an empty one where there is no graph.
    void show(const SharedThreadsGraph& graph, std::optional<RegionId> region);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    /// The row that a step belongs to; -1 where nobody is active then.
    [[nodiscard]] int rowOfStep(quint64 step) const;
    /// The first step of a row; nullopt for sums.
    [[nodiscard]] std::optional<quint64> stepOfRow(int row) const;

private:
    [[nodiscard]] const evaluation::Replay* replay() const;
    [[nodiscard]] QString accessName(std::size_t access) const;
    [[nodiscard]] QVariant stepCell(const evaluation::ReplayRow& row, int column) const;
    [[nodiscard]] QVariant sumCell(int row, int column) const;

    SharedThreadsGraph graph_;
    std::optional<RegionId> region_;
};

} // namespace warpstring::gui
