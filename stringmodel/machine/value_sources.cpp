// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/value_sources.h"

#include <set>

namespace warpstring {

namespace {

void follow(const Pdg& pdg, const std::vector<StatementId>& used, StatementId user, std::set<StatementId>& seen,
            std::vector<ValueSource>& found) {
    for (const auto id : used) {
        if (!seen.insert(id).second) continue;
        if (pdg.statements[id].kind == StatementKind::Register)
            follow(pdg, pdg.statements[id].data, user, seen, found);
        else
            found.push_back({id, id >= user});
    }
}

} // namespace

std::vector<ValueSource> valueSources(const Pdg& pdg, const std::vector<StatementId>& used, StatementId user,
                                      RegionId guard) {
    std::set<StatementId> seen;
    std::vector<ValueSource> found;
    follow(pdg, used, user, seen, found);
    if (user != none && pdg.statements[user].carried) found.push_back({user, true});
    if (guard != none)
        for (const auto& parent : pdg.regions[guard].controlParents)
            follow(pdg, pdg.predicates[parent.predicate].data, none, seen, found);
    return found;
}

} // namespace warpstring
