// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/regions/affine_region.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace warpstring::regions {

namespace {

/// a + b * c; nullopt where it does not fit 64 bits.
std::optional<std::int64_t> sumOfProduct(std::int64_t a, std::int64_t b, std::int64_t c) {
    std::int64_t product = 0, sum = 0;
    if (__builtin_mul_overflow(b, c, &product) || __builtin_add_overflow(a, product, &sum)) return std::nullopt;
    return sum;
}

/// Makes two dimensions one where the greater stride is a multiple of the smaller one that leaves no gap.
/// `isDone` tells whether it did; false where numbers do not fit.
bool joinOnce(std::vector<RegionDimension>& dimensions, bool& isDone) {
    for (std::size_t great = 0; great < dimensions.size(); ++great)
        for (std::size_t small = 0; small < dimensions.size(); ++small) {
            const RegionDimension &a = dimensions[great], &b = dimensions[small];
            if (great == small || a.stride < b.stride || (a.stride == b.stride && great > small)) continue;
            if (a.stride % b.stride != 0 || a.stride / b.stride > b.count) continue;
            const auto count = sumOfProduct(b.count, a.stride / b.stride, a.count - 1);
            if (!count) return false;
            dimensions[small].count = *count;
            dimensions.erase(dimensions.begin() + static_cast<std::ptrdiff_t>(great));
            isDone = true;
            return true;
        }
    return true;
}

} // namespace

std::optional<AffineRegion> normalised(const AffineRegion& region) {
    AffineRegion result{region.base, region.bytes, {}, region.repeats};
    for (RegionDimension dimension : region.dimensions) {
        if (dimension.count == 1) continue;
        if (dimension.stride == 0) {
            const auto repeats = sumOfProduct(0, result.repeats, dimension.count);
            if (!repeats) return std::nullopt;
            result.repeats = *repeats;
            continue;
        }
        if (dimension.stride < 0) {
            const auto base = sumOfProduct(result.base, dimension.stride, dimension.count - 1);
            if (!base || dimension.stride == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
            result.base = *base;
            dimension.stride = -dimension.stride;
        }
        result.dimensions.push_back(dimension);
    }
    for (bool isDone = true; isDone;) {
        isDone = false;
        if (!joinOnce(result.dimensions, isDone)) return std::nullopt;
    }
    std::sort(result.dimensions.begin(), result.dimensions.end(),
              [](const RegionDimension& a, const RegionDimension& b) { return a.stride > b.stride; });
    return result;
}

std::optional<Interval> intervalOf(const AffineRegion& region) {
    std::optional<std::int64_t> end = sumOfProduct(region.base, region.bytes, 1);
    for (const RegionDimension& dimension : region.dimensions) {
        if (end) end = sumOfProduct(*end, dimension.stride, dimension.count - 1);
    }
    if (!end) return std::nullopt;
    return Interval{region.base, *end};
}

bool isOrdered(const AffineRegion& normalised, std::int64_t least) {
    std::int64_t reach = least;
    for (const auto& dimension : std::views::reverse(normalised.dimensions)) {
        if (dimension.stride < reach) return false;
        const auto next = sumOfProduct(reach, dimension.stride, dimension.count - 1);
        if (!next) return false;
        reach = *next;
    }
    return true;
}

std::optional<std::int64_t> distinctBytes(const AffineRegion& normalised) {
    if (!isOrdered(normalised, normalised.bytes)) return std::nullopt;
    std::optional<std::int64_t> bytes = normalised.bytes;
    for (const RegionDimension& dimension : normalised.dimensions)
        if (bytes) bytes = sumOfProduct(0, *bytes, dimension.count);
    return bytes;
}

} // namespace warpstring::regions
