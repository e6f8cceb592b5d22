// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two expressions are the same but for the names of their bound variables.
#pragma once

#include "generate/form/expr.h"

namespace warpstring::generate {

/// Patterns, numbers, levels and types alike; variables that no function binds have to be the same ones. Places
/// in sources do not count. Two empty expressions are the same.
[[nodiscard]] bool sameForm(const Expr& a, const Expr& b);

} // namespace warpstring::generate
