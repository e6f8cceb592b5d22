// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as they are written, and arithmetic of sizes, which are known before anything runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

/// The largest number of a size, of a length and of what they are computed by: a double holds all up to it.
inline constexpr std::int64_t largestSize = std::int64_t{1} << 46;

struct NumberLiteral {
    ValueType type;
    double value = 0;
};

/// 3 and 0x10 are int, or long where they do not fit, 3u uint, 3l long, 3ul ulong; .5, 1e3 and 1.5f are float.
/// Error at `place`: pattern.syntax.
[[nodiscard]] Result<NumberLiteral> numberLiteral(const std::string& text, const SourceLocation& place);

/// INFINITY, FLT_MAX, INT_MAX, INT_MIN and M_PI_F of OpenCL C; nullopt for any other name.
[[nodiscard]] std::optional<NumberLiteral> namedNumber(std::string_view name);

/// int where it fits, else long.
[[nodiscard]] NumberLiteral wholeNumber(std::int64_t value);

[[nodiscard]] bool isWholeNumber(const Expr& expr);

/// a OPERATOR b of whole numbers: + - * / % << >>. Error at `place`: pattern.size, of a division by zero and of
/// what lies beyond the largest size.
[[nodiscard]] Result<std::int64_t> sizeArithmetic(std::string_view infixOperator, std::int64_t a,
                                                  std::int64_t b, const SourceLocation& place);
[[nodiscard]] bool isSizeArithmetic(std::string_view infixOperator);

} // namespace warpstring::generate
