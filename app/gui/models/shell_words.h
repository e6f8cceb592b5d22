// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a command line as a shell reads them.
#pragma once

#include <string>

namespace warpstring::gui {

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

/// Adds " OPTION WORD" to a command line; without an option, " WORD".
inline void addWord(std::string& line, const char* option, const std::string& word) {
    line += ' ';
    if (*option != 0) {
        line += option;
        line += ' ';
    }
    line += shellWord(word);
}

} // namespace warpstring::gui
