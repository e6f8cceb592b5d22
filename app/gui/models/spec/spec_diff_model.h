// SPDX-License-Identifier: GPL-3.0-or-later
// What an edited spec says differently from its reference, a row a key.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/gui/models/spec/spec_edit.h"

namespace warpstring::gui {

class SpecDiffModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Key, Before, After, Unit, Change, SourceBefore, SourceAfter, Columns };
    enum Role {
        PathRole = Qt::UserRole,
        StaleRole ///< bool: another value, the same source
    };

    /// `edit` outlives the model.
    explicit SpecDiffModel(SpecEdit& edit, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    void refresh();

    SpecEdit& edit_;
    std::vector<files::SpecDifference> rows_;
};

} // namespace warpstring::gui
