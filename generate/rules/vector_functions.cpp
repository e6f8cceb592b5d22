// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/vector_functions.h"

#include <algorithm>
#include <array>

namespace warpstring::generate {

bool isOnVectors(std::string_view operatorName) {
    static constexpr auto onVectors = std::to_array<std::string_view>(
        {"+",   "-",   "*",     "/",    "neg", "min",   "max",   "fabs", "sqrt", "rsqrt", "exp", "log", "sin",
         "cos", "tan", "floor", "ceil", "pow", "hypot", "atan2", "fma",  "mad",  "%",     "&",   "|",   "^"});
    return std::ranges::find(onVectors, operatorName) != onVectors.end();
}

bool mixesWidths(const Expr& expr) {
    static constexpr auto ofOneType = std::to_array<std::string_view>({"pow", "hypot", "atan2", "fma", "mad"});
    const auto isOtherwise = [&](const Expr& input) { return !(input.type() == expr.type()); };
    return (std::ranges::find(ofOneType, expr->name) != ofOneType.end() &&
            std::ranges::any_of(expr->inputs, isOtherwise)) ||
           std::ranges::any_of(expr->inputs, mixesWidths) ||
           std::ranges::any_of(expr->functions,
                               [](const Function& function) { return mixesWidths(function.expr()); });
}

} // namespace warpstring::generate
