// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values as a file has them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstring {

/// The cells of one line, without a carriage return at its end. A cell in quotes may have commas; two quotes in
/// it are one. What a quote that is not closed begins reaches to the end of the line.
[[nodiscard]] std::vector<std::string> csvCells(std::string_view line);

} // namespace warpstring
