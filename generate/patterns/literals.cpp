// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/literals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace warpstring::generate {

namespace {

Diagnostic sizeFault(const SourceLocation& place, std::string message) {
    return {.code = "pattern.size",
            .severity = Severity::Error,
            .place = place,
            .message = std::move(message),
            .hint = {}};
}

std::string beyondText() { return "beyond the largest size, " + std::to_string(largestSize); }

} // namespace

NumberLiteral wholeNumber(std::int64_t value) {
    const bool isInt = value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
    return {{isInt ? ScalarType::Int : ScalarType::Long, 1}, static_cast<double>(value)};
}

Result<NumberLiteral> numberLiteral(const std::string& text, const SourceLocation& place) {
    const auto fault = [&](const std::string& message) {
        return Diagnostic{.code = "pattern.syntax",
                          .severity = Severity::Error,
                          .place = place,
                          .message = message,
                          .hint = "3, 0x10, 3u, 3l, 3ul, 0.5 and 1e-3f are numbers"};
    };
    const bool isHexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char* const end = text.data() + text.size();
    if (!isHexadecimal && text.find_first_of(".eEf") != std::string::npos) {
        double value = 0;
        const auto [behind, error] = std::from_chars(text.data(), end, value);
        const std::string_view suffix(behind, end);
        if (error != std::errc() || (!suffix.empty() && suffix != "f"))
            return fault("\"" + text + "\" is no number");
        return NumberLiteral{{ScalarType::Float, 1}, value};
    }
    std::uint64_t value = 0;
    const auto [behind, error] =
        std::from_chars(text.data() + (isHexadecimal ? 2 : 0), end, value, isHexadecimal ? 16 : 10);
    if (error != std::errc() || value > static_cast<std::uint64_t>(largestSize))
        return sizeFault(place, text + " is " + beyondText());
    const std::string_view suffix(behind, end);
    const auto number = static_cast<double>(value);
    if (suffix == "u") {
        if (value > std::numeric_limits<std::uint32_t>::max()) return fault(text + " is beyond uint's numbers");
        return NumberLiteral{{ScalarType::UInt, 1}, number};
    }
    if (suffix == "l") return NumberLiteral{{ScalarType::Long, 1}, number};
    if (suffix == "ul") return NumberLiteral{{ScalarType::ULong, 1}, number};
    if (!suffix.empty()) return fault("\"" + text + "\" is no number");
    return wholeNumber(static_cast<std::int64_t>(value));
}

std::optional<NumberLiteral> namedNumber(std::string_view name) {
    struct Named {
        std::string_view name;
        NumberLiteral number;
    };
    static constexpr ValueType floating{ScalarType::Float, 1};
    static constexpr ValueType integer{ScalarType::Int, 1};
    static constexpr auto all = std::to_array<Named>({
        {"INFINITY", {floating, std::numeric_limits<double>::infinity()}},
        {"FLT_MAX", {floating, std::numeric_limits<float>::max()}},
        {"M_PI_F", {floating, 3.14159265358979323846}},
        {"INT_MAX", {integer, std::numeric_limits<std::int32_t>::max()}},
        {"INT_MIN", {integer, std::numeric_limits<std::int32_t>::min()}},
    });
    const auto* found = std::ranges::find(all, name, &Named::name);
    return found == all.end() ? std::nullopt : std::optional(found->number);
}

bool isWholeNumber(const Expr& expr) {
    if (expr.empty() || expr->op != Op::Literal || !expr.type().isValue()) return false;
    const ValueType type = expr.type().value();
    return type.width == 1 && (type.scalar == ScalarType::Int || type.scalar == ScalarType::Long);
}

bool isSizeArithmetic(std::string_view infixOperator) {
    static constexpr std::array<std::string_view, 7> all{"+", "-", "*", "/", "%", "<<", ">>"};
    return std::ranges::find(all, infixOperator) != all.end();
}

Result<std::int64_t> sizeArithmetic(std::string_view infixOperator, std::int64_t a, std::int64_t b,
                                    const SourceLocation& place) {
    std::int64_t value = 0;
    bool isBeyond = false;
    if (infixOperator == "+") {
        isBeyond = __builtin_add_overflow(a, b, &value);
    } else if (infixOperator == "-") {
        isBeyond = __builtin_sub_overflow(a, b, &value);
    } else if (infixOperator == "*") {
        isBeyond = __builtin_mul_overflow(a, b, &value);
    } else if (infixOperator == "/" || infixOperator == "%") {
        if (b == 0) return sizeFault(place, "a division by zero");
        value = infixOperator == "/" ? a / b : a % b;
    } else {
        if (b < 0 || b > 46 || a < 0) return sizeFault(place, "a shift by " + std::to_string(b));
        if (infixOperator == "<<")
            isBeyond = __builtin_mul_overflow(a, std::int64_t{1} << b, &value);
        else
            value = a >> b;
    }
    if (isBeyond || value > largestSize || value < -largestSize)
        return sizeFault(place, "the result of \"" + std::string(infixOperator) + "\" lies " + beyondText());
    return value;
}

} // namespace warpstring::generate
