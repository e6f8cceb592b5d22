// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two expressions are the same computation written twice.
#pragma once

#include "generate/form/expr.h"

namespace warpstring::generate {

/// The same patterns on the same inputs, whatever their functions' parameters are called and wherever they
/// stand in a source. Variables that no function binds are the same by name and type.
[[nodiscard]] bool sameForm(const Expr& a, const Expr& b);
/// Names, parameters and functions as well.
[[nodiscard]] bool sameForm(const Program& a, const Program& b);

} // namespace warpstring::generate
