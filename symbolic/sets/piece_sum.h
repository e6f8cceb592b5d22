// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of formulas added up: those of the same conditions are one, and conditions that hold nowhere or always
// are left out. Only this room sees it.
#pragma once

#include "symbolic/sets/isl_translation.h"

namespace warpstring::symbolic {

/// nullopt where there are more than 64 pieces.
[[nodiscard]] std::optional<Formula> sumOfPieces(PointSpace& space, const std::vector<FormulaPiece>& pieces);

} // namespace warpstring::symbolic
