// SPDX-License-Identifier: GPL-3.0-or-later
// How many different bytes regions have together, without going through them where they are like each other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symbolic/regions/affine_region.h"

namespace warpstring::regions {

struct UnionBytes {
    std::int64_t bytes = 0;
    bool isExact = true; ///< false: some group of regions is told by the interval around it
    /// What copies of the groups take that have as many bytes as packedUnion() says, or their interval.
    std::int64_t packedBytes = 0;
};

/// Groups that overlap are counted by bytesTogether(), each for itself. nullopt where numbers do not fit.
[[nodiscard]] std::optional<UnionBytes> unionBytes(std::vector<AffineRegion> regions);

} // namespace warpstring::regions
