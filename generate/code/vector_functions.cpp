// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/vector_functions.h"

#include <algorithm>
#include <cctype>
#include <ranges>

namespace warpstring::generate {
namespace {

bool isWordSign(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// A function's expression with vectors for its scalars.
class Widened {
public:
    Widened(const UserFunction& function, const std::vector<UserFunction>& functions, ValueType vector)
        : function_(function), functions_(functions), vector_(vector) {}

    std::set<std::string> called; // of `functions`

    /// Arguments are all of one type: what hangs on no parameter becomes a vector.
    std::string argument(const std::string& text) {
        bool isVector = false;
        const std::string widened = expression(text, isVector);
        return isVector ? widened : "(" + name(vector_) + ")(" + widened + ")";
    }

private:
    std::string expression(const std::string& text, bool& isVector) {
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            if (!isWordSign(text[at])) {
                result += text[at++];
                continue;
            }
            std::size_t end = at;
            while (end < text.size() && isWordSign(text[end])) ++end;
            const std::string word = text.substr(at, end - at);
            at = end;
            if (at < text.size() && text[at] == '(') {
                isVector = true;
                result += call(word, text, at);
                continue;
            }
            isVector = isVector || std::ranges::find(function_.names, word) != function_.names.end();
            result += word;
        }
        return result;
    }

    /// From the parenthesis at `at`, which is moved behind the other one.
    std::string call(const std::string& word, const std::string& text, std::size_t& at) {
        const bool isOwn = std::ranges::find(functions_, word, &UserFunction::name) != functions_.end();
        if (isOwn) called.insert(word);
        std::string result = (isOwn ? vectorFunctionName(functions_, word, vector_) : word) + "(";
        int depth = 0;
        std::size_t begin = at + 1;
        for (;; ++at) {
            const char sign = text[at];
            if (sign == '(') ++depth;
            if (sign == ')') --depth;
            const bool isEnd = sign == ')' && depth == 0;
            const bool isNext = sign == ',' && depth == 1;
            if (!isEnd && !isNext) continue;
            std::size_t first = begin;
            while (first < at && text[first] == ' ') ++first;
            result += argument(text.substr(first, at - first)) + (isEnd ? ")" : ", ");
            begin = at + 1;
            if (isEnd) break;
        }
        ++at;
        return result;
    }

    const UserFunction& function_;
    const std::vector<UserFunction>& functions_;
    ValueType vector_;
};

} // namespace

std::string vectorFunctionName(const std::vector<UserFunction>& functions, const std::string& function,
                               ValueType vector) {
    std::string own = function + "_" + name(vector);
    while (std::ranges::find(functions, own, &UserFunction::name) != functions.end()) own += '_';
    return own;
}

std::string vectorFunctions(const std::vector<UserFunction>& functions,
                            std::set<std::pair<std::string, int>> called) {
    std::vector<std::string> texts; // from the last on: each calls those before it alone
    for (const UserFunction& function : functions | std::views::reverse) {
        for (const int width : {16, 8, 4, 3, 2}) {
            if (!called.contains({function.name, width})) continue;
            const ValueType vector{function.result.scalar, width};
            Widened widened(function, functions, vector);
            std::string text = name(vector) + " " + vectorFunctionName(functions, function.name, vector) + "(";
            for (const std::string& parameter : function.names)
                text.append(&parameter == &function.names.front() ? "" : ", ")
                    .append(name(vector))
                    .append(" ")
                    .append(parameter);
            text.append(") { return ").append(widened.argument(function.returned)).append("; }\n");
            for (const std::string& other : widened.called) called.emplace(other, width);
            texts.push_back(std::move(text));
        }
    }
    std::string all;
    for (const std::string& text : texts | std::views::reverse) all += text;
    return all;
}

} // namespace warpstring::generate
