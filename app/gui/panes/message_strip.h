// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong, where it went wrong: the first few faults in words, all of them on hovering.
#pragma once

#include <QLabel>

#include "app/gui/drawing/display.h"
#include "core/diagnostic.h"

namespace warpstring::gui {

/// Hidden while there is nothing to say.
class MessageStrip : public QLabel {
    Q_OBJECT

public:
    explicit MessageStrip(Display& display, QWidget* parent = nullptr);

    void show(const Diagnostics& diagnostics);
    void say(Severity severity, const QString& text);
    void clear();

private:
    void restyle();

    Display& display_;
    Severity severity_ = Severity::Note;
};

} // namespace warpstring::gui
