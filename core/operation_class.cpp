// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/operation_class.h"

namespace warpstring {

namespace {

constexpr std::array<std::string_view, operationClassCount> names{"move",
                                                                  "select",
                                                                  "convert",
                                                                  "branch",
                                                                  "vote_or_shuffle",
                                                                  "image_query",
                                                                  "integer_add",
                                                                  "integer_multiply",
                                                                  "integer_multiply_24",
                                                                  "integer_mad",
                                                                  "integer_mad_24",
                                                                  "integer_multiply_high",
                                                                  "integer_divide",
                                                                  "integer_remainder",
                                                                  "integer_compare",
                                                                  "integer_min_max",
                                                                  "shift",
                                                                  "logic",
                                                                  "bit_count",
                                                                  "long_add",
                                                                  "long_multiply",
                                                                  "long_multiply_high",
                                                                  "long_divide",
                                                                  "long_remainder",
                                                                  "long_compare",
                                                                  "long_min_max",
                                                                  "long_shift",
                                                                  "long_logic",
                                                                  "indexed_address",
                                                                  "float_add",
                                                                  "float_multiply",
                                                                  "float_mad",
                                                                  "float_divide",
                                                                  "float_compare",
                                                                  "float_min_max",
                                                                  "reciprocal",
                                                                  "reciprocal_square_root",
                                                                  "square_root",
                                                                  "native_divide",
                                                                  "native_sine_cosine",
                                                                  "native_exponential",
                                                                  "native_logarithm",
                                                                  "native_power",
                                                                  "special_function",
                                                                  "sine_cosine",
                                                                  "exponential",
                                                                  "logarithm",
                                                                  "power",
                                                                  "to_integer",
                                                                  "arc_sine",
                                                                  "arc_tangent",
                                                                  "hyperbolic",
                                                                  "hyperbolic_tangent",
                                                                  "inverse_hyperbolic",
                                                                  "exponential_less_one",
                                                                  "cube_root",
                                                                  "hypotenuse",
                                                                  "error_function",
                                                                  "complementary_error_function",
                                                                  "gamma_function",
                                                                  "float_remainder",
                                                                  "float_parts",
                                                                  "other_math",
                                                                  "double_add",
                                                                  "double_multiply",
                                                                  "double_mad",
                                                                  "double_divide",
                                                                  "double_compare",
                                                                  "double_min_max",
                                                                  "double_square_root",
                                                                  "double_convert",
                                                                  "double_sine_cosine",
                                                                  "double_exponential",
                                                                  "double_logarithm",
                                                                  "double_power",
                                                                  "double_arc_sine",
                                                                  "double_arc_tangent",
                                                                  "double_hyperbolic",
                                                                  "double_inverse_hyperbolic",
                                                                  "double_cube_root",
                                                                  "double_hypotenuse",
                                                                  "double_error_function",
                                                                  "double_complementary_error_function",
                                                                  "double_gamma_function",
                                                                  "double_parts",
                                                                  "double_math"};

static_assert(!names.back().empty(), "every operation class has a name");

} // namespace

std::string_view name(OperationClass operation) { return names[static_cast<std::size_t>(operation)]; }

OperationClass generalClass(OperationClass operation) {
    using Op = OperationClass;
    if (operation == Op::ImageQuery) return Op::Move;
    if (operation == Op::SpecialFunction) return Op::NativeSineCosine;
    if (operation == Op::ToInteger || operation == Op::DoubleConvert) return Op::Convert;
    if (operation > Op::ToInteger && operation < Op::OtherMath) return Op::OtherMath;
    if (operation > Op::DoubleConvert && operation < Op::DoubleMath) return Op::DoubleMath;
    return operation;
}

std::optional<OperationClass> parseOperationClass(std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == text) return static_cast<OperationClass>(i);
    return std::nullopt;
}

} // namespace warpstring
