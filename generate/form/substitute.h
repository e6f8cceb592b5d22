// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions with other expressions in the place of variables.
#pragma once

#include <map>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

using Bindings = std::map<const Variable*, Expr>;

/// With every free variable of `bindings` replaced and all types inferred anew: what is put in may have another
/// type than the variable. The parameters of functions within are new variables.
[[nodiscard]] Result<Expr> substituted(const Expr& expr, const Bindings& bindings);

/// The body with the arguments in the parameters' places.
[[nodiscard]] Result<Expr> applied(const Function& function, const std::vector<Expr>& arguments);

/// The function with parameters of these types.
[[nodiscard]] Result<Function> retyped(const Function& function, const std::vector<Type>& types);

/// How often `variable` is used.
[[nodiscard]] int uses(const Expr& expr, const Variable* variable);
/// How often a part of a tuple is used, or all of it; what functions within use counts twice.
[[nodiscard]] int usesOfPart(const Expr& expr, const Variable* variable, int part);

} // namespace warpstring::generate
