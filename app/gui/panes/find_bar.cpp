// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/find_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
namespace warpstring::gui {

FindBar::FindBar(FindTarget& target, QWidget* parent)
    : QWidget(parent), target_(target), label_(new QLabel(this)), text_(new QLineEdit(this)),
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
    connect(close, &QToolButton::clicked, this, &FindBar::leave);
    connect(text_, &QLineEdit::textEdited, this, [this] {
        if (purpose_ == Purpose::Find) search(Step::Stay);
    });
    connect(caseMatters_, &QCheckBox::toggled, this, [this] { search(Step::Stay); });
    connect(text_, &QLineEdit::returnPressed, this, [this] {
        if (purpose_ == Purpose::Find) {
            search(Step::Next);
            return;
        }
        bool isNumber = false;
        const int line = text_->text().toInt(&isNumber);
        if (!isNumber || line < 1 || line > target_.lines()) {
            outcome_->setText(QStringLiteral("lines are 1 to %1").arg(target_.lines()));
            return;
        }
        hide();
        target_.goToLine(line);
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

void FindBar::leave() {
    hide();
    target_.widget().setFocus();
}

void FindBar::openFind() {
    if (const QString proposal = target_.proposal(); !proposal.isEmpty())
        text_->setText(proposal);
    else if (purpose_ != Purpose::Find)
        text_->clear();
    open(Purpose::Find);
}

void FindBar::openGoToLine() {
    text_->setText(QString::number(target_.line()));
    open(Purpose::GoToLine);
}

bool FindBar::isOpen() const { return purpose_ == Purpose::Find && !text_->text().isEmpty(); }

void FindBar::findNext(bool forward) {
    if (isOpen())
        search(forward ? Step::Next : Step::Previous);
    else
        openFind();
}

void FindBar::search(Step step) {
    outcome_->clear();
    if (text_->text().isEmpty()) return;
    const auto hits = target_.hits({text_->text(), caseMatters_->isChecked()});
    const SearchPosition from = target_.position();
    const std::size_t hit =
        step == Step::Previous ? hitBefore(hits, from) : hitAfter(hits, from, step == Step::Stay);
    outcome_->setText(countText(hit, hits.size()));
    if (hits.empty()) return;
    target_.show(hits[hit]);
    Q_EMIT hitShown(hits[hit]);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        leave();
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace warpstring::gui
