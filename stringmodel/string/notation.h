// SPDX-License-Identifier: GPL-3.0-or-later
// The string as text.
#pragma once

#include <string>
#include <vector>

#include "stringmodel/string/token.h"

namespace warpstring::token_string {

struct NotationOptions {
    bool ascii = false; ///< "~M" and "~S" instead of letters with a macron
    bool costs = true;  ///< "C_2^8" or, without, the kinds alone: "C"
    /// Of a single token; a string knows its own. The closed form writes G without its wait, as the paper does;
    /// the timeline's costs have so many digits that they add up.
    CostModel model = CostModel::ClosedForm;
};

/// One line in the manner of Table 4: "C_11^44 ( C_2^8 M_1^260 M_2^260 G_1 G_2 C_4^16 )x4096 C_2^8 M̄_3^260".
[[nodiscard]] std::string toText(const TokenString& string, const NotationOptions& options = {});
[[nodiscard]] std::string toText(const Token& token, const NotationOptions& options = {});
/// Copies that are folded into one (unrolled_fold.h), with the cycles of all of them: "M_1..7^21.4". One is
/// written as itself.
[[nodiscard]] std::string toText(const std::vector<const Token*>& copies, const NotationOptions& options = {});
/// The first and the last number of loads and stores that are folded into one: "1..7", "3"; empty of others.
[[nodiscard]] std::string numbersText(const std::vector<const Token*>& copies);
/// A figure as short as its precision allows: "260", "5.38", "0.844".
[[nodiscard]] std::string shortNumber(double value, int digits = 3);
/// The digits that a model's costs, counts and weights are written with.
[[nodiscard]] int digitsOf(CostModel model);

} // namespace warpstring::token_string
