// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/lane_meetings.h"

#include "pdg/warp_uniformity.h"

namespace warpstring::machine {

namespace {

/// The region that a region ends with.
RegionId lastWithin(const Region& region) {
    const bool isRegion = !region.children.empty() && region.children.back().kind == NodeRef::Kind::Region;
    return isRegion ? region.children.back().region() : none;
}

} // namespace

PredicateId meetingBehindBranch(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                const CodeShape& shape, RegionId branch) {
    const Region& region = pdg.regions[branch];
    if (region.controlParents.empty()) return none;
    const Predicate& decision = pdg.predicates[region.controlParents.front().predicate];
    const Region& around = pdg.regions[region.parent];
    const bool endsWithIt = around.kind != Region::Kind::Branch && around.children.back() == NodeRef(branch);
    const RegionId other = decision.whenTrue == branch ? decision.whenFalse : decision.whenTrue;
    const bool comesOther =
        other != none && branch < other && !evaluation.regions[other].isDead() && !shape.isPredicated[other];
    if (endsWithIt || comesOther || isWarpUniform(pdg, decision.condition)) return none;
    // What a loop ends with is where those meet that have gone around it.
    const RegionId last = lastWithin(region);
    const bool endsWithLoop = last != none && pdg.regions[last].kind == Region::Kind::LoopBody;
    return endsWithLoop && meetingBehindLoop(pdg, last) != none ? none : decision.id;
}

PredicateId meetingBehindLoop(const Pdg& pdg, RegionId body) {
    // What ends an iteration: at its end, or a branch around all that is left of it.
    for (RegionId region = body; region != none;) {
        const Region& block = pdg.regions[region];
        for (const auto& child : block.children) {
            if (child.kind != NodeRef::Kind::Predicate) continue;
            const Predicate& decision = pdg.predicates[child.predicate()];
            if (decision.closesLoop && !isWarpUniform(pdg, decision.condition)) return decision.id;
        }
        region = lastWithin(block);
        if (region == none) break;
        const Region& left = pdg.regions[region];
        if (left.kind != Region::Kind::Branch || left.controlParents.empty()) break;
        const Predicate& exit = pdg.predicates[left.controlParents.front().predicate];
        if (!isWarpUniform(pdg, exit.condition)) return exit.id;
    }
    return none;
}

} // namespace warpstring::machine
