// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of inline assembly says: how many instructions it is, and whether that is all it takes.
#pragma once

#include <string_view>

namespace warpstring::frontend {

/// Instructions of the text: what is not empty between its ends of lines and semicolons, without comments,
/// labels, directives and braces.
[[nodiscard]] int instructionsOfAssembly(std::string_view text);

/// Whether each of them is one of PTX on registers that takes no more than an integer addition does. Accesses
/// to memory, jumps, barriers, reads of special registers, operations of 64 bits and those of slower units are
/// none, and neither is what is not PTX.
[[nodiscard]] bool isCountedByAdditions(std::string_view text);

} // namespace warpstring::frontend
