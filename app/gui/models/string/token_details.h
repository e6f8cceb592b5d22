// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is known of a token: its cost, how it came about, what it waits for.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

struct TokenDetail {
    QString name, value;
    QString origin; ///< the equation, the spec's entry with its source, or the evaluation that gave the value
};

/// The rows stand in the order in which a person would ask. The first row is the token's cost with its
/// equation, the following ones the inputs of that equation.
/// `copies`: the token alone, or with those that are folded into it: cycles and executions are then of all
/// together, other figures "2 to 4" where they differ. `change`: what the figures are held against; may be
/// null.
[[nodiscard]] std::vector<TokenDetail> tokenDetails(const Analysis& analysis,
                                                    const std::vector<TokenIndex>& copies, TimeUnit unit,
                                                    const CostChange* change = nullptr);

/// "M_1^5.4: global load, line 10".
[[nodiscard]] QString tokenTitle(const Analysis& analysis, const std::vector<TokenIndex>& copies);

class TokenDetailsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Value, Origin, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<TokenDetail> rows);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<TokenDetail> rows_;
};

} // namespace warpstring::gui
