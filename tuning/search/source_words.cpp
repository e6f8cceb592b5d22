// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/source_words.h"

#include <algorithm>
#include <sstream>

namespace warpstring::search {

namespace {

bool startsWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continuesWord(char c) { return startsWord(c) || (c >= '0' && c <= '9'); }

void addWords(std::string_view text, std::set<std::string>& words) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (!startsWord(text[at])) {
            // A number's suffix is no word.
            const bool isNumber = text[at] >= '0' && text[at] <= '9';
            ++at;
            while (isNumber && at < text.size() && continuesWord(text[at])) ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && continuesWord(text[at])) ++at;
        words.emplace(text.substr(begin, at - begin));
    }
}

std::string withoutComments(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("//")) {
            at = std::min(text.find('\n', at), text.size() - 1);
        } else if (rest.starts_with("/*")) {
            const auto end = text.find("*/", at + 2);
            at = end == std::string_view::npos ? text.size() : end + 1;
            plain += ' ';
            continue;
        } else if (text[at] == '"') { // braces of formats are none of the program
            const auto end = text.find('"', at + 1);
            at = end == std::string_view::npos ? text.size() : end;
            continue;
        }
        if (at < text.size()) plain += text[at];
    }
    return plain;
}

/// Behind the brace that closes the one at `open`; npos where there is none.
std::size_t closingBrace(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        if (text[at] == '{') ++depth;
        if (text[at] == '}' && --depth == 0) return at + 1;
    }
    return std::string_view::npos;
}

/// The next word "kernel" or "__kernel" from `at` on.
std::size_t nextKernel(std::string_view text, std::size_t at) {
    for (at = text.find("kernel", at); at != std::string_view::npos; at = text.find("kernel", at + 1)) {
        std::size_t begin = at, end = at + 6;
        while (begin > 0 && continuesWord(text[begin - 1])) --begin;
        while (end < text.size() && continuesWord(text[end])) ++end;
        const std::string_view word = text.substr(begin, end - begin);
        if (word == "kernel" || word == "__kernel") return at;
    }
    return at;
}

} // namespace

std::set<std::string> wordsOfKernel(std::string_view text, const std::string& kernel) {
    std::string plain = withoutComments(text);
    for (std::size_t at = nextKernel(plain, 0); at != std::string::npos; at = nextKernel(plain, at + 1)) {
        const std::size_t open = plain.find('{', at);
        if (open == std::string::npos || plain.find(';', at) < open) continue; // a declaration
        const std::size_t end = closingBrace(plain, open);
        if (end == std::string::npos) return wordsOf(text);
        if (!wordsOf(std::string_view(plain).substr(at, open - at)).contains(kernel))
            plain.erase(open, end - open);
    }
    return wordsOf(plain);
}

std::set<std::string> wordsOf(std::string_view text) {
    std::set<std::string> words;
    addWords(text, words);
    return words;
}

bool isToldByWords(std::string_view text) {
    // A line that ends in a backslash may cut a word in two.
    for (const char* joins : {"include", "##", "\\\n", "\\\r",
                              "?"
                              "?/"})
        if (text.find(joins) != std::string_view::npos) return false;
    return true;
}

std::string withoutUnusedMacros(const std::string& options, const std::set<std::string>& words) {
    if (options.find_first_of("\"'\\") != std::string::npos) return options; // a blank may belong to a value
    std::vector<std::string> parts;
    std::istringstream stream(options);
    for (std::string part; stream >> part;) parts.push_back(part);
    // A definition may use another one: what stands behind any of them counts as used.
    std::set<std::string> used = words;
    for (const std::string& part : parts)
        if (const auto value = part.find('='); part.starts_with("-D") && value != std::string::npos)
            addWords(std::string_view(part).substr(value), used);
    std::string kept;
    for (const std::string& part : parts) {
        const bool isDefinition = part.starts_with("-D") && part.size() > 2;
        const std::string name = isDefinition ? part.substr(2, part.find('=') - 2) : "";
        // The compiler's own headers ask for extensions and versions.
        const bool isOfHeaders = name.starts_with('_') || name.starts_with("cl_");
        if (isDefinition && !isOfHeaders && !used.contains(name)) continue;
        kept += (kept.empty() ? "" : " ") + part;
    }
    return kept;
}

} // namespace warpstring::search
