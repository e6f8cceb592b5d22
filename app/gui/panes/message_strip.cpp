// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/message_strip.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

constexpr std::size_t mostShown = 2;

} // namespace

MessageStrip::MessageStrip(Display& display, QWidget* parent) : QLabel(parent), display_(display) {
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setContentsMargins(8, 4, 8, 4);
    setAutoFillBackground(true);
    connect(&display, &Display::changed, this, &MessageStrip::restyle);
    clear();
}

void MessageStrip::show(const Diagnostics& diagnostics) {
    if (diagnostics.empty()) {
        clear();
        return;
    }
    QStringList first, all;
    Severity worst = Severity::Note;
    for (const Diagnostic& diagnostic : diagnostics) {
        worst = std::max(worst, diagnostic.severity);
        if (std::size_t(first.size()) < mostShown) {
            QString text = QString::fromStdString(diagnostic.message);
            if (!diagnostic.place.file.empty())
                text = QString::fromStdString(diagnostic.place.file).section(QLatin1Char('/'), -1) +
                       (diagnostic.place.line > 0 ? QStringLiteral(", line %1").arg(diagnostic.place.line)
                                                  : QString()) +
                       QStringLiteral(": ") + text;
            if (!diagnostic.hint.empty())
                text += QStringLiteral(" \u2013 ") + QString::fromStdString(diagnostic.hint);
            first.append(text);
        }
        all.append(QString::fromStdString(toText(diagnostic)));
    }
    if (all.size() > first.size()) first.append(QStringLiteral("and %1 more").arg(all.size() - first.size()));
    say(worst, first.join(QLatin1Char('\n')));
    setToolTip(all.join(QLatin1Char('\n')));
}

void MessageStrip::say(Severity severity, const QString& text) {
    severity_ = severity;
    setToolTip({});
    setText(text);
    setAccessibleName(text);
    restyle();
    setVisible(!text.isEmpty());
}

void MessageStrip::clear() { say(Severity::Note, {}); }

void MessageStrip::restyle() {
    const Theme& theme = display_.theme();
    QPalette colours = palette();
    colours.setColor(QPalette::Window, theme.surface);
    colours.setColor(QPalette::WindowText, severity_ == Severity::Error     ? theme.error
                                           : severity_ == Severity::Warning ? theme.warning
                                                                            : theme.muted);
    setPalette(colours);
}

} // namespace warpstring::gui
