// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a search space as a table; its last row, which is empty, takes a new constraint.
#pragma once

#include <QAbstractTableModel>

#include "app/gui/models/tune/space_form.h"

namespace warpstring::gui {

class SpaceTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Values, Note, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setForm(SpaceForm form);
    [[nodiscard]] const SpaceForm& form() const { return form_; }
    /// Takes the faults of the same form.
    void showFaults(const SpaceForm& checked);
    /// A constraint goes; an axis is off.
    void removeRow(int row);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// A person changed the form.
    void edited();

private:
    SpaceForm form_;
};

} // namespace warpstring::gui
