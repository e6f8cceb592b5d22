// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_value_delegate.h"

#include <QComboBox>
#include <QLineEdit>

#include "app/gui/models/spec/spec_key_model.h"

namespace warpstring::gui {

SpecValueDelegate::SpecValueDelegate(const Display& display, QObject* parent)
    : QStyledItemDelegate(parent), display_(display) {}

QWidget* SpecValueDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                         const QModelIndex& index) const {
    if (const QStringList choices = index.data(SpecKeyModel::ChoicesRole).toStringList(); !choices.isEmpty()) {
        auto* box = new QComboBox(parent);
        box->addItems(choices);
        box->setEditable(index.data(SpecKeyModel::FreeRole).toBool());
        return box;
    }
    // Numbers too are edited as text: a box of numbers would put another one in the place of what it does not
    // take.
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto* line = qobject_cast<QLineEdit*>(editor); line != nullptr && index.column() == SpecKeyModel::Value)
        line->setPlaceholderText(index.siblingAtColumn(SpecKeyModel::Range).data().toString());
    return editor;
}

void SpecValueDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* choice = qobject_cast<QComboBox*>(editor)) {
        choice->setCurrentIndex(choice->findText(text));
        if (choice->isEditable()) choice->setEditText(text);
    } else {
        QStyledItemDelegate::setEditorData(editor, index);
    }
}

void SpecValueDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                     const QModelIndex& index) const {
    const QString before = index.data(Qt::EditRole).toString();
    QString after = before;
    if (auto* choice = qobject_cast<QComboBox*>(editor)) {
        if (choice->isEditable() || choice->currentIndex() >= 0) after = choice->currentText();
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        after = line->text();
    }
    if (after != before) model->setData(index, after, Qt::EditRole);
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
