// SPDX-License-Identifier: GPL-3.0-or-later
// The style of the HTML report.
#pragma once

#include <string>

namespace warpstring::gui {

/// Charts are drawn once, in the light theme's colours: where the reader's system is dark, rules put the dark
/// theme's in their places.
[[nodiscard]] std::string htmlStyle();

} // namespace warpstring::gui
