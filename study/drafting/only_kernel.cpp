// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/only_kernel.h"

#include <cctype>

namespace warpstring::drafting {

namespace {

bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Of the next word or other character at `at` or behind it, which it moves behind.
std::string nextToken(const std::string& text, std::size_t& at) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
    const std::size_t first = at;
    if (at < text.size() && !isOfWord(text[at])) return std::string(1, text[at++]);
    while (at < text.size() && isOfWord(text[at])) ++at;
    return text.substr(first, at - first);
}

} // namespace

std::optional<std::string> onlyKernelIn(const std::string& text) {
    std::optional<std::size_t> behind;
    bool isDirective = false, startsLine = true;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '\n') {
            isDirective = isDirective && at > 0 && text[at - 1] == '\\';
            startsLine = true;
        } else if (c == '#' && startsLine) {
            isDirective = true;
        }
        if (!isOfWord(c)) {
            startsLine = startsLine && std::isspace(static_cast<unsigned char>(c)) != 0;
            ++at;
            continue;
        }
        startsLine = false;
        const std::string word = nextToken(text, at);
        if (isDirective && word == "include") return std::nullopt;
        if (word != "__kernel" && word != "kernel") continue;
        if (behind || isDirective) return std::nullopt;
        behind = at;
    }
    if (!behind) return std::nullopt;
    // Attributes may stand between it and the name, which stands before a bracket and behind "void".
    for (std::string word = nextToken(text, *behind); !word.empty(); word = nextToken(text, *behind)) {
        if (word != "void") continue;
        const std::string name = nextToken(text, *behind);
        const std::string bracket = nextToken(text, *behind);
        if (name.empty() || !isOfWord(name[0]) || bracket != "(") return std::nullopt;
        return name;
    }
    return std::nullopt;
}

} // namespace warpstring::drafting
