// SPDX-License-Identifier: GPL-3.0-or-later
// Where the condition of a branch holds, or what is assumed of it where that cannot be told.
#pragma once

#include "pdg/evaluation/evaluation_context.h"

namespace warpstring::evaluation {

/// Sets the cells and the condition of a Branch region; its parent's are known.
void selectBranchCells(EvaluationContext& context, const Region& region);

} // namespace warpstring::evaluation
