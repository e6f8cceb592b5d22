// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns that stand for several others: stencils and all pairs.
#pragma once

#include <vector>

#include "generate/patterns/elaborator.h"

namespace warpstring::generate {

/// (radius, boundary, f, array): f of each element's neighbourhood, float[2 radius + 1]. (radius, radius,
/// boundary, f, matrix): the same of float[2 radius + 1][2 radius + 1], the radius of rows' neighbours first.
[[nodiscard]] Expr applyStencil(Elaborator& elaborator, const std::vector<Argument>& arguments,
                                const SourceLocation& place);

/// (f, a, b): f of each row of a and each of b. (zip operator, reduce operator, identity, a, b): f is the
/// reduction of what the zip operator gives of both rows' elements.
[[nodiscard]] Expr applyAllPairs(Elaborator& elaborator, const std::vector<Argument>& arguments,
                                 const SourceLocation& place);

void refuseBoundary(Elaborator& elaborator, const Argument& argument);

} // namespace warpstring::generate
