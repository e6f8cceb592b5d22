// SPDX-License-Identifier: GPL-3.0-or-later
// The macros of a launch's form as a table; its last row, which is empty, takes a new one.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/gui/models/launch/form_roles.h"
#include "app/gui/models/launch/launch_form.h"

namespace warpstring::gui {

class MacroTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Value, Note, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<FormMacro> rows);
    /// Empty for the last row.
    [[nodiscard]] std::string nameAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// Asks for the edit; the rows change once the text of the launch does.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void valueEntered(const QString& name, const QString& value);
    /// Of the last row the name before is empty.
    void nameEntered(const QString& before, const QString& after);

private:
    std::vector<FormMacro> rows_;
};

} // namespace warpstring::gui
