// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_value_delegate.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QSpinBox>

#include "app/gui/models/spec/spec_key_model.h"

namespace warpstring::gui {

namespace {

/// Shows as many digits as the number has.
class PlainNumberBox : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;

    [[nodiscard]] QString textFromValue(double value) const override { return QString::number(value, 'g', 10); }
};

QString suffix(const QModelIndex& index) {
    const QString unit = index.siblingAtColumn(SpecKeyModel::Unit).data().toString();
    return unit.isEmpty() ? QString() : QLatin1Char(' ') + unit;
}

bool isNumber(const QModelIndex& index, SpecKey::Type type) {
    return index.column() == SpecKeyModel::Value &&
           index.data(SpecKeyModel::TypeRole).toInt() == static_cast<int>(type);
}

} // namespace

SpecValueDelegate::SpecValueDelegate(const Display& display, QObject* parent)
    : QStyledItemDelegate(parent), display_(display) {}

QWidget* SpecValueDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                         const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    const double least = index.data(SpecKeyModel::LeastRole).toDouble();
    const double most = index.data(SpecKeyModel::MostRole).toDouble();
    bool isInteger = false, isReal = false;
    const int whole = text.toInt(&isInteger);
    const double real = text.toDouble(&isReal);
    if (const QStringList choices = index.data(SpecKeyModel::ChoicesRole).toStringList(); !choices.isEmpty()) {
        auto* box = new QComboBox(parent);
        box->addItems(choices);
        box->setEditable(index.data(SpecKeyModel::FreeRole).toBool());
        return box;
    }
    // Values out of range and absent ones are edited as text: a box would put a number in their place.
    if (isNumber(index, SpecKey::Type::Integer) && isInteger && whole >= least && whole <= most) {
        auto* box = new QSpinBox(parent);
        box->setRange(static_cast<int>(least), static_cast<int>(most));
        box->setSuffix(suffix(index));
        return box;
    }
    if (isNumber(index, SpecKey::Type::Number) && isReal && real >= least && real <= most) {
        auto* box = new PlainNumberBox(parent);
        box->setDecimals(6);
        box->setRange(least, most);
        box->setSuffix(suffix(index));
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        return box;
    }
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto* line = qobject_cast<QLineEdit*>(editor); line != nullptr && index.column() == SpecKeyModel::Value)
        line->setPlaceholderText(index.siblingAtColumn(SpecKeyModel::Range).data().toString());
    return editor;
}

void SpecValueDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QSpinBox*>(editor)) {
        box->setValue(text.toInt());
    } else if (auto* real = qobject_cast<QDoubleSpinBox*>(editor)) {
        real->setValue(text.toDouble());
    } else if (auto* choice = qobject_cast<QComboBox*>(editor)) {
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
    if (auto* box = qobject_cast<QSpinBox*>(editor)) {
        box->interpretText();
        if (box->value() != before.toInt()) after = QString::number(box->value());
    } else if (auto* real = qobject_cast<QDoubleSpinBox*>(editor)) {
        real->interpretText();
        // The same number keeps the way it is written.
        if (real->value() != before.toDouble()) after = QString::number(real->value(), 'g', 10);
    } else if (auto* choice = qobject_cast<QComboBox*>(editor)) {
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
