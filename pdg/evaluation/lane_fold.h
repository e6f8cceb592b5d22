// SPDX-License-Identifier: GPL-3.0-or-later
// Integer operations work-item by work-item, on values that are the same at every point of the box.
#pragma once

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation::lanes {

/// `a` and `b` are fixed. Where the operation is undefined for a work-item, which may not be active at all, its
/// entry is anything.
[[nodiscard]] LaneValue foldLanes(ExprOp op, int bits, int operandBits, const LaneValue& a, const LaneValue& b);

} // namespace warpstring::evaluation::lanes
