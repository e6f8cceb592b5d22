// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/toml/toml_outline.h"

#include <algorithm>
#include <optional>

#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

using Item = TomlOutlineItem;
using Form = Item::Form;

constexpr int deepest = 64;

bool isBareKey(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string joined(const std::vector<std::string>& path) {
    std::string all;
    for (const std::string& part : path) all += part + '\x1f';
    return all;
}

/// One pass over the text. What fails is left as an incomplete item, and the next line is read again, so that
/// an open bracket does not swallow what follows it.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::vector<Item> run() {
        if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
        while (at_ < text_.size()) {
            skipBlanks();
            const std::size_t begin = at_;
            depth_ = 0;
            if (peek() == '[')
                scanHeader();
            else if (!atLineEnd() && peek() != '#' && !scanPair(below_, Item::none))
                at_ = begin;
            at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
        }
        return std::move(items_);
    }

private:
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    [[nodiscard]] bool atLineEnd() const {
        return at_ >= text_.size() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n";
    }
    void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') ++at_;
    }
    /// Blanks, line breaks and comments: what may stand between the items of an array.
    void skipToItem() {
        while (at_ < text_.size()) {
            if (peek() == '#')
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
                ++at_;
            else
                return;
        }
    }

    void scanHeader() {
        const std::size_t begin = at_;
        const bool list = text_.substr(at_, 2) == "[[";
        at_ += list ? 2 : 1;
        below_ = scanKey().value_or(std::vector<std::string>{""});
        skipBlanks();
        const std::string_view close = list ? "]]" : "]";
        const bool complete = text_.substr(at_, close.size()) == close;
        if (complete) at_ += close.size();
        header_ = items_.size();
        items_.push_back({below_, Form::Header, {begin, at_}, {at_, at_}, Item::none, Item::none, complete});
    }

    std::optional<std::vector<std::string>> scanKey() {
        std::vector<std::string> path;
        while (true) {
            skipBlanks();
            const std::size_t begin = at_;
            if (peek() == '"' || peek() == '\'') {
                if (!scanString()) return std::nullopt;
                path.push_back(unquoteToml(text_.substr(begin, at_ - begin)));
            } else {
                while (isBareKey(peek())) ++at_;
                if (at_ == begin) return std::nullopt;
                path.emplace_back(text_.substr(begin, at_ - begin));
            }
            const std::size_t end = at_;
            skipBlanks();
            if (peek() != '.') {
                at_ = end;
                return path;
            }
            ++at_;
        }
    }

    bool scanPair(const std::vector<std::string>& prefix, std::size_t parent) {
        const std::size_t begin = at_;
        const auto key = scanKey();
        if (!key) return false;
        Item item{prefix, Form::Missing, {begin, at_}, {at_, at_}, parent, header_, false};
        item.path.insert(item.path.end(), key->begin(), key->end());
        const std::size_t index = items_.size();
        items_.push_back(item);
        skipBlanks();
        if (peek() != '=') return false;
        ++at_;
        skipBlanks();
        const std::size_t value = at_;
        Form form = Form::Missing;
        const bool complete = scanValue(index, form);
        items_[index].form = form;
        items_[index].value = {value, at_};
        items_[index].statement.end = at_;
        items_[index].complete = complete;
        return complete;
    }

    bool scanValue(std::size_t index, Form& form) {
        const char c = peek();
        if (c == '"' || c == '\'') {
            form = Form::Text;
            return scanString();
        }
        if (c == '[') {
            form = Form::Array;
            return scanArray();
        }
        if (c == '{') {
            form = Form::InlineTable;
            return scanInlineTable(index);
        }
        const std::size_t begin = at_;
        while (!atLineEnd() && std::string_view(",]}# \t").find(peek()) == std::string_view::npos) ++at_;
        form = at_ == begin ? Form::Missing : Form::Scalar;
        return true;
    }

    bool scanString() {
        const char quote = peek();
        const std::string three(3, quote);
        const bool multiline = text_.substr(at_, 3) == three;
        at_ += multiline ? 3 : 1;
        for (; at_ < text_.size(); ++at_) {
            if (!multiline && atLineEnd()) return false;
            if (quote == '"' && peek() == '\\') {
                ++at_;
                if (!multiline && atLineEnd()) return false;
            } else if (multiline ? text_.substr(at_, 3) == three : peek() == quote) {
                at_ += multiline ? 3 : 1;
                // Up to two quotes may stand right before the closing ones.
                for (int more = 0; multiline && more < 2 && peek() == quote; ++more) ++at_;
                return true;
            }
        }
        at_ = text_.size(); // a backslash may have led beyond it
        return false;
    }

    bool scanArray() {
        if (++depth_ > deepest) return false;
        ++at_;
        while (true) {
            skipToItem();
            if (peek() == ']') {
                ++at_;
                --depth_;
                return true;
            }
            // Keys of tables in arrays have no path of their own.
            const std::size_t before = items_.size();
            Form form = Form::Missing;
            items_.push_back({});
            const bool complete = scanValue(before, form);
            items_.resize(before);
            if (!complete || form == Form::Missing) return false;
            skipToItem();
            if (peek() == ',')
                ++at_;
            else if (peek() != ']')
                return false;
        }
    }

    bool scanInlineTable(std::size_t index) {
        if (++depth_ > deepest) return false;
        ++at_;
        const std::vector<std::string> path = items_[index].path;
        while (true) {
            skipBlanks();
            if (peek() == '}') {
                ++at_;
                --depth_;
                return true;
            }
            if (atLineEnd() || !scanPair(path, index)) return false;
            skipBlanks();
            if (peek() == ',')
                ++at_;
            else if (peek() != '}')
                return false;
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<std::string> below_;
    std::size_t header_ = Item::none;
    std::vector<Item> items_;
};

} // namespace

