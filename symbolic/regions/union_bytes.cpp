// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/regions/union_bytes.h"

#include <algorithm>
#include <set>

#include "symbolic/regions/region_union.h"

namespace warpstring::regions {

namespace {

constexpr std::int64_t mostPlaces = 1 << 18;
constexpr double mostCells = 1 << 16; ///< of the grid that boxes' ends make

struct IndexBox {
    std::vector<std::int64_t> low, high; ///< the last one excluded
};

/// Different points of boxes, by the grid of their ends.
std::optional<std::int64_t> pointsOf(const std::vector<IndexBox>& boxes, std::size_t dimensions) {
    std::vector<std::vector<std::int64_t>> ends(dimensions);
    double cells = 1;
    for (std::size_t k = 0; k < dimensions; ++k) {
        std::set<std::int64_t> own;
        for (const IndexBox& box : boxes) own.insert({box.low[k], box.high[k]});
        ends[k].assign(own.begin(), own.end());
        cells *= static_cast<double>(ends[k].size());
    }
    if (cells * static_cast<double>(boxes.size()) > mostCells) return std::nullopt;
    std::int64_t points = 0;
    std::vector<std::size_t> at(dimensions);
    while (true) {
        const bool isWithin = std::any_of(boxes.begin(), boxes.end(), [&](const IndexBox& box) {
            for (std::size_t k = 0; k < dimensions; ++k)
                if (ends[k][at[k]] < box.low[k] || ends[k][at[k]] >= box.high[k]) return false;
            return true;
        });
        if (isWithin) {
            std::int64_t size = 1;
            for (std::size_t k = 0; k < dimensions; ++k)
                if (__builtin_mul_overflow(size, ends[k][at[k] + 1] - ends[k][at[k]], &size))
                    return std::nullopt;
            if (__builtin_add_overflow(points, size, &points)) return std::nullopt;
        }
        std::size_t k = 0;
        while (k < dimensions && ++at[k] + 1 >= ends[k].size()) at[k++] = 0;
        if (k == dimensions) return points;
    }
}

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

std::optional<std::int64_t> likeBytes(std::vector<AffineRegion> group,
                                      std::optional<std::int64_t>& packedBytes) {
    const auto widest = std::max_element(group.begin(), group.end(), [](const auto& a, const auto& b) {
        return a.dimensions.size() < b.dimensions.size();
    });
    const AffineRegion& like = *widest; // stays as it is: only what has fewer dimensions is replaced
    for (AffineRegion& region : group)
        if (region.dimensions.size() != like.dimensions.size())
            if (auto rows = inRows(region, like)) region = std::move(*rows);
    const auto packed = packedUnion(group);
    if (!packed) return std::nullopt;
    std::int64_t bytes = 0;
    if (!__builtin_mul_overflow(packed->places, std::int64_t{packed->bytes}, &bytes)) packedBytes = bytes;
    bytes = 0;
    for (std::size_t rank = 0; rank < packed->bases.size(); ++rank) {
        std::vector<IndexBox> boxes;
        for (std::size_t m = 0; m < group.size(); ++m) {
            if (packed->rank[m] != rank) continue;
            IndexBox box;
            for (std::size_t k = 0; k < packed->counts.size(); ++k) {
                box.low.push_back(packed->offsets[m][k]);
                box.high.push_back(packed->offsets[m][k] + group[m].dimensions[k].count);
            }
            boxes.push_back(std::move(box));
        }
        const auto points = pointsOf(boxes, packed->counts.size());
        std::int64_t own = 0;
        if (!points || __builtin_mul_overflow(*points, std::int64_t{packed->bytes}, &own) ||
            __builtin_add_overflow(bytes, own, &bytes))
            return std::nullopt;
    }
    return bytes;
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
        std::optional<std::int64_t> bytes, packed;
        if (group.size() == 1)
            packed = bytes = distinctBytes(group[0]);
        else
            bytes = likeBytes(group, packed);
        if (!bytes) bytes = enumeratedBytes(group, mostPlaces);
        result.isExact = result.isExact && bytes.has_value();
        result.bytes += bytes.value_or(span);
        result.packedBytes += std::min(packed.value_or(span), span);
    }
    return result;
}

} // namespace warpstring::regions
