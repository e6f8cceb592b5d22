// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of two sources: tinted where their side is costlier, shaded where it has no such line.
#pragma once

#include <QStyledItemDelegate>

#include "app/gui/drawing/display.h"

class QAbstractItemView;

namespace warpstring::gui {

class DiffLineDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    DiffLineDelegate(Display& display, QAbstractItemView& view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    Display& display_;
};

} // namespace warpstring::gui
