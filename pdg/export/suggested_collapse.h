// SPDX-License-Identifier: GPL-3.0-or-later
// What to leave out of the first picture of a large graph.
#pragma once

#include <cstddef>
#include <set>

#include "pdg/pdg.h"

namespace warpstring::pdg_export {

/// Regions to collapse so that not more than `mostNodes` are drawn. Opens regions from the entry down as long
/// as they fit, so what stays collapsed lies deep; the entry is open even where it holds too many by itself.
[[nodiscard]] std::set<RegionId> suggestedCollapse(const Pdg& pdg, std::size_t mostNodes);

} // namespace warpstring::pdg_export
