// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions with what their values lie between. Integer results that are asked for here fit their types.
#pragma once

#include "core/random/kernel_tree.h"

namespace warpstring::random_kernels {

inline constexpr ValueType intType{ScalarType::Int, 1};
inline constexpr ValueType uintType{ScalarType::UInt, 1};
inline constexpr ValueType floatType{ScalarType::Float, 1};
inline constexpr double mostUint = 4294967295.0;
inline constexpr ValueType doubleType{ScalarType::Double, 1};

[[nodiscard]] ExprPtr literal(ValueType type, double number);
[[nodiscard]] inline ExprPtr whole(double number) { return literal(intType, number); }
/// A variable or an argument.
[[nodiscard]] ExprPtr named(ExprKind kind, int slot, ValueType type, double low, double high,
                            bool exact = true);
/// Of anything whose range the caller knows.
[[nodiscard]] ExprPtr apply(Operation operation, ValueType type, std::vector<ExprPtr> operands, double low,
                            double high, bool exact);
[[nodiscard]] ExprPtr convert(ValueType type, ExprPtr value, double low, double high);
[[nodiscard]] ExprPtr choose(ExprPtr condition, ExprPtr yes, ExprPtr no);
[[nodiscard]] ExprPtr component(ExprPtr vector, int which);

// Of ints. Sums, differences and products that could leave the type are made of masked operands.
[[nodiscard]] ExprPtr plus(ExprPtr a, ExprPtr b);
[[nodiscard]] ExprPtr minus(ExprPtr a, ExprPtr b);
[[nodiscard]] ExprPtr times(ExprPtr a, ExprPtr b);
/// Precondition: `a` is not negative, the divisor is above 0.
[[nodiscard]] ExprPtr divided(ExprPtr a, std::int64_t divisor);
[[nodiscard]] ExprPtr remainder(ExprPtr a, std::int64_t divisor);
/// a & mask, of ints and uints, where `a` is not within 0 to mask anyway. Precondition: mask is 2^k - 1.
[[nodiscard]] ExprPtr masked(ExprPtr a, std::int64_t mask);
[[nodiscard]] ExprPtr less(ExprPtr a, ExprPtr b);
[[nodiscard]] ExprPtr equal(ExprPtr a, ExprPtr b);
/// Within 0 to count - 1: itself, or masked to the largest power of two. Precondition: count > 0.
[[nodiscard]] ExprPtr within(ExprPtr index, std::uint64_t count);

/// The largest absolute value that it may have.
[[nodiscard]] double magnitude(const Expr& value);

} // namespace warpstring::random_kernels
