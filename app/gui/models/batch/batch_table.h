// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a batch as a table that grows while it runs.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <vector>

#include "app/gui/models/batch/batch_run.h"
#include "app/gui/models/comparison/comparison_table.h"

namespace warpstring::gui {

class BatchTable : public QAbstractTableModel {
    Q_OBJECT

public:
    /// After `Spec` comes a column for each swept value.
    enum Column { Launch, Spec, FirstSwept };
    enum Figure { KernelTime, WarpLatency, BoundBy, Groups, Warps, Limiter, Registers, Message, FigureCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(SharedRows rows, const std::map<std::string, double>& clockMhz);
    void setUnit(TimeUnit unit);

    [[nodiscard]] const batch::BatchRow& rowAt(int row) const { return *all_[order_[std::size_t(row)]]; }
    /// The rows in the order of the batch.
    [[nodiscard]] const std::vector<const batch::BatchRow*>& all() const { return all_; }
    /// What keeps them.
    [[nodiscard]] const std::vector<SharedRows>& owners() const { return owners_; }
    /// Names of swept values, in the order in which they were met.
    [[nodiscard]] const std::vector<std::string>& swept() const { return swept_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    /// Column -1: the order of the batch. Rows that come later stand at the end.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    [[nodiscard]] int figureOf(int column) const { return column - FirstSwept - int(swept_.size()); }
    [[nodiscard]] QString textOf(const batch::BatchRow& row, int column) const;
    [[nodiscard]] std::optional<double> numberOf(const batch::BatchRow& row, int column) const;
    [[nodiscard]] double clockOf(const batch::BatchRow& row) const;

    std::vector<SharedRows> owners_;
    std::vector<const batch::BatchRow*> all_;
    std::vector<std::uint32_t> order_;
    std::vector<std::string> swept_;
    std::map<std::string, double> clockMhz_;
    TimeUnit unit_ = TimeUnit::Cycles;
};

} // namespace warpstring::gui
