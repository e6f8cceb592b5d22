// SPDX-License-Identifier: GPL-3.0-or-later
// The rewrite rules, each to be taken or not, with what it says and where it comes from.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "generate/rules/applicable.h"

namespace warpstring::gui {

class RuleTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Says, Source, Columns };

    explicit RuleTable(QObject* parent = nullptr);

    [[nodiscard]] generate::Allowed allowed() const;
    /// Rules that are off.
    [[nodiscard]] int off() const;
    void setAll(bool isOn);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void edited();

private:
    std::vector<bool> isOn_; ///< by the order of generate::rules()
};

} // namespace warpstring::gui
