// SPDX-License-Identifier: GPL-3.0-or-later
// StatementBuilder: an access through a pointer to one of several objects, as one access to each of them where
// the pointer leads there. docs/model.md, section 4.
#include "pdg/frontend/debug_places.h"
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

RegionId StatementBuilder::chosenRegion(ExprId guard, PredicateId predicate, bool side) {
    auto& regions = context_.pdg.regions;
    const Predicate& decided = context_.pdg.predicates[predicate];
    Region region;
    region.kind = Region::Kind::Branch;
    region.id = static_cast<RegionId>(regions.size());
    region.parent = decided.region;
    region.guard = guard;
    region.place = decided.place;
    region.controlParents.push_back({predicate, side});
    regions[region.parent].children.emplace_back(region.id);
    regions.push_back(region);
    return region.id;
}

void StatementBuilder::chosenAccess(llvm::Instruction& cause, const SymbolicAddress& address,
                                    const MemoryAccess& access, RegionId region) {
    struct Way {
        std::size_t object;
        ExprId isTaken;
    };
    auto& pdg = context_.pdg;
    std::vector<Way> ways;
    for (std::size_t i = 0; i < address.objects.size(); ++i)
        if (const ExprId isTaken = values_.leadsTo(address, address.objects[i]);
            !pdg.exprs.isConstant(isTaken, 0))
            ways.push_back({i, isTaken});
    std::vector<StatementId> parts;
    const auto emitPart = [&](const Way& way, RegionId own) {
        parts.push_back(memoryStatement(cause, address.objects[way.object], access, own));
        describeLoaded(cause, way.object, pdg.accesses.back().id);
    };
    const auto predicateOf = [&](const Way& way) {
        Predicate predicate;
        predicate.id = static_cast<PredicateId>(pdg.predicates.size());
        predicate.condition = way.isTaken;
        predicate.place = placeOf(cause);
        predicate.region = region;
        predicate.free = true;
        pdg.regions[region].children.emplace_back(predicate.id);
        pdg.predicates.push_back(predicate);
        return predicate.id;
    };
    if (ways.size() == 1) {
        emitPart(ways.front(), region);
    } else if (ways.size() == 2) {
        const PredicateId predicate = predicateOf(ways.front());
        const RegionId first = chosenRegion(ways.front().isTaken, predicate, true);
        const RegionId second = chosenRegion(pdg.exprs.negation(ways.front().isTaken), predicate, false);
        pdg.predicates[predicate].whenTrue = first;
        pdg.predicates[predicate].whenFalse = second;
        emitPart(ways.front(), first);
        emitPart(ways.back(), second);
    } else {
        for (const Way& way : ways) {
            const PredicateId predicate = predicateOf(way);
            const RegionId own = chosenRegion(way.isTaken, predicate, true);
            pdg.predicates[predicate].whenTrue = own;
            emitPart(way, own);
        }
    }
    if (parts.empty()) return;
    result_[&cause] = parts.front();
    auto& further = furtherParts_[&cause];
    further.insert(further.end(), parts.begin() + 1, parts.end());
}

} // namespace warpstring::frontend
