// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/toml/toml_editor.h"

#include <algorithm>

#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

using Item = TomlOutlineItem;
using Form = Item::Form;

bool startsWith(const TomlPath& path, const TomlPath& prefix) {
    return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

TomlPath parentOf(TomlPath path) {
    path.pop_back();
    return path;
}

std::string keyText(const std::string& key) {
    const bool bare =
        !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_-") == std::string::npos;
    return bare ? key : quoteToml(key);
}

/// "clock_mhz.value = 1" for what a path adds to that of its container.
std::string pairText(const TomlPath& path, const TomlPath& container, const std::string& toml) {
    std::string key;
    for (std::size_t i = container.size(); i < path.size(); ++i)
        key += (key.empty() ? "" : ".") + keyText(path[i]);
    return key + " = " + toml;
}

} // namespace

const Item* TomlEditor::find(const TomlPath& path) const {
    const std::size_t found = outline_->find(path);
    return found == Item::none ? nullptr : &outline_->items()[found];
}

bool TomlEditor::has(const TomlPath& path) const { return outline_->extent(path) != nullptr; }

bool TomlEditor::write(const TomlPath& path, const std::string& toml) {
    if (const Item* item = find(path)) {
        if (!item->complete) return false;
        replace(item->value, toml);
        return true;
    }
    return insert(path, toml);
}

TomlPath TomlEditor::containerOf(const Item& item) const {
    if (item.parent != Item::none) return outline_->items()[item.parent].path;
    return item.header != Item::none ? outline_->items()[item.header].path : TomlPath{};
}

bool TomlEditor::insert(const TomlPath& path, const std::string& toml) {
    const auto& items = outline_->items();
    const TomlPath parent = parentOf(path);
    if (const std::size_t table = outline_->find(parent); table != Item::none) {
        if (items[table].form != Form::InlineTable || !items[table].complete) return false;
        insertInline(table, path, pairText(path, parent, toml));
        return true;
    }
    const std::size_t header = outline_->findHeader(parent);
    if (parent.empty() || header != Item::none) {
        insertBelow(header, path, pairText(path, parent, toml));
        return true;
    }
    // Siblings with dotted keys: "clock_mhz.value = 1" gets a "clock_mhz.unit" beside it.
    for (const Item& item : items) {
        if (item.form == Form::Header || !startsWith(item.path, parent)) continue;
        const TomlPath container = containerOf(item);
        if (container.size() >= parent.size()) continue;
        const std::string pair = pairText(path, container, toml);
        if (item.parent == Item::none)
            insertBelow(item.header, path, pair);
        else if (items[item.parent].complete)
            insertInline(item.parent, path, pair);
        else
            return false;
        return true;
    }
    if (parent.size() > 1) return insert(parent, "{ " + pairText(path, parent, toml) + " }");
    insertTable(path, pairText(path, parent, toml));
    return true;
}

std::size_t TomlEditor::predecessor(const TomlPath& path, const std::vector<std::size_t>& siblings) const {
    const std::size_t level = path.size();
    std::size_t best = Item::none;
    int bestRank = -1;
    for (const std::size_t index : siblings) {
        const Item& item = outline_->items()[index];
        if (item.path.size() < level) continue;
        const int rank =
            rank_(TomlPath(item.path.begin(), item.path.begin() + static_cast<std::ptrdiff_t>(level)));
        if (rank > rank_(path) || rank < bestRank) continue;
        best = index;
        bestRank = rank;
    }
    return best;
}

void TomlEditor::insertInline(std::size_t table, const TomlPath& path, const std::string& pair) {
    const auto& items = outline_->items();
    std::vector<std::size_t> siblings;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].parent == table) siblings.push_back(i);
    if (siblings.empty())
        return replace({items[table].value.begin + 1, items[table].value.end - 1}, " " + pair + " ");
    if (const std::size_t before = predecessor(path, siblings); before != Item::none) {
        const std::size_t end = items[before].statement.end;
        return replace({end, end}, ", " + pair);
    }
    const std::size_t begin = items[siblings.front()].statement.begin;
    replace({begin, begin}, pair + ", ");
}

void TomlEditor::insertBelow(std::size_t header, const TomlPath& path, const std::string& pair) {
    const auto& items = outline_->items();
    std::vector<std::size_t> siblings;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].form != Form::Header && items[i].parent == Item::none && items[i].header == header &&
            startsWith(items[i].path, parentOf(path)))
            siblings.push_back(i);
    const std::size_t before = predecessor(path, siblings);
    std::string indent;
    if (!siblings.empty()) {
        const Item& sibling = items[before != Item::none ? before : siblings.front()];
        const std::size_t begin = outline_->lineBegin(sibling.statement.begin);
        indent = text_.substr(begin, sibling.statement.begin - begin);
        if (indent.find_first_not_of(" \t") != std::string::npos) indent.clear();
    }
    std::size_t offset = 0;
    if (before != Item::none)
        offset = outline_->lineEnd(items[before].statement.end);
    else if (header != Item::none)
        offset = outline_->lineEnd(items[header].statement.end);
    else if (!items.empty()) // keys of the root come before every header
        offset = outline_->lineBegin(items.front().statement.begin);
    else
        offset = text_.size();
    insertLineAt(offset, indent + pair);
}

