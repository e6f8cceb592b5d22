// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/c_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpstring::generate {
namespace {

std::size_t spaceEnd(const std::string& text, std::size_t at) {
    while (at < text.size()) {
        if (text.compare(at, 2, "//") == 0)
            at = std::min(text.size(), text.find('\n', at));
        else if (text.compare(at, 2, "/*") == 0)
            at = std::min(text.size() - 2, text.find("*/", at + 2)) + 2;
        else if (std::isspace(static_cast<unsigned char>(text[at])) != 0)
            ++at;
        else
            break;
    }
    return at;
}

std::size_t tokenEnd(const std::string& text, std::size_t at) {
    if (text[at] == '#') return std::min(text.size(), text.find('\n', at));
    std::size_t end = at + 1;
    const auto isDigit = [&](std::size_t i) {
        return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    };
    const bool isNumber = isDigit(at) || (text[at] == '.' && isDigit(end)); // components begin with a letter
    if (isNumber || isNameSign(text[at])) {
        const auto isPart = [&](std::size_t i) {
            const bool isExponent =
                (text[i] == '+' || text[i] == '-') && (text[i - 1] == 'e' || text[i - 1] == 'E');
            return isNameSign(text[i]) || (isNumber && (text[i] == '.' || isExponent));
        };
        while (end < text.size() && isPart(end)) ++end;
        return end;
    }
    static constexpr auto longer =
        std::to_array<std::string_view>({"<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++",
                                         "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"});
    for (const std::string_view sign : longer)
        if (text.compare(at, sign.size(), sign) == 0) return at + sign.size();
    return end;
}

constexpr auto signs = std::to_array<InfixSign>({{"||", 1, ""},
                                                 {"&&", 2, ""},
                                                 {"|", 3, "or"},
                                                 {"^", 4, "xor"},
                                                 {"&", 5, "and"},
                                                 {"==", 6, ""},
                                                 {"!=", 6, ""},
                                                 {"<", 7, ""},
                                                 {">", 7, ""},
                                                 {"<=", 7, ""},
                                                 {">=", 7, ""},
                                                 {"<<", 8, "shl"},
                                                 {">>", 8, "shr"},
                                                 {"+", 9, "add"},
                                                 {"-", 9, "sub"},
                                                 {"*", 10, "mul"},
                                                 {"/", 10, "div"},
                                                 {"%", 10, "mod"}});

} // namespace

bool isNameSign(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<Token> tokensOf(const std::string& text) {
    std::vector<Token> tokens;
    for (std::size_t at = 0;;) {
        const std::size_t begin = spaceEnd(text, at);
        const std::size_t end = begin < text.size() ? tokenEnd(text, begin) : begin;
        tokens.push_back({text.substr(at, begin - at), text.substr(begin, end - begin)});
        if (begin == end) return tokens; // the last is nothing
        at = end;
    }
}

const InfixSign* infixSign(std::string_view text) {
    const auto* found = std::ranges::find(signs, text, &InfixSign::text);
    return found == signs.end() ? nullptr : found;
}

bool isQualifier(const std::string& word) {
    static constexpr auto all = std::to_array<std::string_view>(
        {"const", "static", "inline", "volatile", "restrict", "private", "global", "local", "constant",
         "unsigned", "signed", "__private", "__global", "__local", "__constant"});
    return std::ranges::find(all, word) != all.end();
}

bool isAddressSpace(const std::string& word) {
    return word == "global" || word == "local" || word == "private" || word == "__global" ||
           word == "__local" || word == "__private";
}

} // namespace warpstring::generate
