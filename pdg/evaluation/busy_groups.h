// SPDX-License-Identifier: GPL-3.0-or-later
// Which work-groups of a launch do anything, as far as the conditions at the kernel's head tell: where a grid
// reaches beyond the problem, whole groups leave at once.
#pragma once

#include <vector>

#include "pdg/evaluation/cells.h"

namespace warpstring::evaluation {

/// The least box of work-groups that holds all that execute some region below the entry: `whole` where a region
/// there is no branch, or where data decide on it. `threshold` as in selectCells.
[[nodiscard]] Cell busyGroups(ExprEvaluator& evaluator, const Cell& whole, double threshold);

/// The work-groups of `whole` outside of `part`, in at most six boxes.
[[nodiscard]] std::vector<Cell> groupsBeside(const Cell& whole, const Cell& part);

} // namespace warpstring::evaluation
