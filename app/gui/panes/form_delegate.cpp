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
    QColor colour = theme.text;
    if (isNote || !index.flags().testFlag(Qt::ItemIsEditable)) colour = theme.muted;
    if (isGuess && !isNote && index.flags().testFlag(Qt::ItemIsEditable)) colour = theme.accent;
    if (isFaulty && (isNote || index.column() == 0)) colour = theme.error;
    option->palette.setColor(QPalette::Text, colour);
    option->font.setItalic(isGuess);
}

} // namespace warpstring::gui
