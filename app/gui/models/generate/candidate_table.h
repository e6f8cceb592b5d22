// SPDX-License-Identifier: GPL-3.0-or-later
// The ways that a search found on one device, a row each.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/gui/models/generate/candidate_plot.h"

namespace warpstring::gui {

/// Rows go by the same ids as plotOf(); numbers of choices have a column each, as they have an axis there.
class CandidateTable : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Those before the numbers of choices, and those behind them.
    enum Column { Rank, Time, OverBest, Path, FirstNumber };
    enum Figure { Measured, Ratio, Kernels, BoundBy, Steps, FigureCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// nullptr: nothing is shown. `plot` is of the device's ways.
    void setOutcome(SharedGenerateOutcome outcome, std::size_t device, SharedVariantPlot plot = nullptr);
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
    [[nodiscard]] const generate::Candidate& candidateAt(std::size_t rank) const {
        return outcome_->devices[device_].result.candidates[rank];
    }
    /// The figure of a column; negative: it stands before them. Without measured times it has none of these.
    [[nodiscard]] int figureOf(int column) const {
        const int figure = column - FirstNumber - static_cast<int>(numbers_.size());
        return figure < 0 || isMeasured_ ? figure : figure + Kernels;
    }
    /// 0: it was not run.
    [[nodiscard]] double measuredUs(std::size_t rank) const;
    [[nodiscard]] QString textOf(std::size_t rank, int column) const;
    [[nodiscard]] double numberOf(std::size_t rank, int column) const;

    SharedGenerateOutcome outcome_;
    std::size_t device_ = 0;
    SharedVariantPlot plot_;
    bool isMeasured_ = false;
    std::vector<std::size_t> numbers_; ///< axes of the plot that have a column
    std::optional<search::VariantId> hovered_;
    std::vector<std::uint32_t> order_; ///< ranks, counted from 0
};

} // namespace warpstring::gui
