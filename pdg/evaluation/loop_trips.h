// SPDX-License-Identifier: GPL-3.0-or-later
// Trip counts: in closed form where the condition is affine in the loop's counter, else by stepping.
#pragma once

#include "pdg/evaluation/expr_evaluator.h"

namespace warpstring::evaluation {

/// Iterations of `loop` per entry on every point of `box`, in which the loop's own variable has one value. A
/// body runs at least once: loops are rotated. Use ExprEvaluator::trips, which remembers. Without `mayStep`,
/// only what has a closed form is known.
[[nodiscard]] LoopTrips countTrips(ExprEvaluator& evaluator, LoopId loop, const Box& box, bool mayStep = true);

} // namespace warpstring::evaluation
