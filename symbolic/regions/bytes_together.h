// SPDX-License-Identifier: GPL-3.0-or-later
// Different bytes of any regions together, exactly: they are cut into rows of the greatest stride, and rows
// that hold the same are counted once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "symbolic/regions/affine_region.h"

namespace warpstring::regions {

/// Of normalised regions. The time hangs on how many regions there are and how they lie to each other, not on
/// how large they are; what has no common rows is painted, byte by byte in the worst case, up to 2^20 runs over
/// 2^26 places. nullopt beyond that, or where numbers do not fit.
[[nodiscard]] std::optional<std::int64_t> bytesTogether(const std::vector<AffineRegion>& regions);

} // namespace warpstring::regions
