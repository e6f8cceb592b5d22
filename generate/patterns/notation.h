// SPDX-License-Identifier: GPL-3.0-or-later
// Typed expressions as pattern files write them. Reading what is printed gives the same form.
#pragma once

#include <string>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// On one line.
[[nodiscard]] std::string toNotation(const Expr& expr);
/// With a line for each stage of a pipeline that does not fit into `width` characters.
[[nodiscard]] std::string toNotationLines(const Expr& expr, std::size_t width = 100,
                                          std::size_t indentation = 0);
/// A function as patterns take it: a name, or parameters => a body.
[[nodiscard]] std::string toNotation(const Function& function);
/// A whole file: what stands before functions, they and the definition. Sizes are the numbers that they were.
[[nodiscard]] std::string toNotation(const Program& program);

} // namespace warpstring::generate
