// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers so that a reader takes them for the type that they have.
#pragma once

#include <string>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// What a reader makes of a number at a place.
enum class LiteralPlace {
    Operand, // its own type
    Adapting // that of what it stands beside, which is the literal's
};

[[nodiscard]] std::string literalText(const Expr& literal, LiteralPlace place);
/// float(0.5): of this type at any place.
[[nodiscard]] std::string typedLiteralText(const Expr& literal);

} // namespace warpstring::generate
