// SPDX-License-Identifier: GPL-3.0-or-later
// What all work-items of a warp agree on, as compilers can tell from the code alone.
#pragma once

#include "pdg/pdg.h"

namespace warpstring {

/// Whether a value is the same for all lanes that compute it together: made of constants, arguments, group IDs,
/// counters and what is loaded from addresses of the same kind. False where nothing is known (as what an atomic
/// operation returns) and for private memory.
[[nodiscard]] bool isWarpUniform(const Pdg& pdg, ExprId value);

} // namespace warpstring
