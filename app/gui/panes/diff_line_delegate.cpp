// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/diff_line_delegate.h"

#include <QAbstractItemView>
#include <QPainter>
#include <cmath>

#include "app/gui/models/diff/diff_lines.h"

namespace warpstring::gui {

namespace {

constexpr double mostTint = 0.5;    ///< of the error's colour, in the cell of the cost
constexpr double textTint = 0.22;   ///< in the cell of the text, which is to be read
constexpr double editedTint = 0.10; ///< of the accent, behind texts that differ

QColor withAlpha(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

} // namespace

DiffLineDelegate::DiffLineDelegate(Display& display, QAbstractItemView& view)
    : QStyledItemDelegate(&view), display_(display) {
    connect(&display, &Display::changed, &view, [&view] { view.viewport()->update(); });
}

void DiffLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    const Theme& theme = display_.theme();
    const int column = index.column();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isText = column == DiffLineTable::LeftText || column == DiffLineTable::RightText;
    const bool isCost = column == DiffLineTable::LeftCost || column == DiffLineTable::RightCost;
    if (isSelected) {
        painter->fillRect(option.rect, option.palette.color(QPalette::Active, QPalette::Highlight));
    } else if (index.data(DiffLineTable::MissingRole).toBool()) {
        painter->fillRect(option.rect, theme.grid);
    } else {
        const double tint =
            std::sqrt(index.data(DiffLineTable::TintRole).toDouble()); // small ones are seen, too
        if (isText && index.data(DiffLineTable::MatchRole).toInt() != static_cast<int>(LineMatch::Same))
            painter->fillRect(option.rect, withAlpha(theme.accent, editedTint));
        if (tint > 0 && (isText || isCost))
            painter->fillRect(option.rect, withAlpha(theme.error, tint * (isText ? textTint : mostTint)));
    }
    const bool isNumber = column == DiffLineTable::LeftLine || column == DiffLineTable::RightLine;
    painter->setFont(option.font);
    painter->setPen(isSelected ? option.palette.color(QPalette::Active, QPalette::HighlightedText)
                    : isNumber ? theme.muted
                               : theme.text);
    painter->drawText(option.rect.adjusted(4, 0, -4, 0),
                      index.data(Qt::TextAlignmentRole).toInt() | Qt::TextSingleLine,
                      index.data(Qt::DisplayRole).toString());
}

} // namespace warpstring::gui
