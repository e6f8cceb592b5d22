// SPDX-License-Identifier: GPL-3.0-or-later
// The string as it is shown: every token by itself, or unrolled iterations folded into one.
#pragma once

#include <vector>

#include "app/gui/models/session/analysis.h"

namespace warpstring::gui {

/// Position of a token among those that are shown, from 0.
using ShownIndex = std::size_t;

struct ShownToken {
    std::vector<TokenIndex> copies;  ///< that it stands for, in the order of the string; itself unless folded
    std::vector<std::size_t> around; ///< positions in ShownString::blocks, outermost first
};

/// What stands in brackets.
struct ShownBlock {
    const token_string::Repeat* loop = nullptr; ///< of the first copy; nullptr: unrolled iterations, folded
    std::size_t copies = 1;                     ///< of those
    int depth = 0;                              ///< of blocks within; 0: there is none
};

struct ShownString {
    std::vector<ShownToken> tokens;
    std::vector<ShownBlock> blocks;
    std::vector<ShownIndex> places; ///< by TokenIndex: which shown token stands for it

    /// Cycles of a warp over its whole walk by ShownIndex, of all copies: executions times cost, exposed
    /// latency at G.
    [[nodiscard]] std::vector<double> cycles(const Analysis& analysis) const;
};

/// Refers to the string of the analysis.
[[nodiscard]] ShownString shownString(const Analysis& analysis, bool foldsUnrolled);

} // namespace warpstring::gui
