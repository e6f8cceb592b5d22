// SPDX-License-Identifier: GPL-3.0-or-later
// The ranked variants of a search, a row each: the fastest of them with all that is told of them.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <vector>

#include "app/gui/models/tune/tune_run.h"

namespace warpstring::gui {

/// A column for each axis of the space stands between the figures that rank and those that explain.
class VariantTable : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Those before the axes, and those behind them.
    enum Column { Rank, Time, Measured, Speedup, FirstAxis };
    enum Figure { BoundBy, Limiter, Groups, Warps, Registers, Note, FigureCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// nullptr: nothing is shown.
    void setOutcome(SharedTuneOutcome outcome);
    /// What was measured, us.
    void setMeasured(std::map<search::VariantId, double> timesUs);
    /// The row that is marked.
    void setHovered(std::optional<search::VariantId> id);

    [[nodiscard]] std::optional<search::VariantId> idAt(int row) const;
    /// -1: it is not among them.
    [[nodiscard]] int rowOf(search::VariantId id) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder direction = Qt::AscendingOrder) override;

private:
    [[nodiscard]] int axes() const;
    /// The figure of a column; -1: it stands before them.
    [[nodiscard]] int figureOf(int column) const { return column - FirstAxis - axes(); }
    [[nodiscard]] const search::TopVariant& variantAt(std::size_t rank) const { return variants_[rank]; }
    [[nodiscard]] QString textOf(std::size_t rank, int column) const;
    [[nodiscard]] double numberOf(std::size_t rank, int column) const;

    SharedTuneOutcome outcome_;
    std::vector<search::TopVariant> variants_; ///< by rank
    std::map<search::VariantId, double> measuredUs_;
    std::optional<search::VariantId> hovered_;
    std::vector<std::uint32_t> order_; ///< ranks, counted from 0
};

} // namespace warpstring::gui
