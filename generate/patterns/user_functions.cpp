// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/user_functions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::generate {

namespace {

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Without comments, each a space.
std::string uncommented(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("//")) {
            i = std::min(text.find('\n', i), text.size());
            plain += '\n';
        } else if (rest.starts_with("/*")) {
            i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
            plain += ' ';
        } else {
            plain += text[i];
        }
    }
    return plain;
}

/// Words, and any other sign by itself.
std::vector<std::string> words(std::string_view text) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (isLetter(text[i]))
            while (end < text.size() &&
                   (isLetter(text[end]) || (text[end] == '.' && std::isdigit(text[i]) != 0)))
                ++end;
        if (std::isspace(static_cast<unsigned char>(text[i])) == 0) found.emplace_back(text.substr(i, end - i));
        i = end;
    }
    return found;
}

/// "const unsigned int" is uint.
std::optional<ValueType> typeOf(const std::vector<std::string>& declaration) {
    static constexpr std::array<std::string_view, 6> without{"const",   "inline",    "static",
                                                             "private", "__private", "volatile"};
    std::string joined;
    bool isUnsigned = false;
    for (const std::string& word : declaration) {
        if (std::ranges::find(without, word) != without.end()) continue;
        if (word == "unsigned" || word == "signed") {
            isUnsigned = word == "unsigned";
            if (declaration.back() == word) joined = "int";
            continue;
        }
        joined += word;
    }
    return parseValueType(isUnsigned ? "u" + joined : joined);
}

/// What OpenCL C computes of vectors by components as it does of scalars of one type.
bool isBuiltInByComponents(const std::string& name, ScalarType type) {
    static constexpr auto ofFloats = std::to_array<std::string_view>(
        {"acos",       "acosh",        "acospi",        "asin",        "asinh",        "asinpi",
         "atan",       "atan2",        "atanh",         "atanpi",      "cbrt",         "ceil",
         "copysign",   "cos",          "cosh",          "cospi",       "erf",          "erfc",
         "exp",        "exp10",        "exp2",          "expm1",       "fabs",         "fdim",
         "floor",      "fma",          "fmax",          "fmin",        "fmod",         "hypot",
         "log",        "log10",        "log1p",         "log2",        "mad",          "max",
         "min",        "native_cos",   "native_divide", "native_exp",  "native_exp10", "native_exp2",
         "native_log", "native_log10", "native_log2",   "native_powr", "native_recip", "native_rsqrt",
         "native_sin", "native_sqrt",  "native_tan",    "pow",         "powr",         "rint",
         "round",      "rsqrt",        "sin",           "sinh",        "sinpi",        "sqrt",
         "tan",        "tanh",         "tanpi",         "trunc",       "clamp",        "mix"});
    static constexpr auto ofWholeNumbers = std::to_array<std::string_view>({"clamp", "max", "min"});
    return isFloating(type) ? std::ranges::find(ofFloats, name) != ofFloats.end()
                            : std::ranges::find(ofWholeNumbers, name) != ofWholeNumbers.end();
}

/// What one return gives by components of parameters of one scalar type: + - * /, numbers, built-in functions
/// and functions before it that are so themselves; empty of other functions.
std::string returnedByComponents(const UserFunction& function, const std::vector<std::string>& body,
                                 const std::vector<UserFunction>& before) {
    const bool isOneType = function.result.width == 1 &&
                           std::ranges::all_of(function.parameters,
                                               [&](const ValueType& type) { return type == function.result; });
    if (!isOneType || function.parameters.empty() || body.size() < 5 || body[0] != "{" || body[1] != "return" ||
        body[body.size() - 2] != ";" || body.back() != "}")
        return {};
    std::string returned;
    for (auto word = body.begin() + 2; word != body.end() - 2; ++word) {
        static constexpr std::array<std::string_view, 7> signs{"+", "-", "*", "/", "(", ")", ","};
        const bool isNumber = std::isdigit(static_cast<unsigned char>(word->front())) != 0 &&
                              (word->find('.') == std::string::npos || word->back() == 'f');
        const bool isCalled = *(word + 1) == "(" && isLetter(word->front());
        const auto known = std::ranges::find(before, *word, &UserFunction::name);
        const bool isKnown =
            known != before.end() && known->isByComponents() && known->result == function.result;
        const bool fits = isCalled ? isKnown || isBuiltInByComponents(*word, function.result.scalar)
                                   : isNumber || std::ranges::find(signs, *word) != signs.end() ||
                                         std::ranges::find(function.names, *word) != function.names.end();
        if (!fits) return {};
        const bool isBehind = isLetter((word - 1)->front()) || *(word - 1) == ")"; // an operand
        const bool isInfix = (*word == "+" || *word == "-" || *word == "*" || *word == "/") && isBehind &&
                             *(word - 1) != "return";
        if (isInfix) returned += ' ';
        returned += *word;
        if (isInfix || *word == ",") returned += ' ';
    }
    return returned;
}

