// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/choice_delegate.h"

#include <QComboBox>
#include <QLineEdit>

namespace warpstring::gui {

ChoiceDelegate::ChoiceDelegate(int choicesRole, int freeRole, QObject* parent)
    : QStyledItemDelegate(parent), choicesRole_(choicesRole), freeRole_(freeRole) {}

QWidget* ChoiceDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
    if (const QStringList choices = index.data(choicesRole_).toStringList(); !choices.isEmpty()) {
        auto* box = new QComboBox(parent);
        box->addItems(choices);
        box->setEditable(index.data(freeRole_).toBool());
        return box;
    }
    // Numbers too are edited as text: a box of numbers would put another one in the place of what it does not
    // take.
    return QStyledItemDelegate::createEditor(parent, option, index);
}

void ChoiceDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    // A view shows a row that changes in its editors too: what is being typed stays.
    const auto* typed = editor->findChild<const QLineEdit*>();
    if (typed == nullptr) typed = qobject_cast<const QLineEdit*>(editor);
    if (typed != nullptr && typed->isModified()) return;
    if (auto* choice = qobject_cast<QComboBox*>(editor)) {
        choice->setCurrentIndex(choice->findText(text));
        if (choice->isEditable()) choice->setEditText(text);
    } else {
        QStyledItemDelegate::setEditorData(editor, index);
    }
}

void ChoiceDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    const QString before = index.data(Qt::EditRole).toString();
    QString after = before;
    if (auto* choice = qobject_cast<QComboBox*>(editor)) {
        if (choice->isEditable() || choice->currentIndex() >= 0) after = choice->currentText();
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        after = line->text();
    }
    if (after != before) model->setData(index, after, Qt::EditRole);
}

} // namespace warpstring::gui
