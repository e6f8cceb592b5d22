// SPDX-License-Identifier: GPL-3.0-or-later
// What each line of the source costs a warp, and by which reasons, as a table.
#pragma once

#include <QAbstractTableModel>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/unit_text.h"
#include "stringmodel/line_costs.h"

namespace warpstring::gui {

/// A row for each line that costs something, and one for what is in no line; the hottest first until it is
/// sorted otherwise. Columns are those that have something to say: reasons of the timeline, or kinds of tokens
/// of the closed form, without those that take nothing, the longest first behind issuing.
class LineTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Field { Line, Text, Cycles, Share, Change, Part, Transactions, Conflicts };
    struct Column {
        Field field = Field::Line;
        std::size_t part = 0; ///< of Part: a Stall, or a TokenKind in the closed form
        friend bool operator==(const Column&, const Column&) = default;
    };
    enum Role {
        HeatRole =
            Qt::UserRole + 2 ///< of the share: 0..1 of the hottest line; apart from roles of other tables
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// nullptr: no rows. `change`: what cycles are held against.
    void setAnalysis(SharedAnalysis analysis, const std::optional<CostChange>& change);
    void setUnit(TimeUnit unit);

    [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
    /// The line of a row; 0 where it has none.
    [[nodiscard]] int lineAt(int row) const { return rows_[order_[static_cast<std::size_t>(row)]].line; }
    /// -1: it costs nothing.
    [[nodiscard]] int rowOf(int line) const;
    /// What the rows are sorted by; -1: it has no column now.
    [[nodiscard]] int sortedColumn() const;
    [[nodiscard]] Qt::SortOrder sortOrder() const { return sortOrder_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    /// Rows without a value come last either way. Column -1: the hottest first.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct Row {
        int line = 0; ///< 0: none
        QString text;
        LineCost cost;
        std::optional<FigureChange> change;
    };

    void addRow(int line, const LineCost& cost, const QStringList& source, const CostChange* change);
    void chooseColumns(bool hasChange);
    [[nodiscard]] bool byReason() const;
    [[nodiscard]] double partOf(const LineCost& cost, std::size_t part) const;
    [[nodiscard]] QString partName(std::size_t part) const;
    [[nodiscard]] QString timeCell(double cycles) const;
    [[nodiscard]] QString textOf(const Row& row, const Column& column) const;
    /// NaN: it has none.
    [[nodiscard]] double keyOf(const Row& row, const Column& column) const;
    void order();

    SharedAnalysis analysis_;
    double all_ = 0, most_ = 0; ///< cycles of a warp; of a row
    std::vector<Row> rows_;     ///< by line, what has none last
    std::vector<Column> columns_;
    std::vector<std::uint32_t> order_; ///< of rows
    TimeUnit unit_ = TimeUnit::Cycles;
    Column sortedBy_{Field::Cycles};
    Qt::SortOrder sortOrder_ = Qt::DescendingOrder;
};

} // namespace warpstring::gui
