// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on integers that are affine in a box's variables, without wrapping: exact where the result is
// affine again, an interval where it is not, unknown where it does not fit 64 bits.
#pragma once

#include <cstdint>
#include <vector>

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation::lanes {

[[nodiscard]] LaneValue sum(const LaneValue& a, const LaneValue& b);
[[nodiscard]] LaneValue difference(const LaneValue& a, const LaneValue& b);
[[nodiscard]] LaneValue scaledBy(const LaneValue& a, std::int64_t factor);
[[nodiscard]] LaneValue product(const LaneValue& a, const LaneValue& b, const Box& box);

/// a div m and a mod m for a constant m > 0, rounded down: what arithmetic shifts and masks of negative numbers
/// do and divisions do not.
[[nodiscard]] LaneValue quotient(const LaneValue& a, std::int64_t m, const Box& box,
                                 std::vector<SplitHint>& hints);
[[nodiscard]] LaneValue remainder(const LaneValue& a, std::int64_t m, const Box& box,
                                  std::vector<SplitHint>& hints);

} // namespace warpstring::evaluation::lanes
