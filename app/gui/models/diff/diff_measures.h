// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of two launches beside each other.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

/// Which of two figures of a measure is the better one.
enum class BetterFigure { Less, More, Neither };

struct DiffMeasure {
    QString name;
    QString left, right;          ///< "\u2013" where a side has no such figure
    std::optional<double> change; ///< right / left - 1
    BetterFigure better = BetterFigure::Less;
    bool hottest = false; ///< of what a warp's cycles go to, the one that differs most
};

/// Times and what bounds them, occupancy, memory, and what a warp's cycles go to. Cycles of two devices are in
/// `unit`, each by its own clock.
[[nodiscard]] std::vector<DiffMeasure> diffMeasures(const Analysis& left, const Analysis& right, TimeUnit unit);

class DiffMeasureTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Left, Right, Change, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setMeasures(std::vector<DiffMeasure> measures);
    /// Whether any of them is other on the right.
    [[nodiscard]] bool differs() const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    /// Has ComparisonTable::ToneRole as well.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<DiffMeasure> measures_;
};

} // namespace warpstring::gui
