// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keys and values of a TOML text stand, for edits that leave every other character as it is. Reads
// what can be read of faulty text, as while somebody types; whether it is valid TOML is for parseToml to say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpstring::files {

/// A range of bytes of the text; `end` is behind the last one.
struct TomlSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct TomlOutlineItem {
    enum class Form { Header, Missing, Scalar, Text, Array, InlineTable };
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::vector<std::string> path; ///< from the root: {"execution", "clock_mhz", "value"}
    Form form = Form::Missing;
    TomlSpan statement;        ///< from the key to the end of the value; a header with its brackets
    TomlSpan value;            ///< empty for Missing (there is nothing behind the "=") and headers
    std::size_t parent = none; ///< the inline table that it stands in
    std::size_t header = none; ///< the header that it stands below
    bool complete = false;     ///< false where its end was not found: an open string, bracket or brace
};

class TomlOutline {
public:
    explicit TomlOutline(std::string_view text);

    /// In the order of the text; the items of an inline table follow it.
    [[nodiscard]] const std::vector<TomlOutlineItem>& items() const { return items_; }
    /// The first key with this path, headers not counted; `none` when there is no such key.
    [[nodiscard]] std::size_t find(const std::vector<std::string>& path) const;
    [[nodiscard]] std::size_t findHeader(const std::vector<std::string>& path) const;
    /// From the first to the last character that tells of a path: of its key, of keys and tables below it.
    /// nullptr when there is nothing.
    [[nodiscard]] const TomlSpan* extent(const std::vector<std::string>& path) const;
    /// Counts from 1.
    [[nodiscard]] int lineOf(std::size_t offset) const;
    [[nodiscard]] std::size_t lineBegin(std::size_t offset) const;
    /// Behind the line's break, or the end of the text.
    [[nodiscard]] std::size_t lineEnd(std::size_t offset) const;

private:
    struct Known {
        std::size_t key = TomlOutlineItem::none, header = TomlOutlineItem::none;
        TomlSpan extent;
    };

    [[nodiscard]] const Known* known(const std::vector<std::string>& path) const;

    std::vector<TomlOutlineItem> items_;
    std::unordered_map<std::string, Known> known_; ///< by path
    std::vector<std::size_t> lineStarts_;
    std::size_t size_ = 0;
};

} // namespace warpstring::files
