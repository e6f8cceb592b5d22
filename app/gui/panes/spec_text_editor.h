// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a hardware spec: coloured, with faults at their lines. Undo is SpecEdit's, over form and text.
#pragma once

#include "app/gui/panes/scintilla.h"

#include "app/gui/drawing/theme.h"
#include "core/diagnostic.h"

namespace warpstring::gui {

class SpecLexer;

class SpecTextEditor : public QsciScintilla {
    Q_OBJECT

public:
    explicit SpecTextEditor(QWidget* parent = nullptr);

    /// Replaces only what differs, so that the cursor and the scroll position stay.
    void showText(const QString& text);
    void showFaults(const Diagnostics& faults);
    void setTheme(const Theme& theme);
    /// Puts the cursor into a line, from 1, without taking the focus.
    void goToLine(int line);

Q_SIGNALS:
    /// The user has changed the text.
    void typed(const QString& text);
    void lineChanged(int line);

private:
    SpecLexer* lexer_;
    Theme theme_;
    Diagnostics faults_;
    bool showing_ = false; ///< the change is not the user's
};

} // namespace warpstring::gui
