// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

namespace warpstring::gui {

MessageBar::MessageBar(Display& display, QWidget* parent)
    : QFrame(parent), display_(display), text_(new QLabel(this)), buttons_(new QHBoxLayout) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 6, 4);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(text_, 1);
    row->addLayout(buttons_);
    setAccessibleName(QStringLiteral("Message"));
    setAutoFillBackground(true);
    connect(&display_, &Display::changed, this, &MessageBar::restyle);
    hide();
}

void MessageBar::restyle() {
    const Theme& theme = display_.theme();
    const QColor tone = severity_ == Severity::Error     ? theme.error
                        : severity_ == Severity::Warning ? theme.warning
                                                         : theme.accent;
    setStyleSheet(QStringLiteral("warpstring--gui--MessageBar { border-left: 5px solid %1; background: %2; }")
                      .arg(tone.name(), theme.surface.name()));
}

void MessageBar::say(Severity severity, const QString& text, std::vector<Action> actions, Holds holds) {
    severity_ = severity;
    holds_ = std::move(holds);
    text_->setText(text);
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    actions.emplace_back(QStringLiteral("Close"), nullptr);
    for (auto& [label, act] : actions) {
        auto* button = new QPushButton(label, this);
        connect(button, &QPushButton::clicked, this, [this, act = std::move(act)] {
            hide(); // first: the action may have something to say
            if (act) act();
        });
        buttons_->addWidget(button);
    }
    restyle();
    show();
}

void MessageBar::review() {
    if (!isHidden() && holds_ && !holds_()) hide();
}

void MessageBar::say(const Diagnostics& diagnostics, Holds holds) {
    if (diagnostics.empty()) return;
    const auto worst =
        std::max_element(diagnostics.begin(), diagnostics.end(),
                         [](const Diagnostic& a, const Diagnostic& b) { return a.severity < b.severity; });
    QString text = QString::fromStdString(worst->message);
    if (!worst->hint.empty()) text += QStringLiteral("\n") + QString::fromStdString(worst->hint);
    if (diagnostics.size() > 1) text += QStringLiteral("\nand %1 more").arg(diagnostics.size() - 1);
    say(worst->severity, text, {}, std::move(holds));
}

QString MessageBar::text() const { return text_->text(); }

} // namespace warpstring::gui
