// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/draft_text.h"

#include <algorithm>

#include "core/files/toml/toml_string.h"

namespace warpstring::drafting {

namespace {

/// A product of smaller numbers is a coincidence more often than not.
constexpr std::int64_t leastFactor = 8;
constexpr std::size_t widestColumn = 44; ///< behind which comments are put one below the other

void appendEntries(std::string& text, const std::vector<DraftEntry>& entries) {
    std::size_t width = 0;
    for (const DraftEntry& entry : entries)
        if (const auto own = entry.key.size() + 3 + entry.toml.size();
            !entry.guess.empty() && own <= widestColumn)
            width = std::max(width, own);
    for (const DraftEntry& entry : entries) {
        std::string line = entry.key + " = " + entry.toml;
        if (!entry.guess.empty()) {
            line.resize(std::max(line.size(), width), ' ');
            line += "  # guessed: " + entry.guess;
        }
        text += line + '\n';
    }
}

void appendGuesses(std::vector<std::string>& guesses, const std::vector<DraftEntry>& entries) {
    for (const DraftEntry& entry : entries)
        if (!entry.guess.empty())
            guesses.push_back("guessed: " + entry.key + " = " + entry.toml + ", " + entry.guess + " (" +
                              entry.option + ")");
}

} // namespace

std::string toText(const DraftParts& parts) {
    std::string text = "schema = \"warpstring.launch/1\"\nkernel = " + files::quoteToml(parts.kernel) +
                       "\nsource = " + files::quoteToml(parts.source) + "\n";
    if (!parts.options.empty())
        appendEntries(text, {{"options", files::quoteToml(parts.options), parts.optionsGuess, ""}});
    appendEntries(text, parts.sizes);
    if (!parts.macros.empty()) text += "\n[macros]\n";
    appendEntries(text, parts.macros);
    if (!parts.arguments.empty()) text += "\n[args]\n";
    appendEntries(text, parts.arguments);
    return text;
}

std::vector<std::string> guessesOf(const DraftParts& parts) {
    std::vector<std::string> guesses;
    appendGuesses(guesses,
                  {{"options", files::quoteToml(parts.options), parts.optionsGuess, "-O -cl-std=..."}});
    appendGuesses(guesses, parts.sizes);
    appendGuesses(guesses, parts.macros);
    appendGuesses(guesses, parts.arguments);
    return guesses;
}

std::string listToml(const std::vector<std::string>& values) {
    std::string text = "[";
    for (const auto& value : values) text += (text.size() > 1 ? ", " : "") + value;
    return text + "]";
}

std::string productToml(std::uint64_t number, const NamedNumbers& names) {
    std::vector<std::pair<std::string, std::uint64_t>> factors;
    for (const auto& [name, value] : names)
        if (value >= leastFactor) factors.emplace_back(name, static_cast<std::uint64_t>(value));
    for (std::size_t i = 0; i < factors.size(); ++i)
        if (factors[i].second == number) return files::quoteToml(factors[i].first);
    // Two names before one twice.
    for (const std::size_t apart : {1, 0})
        for (std::size_t i = 0; i < factors.size(); ++i)
            for (std::size_t j = i + apart; j < factors.size(); ++j) {
                const auto& [a, first] = factors[i];
                const auto& [b, second] = factors[j];
                if (number % first == 0 && number / first == second) return files::quoteToml(a + " * " + b);
            }
    for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t j = i; j < factors.size(); ++j)
            for (std::size_t k = j; k < factors.size(); ++k) {
                if (number % factors[i].second != 0) continue;
                const std::uint64_t rest = number / factors[i].second;
                if (rest % factors[j].second != 0 || rest / factors[j].second != factors[k].second) continue;
                return files::quoteToml(factors[i].first + " * " + factors[j].first + " * " + factors[k].first);
            }
    return std::to_string(number);
}

} // namespace warpstring::drafting
