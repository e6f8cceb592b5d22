// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts with numbers in them, and texts in lower case.
#pragma once

#include <cstdio>
#include <string>

namespace warpstring {

/// printf's patterns, for results of up to 255 characters.
template <class... Values>
[[nodiscard]] std::string formatted(const char* pattern, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

/// A to Z alone: bytes of other letters stay as they are, in any locale.
[[nodiscard]] inline std::string lowered(std::string text) {
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

/// "between 5.1 us and 5.9 us"; empty where both read the same.
[[nodiscard]] inline std::string rangeText(const std::string& lower, const std::string& upper) {
    return lower == upper ? "" : "between " + lower + " and " + upper;
}

} // namespace warpstring
