// SPDX-License-Identifier: GPL-3.0-or-later
// Something that was found at a place of a source, and the rule that it was found by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstring::findings {

enum class Level : std::uint8_t { Note, Warning, Error };
[[nodiscard]] std::string_view name(Level level);

struct Rule {
    std::string id;    ///< "WS101"
    std::string name;  ///< "BankConflicts"
    std::string title; ///< "Bank conflicts"
    std::string meaning;
    std::string help, helpMarkdown; ///< what to do about it
    Level level = Level::Warning;   ///< that its findings usually have
    std::vector<std::string> tags;
};

/// Lines and columns count from 1, columns in units of UTF-16; the last column is one past the last character.
struct Region {
    int line = 1, column = 1, endLine = 1, endColumn = 1;

    friend auto operator<=>(const Region&, const Region&) = default;
};

struct Finding {
    std::string rule; ///< its id
    Level level = Level::Warning;
    std::string message;
    std::string file; ///< as SourceTexts::nameOf() has it
    Region region;
    double cost = 0; ///< what goes first; of any unit that all findings share
    std::vector<std::pair<std::string, double>> numbers; ///< behind the message, for programs
};

/// Of the same rule at the same place the costliest, whose message says how many more there are; all with the
/// highest level and the highest cost first.
[[nodiscard]] std::vector<Finding> costliestFirst(std::vector<Finding> findings);

} // namespace warpstring::findings
