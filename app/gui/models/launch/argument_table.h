// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a launch's form as a table, a row for each parameter of the kernel.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/gui/models/launch/form_roles.h"
#include "app/gui/models/launch/launch_form_edit.h"

namespace warpstring::gui {

class ArgumentTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Kind, Type, Size, Contents, Parameters, Seed, Access, Note, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows of the same names stay the same rows.
    void setRows(std::vector<FormArgument> rows);
    [[nodiscard]] const FormArgument& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }
    /// "a: guessed: as far as accesses reach"; empty where nothing is to be said of the row.
    [[nodiscard]] QString noteOf(int index) const;
    /// -1: nothing is wrong.
    [[nodiscard]] int firstFault() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// Asks for the edit; the row changes once the text of the launch does.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void entered(int row, warpstring::gui::ArgumentField field, const QString& value);

private:
    [[nodiscard]] QString text(const FormArgument& row, int column) const;

    std::vector<FormArgument> rows_;
};

/// The column's member; nothing for those that are only read.
[[nodiscard]] std::optional<ArgumentField> fieldOf(int column);

} // namespace warpstring::gui
