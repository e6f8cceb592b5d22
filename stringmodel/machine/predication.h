// SPDX-License-Identifier: GPL-3.0-or-later
// Which branches a compiler turns into predicates of their instructions: docs/model.md, section 9.1.
#pragma once

#include <functional>
#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

/// By RegionId, whether every warp issues the region's instructions: branches without loop or barrier of at
/// most `mostInstructions` (0: none), as `instructionsOf` counts a statement's, and all within them.
[[nodiscard]] std::vector<bool>
predicatedRegions(const Pdg& pdg, const evaluation::Evaluation& evaluation, double mostInstructions,
                  const std::function<double(const Statement&)>& instructionsOf);

/// Whether a predicate decides on something alive, and on nothing but predicated regions: a compare, no branch.
[[nodiscard]] bool decidesPredicatesAlone(const Predicate& predicate, const evaluation::Evaluation& evaluation,
                                          const std::vector<bool>& isPredicated);

} // namespace warpstring::machine
