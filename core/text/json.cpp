// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace warpstring {

namespace {

constexpr int mostLevels = 100;

void writeText(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\n': out += "\\n"; break;
        case '\t': out += "\\t"; break;
        case '\r': out += "\\r"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20) {
                out += c;
            } else {
                constexpr const char* digits = "0123456789abcdef";
                out += "\\u00";
                out += digits[static_cast<unsigned char>(c) >> 4U];
                out += digits[static_cast<unsigned char>(c) & 15U];
            }
        }
    }
    out += '"';
}

template <class T>
void writeNumber(std::string& out, T value) {
    char buffer[40];
    out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

bool isPlain(const Json& value) { return value.items().empty() && value.members().empty(); }

/// Appends values to a text.
class Writer {
public:
    explicit Writer(bool pretty) : pretty_(pretty) {}

    void write(const Json& value) {
        value.visit([this](const auto& content) { writeContent(content); });
    }

    std::string text;

private:
    void writeContent(std::nullptr_t) { text += "null"; }
    void writeContent(bool value) { text += value ? "true" : "false"; }
    void writeContent(std::int64_t value) { writeNumber(text, value); }
    void writeContent(double value) {
        if (!std::isfinite(value)) {
            text += "null";
            return;
        }
        const std::size_t start = text.size();
        writeNumber(text, value);
        // A whole number stays a floating one when it is read back.
        if (text.find_first_of(".e", start) == std::string::npos) text += ".0";
    }
    void writeContent(const std::string& value) { writeText(text, value); }
    void writeContent(const Json::Array& items) {
        writeList(items, '[', ']', pretty_ && !items.empty() && !isPlain(items.front()),
                  [this](const Json& item) { write(item); });
    }
    void writeContent(const Json::Object& members) {
        writeList(members, '{', '}', pretty_, [this](const Json::Member& member) {
            writeText(text, member.first);
            text += pretty_ ? ": " : ":";
            write(member.second);
        });
    }

    template <class Items, class WriteItem>
    void writeList(const Items& items, char open, char close, bool lines, WriteItem writeItem) {
        text += open;
        ++level_;
        bool first = true;
        for (const auto& item : items) {
            if (!first) text += ',';
            if (lines && pretty_)
                startLine();
            else if (!first && pretty_)
                text += ' ';
            first = false;
            writeItem(item);
        }
        --level_;
        if (lines && !items.empty()) startLine();
        text += close;
    }

    void startLine() {
        text += '\n';
        text.append(2 * level_, ' ');
    }

    bool pretty_;
    std::size_t level_ = 0;
};

std::string written(const Json& value, bool pretty) {
    Writer writer(pretty);
    writer.write(value);
    return std::move(writer.text);
}

class Parser {
public:
    Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    Result<Json> run() {
        Json value = parse(0);
        skipBlanks();
        if (message_.empty() && at_ < text_.size()) fail("something follows the value");
        if (message_.empty()) return value;
        SourceLocation place{file_, 1, 1};
        for (const char c : text_.substr(0, std::min(failedAt_, text_.size()))) {
            place.line += c == '\n' ? 1 : 0;
            place.column = c == '\n' ? 1 : place.column + 1;
        }
        return Diagnostic{"json.syntax", Severity::Error, place, "not JSON: " + message_,
                          "the file may have been cut short or edited by hand"};
    }

private:
    Json fail(const std::string& message) {
        if (message_.empty()) {
            message_ = message;
            failedAt_ = at_;
        }
        at_ = text_.size();
        return {};
    }

    void skipBlanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
            ++at_;
    }

    bool take(char c) {
        skipBlanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    bool takeWord(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    Json parse(int level) {
        if (level > mostLevels) return fail("nested too deeply");
        skipBlanks();
        if (at_ >= text_.size()) return fail("the text ends early");
        switch (text_[at_]) {
        case '{': return parseObject(level);
        case '[': return parseArray(level);
        case '"': return parseText();
        case 't': return takeWord("true") ? Json(true) : fail("expected true");
        case 'f': return takeWord("false") ? Json(false) : fail("expected false");
        case 'n': return takeWord("null") ? Json() : fail("expected null");
        default: return parseNumber();
        }
    }

    Json parseObject(int level) {
        Json::Object members;
        ++at_;
        if (take('}')) return members;
        do {
            skipBlanks();
            if (at_ >= text_.size() || text_[at_] != '"') return fail("expected a member's name");
            std::string key = parseText().text();
            if (!take(':')) return fail("expected ':'");
            members.emplace_back(std::move(key), parse(level + 1));
        } while (message_.empty() && take(','));
        if (!take('}')) return fail("expected ',' or '}'");
        return members;
    }

    Json parseArray(int level) {
        Json::Array items;
        ++at_;
        if (take(']')) return items;
        do items.push_back(parse(level + 1));
        while (message_.empty() && take(','));
        if (!take(']')) return fail("expected ',' or ']'");
        return items;
    }

    Json parseNumber() {
        const std::size_t start = at_;
        const auto digits = [&] {
            const std::size_t first = at_;
            while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
            return at_ - first;
        };
        if (at_ < text_.size() && text_[at_] == '-') ++at_;
        const std::size_t firstDigit = at_;
        const std::size_t whole = digits();
        if (whole == 0 || (whole > 1 && text_[firstDigit] == '0')) {
            at_ = start;
            return fail("expected a value");
        }
        bool integral = true;
        if (at_ < text_.size() && text_[at_] == '.') {
            integral = false;
            ++at_;
            if (digits() == 0) return fail("expected digits");
        }
        if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
            integral = false;
            ++at_;
            if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
            if (digits() == 0) return fail("expected digits");
        }
        const char* from = text_.data() + start;
        const char* to = text_.data() + at_;
        std::int64_t integer = 0;
        if (integral && std::from_chars(from, to, integer).ec == std::errc()) return integer;
        double number = 0;
        if (std::from_chars(from, to, number).ec != std::errc()) return fail("a number out of range");
        return number;
    }

    Json parseText() {
        std::string text;
        for (++at_; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '"') {
                ++at_;
                return text;
            }
            if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string");
            if (c != '\\') {
                text += c;
            } else if (++at_ < text_.size() && !parseEscape(text)) {
                return fail("an unknown escape");
            }
        }
        return fail("a string without end");
    }

    bool parseEscape(std::string& text) {
        constexpr std::string_view escapes = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (const auto which = escapes.find(text_[at_]); which != std::string_view::npos) {
            text += meanings[which];
            return true;
        }
        std::uint32_t code = 0;
        if (!parseCodeUnit(code)) return false;
        if (code >= 0xd800 && code < 0xdc00) {
            std::uint32_t low = 0;
            at_ += 2;
            if (at_ >= text_.size() || text_[at_ - 1] != '\\' || !parseCodeUnit(low)) return false;
            if (low < 0xdc00 || low > 0xdfff) return false;
            code = 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00);
        } else if (code >= 0xdc00 && code < 0xe000) {
            return false; // the second half of a pair without its first: no character, and none in UTF-8
        }
        const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
        if (code < 0x80) {
            put(code);
        } else if (code < 0x800) {
            put(0xc0 | code >> 6U);
            put(0x80 | (code & 63U));
        } else {
            if (code < 0x10000) {
                put(0xe0 | code >> 12U);
            } else {
                put(0xf0 | code >> 18U);
                put(0x80 | (code >> 12U & 63U));
            }
            put(0x80 | (code >> 6U & 63U));
            put(0x80 | (code & 63U));
        }
        return true;
    }

    /// "u" and four digits; leaves at_ on the last.
    bool parseCodeUnit(std::uint32_t& code) {
        if (at_ + 4 >= text_.size() || text_[at_] != 'u') return false;
        const char* from = text_.data() + at_ + 1;
        const auto [end, error] = std::from_chars(from, from + 4, code, 16);
        at_ += 4;
        return error == std::errc() && end == from + 4;
    }

    std::string_view text_;
    const std::string& file_;
    std::size_t at_ = 0;
    std::size_t failedAt_ = 0;
    std::string message_;
};

} // namespace

