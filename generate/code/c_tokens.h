// SPDX-License-Identifier: GPL-3.0-or-later
// The words and signs of functions in OpenCL C.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstring::generate {

struct Token {
    std::string space; ///< before it, comments too
    std::string text;  ///< a directive of the preprocessor is one
};

/// In their order; behind the last one stands one without text, which has the space behind it.
[[nodiscard]] std::vector<Token> tokensOf(const std::string& text);

/// Whether names and numbers may have it.
[[nodiscard]] bool isNameSign(char c);

/// An operator between two operands.
struct InfixSign {
    std::string_view text;
    int binds = 0;             ///< the tightest most
    std::string_view function; ///< what does the same of vectors; none for comparisons
};

/// Null where it is none.
[[nodiscard]] const InfixSign* infixSign(std::string_view text);

/// "const", "global", "unsigned", ...
[[nodiscard]] bool isQualifier(const std::string& word);
/// Those that C has not.
[[nodiscard]] bool isAddressSpace(const std::string& word);

} // namespace warpstring::generate
