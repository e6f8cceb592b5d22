// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a command line as a shell reads them.
#pragma once

#include <string>

#include "core/text/shell_word.h"

namespace warpstring::gui {

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
