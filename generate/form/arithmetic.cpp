// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace warpstring::generate {
namespace {

std::int64_t wrapped(std::int64_t value, ScalarType type) {
    switch (type) {
    case ScalarType::Char: return static_cast<std::int8_t>(value);
    case ScalarType::UChar: return static_cast<std::uint8_t>(value);
    case ScalarType::Short: return static_cast<std::int16_t>(value);
    case ScalarType::UShort: return static_cast<std::uint16_t>(value);
    case ScalarType::Int: return static_cast<std::int32_t>(value);
    case ScalarType::UInt: return static_cast<std::uint32_t>(value);
    default: return value;
    }
}

double asDouble(std::int64_t value, ScalarType type) {
    return type == ScalarType::ULong ? static_cast<double>(static_cast<std::uint64_t>(value))
                                     : static_cast<double>(value);
}

/// Rounded to zero; what no 64 bits hold is 0, as OpenCL leaves it open.
std::int64_t whole(double number, ScalarType type) {
    if (!std::isfinite(number)) return 0;
    if (number >= 9223372036854775808.0)
        return number < 18446744073709551616.0
                   ? wrapped(static_cast<std::int64_t>(static_cast<std::uint64_t>(number)), type)
                   : 0;
    if (number < -9223372036854775808.0) return 0;
    return wrapped(static_cast<std::int64_t>(number), type);
}

std::optional<double> ofIntegers(std::string_view name, ScalarType type, const std::vector<double>& operands) {
    const std::int64_t a = whole(operands[0], type);
    const std::int64_t b = operands.size() > 1 ? whole(operands[1], type) : 0;
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    const bool isUnsigned = !isSigned(type);
    const auto result = [&](std::uint64_t bits) {
        return asDouble(wrapped(static_cast<std::int64_t>(bits), type), type);
    };
    if (name == "+") return result(ua + ub);
    if (name == "-") return result(ua - ub);
    if (name == "*") return result(ua * ub);
    if (name == "/" || name == "%") {
        if (b == 0) return std::nullopt;
        if (isUnsigned) return result(name == "/" ? ua / ub : ua % ub);
        if (b == -1) return result(name == "/" ? 0 - ua : 0);
        return result(static_cast<std::uint64_t>(name == "/" ? a / b : a % b));
    }
    const bool less = isUnsigned ? ua < ub : a < b;
    if (name == "<") return less ? 1 : 0;
    if (name == ">=") return less ? 0 : 1;
    if (name == ">") return less || a == b ? 0 : 1;
    if (name == "<=") return less || a == b ? 1 : 0;
    if (name == "==") return a == b ? 1 : 0;
    if (name == "!=") return a != b ? 1 : 0;
    if (name == "&&") return a != 0 && b != 0 ? 1 : 0;
    if (name == "||") return a != 0 || b != 0 ? 1 : 0;
    if (name == "not") return a == 0 ? 1 : 0;
    if (name == "&") return result(ua & ub);
    if (name == "|") return result(ua | ub);
    if (name == "^") return result(ua ^ ub);
    const std::uint64_t shift = ub % (8U * static_cast<unsigned>(bytes(type))); // OpenCL takes the low bits
    if (name == "<<") return result(ua << shift);
    if (name == ">>") return result(isUnsigned ? ua >> shift : static_cast<std::uint64_t>(a >> shift));
    if (name == "neg") return result(0 - ua);
    if (name == "min") return asDouble(less ? a : b, type);
    if (name == "max") return asDouble(less ? b : a, type);
    if (name == "abs") return result(isUnsigned || a >= 0 ? ua : 0 - ua);
    return asDouble(a, type); // a conversion
}

double ofFloats(std::string_view name, const std::vector<double>& operands) {
    const double a = operands[0];
    const double b = operands.size() > 1 ? operands[1] : 0;
    if (name == "+") return a + b;
    if (name == "-") return a - b;
    if (name == "*") return a * b;
    if (name == "/") return a / b;
    if (name == "<") return a < b ? 1 : 0;
    if (name == "<=") return a <= b ? 1 : 0;
    if (name == ">") return a > b ? 1 : 0;
    if (name == ">=") return a >= b ? 1 : 0;
    if (name == "==") return a == b ? 1 : 0;
    if (name == "!=") return a != b ? 1 : 0;
    if (name == "neg") return -a;
    if (name == "min") return b < a ? b : a;
    if (name == "max") return a < b ? b : a;
    if (name == "fabs") return std::fabs(a);
    if (name == "sqrt") return std::sqrt(a);
    if (name == "rsqrt") return 1 / std::sqrt(a);
    if (name == "exp") return std::exp(a);
    if (name == "log") return std::log(a);
    if (name == "sin") return std::sin(a);
    if (name == "cos") return std::cos(a);
    if (name == "tan") return std::tan(a);
    if (name == "floor") return std::floor(a);
    if (name == "ceil") return std::ceil(a);
    if (name == "pow") return std::pow(a, b);
    if (name == "hypot") return std::hypot(a, b);
    if (name == "atan2") return std::atan2(a, b);
    if (name == "fma" || name == "mad") return std::fma(a, b, operands[2]);
    return a; // a conversion
}

} // namespace

bool isComparison(std::string_view name) {
    static constexpr auto comparisons =
        std::to_array<std::string_view>({"<", "<=", ">", ">=", "==", "!=", "&&", "||", "not"});
    return std::ranges::find(comparisons, name) != comparisons.end();
}

double converted(double number, ScalarType type) {
    if (type == ScalarType::Double) return number;
    if (isFloating(type)) return static_cast<double>(static_cast<float>(number));
    return asDouble(whole(number, type), type);
}

std::optional<double> computed(std::string_view name, ScalarType type, const std::vector<double>& operands) {
    if (name == "select") return converted(operands[0] != 0 ? operands[1] : operands[2], type);
    if (!isFloating(type)) return ofIntegers(name, type, operands);
    std::vector<double> rounded;
    for (const double operand : operands) rounded.push_back(converted(operand, type));
    const double result = ofFloats(name, rounded);
    return isComparison(name) ? result : converted(result, type);
}

} // namespace warpstring::generate
