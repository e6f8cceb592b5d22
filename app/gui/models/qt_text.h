// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the libraries, which are UTF-8, as Qt has them.
#pragma once

#include <QString>
#include <string>

namespace warpstring::gui {

[[nodiscard]] inline QString toQString(const std::string& text) { return QString::fromStdString(text); }

} // namespace warpstring::gui
