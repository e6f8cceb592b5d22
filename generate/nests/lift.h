// SPDX-License-Identifier: GPL-3.0-or-later
// From maps of indices to maps of what is there: arrays whose elements an index takes alone become the map's
// own input, so that rules see rows, zips and windows.
#pragma once

#include "generate/form/expr.h"

namespace warpstring::generate {

/// With every map and every reduction of `iota` over the arrays instead, from the outermost on: `xs[i]` of the
/// i-th is the element, `xs[k][i]` that of the transposed, `xs[i - 1] .. xs[i + 1]` a window. What is indexed
/// in any other way stays as it is. It computes the same.
[[nodiscard]] Expr lifted(const Expr& expr);

} // namespace warpstring::generate
