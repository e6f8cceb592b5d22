// SPDX-License-Identifier: GPL-3.0-or-later
// A hardware spec file as text, whose values are replaced while comments and order stay.
#pragma once

#include <string>
#include <vector>

namespace warpstring::calibration {

class SpecText {
public:
    explicit SpecText(const std::string& text);

    /// Replaces what stands right of `key` in `[table]`, or adds it at the table's end, the table at the file's
    /// end. `table` empty: the keys before the first table. A comment behind the old value stays.
    void set(const std::string& table, const std::string& key, const std::string& value);
    [[nodiscard]] bool has(const std::string& table, const std::string& key) const;
    [[nodiscard]] std::string text() const;

private:
    /// The lines of a table: from behind its header to the next header. False where there is no such table.
    [[nodiscard]] bool tableLines(const std::string& table, std::size_t& first, std::size_t& end) const;
    [[nodiscard]] std::size_t lineOf(const std::string& table, const std::string& key) const; ///< npos: none

    std::vector<std::string> lines_;
};

/// A TOML string with its quotes.
[[nodiscard]] std::string tomlString(const std::string& text);
/// At most five significant digits.
[[nodiscard]] std::string tomlNumber(double value);

} // namespace warpstring::calibration
