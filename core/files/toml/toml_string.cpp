// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/toml/toml_string.h"

#include <cstdint>
#include <cstdio>

namespace warpstring::files {

namespace {

void appendUtf8(std::string& out, std::uint32_t code) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | (code >> 6));
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | (code >> 12));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xf0 | (code >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

/// The code point of `digits`; -1 unless all are hexadecimal and name a character.
std::int64_t codePoint(std::string_view digits) {
    std::uint32_t code = 0;
    for (const char c : digits) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return -1;
        code = code * 16 + static_cast<std::uint32_t>(digit);
    }
    return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? -1 : static_cast<std::int64_t>(code);
}

/// Reads the escape at `at` (its backslash) and returns where the text goes on.
std::size_t unescape(std::string_view text, std::size_t at, std::string& out) {
    constexpr std::string_view names = "btnfre\"\\", meanings = "\b\t\n\f\r\x1b\"\\";
    const char escape = at + 1 < text.size() ? text[at + 1] : '\0';
    if (const std::size_t known = names.find(escape); known != std::string_view::npos) {
        out += meanings[known];
        return at + 2;
    }
    const std::size_t digits = escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
    if (digits != 0 && at + 2 + digits <= text.size())
        if (const std::int64_t code = codePoint(text.substr(at + 2, digits)); code >= 0) {
            appendUtf8(out, static_cast<std::uint32_t>(code));
            return at + 2 + digits;
        }
    if (escape == '\n' || escape == '\r' || escape == ' ' || escape == '\t') { // the end of a line goes on
        const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
        if (text.substr(at, next - at).find('\n') != std::string_view::npos)
            return next == std::string_view::npos ? text.size() : next;
    }
    out += text[at];
    return at + 1;
}

} // namespace

std::string quoteToml(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7f) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04X", byte);
            out += escape;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string unquoteToml(std::string_view written) {
    if (written.size() < 2) return std::string(written);
    const char quote = written.front();
    const std::string_view three = written.substr(0, 3);
    const bool multiline = written.size() >= 6 && (three == "\"\"\"" || three == "'''");
    std::string_view text =
        multiline ? written.substr(3, written.size() - 6) : written.substr(1, written.size() - 2);
    if (multiline) { // a line break right behind the quotes does not count
        if (text.starts_with("\r\n"))
            text.remove_prefix(2);
        else if (text.starts_with("\n"))
            text.remove_prefix(1);
    }
    if (quote == '\'') return std::string(text);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\\')
            at = unescape(text, at, out);
        else
            out += text[at++];
    }
    return out;
}

} // namespace warpstring::files
