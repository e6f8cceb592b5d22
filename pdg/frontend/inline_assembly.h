// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of inline assembly says: how many instructions it is.
#pragma once

#include <string_view>

namespace warpstring::frontend {

/// Instructions of the text: what is not empty between its ends of lines and semicolons, without comments,
/// labels, directives and braces.
[[nodiscard]] int instructionsOfAssembly(std::string_view text);

} // namespace warpstring::frontend