TomlOutline::TomlOutline(std::string_view text) : items_(Scanner(text).run()), size_(text.size()) {
    known_.reserve(items_.size() * 2);
    std::string path;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const Item& item = items_[i];
        path.clear();
        for (std::size_t part = 0; part < item.path.size(); ++part) {
            path += item.path[part] + '\x1f';
            Known& known =
                known_.try_emplace(path, Known{Item::none, Item::none, item.statement}).first->second;
            known.extent.end = std::max(known.extent.end, item.statement.end);
            std::size_t& index = item.form == Form::Header ? known.header : known.key;
            if (part + 1 == item.path.size() && index == Item::none) index = i;
        }
    }
    lineStarts_.push_back(0);
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        lineStarts_.push_back(at + 1);
}

const TomlOutline::Known* TomlOutline::known(const std::vector<std::string>& path) const {
    const auto found = known_.find(joined(path));
    return found == known_.end() ? nullptr : &found->second;
}

std::size_t TomlOutline::find(const std::vector<std::string>& path) const {
    const Known* found = known(path);
    return found == nullptr ? Item::none : found->key;
}

std::size_t TomlOutline::findHeader(const std::vector<std::string>& path) const {
    const Known* found = known(path);
    return found == nullptr ? Item::none : found->header;
}

const TomlSpan* TomlOutline::extent(const std::vector<std::string>& path) const {
    const Known* found = known(path);
    return found == nullptr ? nullptr : &found->extent;
}

int TomlOutline::lineOf(std::size_t offset) const {
    return static_cast<int>(std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset) -
                            lineStarts_.begin());
}

std::size_t TomlOutline::lineBegin(std::size_t offset) const {
    return lineStarts_[static_cast<std::size_t>(lineOf(offset)) - 1];
}

std::size_t TomlOutline::lineEnd(std::size_t offset) const {
    const auto line = static_cast<std::size_t>(lineOf(offset));
    return line < lineStarts_.size() ? lineStarts_[line] : size_;
}

} // namespace warpstring::files
