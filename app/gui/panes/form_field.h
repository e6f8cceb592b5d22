// SPDX-License-Identifier: GPL-3.0-or-later
// A line of a form whose truth lies elsewhere: a text that may change while somebody types into the line.
#pragma once

#include <QLineEdit>

#include "app/gui/drawing/theme.h"

namespace warpstring::gui {

/// Undo beyond the line's own edits is for the window, whose text the line is of.
[[nodiscard]] QLineEdit* makeFormField(const QString& accessibleName, QWidget* parent);

/// Shows a text, but for what is being typed.
void showInField(QLineEdit& field, const QString& text);

void markField(QLineEdit& field, const Theme& theme, bool isGuess, bool isFaulty);

} // namespace warpstring::gui
