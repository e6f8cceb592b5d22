// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/lane_values.h"

#include <bit>

namespace warpstring::random_kernels {

namespace {

double onFloats(Operation operation, ScalarType type, double a, double b, double c, bool& fault) {
    double result = 0;
    switch (operation) {
    case Operation::Add: result = a + b; break;
    case Operation::Subtract: result = a - b; break;
    case Operation::Multiply: result = a * b; break;
    case Operation::Divide: result = b == 0 ? 0 : a / b; break;
    case Operation::Less: return a < b ? 1 : 0;
    case Operation::Equal: return a == b ? 1 : 0;
    case Operation::Minimum: return std::fmin(a, b);
    case Operation::Maximum: return std::fmax(a, b);
    case Operation::Absolute: return std::fabs(a);
    case Operation::SquareRoot: result = a < 0 ? 0 : std::sqrt(a); break;
    case Operation::Exponential: result = std::exp(a); break;
    case Operation::Sine:
    case Operation::NativeSine: result = std::sin(a); break;
    case Operation::Cosine: result = std::cos(a); break;
    case Operation::MultiplyAdd: result = std::fma(a, b, c); break;
    default: fault = true; return 0;
    }
    if ((operation == Operation::Divide && b == 0) || (operation == Operation::SquareRoot && a < 0) ||
        !(std::fabs(result) < 1e30)) {
        fault = true;
        return 0;
    }
    return held(type, result);
}

double onIntegers(Operation operation, ScalarType type, std::int64_t a, std::int64_t b, bool& fault) {
    std::int64_t result = 0;
    switch (operation) {
    case Operation::Add: result = a + b; break;
    case Operation::Subtract: result = a - b; break;
    // As unsigned: the product of two uints wraps in 64 bits as well.
    case Operation::Multiply:
        result = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
        break;
    case Operation::Divide:
    case Operation::Remainder:
        if (b == 0) {
            fault = true;
            return 0;
        }
        result = operation == Operation::Divide ? a / b : a % b;
        break;
    case Operation::And: result = a & b; break;
    case Operation::Or: result = a | b; break;
    case Operation::Xor: result = a ^ b; break;
    case Operation::ShiftLeft:
    case Operation::ShiftRight:
        if (b < 0 || b > 31 || a < 0) {
            fault = true;
            return 0;
        }
        result = operation == Operation::ShiftLeft ? a << b : a >> b;
        break;
    case Operation::Less: return a < b ? 1 : 0;
    case Operation::Equal: return a == b ? 1 : 0;
    case Operation::Minimum: result = a < b ? a : b; break;
    case Operation::Maximum: result = a < b ? b : a; break;
    case Operation::PopulationCount: result = std::popcount(static_cast<std::uint32_t>(a)); break;
    case Operation::Rotate: result = std::rotl(static_cast<std::uint32_t>(a), static_cast<int>(b & 31)); break;
    default: fault = true; return 0;
    }
    const std::int64_t wrapped = type == ScalarType::Int
                                     ? static_cast<std::int64_t>(static_cast<std::int32_t>(result))
                                     : static_cast<std::int64_t>(static_cast<std::uint32_t>(result));
    if (type == ScalarType::Int && wrapped != result) fault = true;
    return static_cast<double>(wrapped);
}

} // namespace

double applied(Operation operation, ScalarType type, double a, double b, double c, bool& fault) {
    if (isFloating(type)) return onFloats(operation, type, a, b, c, fault);
    return onIntegers(operation, type, static_cast<std::int64_t>(a), static_cast<std::int64_t>(b), fault);
}

} // namespace warpstring::random_kernels
