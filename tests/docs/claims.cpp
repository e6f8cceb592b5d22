// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/docs/claims.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "tests/docs/words.h"

namespace warpstring::test {

namespace {

constexpr std::string_view opening = "<!-- check: ", closing = " -->";

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Of a word that is more than a number; UTF-8's bytes beyond ASCII are letters here.
bool isWordPart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '^' || c == '`' || c == '-' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::size_t decimals(const std::string& text) {
    const auto point = text.find('.');
    return point == std::string::npos ? 0 : text.size() - point - 1;
}

std::size_t endOfLine(const std::string& page, std::size_t position) {
    return std::min(page.find('\n', position), page.size());
}

} // namespace

bool Figure::shows(double value) const {
    const double half = 0.5 * std::pow(10.0, -static_cast<double>(decimals(text)));
    return std::abs(std::stod(text) - value) <= half * (1 + 1e-9); // of a tie either side will do
}

std::string Figure::printed(double value) const {
    std::array<char, 64> room{};
    std::snprintf(room.data(), room.size(), "%.*f", static_cast<int>(decimals(text)), value);
    return room.data();
}

std::vector<Claim> claimsOf(const std::string& page) {
    std::vector<Claim> claims;
    for (auto at = page.find(opening); at != std::string::npos; at = page.find(opening, at + 1)) {
        const auto end = page.find(closing, at);
        const auto begin = at + opening.size();
        const auto parts = split(page.substr(begin, std::min(end, page.size()) - begin), " : ");
        if (end == std::string::npos || parts.size() != 2)
            throw std::runtime_error("line " + std::to_string(lineOf(page, at)) +
                                     ": a check is <!-- check: SOURCE : PATH; PATH -->");
        claims.push_back({at, end + closing.size(), parts[0], split(parts[1], "; ")});
    }
    return claims;
}

std::vector<Figure> figuresIn(const std::string& page, std::size_t begin, std::size_t end) {
    std::vector<Figure> figures;
    for (std::size_t at = begin; at < end; ++at) {
        if (page.compare(at, 4, "<!--") == 0) {
            at = page.find("-->", at);
            if (at == std::string::npos) break;
            continue;
        }
        if (!isWordPart(page[at])) continue;
        const std::size_t first = at;
        bool isNumber = true;
        for (; at < end && (isWordPart(page[at]) || (page[at] == '.' && at + 1 < end && isDigit(page[at + 1])));
             ++at)
            isNumber = isNumber && (isDigit(page[at]) || page[at] == '.');
        if (isNumber) figures.push_back({first, page.substr(first, at - first)});
        --at;
    }
    return figures;
}

std::string codeBlockBehind(const std::string& page, std::size_t position) {
    std::string block;
    for (auto at = endOfLine(page, position); at < page.size();) {
        const std::string line = page.substr(at + 1, endOfLine(page, at + 1) - at - 1);
        const bool isCode = line.starts_with("    ");
        if (isCode) block += line + "\n";
        if (!isCode && !(block.empty() && line.empty())) break;
        at += line.size() + 1;
    }
    return block;
}

std::size_t lineOf(const std::string& page, std::size_t position) {
    return 1 + static_cast<std::size_t>(
                   std::count(page.begin(), page.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

std::vector<Figure> uncoveredTableFigures(const std::string& page, const std::set<std::size_t>& covered) {
    std::vector<Figure> uncovered;
    bool inBody = false;
    for (std::size_t at = 0, end = 0; at < page.size(); at = end + 1) {
        end = endOfLine(page, at);
        const bool isRow = page[at] == '|';
        if (isRow && inBody)
            for (const Figure& figure : figuresIn(page, page.find('|', at + 1), end))
                if (!covered.contains(figure.begin)) uncovered.push_back(figure);
        inBody = isRow && (inBody || page.compare(at, 2, "|-") == 0 || page.compare(at, 3, "| -") == 0);
    }
    return uncovered;
}

} // namespace warpstring::test
