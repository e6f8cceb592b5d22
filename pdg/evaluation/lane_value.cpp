// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_value.h"

#include <limits>

namespace warpstring::evaluation {

LaneValue LaneValue::integers(Lanes values) {
    LaneValue result;
    result.kind = Kind::Integer;
    result.low = std::move(values);
    return result;
}

LaneValue LaneValue::range(Lanes low, Lanes high) {
    LaneValue result = integers(std::move(low));
    result.high = std::move(high);
    const std::size_t width = result.width();
    bool exact = true;
    for (std::size_t i = 0; i < width && exact; ++i) exact = result.lowAt(i) == result.highAt(i);
    if (exact) result.high.clear();
    return result;
}

LaneValue LaneValue::reals(RealLanes values) {
    LaneValue result;
    result.kind = Kind::Float;
    result.real = std::move(values);
    return result;
}

std::optional<Extent> termExtent(const LaneValue& value, const Box& box) {
    Extent extent;
    for (const auto& term : value.terms) {
        std::int64_t reach = 0;
        auto& side = term.coefficient < 0 ? extent.least : extent.most;
        if (__builtin_mul_overflow(term.coefficient, box.variables[term.variable].count - 1, &reach) ||
            __builtin_add_overflow(side, reach, &side))
            return std::nullopt;
    }
    constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 2;
    if (extent.least < -limit || extent.most > limit) return std::nullopt;
    return extent;
}

} // namespace warpstring::evaluation
