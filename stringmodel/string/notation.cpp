// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/notation.h"

#include <cmath>
#include <cstdio>

#include "stringmodel/string/token_kinds.h"

namespace warpstring::token_string {

const char* name(CostModel model) { return model == CostModel::Timeline ? "timeline" : "closed-form"; }

int digitsOf(CostModel model) { return model == CostModel::Timeline ? 4 : 3; }

std::string shortNumber(double value, int digits) {
    if (std::isinf(value)) return "inf";
    char text[40];
    if (std::fabs(value - std::round(value)) < 5e-4 && std::fabs(value) < 1e15) {
        std::snprintf(text, sizeof text, "%.0f", std::round(value));
    } else if (std::fabs(value) >= std::pow(10, digits - 1)) {
        std::snprintf(text, sizeof text, "%.0f", value);
    } else {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
    }
    return text;
}

namespace {

std::string symbol(TokenKind kind, bool ascii) {
    return std::string(ascii ? traits(kind).ascii : traits(kind).symbol);
}

void append(const std::vector<StringItem>& items, const NotationOptions& options, std::string& text) {
    for (const auto& item : items) {
        if (!text.empty() && text.back() != ' ') text += ' ';
        if (const auto* token = std::get_if<Token>(&item.content)) {
            text += toText(*token, options);
            continue;
        }
        const auto& repeat = std::get<Repeat>(item.content);
        text += "( ";
        append(repeat.body, options, text);
        const int digits = digitsOf(options.model);
        text += " )x" + shortNumber(repeat.count, digits);
        if (options.costs && std::fabs(repeat.weight - 1) > 1e-9)
            text += "*" + shortNumber(repeat.weight, digits);
    }
}

} // namespace

std::string toText(const Token& token, const NotationOptions& options) {
    return toText(std::vector<const Token*>{&token}, options);
}

std::string toText(const std::vector<const Token*>& copies, const NotationOptions& options) {
    const Token& token = *copies.front();
    std::string text = symbol(token.kind, options.ascii);
    if (!options.costs) return text;
    if (token.kind == TokenKind::Compute) text += "_" + shortNumber(token.count);
    if (token.memory > 0) text += "_" + numbersText(copies);
    if (token.kind != TokenKind::Wait || options.model == CostModel::Timeline) {
        double cycles = 0;
        for (const Token* copy : copies) cycles += copy->cycles;
        text += "^" + shortNumber(cycles, digitsOf(options.model));
    }
    return text;
}

std::string numbersText(const std::vector<const Token*>& copies) {
    const int first = copies.front()->memory, last = copies.back()->memory;
    if (first == 0) return "";
    return std::to_string(first) + (last != first ? ".." + std::to_string(last) : "");
}

std::string toText(const TokenString& string, const NotationOptions& options) {
    std::string text;
    NotationOptions own = options;
    own.model = string.model;
    append(string.items, own, text);
    return text;
}

} // namespace warpstring::token_string
