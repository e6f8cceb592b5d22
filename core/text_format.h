// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts with numbers in them.
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

} // namespace warpstring
