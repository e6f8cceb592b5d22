// SPDX-License-Identifier: GPL-3.0-or-later
// Why variants were left out of a search: a reason a row, with its first variant.
#pragma once

#include <QAbstractTableModel>

#include "app/gui/models/tune/tune_run.h"

namespace warpstring::gui {

class ExclusionTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Count, Reason, Message, First, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setOutcome(const SharedTuneOutcome& outcome);
    /// Variants, of all reasons.
    [[nodiscard]] std::uint64_t total() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    struct Row {
        std::uint64_t count = 0;
        QString reason, message, first;
    };
    std::vector<Row> rows_;
};

} // namespace warpstring::gui
