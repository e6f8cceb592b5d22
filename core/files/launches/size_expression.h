// SPDX-License-Identifier: GPL-3.0-or-later
// Integer expressions such as "ceil_div(n, 16) * 16", as launch files use them for sizes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace warpstring::files {

/// 64-bit integers with + - * / % << >>, comparisons, && || ! and ?: (true is 1, false 0; what C does not
/// evaluate has no faults), parentheses, C's precedence and truncating division; min(a,b), max(a,b),
/// ceil_div(a,b), log2(x) (rounded down). Failures have a code, a message and a hint but no place.
class SizeExpression {
public:
    enum class Operation {
        Literal,
        Name,
        Negate,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
        ShiftLeft,
        ShiftRight,
        Min,
        Max,
        CeilDiv,
        Log2,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Equal,
        NotEqual,
        Not,
        Truth,      ///< 1 for what is not 0
        Jump,       ///< to the step `operand`
        JumpUnless, ///< takes a condition; jumps where it is 0
        OneOrDrop,  ///< of || : jumps with 1 where the left side is not 0, else drops it
        ZeroOrDrop  ///< of && : jumps with 0 where the left side is 0, else drops it
    };
    /// Postfix order; `operand` is a literal, an index into names_ or a step.
    struct Step {
        Operation operation;
        std::int64_t operand = 0;
    };

    [[nodiscard]] static Result<SizeExpression> parse(std::string_view text);

    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    /// The names it uses, each once.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// `values` in the order of names(). Fails on overflow and on division by zero.
    [[nodiscard]] Result<std::int64_t> evaluate(const std::vector<std::int64_t>& values) const;

private:
    friend class SizeExpressionParser;

    std::string text_;
    std::vector<Step> steps_;
    std::vector<std::string> names_;
};

} // namespace warpstring::files
