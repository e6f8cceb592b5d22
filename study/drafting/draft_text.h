// SPDX-License-Identifier: GPL-3.0-or-later
// A launch file line by line, with what is guessed marked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpstring::drafting {

struct DraftEntry {
    std::string key, toml;
    std::string guess;  ///< why it has this value; empty where it was said
    std::string option; ///< that says it: "--arg n=..."
};

struct DraftParts {
    std::string kernel, source, options;
    std::string optionsGuess; ///< why the options are what was not said, empty where nothing is guessed
    std::vector<DraftEntry> sizes, macros, arguments;
};

[[nodiscard]] std::string toText(const DraftParts& parts);
/// "n = 4096, as far as the work-items go (--arg n=...)"
[[nodiscard]] std::vector<std::string> guessesOf(const DraftParts& parts);

/// "[1024, 16]"
[[nodiscard]] std::string listToml(const std::vector<std::string>& values);

/// Names and their values: what an expression is made of.
using NamedNumbers = std::vector<std::pair<std::string, std::int64_t>>;

/// The number as a product of at most three of the names where it is one, in quotes, else as it is.
[[nodiscard]] std::string productToml(std::uint64_t number, const NamedNumbers& names);

} // namespace warpstring::drafting
