// SPDX-License-Identifier: GPL-3.0-or-later
// What a statement asks of the machine, apart from memory: the classes for which a hardware spec states costs.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace warpstring {

/// Operation classes by type. "Integer" is up to 32 bits, "Long" 64 bits. A spec's [instructions] table has
/// one entry per class, named as by `name()`.
enum class OperationClass {
    Move,
    Select,
    Convert,
    Branch,
    VoteOrShuffle,
    IntegerAdd,
    IntegerMultiply,
    IntegerMultiply24,
    IntegerMad,
    IntegerMad24,
    IntegerMultiplyHigh,
    IntegerDivide,
    IntegerRemainder,
    IntegerCompare,
    IntegerMinMax,
    Shift,
    Logic,
    BitCount,
    LongAdd,
    LongMultiply,
    LongMultiplyHigh,
    LongDivide,
    LongRemainder,
    LongCompare,
    LongMinMax,
    LongShift,
    LongLogic,
    IndexedAddress, ///< base + index x element size, with 64-bit addresses
    FloatAdd,
    FloatMultiply,
    FloatMad,
    FloatDivide,
    FloatCompare,
    FloatMinMax,
    Reciprocal,
    ReciprocalSquareRoot,
    SquareRoot,
    NativeDivide,
    NativeSineCosine,
    NativeExponential,
    NativeLogarithm,
    NativePower,
    SineCosine,
    Exponential,
    Logarithm,
    Power,
    OtherMath,
    DoubleAdd,
    DoubleMultiply,
    DoubleMad,
    DoubleDivide,
    DoubleCompare,
    DoubleMinMax,
    DoubleSquareRoot,
    DoubleMath
};

inline constexpr std::size_t operationClassCount = static_cast<std::size_t>(OperationClass::DoubleMath) + 1;

/// "integer_add", "float_mad", ...: the spec file's key.
[[nodiscard]] std::string_view name(OperationClass operation);
[[nodiscard]] std::optional<OperationClass> parseOperationClass(std::string_view name);

} // namespace warpstring
