// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/regions/region_union.h"

#include <algorithm>
#include <numeric>

namespace warpstring::regions {

std::optional<std::vector<std::vector<std::size_t>>> overlapGroups(const std::vector<AffineRegion>& regions) {
    std::vector<Interval> intervals;
    intervals.reserve(regions.size());
    for (const AffineRegion& region : regions) {
        const auto interval = intervalOf(region);
        if (!interval) return std::nullopt;
        intervals.push_back(*interval);
    }
    std::vector<std::size_t> order(regions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return intervals[a].begin < intervals[b].begin; });
    std::vector<std::vector<std::size_t>> groups;
    std::int64_t end = 0;
    for (const std::size_t region : order) {
        if (groups.empty() || intervals[region].begin >= end) {
            groups.emplace_back();
            end = intervals[region].end;
        }
        groups.back().push_back(region);
        end = std::max(end, intervals[region].end);
    }
    for (auto& group : groups) std::sort(group.begin(), group.end());
    return groups;
}

std::optional<Interval> intervalAround(const std::vector<AffineRegion>& regions) {
    Interval around;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const auto own = intervalOf(regions[i]);
        if (!own) return std::nullopt;
        around = i == 0 ? *own : Interval{std::min(around.begin, own->begin), std::max(around.end, own->end)};
    }
    return around;
}

std::int64_t PackedUnion::element(std::size_t region, const std::vector<std::int64_t>& indices) const {
    std::int64_t index = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) index = index * counts[k] + indices[k] + offsets[region][k];
    return static_cast<std::int64_t>(rank[region]) + static_cast<std::int64_t>(bases.size()) * index;
}

std::optional<std::int64_t> enumeratedBytes(const std::vector<AffineRegion>& regions, std::int64_t most) {
    double places = 0;
    for (const AffineRegion& region : regions) {
        double own = 1;
        for (const RegionDimension& dimension : region.dimensions) own *= static_cast<double>(dimension.count);
        places += own;
    }
    if (places > static_cast<double>(most)) return std::nullopt;
    std::vector<Interval> touched;
    touched.reserve(static_cast<std::size_t>(places));
    for (const AffineRegion& region : regions) {
        std::vector<std::int64_t> at(region.dimensions.size());
        while (true) {
            std::int64_t place = region.base;
            for (std::size_t k = 0; k < at.size(); ++k) place += at[k] * region.dimensions[k].stride;
            touched.push_back({place, place + region.bytes});
            std::size_t k = 0;
            while (k < at.size() && ++at[k] == region.dimensions[k].count) at[k++] = 0;
            if (k == at.size()) break;
        }
    }
    std::sort(touched.begin(), touched.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < touched.size();) {
        Interval run = touched[i];
        for (++i; i < touched.size() && touched[i].begin <= run.end; ++i)
            run.end = std::max(run.end, touched[i].end);
        bytes += run.end - run.begin;
    }
    return bytes;
}

} // namespace warpstring::regions
