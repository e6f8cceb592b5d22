// SPDX-License-Identifier: GPL-3.0-or-later
// Text and numbers as they stand in an SVG file.
#pragma once

#include <string>

namespace warpstring {

/// With the characters that mean something to XML replaced, in text and in attributes.
[[nodiscard]] std::string svgEscaped(const std::string& text);

/// With at most two decimals and none that are 0.
[[nodiscard]] std::string svgNumber(double value);

} // namespace warpstring