Diagnostic functionFault(const CItem& item, const std::string& message, const std::string& hint) {
    return {.code = "pattern.function",
            .severity = Severity::Error,
            .place = item.place,
            .message = message,
            .hint = hint};
}

} // namespace

Result<UserFunction> userFunction(const CItem& item, const std::vector<UserFunction>& before) {
    static const std::string hint =
        "parameters and results are OpenCL C's arithmetic types by their own names: float, int, uchar4";
    const std::vector<std::string> all = words(uncommented(item.text));
    const auto opening = std::ranges::find(all, "(");
    const auto closing = std::find(opening, all.end(), ")");
    // A comment without an end may swallow them.
    if (closing == all.end() || opening - all.begin() < 2)
        return functionFault(item, "the head of a function in OpenCL C is incomplete", hint);
    UserFunction function;
    function.name = *(opening - 1);
    function.text = item.text;
    function.place = item.place;
    const std::optional<ValueType> result = typeOf({all.begin(), opening - 1});
    if (!result)
        return functionFault(item, "the result of \"" + function.name + "\" has no arithmetic type", hint);
    function.result = *result;
    for (auto begin = opening + 1; begin < closing;) {
        const auto end = std::find(begin, closing, ",");
        if (end - begin == 1 && *begin == "void" && end == closing) break;
        const std::optional<ValueType> type =
            end - begin > 1 ? typeOf({begin, end - 1}) : std::optional<ValueType>();
        if (!type)
            return functionFault(item,
                                 "parameter " + std::to_string(function.names.size() + 1) + " of \"" +
                                     function.name + "\" has no arithmetic type and name",
                                 hint);
        function.parameters.push_back(*type);
        function.names.push_back(*(end - 1));
        begin = end == closing ? closing : end + 1;
    }
    function.returned = returnedByComponents(function, {closing + 1, all.end()}, before);
    return function;
}

Diagnostics compileFaults(std::string_view text, const std::string& file, const std::vector<CItem>& items) {
    if (items.empty()) return {};
    // All else becomes blank, so that lines and columns stay.
    std::string code(text);
    for (char& sign : code)
        if (sign != '\n') sign = ' ';
    std::size_t line = 1;
    std::size_t begin = 0;
    for (const CItem& item : items) {
        for (; line < static_cast<std::size_t>(item.place.line); ++line) begin = text.find('\n', begin) + 1;
        code.replace(begin + static_cast<std::size_t>(item.place.column) - 1, item.text.size(), item.text);
    }
    code += "\n__kernel void warpstring_patterns(void) {}\n";
    const auto kernels = frontend::listKernels({file, code}, {});
    if (kernels) return {};
    Diagnostics faults = kernels.diagnostics();
    std::erase_if(faults, [](const Diagnostic& found) { return found.severity != Severity::Error; });
    for (Diagnostic& fault : faults) {
        fault.code = "pattern.function";
        if (fault.hint.find("build options") != std::string::npos) fault.hint.clear(); // there are none here
    }
    return faults;
}

} // namespace warpstring::generate
