// SPDX-License-Identifier: GPL-3.0-or-later
// Colour where a person looks, plain text in a pipe.
#pragma once

#include <string>
#include <string_view>

namespace warpstring::cli {

enum class Colour { None, Bold, Dim, Red, Green, Yellow, Blue, Magenta, Cyan };

/// Whether stdout (1) or stderr (2) is a terminal that wants colour: NO_COLOR and TERM=dumb are honoured.
[[nodiscard]] bool wantsColour(int fileDescriptor);
/// `text` in a colour, or as it is when `enabled` is false.
[[nodiscard]] std::string paint(std::string_view text, Colour colour, bool enabled);
/// Columns of the terminal on stdout; 100 when it is none.
[[nodiscard]] int terminalWidth();
/// Columns that UTF-8 text takes: combining marks take none.
[[nodiscard]] int displayWidth(std::string_view text);
/// `text` padded with blanks to `columns`.
[[nodiscard]] std::string padded(std::string_view text, int columns, bool right = false);

} // namespace warpstring::cli
