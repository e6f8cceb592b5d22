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
    ImageQuery, ///< the size or format of an image
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
    SpecialFunction, ///< one instruction of the special unit: no scaling, no range reduction
    SineCosine,
    Exponential,
    Logarithm,
    Power,
    ToInteger, ///< floats to integers, and rounding
    ArcSine,
    ArcTangent,
    Hyperbolic,
    HyperbolicTangent,
    InverseHyperbolic,
    ExponentialLessOne,
    CubeRoot,
    Hypotenuse,
    ErrorFunction,
    ComplementaryErrorFunction,
    GammaFunction,
    FloatRemainder,
    FloatParts, ///< exponents and fractions, taken apart or put together
    OtherMath,
    DoubleAdd,
    DoubleMultiply,
    DoubleMad,
    DoubleDivide,
    DoubleCompare,
    DoubleMinMax,
    DoubleSquareRoot,
    DoubleConvert, ///< to and from doubles, and rounding them
    DoubleSineCosine,
    DoubleExponential,
    DoubleLogarithm,
    DoublePower,
    DoubleArcSine,
    DoubleArcTangent,
    DoubleHyperbolic,
    DoubleInverseHyperbolic,
    DoubleCubeRoot,
    DoubleHypotenuse,
    DoubleErrorFunction,
    DoubleComplementaryErrorFunction,
    DoubleGammaFunction,
    DoubleParts,
    DoubleMath
};

/// So many operations of a class.
struct OperationCount {
    OperationClass operation = OperationClass::IntegerAdd;
    int count = 1;

    friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

inline constexpr std::size_t operationClassCount = static_cast<std::size_t>(OperationClass::DoubleMath) + 1;

/// "integer_add", "float_mad", ...: the spec file's key.
[[nodiscard]] std::string_view name(OperationClass operation);
[[nodiscard]] std::optional<OperationClass> parseOperationClass(std::string_view name);

/// The class whose cost stands for this one's where a spec has none: other_math and double_math for routines,
/// convert for conversions, move for queries of images, native_sine_cosine for instructions of the special
/// unit, itself for all others.
[[nodiscard]] OperationClass generalClass(OperationClass operation);

} // namespace warpstring
