// SPDX-License-Identifier: GPL-3.0-or-later
// In which order an array's elements lie in the memory that it is taken from.
#pragma once

#include "generate/form/expr.h"

namespace warpstring::generate {

/// Whether elements that follow each other in memory are those of different rows: of a transposed matrix, or of
/// one that is gathered so. False where that is not seen.
[[nodiscard]] bool isTransposed(const Expr& rows);

} // namespace warpstring::generate