void TomlEditor::insertTable(const TomlPath& path, const std::string& pair) {
    const auto& items = outline_->items();
    const TomlPath table{path.front()};
    std::size_t offset = 0;
    int bestRank = -1;
    bool found = false;
    for (const Item& item : items) {
        if (item.parent != Item::none || item.path.empty()) continue;
        const bool root = item.form != Form::Header && item.header == Item::none;
        const int rank = rank_({item.path.front()});
        if (!root && (rank > rank_(table) || rank < bestRank)) continue;
        // Keys of the root have to stay above every header.
        offset = std::max(root ? offset : 0, outline_->lineEnd(item.statement.end));
        bestRank = std::max(bestRank, root ? -1 : rank);
        found = true;
    }
    if (!found && !items.empty()) offset = outline_->lineBegin(items.front().statement.begin);
    if (items.empty()) offset = text_.size();
    const bool first = offset == 0;
    insertLineAt(offset, (first ? "" : lineBreak()) + "[" + keyText(path.front()) + "]" + lineBreak() + pair +
                             (found || items.empty() ? "" : lineBreak()));
}

void TomlEditor::insertLineAt(std::size_t offset, const std::string& line) {
    const bool openEnd = offset == text_.size() && !text_.empty() && text_.back() != '\n';
    replace({offset, offset}, openEnd ? lineBreak() + line : line + lineBreak());
}

bool TomlEditor::remove(const TomlPath& path) {
    bool removed = false;
    while (true) {
        const auto& items = outline_->items();
        const auto found = std::find_if(items.begin(), items.end(),
                                        [&](const Item& item) { return startsWith(item.path, path); });
        if (found == items.end()) return removed;
        if (!found->complete) return false;
        const Item item = *found;
        removeItem(item);
        removed = true;
    }
}

void TomlEditor::removeItem(const Item& item) {
    if (item.parent == Item::none) return removeLine(item);
    const Item *before = nullptr, *after = nullptr;
    for (const Item& sibling : outline_->items()) {
        if (sibling.parent != item.parent) continue;
        if (sibling.statement.end <= item.statement.begin) before = &sibling;
        if (sibling.statement.begin >= item.statement.end && after == nullptr) after = &sibling;
    }
    if (after != nullptr)
        replace({item.statement.begin, after->statement.begin}, "");
    else if (before != nullptr)
        replace({before->statement.end, item.statement.end}, "");
    else
        replace(item.statement, "");
}

void TomlEditor::removeLine(const Item& item) {
    const std::size_t comment = text_.find_first_not_of(" \t", item.statement.end);
    if (comment != std::string::npos && text_[comment] == '#')
        return replace({item.statement.begin, comment}, "");
    TomlSpan lines{outline_->lineBegin(item.statement.begin), outline_->lineEnd(item.statement.end)};
    if (lines.end == text_.size() && !text_.ends_with('\n') && lines.begin > 0) {
        --lines.begin; // the last line has no break of its own: take that before it
        if (lines.begin > 0 && text_[lines.begin - 1] == '\r') --lines.begin;
    }
    replace(lines, "");
}

void TomlEditor::removeEmptyTable(const std::string& table) {
    const std::size_t header = outline_->findHeader({table});
    if (header == Item::none) return;
    const auto& items = outline_->items();
    if (std::any_of(items.begin(), items.end(), [&](const Item& item) { return item.header == header; }))
        return;
    const std::size_t begin = outline_->lineBegin(items[header].statement.begin);
    TomlSpan lines{begin, outline_->lineEnd(items[header].statement.end)};
    const auto isBlank = [&](std::size_t from, std::size_t to) {
        return text_.substr(from, to - from).find_first_not_of(" \t\r\n") == std::string::npos;
    };
    const std::size_t next =
        header + 1 < items.size() ? outline_->lineBegin(items[header + 1].statement.begin) : text_.size();
    // A comment behind the header or on the next line tells of the table.
    if (!isBlank(items[header].statement.end, lines.end)) return;
    if (lines.end != next && !isBlank(lines.end, outline_->lineEnd(lines.end))) return;
    if (begin > 0) { // and the empty line above it
        const std::size_t above = outline_->lineBegin(begin - 1);
        if (isBlank(above, begin)) lines.begin = above;
    }
    replace(lines, "");
}

void TomlEditor::replace(TomlSpan span, const std::string& by) {
    text_.replace(span.begin, span.end - span.begin, by);
    outline_ = std::make_shared<TomlOutline>(text_);
}

std::string TomlEditor::lineBreak() const {
    const std::size_t first = text_.find('\n');
    return first != std::string::npos && first > 0 && text_[first - 1] == '\r' ? "\r\n" : "\n";
}

} // namespace warpstring::files
