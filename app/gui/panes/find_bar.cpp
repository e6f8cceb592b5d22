// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/find_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "app/gui/panes/code_editor.h"

namespace warpstring::gui {

FindBar::FindBar(CodeEditor& editor, QWidget* parent)
    : QWidget(parent), editor_(editor), label_(new QLabel(this)), text_(new QLineEdit(this)),
      caseMatters_(new QCheckBox(QStringLiteral("&Case matters"), this)), outcome_(new QLabel(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 3, 6, 3);
    label_->setBuddy(text_);
    row->addWidget(label_);
    row->addWidget(text_, 1);
    row->addWidget(caseMatters_);
    row->addWidget(outcome_);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("\u2715"));
    close->setAccessibleName(QStringLiteral("Close"));
    close->setAutoRaise(true);
    row->addWidget(close);
    connect(close, &QToolButton::clicked, this, [this] {
        hide();
        editor_.setFocus();
    });
    connect(text_, &QLineEdit::textEdited, this, [this] {
        if (purpose_ == Purpose::Find) search(true, true);
    });
    connect(text_, &QLineEdit::returnPressed, this, [this] {
        if (purpose_ == Purpose::Find) {
            search(false, true);
            return;
        }
        bool isNumber = false;
        const int line = text_->text().toInt(&isNumber);
        if (!isNumber || line < 1 || line > editor_.lines()) {
            outcome_->setText(QStringLiteral("lines are 1 to %1").arg(editor_.lines()));
            return;
        }
        hide();
        editor_.goToLine(line);
    });
    hide();
}

void FindBar::open(Purpose purpose) {
    purpose_ = purpose;
    label_->setText(purpose == Purpose::Find ? QStringLiteral("Find") : QStringLiteral("Go to line"));
    text_->setAccessibleName(label_->text());
    caseMatters_->setVisible(purpose == Purpose::Find);
    outcome_->clear();
    show();
    text_->setFocus();
    text_->selectAll();
}

void FindBar::openFind() {
    if (editor_.hasSelectedText() && !editor_.selectedText().contains(QLatin1Char('\n')))
        text_->setText(editor_.selectedText());
    else if (purpose_ != Purpose::Find)
        text_->clear();
    open(Purpose::Find);
}

void FindBar::openGoToLine() {
    text_->setText(QString::number(editor_.cursorLine()));
    open(Purpose::GoToLine);
}

void FindBar::findNext(bool forward) {
    if (purpose_ == Purpose::Find && !text_->text().isEmpty())
        search(false, forward);
    else
        openFind();
}

void FindBar::search(bool fromStart, bool forward) {
    outcome_->clear();
    if (text_->text().isEmpty()) return;
    int line = -1, column = -1;
    if (fromStart || !forward) {
        int toLine = 0, toColumn = 0;
        editor_.getSelection(&line, &column, &toLine, &toColumn);
        if (line < 0) editor_.getCursorPosition(&line, &column);
    }
    if (!editor_.findFirst(text_->text(), false, caseMatters_->isChecked(), false, true, forward, line, column))
        outcome_->setText(QStringLiteral("not found"));
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        hide();
        editor_.setFocus();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace warpstring::gui
