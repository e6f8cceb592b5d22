// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/source_words.h"

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

} // namespace

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
