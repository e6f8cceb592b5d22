// SPDX-License-Identifier: GPL-3.0-or-later
// What the bits of an integer type make of lane values, and the intervals that they span over a box.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation::lanes {

/// What a value of `bits` may be of which nothing is known; unknown where that is too much to tell.
[[nodiscard]] LaneValue anything(int bits);

/// The interval of each work-item over the whole box; nullopt when unknown or too large.
struct Hull {
    Lanes low, high;
    [[nodiscard]] std::int64_t lowAt(std::size_t i) const { return low.size() == 1 ? low[0] : low[i]; }
    [[nodiscard]] std::int64_t highAt(std::size_t i) const { return high.size() == 1 ? high[0] : high[i]; }
    [[nodiscard]] std::size_t width() const { return std::max(low.size(), high.size()); }
};
[[nodiscard]] std::optional<Hull> hullOf(const LaneValue& value, const Box& box);
[[nodiscard]] bool isNonNegative(const LaneValue& value, const Box& box);

/// Brings values into the signed range of `bits`, work-item by work-item, where all of one's points wrap alike.
[[nodiscard]] LaneValue wrapped(LaneValue value, int bits, const Box& box);
/// The same value read as unsigned: never negative afterwards, or an interval.
[[nodiscard]] LaneValue unsignedOf(LaneValue value, int bits, const Box& box);

} // namespace warpstring::evaluation::lanes
