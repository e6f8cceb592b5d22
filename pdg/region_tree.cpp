// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/region_tree.h"

namespace warpstring {

LoopId innermostLoop(const Pdg& pdg, RegionId region) {
    for (RegionId id = region; id != none; id = pdg.regions[id].parent)
        if (pdg.regions[id].kind == Region::Kind::LoopBody) return pdg.regions[id].loop;
    return none;
}

bool liesWithin(const Pdg& pdg, RegionId region, RegionId around) {
    while (region != none && region != around) region = pdg.regions[region].parent;
    return region != none;
}

} // namespace warpstring
