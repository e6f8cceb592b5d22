// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/regions/bytes_together.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "symbolic/regions/region_union.h"

namespace warpstring::regions {

namespace {

constexpr std::size_t mostRegions = 4096; ///< after cuts
constexpr std::int64_t mostPlaces = std::int64_t{1} << 26;
constexpr std::int64_t mostRuns = std::int64_t{1} << 20;
constexpr std::int64_t mostSingleRows = 64; ///< that a region is cut into one by one
constexpr int deepest = 8;

/// Runs of `width` places, from `base` on, at all index vectors of the dimensions.
struct Runs {
    std::int64_t base = 0, width = 1;
    std::vector<RegionDimension> dimensions; ///< strides falling
    friend auto operator<=>(const Runs&, const Runs&) = default;

    /// Places from the first to the last one, dimensions from `from` on alone.
    [[nodiscard]] std::int64_t span(std::size_t from = 0) const {
        std::int64_t sum = width;
        for (std::size_t k = from; k < dimensions.size(); ++k)
            sum += dimensions[k].stride * (dimensions[k].count - 1);
        return sum;
    }
    [[nodiscard]] std::int64_t end() const { return base + span(); }
    /// No index vectors meet, and whole inner dimensions lie within one step of the outer ones.
    [[nodiscard]] bool isOrdered() const {
        for (std::size_t k = 0; k < dimensions.size(); ++k)
            if (dimensions[k].stride < span(k + 1)) return false;
        return true;
    }
    [[nodiscard]] std::int64_t places() const {
        std::int64_t product = width;
        for (const auto& dimension : dimensions) product *= dimension.count;
        return product;
    }
};

/// Inner dimensions that leave no gap are part of the run.
void widen(Runs& runs) {
    while (!runs.dimensions.empty() && runs.dimensions.back().stride <= runs.width) {
        runs.width += runs.dimensions.back().stride * (runs.dimensions.back().count - 1);
        runs.dimensions.pop_back();
    }
}

/// The parts below `place` and from it on, of ordered runs.
void cut(Runs runs, std::int64_t place, std::vector<Runs>& below, std::vector<Runs>& above) {
    if (runs.end() <= place) return below.push_back(std::move(runs));
    if (runs.base >= place) return above.push_back(std::move(runs));
    if (runs.dimensions.empty()) {
        Runs rest{place, runs.end() - place, {}};
        runs.width = place - runs.base;
        below.push_back(std::move(runs));
        return above.push_back(std::move(rest));
    }
    const RegionDimension outer = runs.dimensions[0];
    const auto part = [&](std::int64_t first, std::int64_t count) {
        Runs own = runs;
        own.base += first * outer.stride;
        if (count == 1)
            own.dimensions.erase(own.dimensions.begin());
        else
            own.dimensions[0].count = count;
        return own;
    };
    const std::int64_t middle = (place - runs.base) / outer.stride; // its inner part may be cut
    if (middle > 0) below.push_back(part(0, middle));
    if (middle + 1 < outer.count) above.push_back(part(middle + 1, outer.count - middle - 1));
    if (middle < outer.count) cut(part(middle, 1), place, below, above);
}

class PlaceCounter {
public:
    /// nullopt where the bounds do not do.
    [[nodiscard]] std::optional<std::int64_t> count(std::vector<Runs> all, int depth = 0) {
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        if (all.size() > mostRegions) return std::nullopt;
        if (const auto known = known_.find(all); known != known_.end()) return known->second;
        std::int64_t sum = 0;
        for (std::size_t first = 0; first < all.size();) { // groups that overlap
            std::int64_t end = all[first].end();
            std::size_t next = first + 1;
            while (next < all.size() && all[next].base < end) end = std::max(end, all[next++].end());
            const auto own = group({all.begin() + static_cast<std::ptrdiff_t>(first),
                                    all.begin() + static_cast<std::ptrdiff_t>(next)},
                                   depth);
            if (!own || __builtin_add_overflow(sum, *own, &sum)) return std::nullopt;
            first = next;
        }
        known_.emplace(std::move(all), sum);
        return sum;
    }

private:
    [[nodiscard]] std::optional<std::int64_t> group(const std::vector<Runs>& all, int depth) {
        if (all.size() == 1 && all[0].isOrdered()) return all[0].places();
        std::int64_t end = all[0].end();
        bool isPlain = true;
        for (const Runs& runs : all) {
            end = std::max(end, runs.end());
            isPlain = isPlain && runs.dimensions.empty();
        }
        if (isPlain) return end - all[0].base;
        if (depth < deepest)
            if (const auto rows = byRows(all, depth)) return rows;
        return painted(all, end);
    }

