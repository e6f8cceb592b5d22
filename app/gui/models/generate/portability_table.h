// SPDX-License-Identifier: GPL-3.0-or-later
// What the winner of each device takes on the others, over what their own winners take.
#pragma once

#include <QAbstractTableModel>

#include "app/gui/models/generate/generate_run.h"

namespace warpstring::gui {

/// A row for the winner of each device: its rules, its time there, then a column for each device.
class PortabilityTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { WinnerOf, Time, FirstDevice };

    using QAbstractTableModel::QAbstractTableModel;

    void setOutcome(SharedGenerateOutcome outcome);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// Times what the device's own winner takes; nothing where the kernel is refused there.
    [[nodiscard]] std::optional<double> ratio(std::size_t winner, std::size_t device) const;

    SharedGenerateOutcome outcome_;
};

} // namespace warpstring::gui
