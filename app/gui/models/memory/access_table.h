// SPDX-License-Identifier: GPL-3.0-or-later
// The accesses of a launch: how they stride, what they touch, how often, and where no formula is known, why.
#pragma once

#include <QAbstractTableModel>

#include "app/gui/models/memory/memory_map.h"

namespace warpstring::gui {

class AccessTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Field {
        Line,
        Access, ///< "load a"
        Direction,
        Transactions,
        Footprint,
        Reuse,
        Strides,
        Executions,
        Remark ///< why there is no formula
    };
    /// AccessTrack::colour, in the Line column; none of an access that is not drawn.
    enum Role { ColourRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    void setMap(SharedMemoryMap map);
    [[nodiscard]] const SharedMemoryMap& map() const { return map_; }
    [[nodiscard]] const std::vector<Field>& columns() const { return columns_; }
    /// Index of MemoryMap::counts->accesses.
    [[nodiscard]] std::size_t accessOf(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    /// -1: it is in no row.
    [[nodiscard]] int rowOf(std::size_t access) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString textOf(std::size_t access, Field field) const;

    SharedMemoryMap map_;
    std::size_t drawn_ = 0;         ///< rows that have tracks, which come first
    std::vector<std::size_t> rows_; ///< accesses, by the buffers that are drawn; those of none come last
    std::vector<Field> columns_;
};

/// "2*n^2 = 33,554,432", "1,024", "not known"
[[nodiscard]] QString countText(const symbolic::Count& count);
/// "lid.x 4, i0 4*n = 16,384"
[[nodiscard]] QString stridesText(const symbolic::AccessCounts& counts);

} // namespace warpstring::gui
