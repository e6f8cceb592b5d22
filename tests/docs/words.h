// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstring::test {

[[nodiscard]] inline std::vector<std::string> split(const std::string& text, std::string_view separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (auto at = text.find(separator); at != std::string::npos; at = text.find(separator, begin)) {
        parts.push_back(text.substr(begin, at - begin));
        begin = at + separator.size();
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// The words of a text, without spaces and ends of lines.
[[nodiscard]] inline std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> found;
    std::string word;
    for (const char c : text + " ")
        if (c != ' ' && c != '\n') {
            word += c;
        } else if (!word.empty()) {
            found.push_back(word);
            word.clear();
        }
    return found;
}

} // namespace warpstring::test
