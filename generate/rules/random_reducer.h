// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that a reduction may regroup, drawn at random.
#pragma once

#include "core/random/draws.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

struct RandomReducer {
    Function function;
    Expr start; // its identity
};

/// Of scalars, or of tuples of them part by part; empty for other elements.
[[nodiscard]] RandomReducer randomReducer(const Type& element, random_kernels::Draws& draws);

} // namespace warpstring::generate
