// SPDX-License-Identifier: GPL-3.0-or-later
// Algorithms 4 and 5 with a bounded search in place of the thesis' integer program.
#include <algorithm>
#include <set>

#include "symbolic/regions/region_union.h"

namespace warpstring::regions {

namespace {

using Offsets = std::vector<std::vector<std::int64_t>>;

constexpr std::int64_t mostOffset = 3;      // of the exhaustive search
constexpr std::int64_t mostTries = 1 << 12; // of it

std::int64_t floorQuotient(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
std::int64_t nearestQuotient(std::int64_t a, std::int64_t b) { return floorQuotient(2 * a + b, 2 * b); }

/// What regions of equal strides have in common. Strides are in bytes, and so are bases; the innermost stride
/// is where a place may lie among the others' (constraint 5.59).
class Packing {
public:
    explicit Packing(const std::vector<AffineRegion>& regions) : regions_(regions) {}

    /// Offsets 0 or more, the least of each dimension 0: accepted where the domain that takes them in is
    /// ordered and all bases lie within the innermost stride.
    void consider(Offsets offsets) {
        const auto& dimensions = regions_[0].dimensions;
        for (std::size_t k = 0; k < dimensions.size(); ++k) {
            std::int64_t least = offsets[0][k];
            for (const auto& own : offsets) least = std::min(least, own[k]);
            for (auto& own : offsets) own[k] -= least;
        }
        PackedUnion made;
        made.bytes = regions_[0].bytes;
        std::vector<std::int64_t> starts;
        for (std::size_t m = 0; m < regions_.size(); ++m) {
            std::int64_t start = regions_[m].base;
            for (std::size_t k = 0; k < dimensions.size(); ++k) {
                std::int64_t moved = 0;
                if (__builtin_mul_overflow(dimensions[k].stride, offsets[m][k], &moved)) return;
                start -= moved;
            }
            starts.push_back(start);
        }
        made.bases = starts;
        std::sort(made.bases.begin(), made.bases.end());
        made.bases.erase(std::unique(made.bases.begin(), made.bases.end()), made.bases.end());
        const std::int64_t innermost = dimensions.back().stride;
        if (made.bases.back() - made.bases.front() > innermost - made.bytes) return;
        for (std::size_t b = 0; b + 1 < made.bases.size(); ++b)
            if (made.bases[b + 1] - made.bases[b] < made.bytes) return; // places that overlap in part
        AffineRegion domain{0, static_cast<int>(innermost), {}, 1};
        made.places = static_cast<std::int64_t>(made.bases.size());
        for (std::size_t k = 0; k < dimensions.size(); ++k) {
            std::int64_t count = 0;
            for (std::size_t m = 0; m < regions_.size(); ++m)
                count = std::max(count, regions_[m].dimensions[k].count + offsets[m][k]);
            made.strides.push_back(dimensions[k].stride);
            made.counts.push_back(count);
            domain.dimensions.push_back({dimensions[k].stride, count});
            if (__builtin_mul_overflow(made.places, count, &made.places)) return;
        }
        if (!isOrdered(domain, innermost)) return; // constraint 5.58
        for (const std::int64_t start : starts)
            made.rank.push_back(static_cast<std::size_t>(
                std::lower_bound(made.bases.begin(), made.bases.end(), start) - made.bases.begin()));
        made.offsets = std::move(offsets);
        if (!best_ || made.places < best_->places) best_ = std::move(made);
    }

    /// Each base's distance from `origin` in digits of the strides: the last rounded down, the others too, or
    /// to the nearest.
    void considerDigits(std::int64_t origin, bool toNearest) {
        const auto& dimensions = regions_[0].dimensions;
        Offsets offsets;
        for (const AffineRegion& region : regions_) {
            std::int64_t rest = region.base - origin;
            std::vector<std::int64_t> digits;
            for (std::size_t k = 0; k < dimensions.size(); ++k) {
                const bool isLast = k + 1 == dimensions.size();
                const std::int64_t stride = dimensions[k].stride;
                digits.push_back(toNearest && !isLast ? nearestQuotient(rest, stride)
                                                      : floorQuotient(rest, stride));
                rest -= digits.back() * stride;
            }
            offsets.push_back(std::move(digits));
        }
        consider(std::move(offsets));
    }

    /// All offsets up to mostOffset, where they are few enough.
    void considerAll() {
        const std::size_t numbers = regions_.size() * regions_[0].dimensions.size();
        double tries = 1;
        for (std::size_t i = 0; i < numbers; ++i) tries *= static_cast<double>(mostOffset + 1);
        if (tries > static_cast<double>(mostTries)) return;
        Offsets offsets(regions_.size(), std::vector<std::int64_t>(regions_[0].dimensions.size()));
        while (true) {
            consider(offsets);
            std::size_t i = 0;
            const std::size_t width = regions_[0].dimensions.size();
            while (i < numbers && ++offsets[i / width][i % width] > mostOffset)
                offsets[i / width][i % width] = 0, ++i;
            if (i == numbers) return;
        }
    }

    [[nodiscard]] bool reaches(std::int64_t places) const { return best_ && best_->places <= places; }
    [[nodiscard]] std::optional<PackedUnion> take() { return std::move(best_); }

private:
    const std::vector<AffineRegion>& regions_;
    std::optional<PackedUnion> best_;
};

} // namespace

std::optional<PackedUnion> packedUnion(const std::vector<AffineRegion>& regions, std::int64_t least) {
    if (regions.empty() || regions[0].dimensions.empty() || regions.size() > 256) return std::nullopt;
    std::vector<std::int64_t> bases;
    for (const AffineRegion& region : regions) {
        if (region.bytes != regions[0].bytes || region.dimensions.size() != regions[0].dimensions.size())
            return std::nullopt;
        for (std::size_t k = 0; k < region.dimensions.size(); ++k)
            if (region.dimensions[k].stride != regions[0].dimensions[k].stride) return std::nullopt;
        constexpr std::int64_t farthest = std::int64_t{1} << 60;
        if (region.base > farthest || region.base < -farthest || region.dimensions[0].stride > farthest)
            return std::nullopt;
        bases.push_back(region.base);
    }
    std::sort(bases.begin(), bases.end());
    Packing packing(regions);
    const std::set<std::int64_t> origins{bases[bases.size() / 2], bases.front()};
    for (const std::int64_t origin : origins) {
        packing.considerDigits(origin, true);
        packing.considerDigits(origin, false);
    }
    if (!packing.reaches(least)) packing.considerAll();
    return packing.take();
}

} // namespace warpstring::regions
