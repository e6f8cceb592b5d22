// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/small_widgets.h"

#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

namespace warpstring::gui {

QToolButton* wordButton(const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QSpinBox* numberBox(const QString& name, const QString& tip, int least, int most, int value) {
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

QLabel* sentence(const QString& name) {
    auto* label = new QLabel;
    label->setAccessibleName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace warpstring::gui
