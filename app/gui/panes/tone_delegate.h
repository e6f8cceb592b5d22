// SPDX-License-Identifier: GPL-3.0-or-later
// Cells in the colours of what they say (ComparisonTable::ToneRole), and tables that show many rows quickly.
#pragma once

#include <QStyledItemDelegate>

#include "app/gui/drawing/display.h"

class QAbstractItemView;
class QTableView;

namespace warpstring::gui {

class ToneDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ToneDelegate(Display& display, QAbstractItemView& view);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    Display& display_;
};

/// Rows of one height, chosen as a whole, sorted by a click on a heading; nothing asks every row for its size.
void styleTable(QTableView& view, Display& display);

} // namespace warpstring::gui
