// SPDX-License-Identifier: GPL-3.0-or-later
// Unions of affine regions (Garg 2009, algorithms 2 to 5, corrected): which of them meet, the interval around
// them, and a packed copy of them with an address for every place.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symbolic/regions/affine_region.h"

namespace warpstring::regions {

/// Algorithm 2: regions whose intervals overlap, directly or through others, as sorted indices; groups by their
/// first byte. Regions are normalised; nullopt where numbers do not fit 64 bits.
[[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>>
overlapGroups(const std::vector<AffineRegion>& regions);

/// Algorithm 3: from the first to the last touched byte of all of them, of 0 bytes where there are none.
[[nodiscard]] std::optional<Interval> intervalAround(const std::vector<AffineRegion>& regions);

/// Algorithms 4 and 5: regions of equal strides as interleaved copies of one domain. Place i of region m is
/// element rank[m] + bases * sum over k of (i_k + offsets[m][k]) * (product of counts[l] for l > k).
struct PackedUnion {
    std::vector<std::int64_t> strides;              ///< falling
    std::vector<std::int64_t> counts;               ///< of the domain that takes them all in
    std::vector<std::int64_t> bases;                ///< rising, each once
    std::vector<std::size_t> rank;                  ///< by region
    std::vector<std::vector<std::int64_t>> offsets; ///< by region and dimension
    int bytes = 4;                                  ///< of a place
    std::int64_t places = 0;                        ///< bases.size() * the product of counts

    /// Element of the packed copy that holds a region's place at an index vector.
    [[nodiscard]] std::int64_t element(std::size_t region, const std::vector<std::int64_t>& indices) const;
};

/// Of normalised regions; they keep the dimensions that they have. nullopt where strides or places differ, or
/// no offsets within the bounded search do (docs/counts.md says which are tried): then the interval is all
/// that there is. `least`: places that no domain goes below, with which the search may end.
[[nodiscard]] std::optional<PackedUnion> packedUnion(const std::vector<AffineRegion>& regions,
                                                     std::int64_t least = 0);

/// Different bytes of all regions together, by going through their places; nullopt where they have more than
/// `most` places.
[[nodiscard]] std::optional<std::int64_t> enumeratedBytes(const std::vector<AffineRegion>& regions,
                                                          std::int64_t most = 1 << 22);

} // namespace warpstring::regions
