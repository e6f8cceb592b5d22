// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_range.h"

#include <limits>

namespace warpstring::evaluation::lanes {

namespace {

std::int64_t leastOf(int bits) {
    return bits >= 64 ? std::numeric_limits<std::int64_t>::min() : -(std::int64_t{1} << (bits - 1));
}
std::int64_t mostOf(int bits) {
    return bits >= 64 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << (bits - 1)) - 1;
}

/// Whether all of them fit `bits`, below 64, when so much is added.
bool isWithin(const Lanes& lanes, std::int64_t added, int bits) {
    const std::uint64_t shift = static_cast<std::uint64_t>(added) - static_cast<std::uint64_t>(leastOf(bits));
    std::uint64_t all = 0; // an early end would take longer
    for (const auto entry : lanes) all |= static_cast<std::uint64_t>(entry) + shift;
    return all >> bits == 0;
}

} // namespace

LaneValue anything(int bits) {
    if (bits == 1) return LaneValue::range({0}, {1});
    if (bits > 32) return {};
    return LaneValue::range({leastOf(bits)}, {mostOf(bits)});
}

std::optional<Hull> hullOf(const LaneValue& value, const Box& box) {
    if (value.kind != LaneValue::Kind::Integer) return std::nullopt;
    const auto extent = termExtent(value, box);
    if (!extent) return std::nullopt;
    Hull hull{value.low, value.high.empty() ? value.low : value.high};
    for (auto& entry : hull.low)
        if (__builtin_add_overflow(entry, extent->least, &entry)) return std::nullopt;
    for (auto& entry : hull.high)
        if (__builtin_add_overflow(entry, extent->most, &entry)) return std::nullopt;
    return hull;
}

bool isNonNegative(const LaneValue& value, const Box& box) {
    const auto hull = hullOf(value, box);
    return hull && *std::min_element(hull->low.begin(), hull->low.end()) >= 0;
}

LaneValue wrapped(LaneValue value, int bits, const Box& box) {
    if (value.isUnknown()) return value;
    const auto extent = termExtent(value, box);
    if (!extent) return anything(bits);
    if (bits >= 64) return value;
    const std::int64_t least = leastOf(bits);
    const std::size_t width = value.width();
    if (isWithin(value.low, extent->least, bits) &&
        isWithin(value.high.empty() ? value.low : value.high, extent->most, bits))
        return value;
    if (bits == 1) {
        if (!value.isFixed()) return anything(1);
        for (auto& entry : value.low) entry &= 1;
        return value;
    }
    Lanes low(width), high(value.high.empty() ? 0 : width);
    const std::int64_t span = std::int64_t{1} << bits;
    for (std::size_t i = 0; i < width; ++i) {
        const auto window = [&](std::int64_t x) {
            return (x - least) >> bits; // of spans, rounded down
        };
        const std::int64_t first = window(value.lowAt(i) + extent->least);
        if (first != window(value.highAt(i) + extent->most)) return anything(bits);
        low[i] = value.lowAt(i) - first * span;
        if (!high.empty()) high[i] = value.highAt(i) - first * span;
    }
    value.low = std::move(low);
    value.high = std::move(high);
    return value;
}

LaneValue unsignedOf(LaneValue value, int bits, const Box& box) {
    if (value.isUnknown()) return value;
    const auto extent = termExtent(value, box);
    if (!extent) return {};
    const std::size_t width = value.width();
    std::int64_t signs = 0; // an early end would take longer
    for (const auto entry : value.low) signs |= entry + extent->least;
    if (signs >= 0) return value;
    if (bits == 1) return value;
    if (bits >= 63) return {};
    const std::int64_t span = std::int64_t{1} << bits;
    Lanes low(width), high(value.high.empty() ? 0 : width);
    for (std::size_t i = 0; i < width; ++i) {
        const bool below = value.highAt(i) + extent->most < 0;
        if (!below && value.lowAt(i) + extent->least < 0) return LaneValue::range({0}, {span - 1});
        low[i] = value.lowAt(i) + (below ? span : 0);
        if (!high.empty()) high[i] = value.highAt(i) + (below ? span : 0);
    }
    value.low = std::move(low);
    value.high = std::move(high);
    return value;
}

} // namespace warpstring::evaluation::lanes
