// SPDX-License-Identifier: GPL-3.0-or-later
// Which iterations of a loop are executed by whom, or what is assumed of them where that cannot be told.
#pragma once

#include "pdg/evaluation/evaluation_context.h"

namespace warpstring::evaluation {

/// Sets the cells of a loop's body, and what is told of its trip count; the cells around it are known.
void enterLoopCells(EvaluationContext& context, const Region& region);

} // namespace warpstring::evaluation