bool Json::isNumber() const {
    return std::holds_alternative<std::int64_t>(content_) || std::holds_alternative<double>(content_);
}

bool Json::boolean(bool otherwise) const {
    const auto* value = std::get_if<bool>(&content_);
    return value != nullptr ? *value : otherwise;
}

std::int64_t Json::integer(std::int64_t otherwise) const {
    if (const auto* value = std::get_if<std::int64_t>(&content_)) return *value;
    if (const auto* value = std::get_if<double>(&content_))
        if (std::abs(*value) < 9e18) return static_cast<std::int64_t>(*value);
    return otherwise;
}

std::uint64_t Json::size(std::uint64_t otherwise) const {
    const std::int64_t value = integer(-1);
    return value < 0 ? otherwise : static_cast<std::uint64_t>(value);
}

double Json::number(double otherwise) const {
    if (const auto* value = std::get_if<std::int64_t>(&content_)) return static_cast<double>(*value);
    if (const auto* value = std::get_if<double>(&content_)) return *value;
    return otherwise;
}

const std::string& Json::text() const {
    static const std::string none;
    const auto* value = std::get_if<std::string>(&content_);
    return value != nullptr ? *value : none;
}

const Json::Array& Json::items() const {
    static const Array none;
    const auto* value = std::get_if<Array>(&content_);
    return value != nullptr ? *value : none;
}

const Json::Object& Json::members() const {
    static const Object none;
    const auto* value = std::get_if<Object>(&content_);
    return value != nullptr ? *value : none;
}

const Json& Json::operator[](std::string_view key) const {
    static const Json none;
    for (const Member& member : members())
        if (member.first == key) return member.second;
    return none;
}

void Json::set(std::string key, Json value) {
    if (!isObject()) content_ = Object();
    auto& object = std::get<Object>(content_);
    for (Member& member : object)
        if (member.first == key) {
            member.second = std::move(value);
            return;
        }
    object.emplace_back(std::move(key), std::move(value));
}

std::string Json::compact() const { return written(*this, false); }
std::string Json::pretty() const { return written(*this, true) + "\n"; }

Result<Json> parseJson(std::string_view text, const std::string& file) { return Parser(text, file).run(); }

} // namespace warpstring
