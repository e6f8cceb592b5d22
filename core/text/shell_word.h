// SPDX-License-Identifier: GPL-3.0-or-later
// A word of a command line as a shell reads it.
#pragma once

#include <string>

namespace warpstring {

/// The word as it is where no character of it means something to a shell, else in single quotes.
[[nodiscard]] inline std::string shellWord(const std::string& word) {
    constexpr auto plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char letter : word) {
        if (letter == '\'')
            quoted += "'\\''";
        else
            quoted += letter;
    }
    return quoted + "'";
}

} // namespace warpstring
