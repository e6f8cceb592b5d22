// SPDX-License-Identifier: GPL-3.0-or-later
// The string as text.
#pragma once

#include "stringmodel/string/token.h"

namespace warpstring::token_string {

struct NotationOptions {
    bool ascii = false; ///< "~M" and "~S" instead of letters with a macron
    bool costs = true;  ///< "C_2^8" or, without, the kinds alone: "C"
};

/// One line in the manner of Table 4: "C_11^44 ( C_2^8 M_1^260 M_2^260 G_1 G_2 C_4^16 )x4096 C_2^8 M̄_3^260".
[[nodiscard]] std::string toText(const TokenString& string, const NotationOptions& options = {});
[[nodiscard]] std::string toText(const Token& token, const NotationOptions& options = {});
/// A figure as short as its precision allows: "260", "5.38", "0.844".
[[nodiscard]] std::string shortNumber(double value);

} // namespace warpstring::token_string
