// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/notation_literal.h"

#include <array>
#include <charconv>
#include <cmath>

namespace warpstring::generate {

namespace {

std::string shortest(double value) {
    if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
    std::array<char, 40> digits{};
    const bool isWhole = value == std::floor(value) && std::abs(value) < 0x1p46;
    const std::to_chars_result end =
        isWhole ? std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::int64_t>(value))
                : std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return {digits.data(), end.ptr};
}

std::string withPoint(std::string text) {
    return text.find_first_of(".eI") == std::string::npos ? text + ".0" : text;
}

} // namespace

std::string typedLiteralText(const Expr& literal) {
    return name(literal.type().value()) + "(" + shortest(literal->value) + ")";
}

std::string literalText(const Expr& literal, LiteralPlace place) {
    const std::string number = shortest(literal->value);
    if (place == LiteralPlace::Adapting) return number;
    const ValueType type = literal.type().value();
    if (type.width == 1) {
        switch (type.scalar) {
        case ScalarType::Int: return number;
        case ScalarType::Float: return withPoint(number);
        case ScalarType::UInt: return number + "u";
        case ScalarType::Long: return number + "l";
        case ScalarType::ULong: return number + "ul";
        default: break;
        }
    }
    return typedLiteralText(literal);
}

} // namespace warpstring::generate
