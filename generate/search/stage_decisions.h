// SPDX-License-Identifier: GPL-3.0-or-later
// What is decided about a program, as a tree: for each stage the way, then the way's numbers one after the
// other.
#pragma once

#include <memory>

#include "generate/search/lowering.h"
#include "generate/search/tree.h"

namespace warpstring::generate {

/// `begun` has a stage that is open. Leaves are candidates with all stages lowered: candidateOf().
[[nodiscard]] std::unique_ptr<Decision> stageDecisions(const Candidate& begun, const Allowed& allowed,
                                                       Extent extent);

/// Precondition: a leaf of stageDecisions().
[[nodiscard]] const Candidate& candidateOf(const Decision& leaf);

} // namespace warpstring::generate
