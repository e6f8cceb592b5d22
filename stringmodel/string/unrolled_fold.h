// SPDX-License-Identifier: GPL-3.0-or-later
// Unrolled iterations told once: blocks of tokens that follow each other and are alike.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "stringmodel/string/token.h"

namespace warpstring::token_string {

/// Position of a token in the string, repeats not counted, from 0.
using TokenNumber = std::uint32_t;

struct FoldedItem;

/// A token with those that are alike in the other copies of the blocks around it.
struct FoldedToken {
    std::vector<TokenNumber> copies; ///< in the order of the string
};

/// A loop of the string, or a block that the string has several times in a row.
struct FoldedBlock {
    const Repeat* loop = nullptr; ///< in the first copy; nullptr: what is here is written out in the string
    std::size_t copies = 1;       ///< of a block that is written out; a loop's count is its own
    std::vector<FoldedItem> body;
};

struct FoldedItem {
    std::variant<FoldedToken, FoldedBlock> content;
};

/// Blocks are alike whose tokens are, one by one: of the same kind, at the same place of the source through the
/// same calls, with the same count of instructions and the same load waited for; loops as often as each other,
/// with bodies that are alike. Loads and stores may be numbered on, each by the same step from copy to copy, so
/// that the first and the last number tell all of them. Cycles, weights and transactions may differ.
///
/// The shortest blocks are folded first, then those that hold them; afterwards no two alike stand side by side.
/// A block begins at its first line of the source, of the beginnings that give as many copies. Takes n log n
/// for n tokens, unless somebody writes a string against it.
[[nodiscard]] std::vector<FoldedItem> foldUnrolled(const TokenString& string);
/// The same form with nothing folded: every token by itself, every loop.
[[nodiscard]] std::vector<FoldedItem> asWritten(const TokenString& string);

/// By TokenNumber.
[[nodiscard]] std::vector<const Token*> tokensOf(const TokenString& string);
/// `tokens`: tokensOf() the string.
[[nodiscard]] std::vector<const Token*> copiesOf(const FoldedToken& token,
                                                 const std::vector<const Token*>& tokens);

} // namespace warpstring::token_string
