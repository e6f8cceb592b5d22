// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on lane values and what is chosen by them: comparisons, logic, minimum and maximum.
// applySelect (lane_value.h) is the choice itself.
#pragma once

#include <vector>

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation::lanes {

/// One bit; of both operands read alike, signed or not.
[[nodiscard]] LaneValue compare(ExprOp op, const LaneValue& a, const LaneValue& b, const Box& box);
/// Of values of one bit.
[[nodiscard]] LaneValue logical(ExprOp op, const LaneValue& a, const LaneValue& b);
[[nodiscard]] LaneValue minimum(const LaneValue& a, const LaneValue& b, const Box& box,
                                std::vector<SplitHint>& hints);
[[nodiscard]] LaneValue maximum(const LaneValue& a, const LaneValue& b, const Box& box,
                                std::vector<SplitHint>& hints);

} // namespace warpstring::evaluation::lanes
