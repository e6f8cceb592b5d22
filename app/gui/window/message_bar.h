// SPDX-License-Identifier: GPL-3.0-or-later
// Messages in place: they stop nobody, and go when they are closed or no longer true.
#pragma once

#include <QFrame>
#include <functional>
#include <utility>
#include <vector>

#include "app/gui/drawing/display.h"
#include "core/diagnostic.h"

class QLabel;
class QHBoxLayout;

namespace warpstring::gui {

class MessageBar : public QFrame {
    Q_OBJECT

public:
    using Action = std::pair<QString, std::function<void()>>;

    explicit MessageBar(Display& display, QWidget* parent = nullptr);

    /// Whether what was said is still so; none: a person decides.
    using Holds = std::function<bool()>;

    /// Replaces what is shown. Each action closes the bar after it is done.
    void say(Severity severity, const QString& text, std::vector<Action> actions = {}, Holds holds = nullptr);
    /// The first error's message and hint, with how many there are more.
    void say(const Diagnostics& diagnostics, Holds holds = nullptr);
    /// Closes the bar where what it says is so no longer.
    void review();
    [[nodiscard]] QString text() const;

private:
    void restyle();

    Display& display_;
    Severity severity_ = Severity::Note;
    Holds holds_;
    QLabel* text_;
    QHBoxLayout* buttons_;
};

} // namespace warpstring::gui
