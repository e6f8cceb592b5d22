// SPDX-License-Identifier: GPL-3.0-or-later
// Two sources line by line, with what each line costs on either side.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

enum class DiffSide { Left, Right };
[[nodiscard]] constexpr DiffSide otherSide(DiffSide side) {
    return side == DiffSide::Left ? DiffSide::Right : DiffSide::Left;
}

enum class LineMatch { Same, Edited, LeftAlone, RightAlone };

struct DiffLine {
    int left = 0, right = 0; ///< numbers, from 1; 0: the side has no such line
    LineMatch match = LineMatch::Same;
    QString leftText, rightText;
    double leftCost = 0, rightCost = 0; ///< of a warp, in the unit

    [[nodiscard]] int line(DiffSide side) const { return side == DiffSide::Left ? left : right; }
    [[nodiscard]] double difference() const { return rightCost - leftCost; }
};

struct DiffLines {
    std::vector<DiffLine> rows;
    double most = 0;                    ///< the largest difference, without its sign
    std::optional<std::size_t> hottest; ///< the row that has it; nothing: none differs

    /// Whether a text or a cost is other on the right.
    [[nodiscard]] bool differ() const;
};

/// Lines that are the same or were edited in their place stand in one row (linesBefore()).
[[nodiscard]] DiffLines diffLines(const Analysis& left, const Analysis& right, TimeUnit unit);

class DiffLineTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { LeftLine, LeftCost, LeftText, Mark, RightLine, RightCost, RightText, ColumnCount };
    enum Role {
        TintRole = Qt::UserRole, ///< 0 .. 1: how much costlier this cell's side is, of the largest difference
        MatchRole,               ///< LineMatch, as int
        MissingRole              ///< this cell's side has no such line
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(DiffLines lines);
    [[nodiscard]] const DiffLines& lines() const { return lines_; }
    [[nodiscard]] static DiffSide sideOf(int column) {
        return column < Mark ? DiffSide::Left : DiffSide::Right;
    }
    /// The row of a side's line; -1: there is none.
    [[nodiscard]] int rowOf(DiffSide side, int line) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QVariant textOf(const DiffLine& line, int column, bool isHottest) const;

    DiffLines lines_;
};

} // namespace warpstring::gui
