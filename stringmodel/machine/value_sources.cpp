// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/value_sources.h"

#include <set>

#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::machine {

namespace {

void follow(const Pdg& pdg, const HardwareSpec& spec, const std::vector<StatementId>& used, StatementId user,
            std::set<StatementId>& seen, std::vector<ValueSource>& found) {
    for (const auto id : used) {
        if (!seen.insert(id).second) continue;
        if (!isIssued(pdg.statements[id], spec))
            follow(pdg, spec, pdg.statements[id].data, user, seen, found);
        else
            found.push_back({id, id >= user});
    }
}

} // namespace

std::vector<ValueSource> valueSources(const Pdg& pdg, const HardwareSpec& spec,
                                      const std::vector<StatementId>& used, StatementId user, RegionId guard) {
    std::set<StatementId> seen;
    std::vector<ValueSource> found;
    follow(pdg, spec, used, user, seen, found);
    if (user != none && pdg.statements[user].carried) found.push_back({user, true});
    if (guard != none)
        for (const auto& parent : pdg.regions[guard].controlParents)
            follow(pdg, spec, pdg.predicates[parent.predicate].data, none, seen, found);
    return found;
}

} // namespace warpstring::machine
