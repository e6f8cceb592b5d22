// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong, unknown or assumed, as a table.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/diagnostic.h"

namespace warpstring::gui {

class ProblemList : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { KindColumn, PlaceColumn, MessageColumn, HintColumn, CodeColumn, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    /// Errors first, then warnings, notes and assumptions.
    void setProblems(const Diagnostics& diagnostics, const std::vector<std::string>& assumptions);
    /// The place of a row's diagnostic; an assumption has none.
    [[nodiscard]] SourceLocation placeOf(int row) const;
    [[nodiscard]] int count(Severity severity) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row {
        Diagnostic diagnostic;
        bool assumption = false;
    };
    std::vector<Row> rows_;
};

} // namespace warpstring::gui
