// SPDX-License-Identifier: GPL-3.0-or-later
// Affine access descriptors (the restricted constant-stride LMADs of Garg 2009, chapter 5): the memory that an
// access touches as a base, strides and bounds.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstring::regions {

/// `count` places, `stride` bytes apart.
struct RegionDimension {
    std::int64_t stride = 1; ///< any in what is normalised, positive afterwards
    std::int64_t count = 1;  ///< 1 or more
    friend auto operator<=>(const RegionDimension&, const RegionDimension&) = default;
};

/// base + sum of stride * i for all 0 <= i < count: the first bytes of `bytes` that are touched together.
struct AffineRegion {
    std::int64_t base = 0; ///< bytes from the buffer's start
    int bytes = 4;         ///< of each place
    std::vector<RegionDimension> dimensions;
    /// How often each place is named again: the product of the bounds of strides that are 0. What dimensions
    /// name twice once they are one is not in it.
    std::int64_t repeats = 1;
    friend auto operator<=>(const AffineRegion&, const AffineRegion&) = default;
};

/// The same places with strides positive and falling: negative ones turned (the base moves to their other end),
/// those of 0 dropped into `repeats`, and dimensions made one where one goes on with what the other is made of
/// (rows without gaps, a[i + k]). nullopt where numbers do not fit 64 bits.
[[nodiscard]] std::optional<AffineRegion> normalised(const AffineRegion& region);

/// Bytes from the first to the last touched one, that one excluded. Of normalised regions; nullopt where
/// numbers do not fit 64 bits.
struct Interval {
    std::int64_t begin = 0, end = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};
[[nodiscard]] std::optional<Interval> intervalOf(const AffineRegion& region);

/// The thesis' ordering condition: each stride is at least what the smaller ones reach together and `least`
/// more. With the number of bytes of a place no two index vectors touch one byte (theorem 1).
[[nodiscard]] bool isOrdered(const AffineRegion& normalised, std::int64_t least);

/// Different bytes of a normalised region (theorem 2: the product of the bounds); nullopt where it is not
/// ordered or the number does not fit 64 bits.
[[nodiscard]] std::optional<std::int64_t> distinctBytes(const AffineRegion& normalised);

} // namespace warpstring::regions
