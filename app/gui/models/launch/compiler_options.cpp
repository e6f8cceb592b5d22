// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/compiler_options.h"

#include <cctype>

namespace warpstring::gui {

namespace {

struct Word {
    std::string written, meant; ///< with and without quotes
};

/// Apart at blanks that are in no quotes.
std::vector<Word> wordsOf(const std::string& text) {
    std::vector<Word> words;
    Word word;
    char quote = 0;
    const auto end = [&] {
        if (!word.written.empty()) words.push_back(word);
        word = {};
    };
    for (const char c : text) {
        const bool isQuote = quote != 0 ? c == quote : c == '"' || c == '\'';
        if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
            end();
            continue;
        }
        if (isQuote) quote = quote != 0 ? '\0' : c;
        word.written += c;
        if (!isQuote) word.meant += c;
    }
    end();
    return words;
}

} // namespace

CompilerOptions splitOptions(const std::string& options) {
    CompilerOptions split;
    const auto words = wordsOf(options);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i].meant;
        if (word == "-I" && i + 1 < words.size())
            split.includes.push_back(words[++i].meant);
        else if (word.size() > 2 && word.starts_with("-I"))
            split.includes.push_back(word.substr(2));
        else
            split.others += (split.others.empty() ? "" : " ") + words[i].written;
    }
    return split;
}

std::string joinOptions(const CompilerOptions& options) {
    std::string text = options.others;
    for (const auto& folder : options.includes) {
        const bool isQuoted = folder.find_first_of(" \t") != std::string::npos;
        text += text.empty() ? "-I " : " -I ";
        text += isQuoted ? "'" + folder + "'" : folder;
    }
    return text;
}

} // namespace warpstring::gui
