// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/operation_class.h"

namespace warpstring {

namespace {

constexpr std::array<std::string_view, operationClassCount> names{"move",
                                                                  "select",
                                                                  "convert",
                                                                  "branch",
                                                                  "vote_or_shuffle",
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
                                                                  "sine_cosine",
                                                                  "exponential",
                                                                  "logarithm",
                                                                  "power",
                                                                  "other_math",
                                                                  "double_add",
                                                                  "double_multiply",
                                                                  "double_mad",
                                                                  "double_divide",
                                                                  "double_compare",
                                                                  "double_min_max",
                                                                  "double_square_root",
                                                                  "double_math"};

static_assert(!names.back().empty(), "every operation class has a name");

} // namespace

std::string_view name(OperationClass operation) { return names[static_cast<std::size_t>(operation)]; }

std::optional<OperationClass> parseOperationClass(std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == text) return static_cast<OperationClass>(i);
    return std::nullopt;
}

} // namespace warpstring
