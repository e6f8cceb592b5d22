// SPDX-License-Identifier: GPL-3.0-or-later
// Where a region of a graph lies among the others.
#pragma once

#include "pdg/pdg.h"

namespace warpstring {

/// The innermost loop around a region; none where there is none.
[[nodiscard]] LoopId innermostLoop(const Pdg& pdg, RegionId region);

/// Whether `region` is `around` or lies in it.
[[nodiscard]] bool liesWithin(const Pdg& pdg, RegionId region, RegionId around);

} // namespace warpstring
