// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/regions/union_bytes.h"

#include <algorithm>

#include "symbolic/regions/bytes_together.h"
#include "symbolic/regions/region_union.h"

namespace warpstring::regions {

namespace {

/// Of a region without gaps as rows of `stride` bytes, where it is whole rows.
std::optional<AffineRegion> inRows(const AffineRegion& region, const AffineRegion& like) {
    if (region.dimensions.size() != 1 || like.dimensions.size() != 2) return std::nullopt;
    const RegionDimension &own = region.dimensions[0], &rows = like.dimensions[0], &places = like.dimensions[1];
    if (own.stride != places.stride || rows.stride % own.stride != 0) return std::nullopt;
    const std::int64_t width = rows.stride / own.stride;
    if (own.count % width != 0) return std::nullopt;
    AffineRegion result = region;
    result.dimensions = {{rows.stride, own.count / width}, {own.stride, width}};
    return result;
}

/// What a packed copy of regions takes that are like each other, `bytes` of which differ.
std::optional<std::int64_t> packedBytesOf(std::vector<AffineRegion> group, std::int64_t bytes) {
    const auto widest = std::max_element(group.begin(), group.end(), [](const auto& a, const auto& b) {
        return a.dimensions.size() < b.dimensions.size();
    });
    const AffineRegion& like = *widest; // stays as it is: only what has fewer dimensions is replaced
    for (AffineRegion& region : group)
        if (region.dimensions.size() != like.dimensions.size())
            if (auto rows = inRows(region, like)) region = std::move(*rows);
    const auto packed = packedUnion(group, bytes / group[0].bytes);
    std::int64_t taken = 0;
    if (!packed || __builtin_mul_overflow(packed->places, std::int64_t{packed->bytes}, &taken))
        return std::nullopt;
    return taken;
}

} // namespace

std::optional<UnionBytes> unionBytes(std::vector<AffineRegion> all) {
    std::vector<AffineRegion> regions;
    for (AffineRegion& region : all) {
        region.repeats = 1;
        if (std::find(regions.begin(), regions.end(), region) == regions.end())
            regions.push_back(std::move(region));
    }
    const auto groups = overlapGroups(regions);
    if (!groups) return std::nullopt;
    UnionBytes result;
    for (const auto& indices : *groups) {
        std::vector<AffineRegion> group;
        group.reserve(indices.size());
        for (const std::size_t index : indices) group.push_back(regions[index]);
        const auto around = intervalAround(group);
        if (!around) return std::nullopt;
        const std::int64_t span = around->end - around->begin;
        const auto bytes = bytesTogether(group);
        std::optional<std::int64_t> packed = group.size() == 1 || bytes == span ? bytes : std::nullopt;
        if (bytes && !packed) packed = packedBytesOf(group, *bytes);
        result.isExact = result.isExact && bytes.has_value();
        result.bytes += bytes.value_or(span);
        result.packedBytes += std::min(packed.value_or(span), span);
    }
    return result;
}

} // namespace warpstring::regions
