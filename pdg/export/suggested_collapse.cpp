// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/suggested_collapse.h"

#include <deque>

#include "pdg/export/labels.h"

namespace warpstring::pdg_export {

std::set<RegionId> suggestedCollapse(const Pdg& pdg, std::size_t mostNodes) {
    std::set<RegionId> collapsed;
    if (pdg.regions.empty()) return collapsed;
    std::size_t drawn = 1; // the entry
    std::deque<RegionId> shown{entryRegion};
    while (!shown.empty()) {
        const RegionId id = shown.front();
        shown.pop_front();
        const auto items = label::items(pdg, pdg.regions[id]);
        if (id != entryRegion && drawn + items.size() > mostNodes) {
            collapsed.insert(id);
            continue;
        }
        drawn += items.size();
        for (const auto& item : items)
            if (item.node.kind == NodeRef::Kind::Region) shown.push_back(item.node.region());
    }
    return collapsed;
}

} // namespace warpstring::pdg_export
