// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/spec_text.h"

#include <cstdio>
#include <sstream>

namespace warpstring::calibration {

namespace {

std::string trimmedText(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// Where a comment begins that is not in a string; npos for none.
std::size_t commentOf(const std::string& line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quote == '"' && line[i] == '\\')
            ++i;
        else if (quote != 0)
            quote = line[i] == quote ? '\0' : quote;
        else if (line[i] == '"' || line[i] == '\'')
            quote = line[i];
        else if (line[i] == '#')
            return i;
    }
    return std::string::npos;
}

/// "table" of a line that is "[table]", else empty.
std::string headerOf(const std::string& line) {
    const std::string text = trimmedText(line.substr(0, commentOf(line)));
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') return "";
    return trimmedText(text.substr(1, text.size() - 2));
}

std::string keyOf(const std::string& line) {
    const std::size_t equals = line.find('=');
    return equals == std::string::npos ? "" : trimmedText(line.substr(0, equals));
}

} // namespace

SpecText::SpecText(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
}

bool SpecText::tableLines(const std::string& table, std::size_t& first, std::size_t& end) const {
    bool found = table.empty();
    first = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const std::string header = headerOf(lines_[i]);
        if (header.empty()) continue;
        if (found) {
            end = i;
            return true;
        }
        if (header == table) {
            found = true;
            first = i + 1;
        }
    }
    end = lines_.size();
    return found;
}

std::size_t SpecText::lineOf(const std::string& table, const std::string& key) const {
    std::size_t first = 0, end = 0;
    if (!tableLines(table, first, end)) return std::string::npos;
    for (std::size_t i = first; i < end; ++i)
        if (keyOf(lines_[i]) == key) return i;
    return std::string::npos;
}

bool SpecText::has(const std::string& table, const std::string& key) const {
    return lineOf(table, key) != std::string::npos;
}

void SpecText::set(const std::string& table, const std::string& key, const std::string& value) {
    if (const std::size_t at = lineOf(table, key); at != std::string::npos) {
        const std::size_t comment = commentOf(lines_[at]);
        const std::string tail = comment == std::string::npos ? "" : " " + lines_[at].substr(comment);
        lines_[at] = key + " = " + value + tail;
        return;
    }
    std::size_t first = 0, end = 0;
    if (!tableLines(table, first, end)) {
        if (!lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
        lines_.push_back("[" + table + "]");
        end = lines_.size();
    } else {
        // Blank lines and comments before the next header belong to it.
        while (end > first) {
            const std::string text = trimmedText(lines_[end - 1]);
            if (!text.empty() && text.front() != '#') break;
            --end;
        }
    }
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(end), key + " = " + value);
}

std::string SpecText::text() const {
    std::string all;
    for (const std::string& line : lines_) all += line + "\n";
    return all;
}

std::string tomlString(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            out += ' ';
            continue;
        }
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string tomlNumber(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.5g", value);
    // Without an exponent as far as that is short.
    if (std::string(text).find('e') != std::string::npos && value >= 1 && value < 1e15)
        std::snprintf(text, sizeof text, "%.0f", value);
    return text;
}

} // namespace warpstring::calibration
