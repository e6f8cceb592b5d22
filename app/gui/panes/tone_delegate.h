// SPDX-License-Identifier: GPL-3.0-or-later
// Cells in the colours of what they say (ComparisonTable::ToneRole), and tables that show many rows quickly.
#pragma once

#include <QCache>
#include <QFont>
#include <QStaticText>
#include <QStyledItemDelegate>

#include "app/gui/drawing/display.h"

class QAbstractItemView;
class QTableView;

namespace warpstring::gui {

/// Draws a cell's text and nothing else of it (no icons, no boxes to check). Texts that come again are laid out
/// once.
class ToneDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ToneDelegate(Display& display, QAbstractItemView& view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    /// Valid until the next one is asked for.
    [[nodiscard]] const QStaticText& laidOut(const QString& text, const QFont& font) const;
    [[nodiscard]] QColor colourOf(const QStyleOptionViewItem& option, const QModelIndex& index) const;

    Display& display_;
    mutable QCache<QString, QStaticText> texts_;
    mutable QFont font_; ///< of texts_
};

/// Rows of one height, chosen as a whole, sorted by a click on a heading; nothing asks every row for its size.
void styleTable(QTableView& view, Display& display);

} // namespace warpstring::gui
