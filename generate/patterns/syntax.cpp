// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/patterns/syntax.h"

#include <algorithm>
#include <array>

namespace warpstring::generate {

int precedence(std::string_view infixOperator) {
    static constexpr auto weakestFirst = std::to_array<std::array<std::string_view, 4>>({
        {"||"},
        {"&&"},
        {"|"},
        {"^"},
        {"&"},
        {"==", "!="},
        {"<", "<=", ">", ">="},
        {"<<", ">>"},
        {"+", "-"},
        {"*", "/", "%"},
    });
    if (infixOperator.empty()) return 0;
    for (std::size_t i = 0; i < weakestFirst.size(); ++i)
        if (std::ranges::find(weakestFirst[i], infixOperator) != weakestFirst[i].end())
            return static_cast<int>(i) + 1;
    return 0;
}

} // namespace warpstring::generate
