// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/form_delegate.h"

#include "app/gui/models/launch/form_roles.h"

namespace warpstring::gui {

FormDelegate::FormDelegate(const Display& display, int noteColumn, QObject* parent)
    : ChoiceDelegate(FormChoicesRole, FormFreeRole, parent), display_(display), noteColumn_(noteColumn) {}

void FormDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    ChoiceDelegate::initStyleOption(option, index);
    const Theme& theme = display_.theme();
    const bool isNote = index.column() == noteColumn_;
    const bool isFaulty = !index.data(FormFaultRole).toString().isEmpty();
    const bool isGuess = !index.data(FormGuessRole).toString().isEmpty();
    const bool isEntry = index.flags().testFlag(Qt::ItemIsEditable);
    const bool isName = index.column() == 0;
    QColor colour = isEntry || isName ? theme.text : theme.muted;
    if (isGuess && isEntry) colour = theme.accent;
    const bool isEmpty = index.data(Qt::DisplayRole) != index.data(Qt::EditRole); // and says so
    if (isFaulty && (isNote || isName || isEmpty)) colour = theme.error;
    option->palette.setColor(QPalette::Text, colour);
    option->font.setItalic(isGuess && (isEntry || isNote));
}

} // namespace warpstring::gui
