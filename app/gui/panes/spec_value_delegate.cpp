// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_value_delegate.h"

#include <QLineEdit>

#include "app/gui/models/spec/spec_key_model.h"

namespace warpstring::gui {

SpecValueDelegate::SpecValueDelegate(const Display& display, QObject* parent)
    : ChoiceDelegate(SpecKeyModel::ChoicesRole, SpecKeyModel::FreeRole, parent), display_(display) {}

QWidget* SpecValueDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                         const QModelIndex& index) const {
    QWidget* editor = ChoiceDelegate::createEditor(parent, option, index);
    if (auto* line = qobject_cast<QLineEdit*>(editor); line != nullptr && index.column() == SpecKeyModel::Value)
        line->setPlaceholderText(index.siblingAtColumn(SpecKeyModel::Range).data().toString());
    return editor;
}

void SpecValueDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme& theme = display_.theme();
    const bool isTable = !index.data(SpecKeyModel::TypeRole).isValid();
    const bool isFaulty = !index.data(SpecKeyModel::FaultRole).toString().isEmpty();
    const bool isName = index.column() <= SpecKeyModel::Value;
    QColor colour = theme.text;
    if (!index.data(SpecKeyModel::PresentRole).toBool() || index.column() == SpecKeyModel::Unit ||
        index.column() == SpecKeyModel::Range)
        colour = theme.muted;
    if (isName && index.data(SpecKeyModel::ChangedRole).toBool()) colour = theme.accent;
    if (isName && isFaulty) colour = theme.error;
    option->palette.setColor(QPalette::Text, colour);
    option->font.setBold(isTable || (isName && index.data(SpecKeyModel::ChangedRole).toBool()));
    if (isFaulty && index.column() == SpecKeyModel::Value && option->text.isEmpty())
        option->text = QStringLiteral("missing");
}

} // namespace warpstring::gui