    [[nodiscard]] std::optional<std::int64_t> byRows(const std::vector<Runs>& all, int depth) {
        std::int64_t row = 0;
        for (const Runs& runs : all) {
            if (!runs.isOrdered()) return std::nullopt;
            if (!runs.dimensions.empty()) row = std::max(row, runs.dimensions[0].stride);
        }
        const std::int64_t origin = leastCut(all, row);
        std::vector<RowRuns> rows;
        for (const Runs& runs : all)
            if (!addRows(runs, row, origin, rows)) return std::nullopt;
        if (rows.size() > mostRegions) return std::nullopt;
        std::vector<std::int64_t> ends;
        ends.reserve(2 * rows.size());
        for (const RowRuns& own : rows) {
            ends.push_back(own.first);
            ends.push_back(own.end);
        }
        std::sort(ends.begin(), ends.end());
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        if (ends.size() * rows.size() > mostRegions * 64) return std::nullopt;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
            std::vector<Runs> active;
            for (const RowRuns& own : rows)
                if (own.first <= ends[i] && own.end > ends[i]) active.push_back(own.within);
            const auto own = active.empty() ? 0 : count(std::move(active), depth + 1);
            std::int64_t times = 0;
            if (!own || __builtin_mul_overflow(*own, ends[i + 1] - ends[i], &times) ||
                __builtin_add_overflow(sum, times, &sum))
                return std::nullopt;
        }
        return sum;
    }

    struct RowRuns {
        std::int64_t first = 0, end = 0; ///< rows, the last one excluded
        Runs within;                     ///< of one row, from the row's start
    };

