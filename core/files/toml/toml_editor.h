// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to single keys of a TOML text that leave every other character as it is.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/files/toml/toml_outline.h"

namespace warpstring::files {

using TomlPath = std::vector<std::string>;

class TomlEditor {
public:
    /// Where a key stands among its siblings in the file's own order; those without a place come last.
    using Rank = std::function<int(const TomlPath&)>;

    TomlEditor(std::string text, Rank rank)
        : text_(std::move(text)), rank_(std::move(rank)), outline_(std::make_shared<TomlOutline>(text_)) {}

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const TomlOutline& outline() const { return *outline_; }
    /// The item of a key; nullptr when no key is spelled with exactly this path.
    [[nodiscard]] const TomlOutlineItem* find(const TomlPath& path) const;
    /// Whether the text has the key, or a key or table below it.
    [[nodiscard]] bool has(const TomlPath& path) const;
    [[nodiscard]] std::string_view written(const TomlOutlineItem& item) const {
        return std::string_view(text_).substr(item.value.begin, item.value.end - item.value.begin);
    }

    /// Replaces the value of a key, or inserts the key behind the sibling that comes before it in the order of
    /// the file, and the tables around it where they are missing. False, and nothing changed, where an open
    /// bracket or quote, or a value in place of a table, does not let it.
    [[nodiscard]] bool write(const TomlPath& path, const std::string& toml);
    /// Removes a key and all below it. A comment behind it stays, as a line of its own. False where there is
    /// none, or its end cannot be told.
    [[nodiscard]] bool remove(const TomlPath& path);
    /// Removes the header of a table that has neither keys nor comments.
    void removeEmptyTable(const std::string& table);

private:
    /// The path that an item's key is written relative to.
    [[nodiscard]] TomlPath containerOf(const TomlOutlineItem& item) const;
    [[nodiscard]] std::size_t predecessor(const TomlPath& path, const std::vector<std::size_t>& siblings) const;
    [[nodiscard]] bool insert(const TomlPath& path, const std::string& toml);
    void insertInline(std::size_t table, const TomlPath& path, const std::string& pair);
    void insertBelow(std::size_t header, const TomlPath& path, const std::string& pair);
    void insertTable(const TomlPath& path, const std::string& pair);
    void insertLineAt(std::size_t offset, const std::string& line);
    void removeItem(const TomlOutlineItem& item);
    void removeLine(const TomlOutlineItem& item);
    void replace(TomlSpan span, const std::string& by);
    [[nodiscard]] std::string lineBreak() const;

    std::string text_;
    Rank rank_;
    std::shared_ptr<const TomlOutline> outline_; ///< of text_; never null. Copies share it
};

} // namespace warpstring::files
