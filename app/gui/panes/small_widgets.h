// SPDX-License-Identifier: GPL-3.0-or-later
// Small widgets that several panes are put together from.
#pragma once

#include <QString>

class QLabel;
class QSpinBox;
class QToolButton;

namespace warpstring::gui {

/// A flat button with a word on it, reached with Tab.
[[nodiscard]] QToolButton* wordButton(const QString& text, const QString& tip);
/// `name` is what accessibility tools call it.
[[nodiscard]] QSpinBox* numberBox(const QString& name, const QString& tip, int least, int most, int value);
/// Plain text of any length, which can be copied.
[[nodiscard]] QLabel* sentence(const QString& name);

} // namespace warpstring::gui