    /// Where rows begin so that few regions lie across.
    [[nodiscard]] static std::int64_t leastCut(const std::vector<Runs>& all, std::int64_t row) {
        constexpr std::size_t mostCandidates = 16;
        std::int64_t best = all[0].base;
        std::size_t least = all.size() + 1;
        for (std::size_t i = 0; i < std::min(all.size(), mostCandidates); ++i) {
            const auto crossing =
                static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const Runs& runs) {
                    const std::int64_t beyond = ((runs.base - all[i].base) % row + row) % row;
                    const bool isOfRows = !runs.dimensions.empty() && runs.dimensions[0].stride == row;
                    return beyond + runs.span(isOfRows ? 1 : 0) > row;
                }));
            if (crossing >= least) continue;
            least = crossing;
            best = all[i].base;
        }
        return best;
    }

    [[nodiscard]] static bool addRows(const Runs& runs, std::int64_t row, std::int64_t origin,
                                      std::vector<RowRuns>& rows) {
        const auto rowOf = [&](std::int64_t place) {
            const std::int64_t beyond = place - origin;
            return beyond / row - (beyond % row < 0 ? 1 : 0);
        };
        const std::int64_t first = rowOf(runs.base), start = origin + first * row;
        if (!runs.dimensions.empty() && runs.dimensions[0].stride == row) {
            const std::int64_t count = runs.dimensions[0].count;
            Runs one = runs;
            one.dimensions.erase(one.dimensions.begin());
            std::vector<Runs> below, above;
            cut(std::move(one), start + row, below, above);
            for (Runs& part : below) {
                part.base -= start;
                rows.push_back({first, first + count, std::move(part)});
            }
            for (Runs& part : above) {
                part.base -= start + row;
                rows.push_back({first + 1, first + 1 + count, std::move(part)});
            }
            return true;
        }
        const std::int64_t last = rowOf(runs.end() - 1);
        const auto single = [&](Runs part, std::int64_t own) {
            part.base -= origin + own * row;
            rows.push_back({own, own + 1, std::move(part)});
        };
        if (first == last) {
            single(runs, first);
            return true;
        }
        const bool isRepeated = runs.dimensions.empty() || row % runs.dimensions[0].stride == 0;
        if (!isRepeated && last - first > mostSingleRows) return false;
        std::vector<Runs> left{runs};
        for (std::int64_t own = first; own <= last; ++own) {
            std::vector<Runs> below, above;
            for (Runs& part : left) cut(std::move(part), origin + (own + 1) * row, below, above);
            for (Runs& part : below) single(std::move(part), own);
            left = std::move(above);
            if (!isRepeated || own + 2 > last) continue;
            // Rows that hold the same up to the last one.
            std::vector<Runs> next, beyond;
            for (const Runs& part : left) cut(part, origin + (own + 2) * row, next, beyond);
            for (Runs& part : next) {
                part.base -= origin + (own + 1) * row;
                rows.push_back({own + 1, last, std::move(part)});
            }
            beyond.clear();
            next.clear();
            for (Runs& part : left) cut(std::move(part), origin + last * row, next, beyond);
            left = std::move(beyond);
            own = last - 1;
        }
        return true;
    }

    /// Every place by itself.
    [[nodiscard]] std::optional<std::int64_t> painted(const std::vector<Runs>& all, std::int64_t end) {
        const std::int64_t begin = all[0].base;
        if (end - begin > mostPlaces) return std::nullopt;
        for (const Runs& runs : all) {
            std::int64_t own = 1;
            for (const auto& dimension : runs.dimensions)
                if (__builtin_mul_overflow(own, dimension.count, &own)) return std::nullopt;
            painting_ += own;
            if (own > mostRuns || painting_ > mostRuns) return std::nullopt;
        }
        std::vector<std::uint64_t> words(static_cast<std::size_t>((end - begin) / 64 + 1));
        for (const Runs& runs : all) {
            std::vector<std::int64_t> at(runs.dimensions.size());
            std::int64_t place = runs.base - begin;
            while (true) {
                paint(words, place, runs.width);
                std::size_t k = at.size();
                while (k > 0 && ++at[k - 1] == runs.dimensions[k - 1].count) {
                    place -= (at[k - 1] - 1) * runs.dimensions[k - 1].stride;
                    at[--k] = 0;
                }
                if (k == 0) break;
                place += runs.dimensions[k - 1].stride;
            }
        }
        std::int64_t sum = 0;
        for (const std::uint64_t word : words) sum += std::popcount(word);
        return sum;
    }

    static void paint(std::vector<std::uint64_t>& words, std::int64_t first, std::int64_t width) {
        for (std::int64_t left = width; left > 0;) {
            const auto bit = static_cast<unsigned>(first & 63);
            const std::int64_t own = std::min<std::int64_t>(left, 64 - bit);
            const std::uint64_t ones = own == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << own) - 1;
            words[static_cast<std::size_t>(first >> 6)] |= ones << bit;
            first += own;
            left -= own;
        }
    }

    std::map<std::vector<Runs>, std::int64_t> known_;
    std::int64_t painting_ = 0; ///< runs painted so far
};

} // namespace

std::optional<std::int64_t> bytesTogether(const std::vector<AffineRegion>& regions) {
    if (regions.empty()) return 0;
    const auto around = intervalAround(regions);
    constexpr std::int64_t farthest = std::int64_t{1} << 61;
    if (!around || around->begin < -farthest || around->end > farthest) return std::nullopt;
    std::int64_t unit = 0; // everything is a multiple of it, from the first byte on
    for (const AffineRegion& region : regions) {
        unit = std::gcd(std::gcd(unit, region.base - around->begin), std::int64_t{region.bytes});
        for (const RegionDimension& dimension : region.dimensions) unit = std::gcd(unit, dimension.stride);
    }
    std::vector<Runs> all;
    all.reserve(regions.size());
    for (const AffineRegion& region : regions) {
        Runs runs{(region.base - around->begin) / unit, region.bytes / unit, region.dimensions};
        for (RegionDimension& dimension : runs.dimensions) dimension.stride /= unit;
        widen(runs);
        all.push_back(std::move(runs));
    }
    const auto places = PlaceCounter().count(std::move(all));
    std::int64_t bytes = 0;
    return places && !__builtin_mul_overflow(*places, unit, &bytes) ? std::optional(bytes) : std::nullopt;
}

} // namespace warpstring::regions
