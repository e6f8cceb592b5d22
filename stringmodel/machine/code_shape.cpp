// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/code_shape.h"

#include "stringmodel/machine/constant_moves.h"
#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/predication.h"

namespace warpstring::machine {

CodeShape shapeCode(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec) {
    CodeShape shape;
    shape.isPredicated =
        predicatedRegions(pdg, evaluation, spec.compiler.predicatedInstructions,
                          [&](const Statement& statement) { return branchedOver(statement, spec); });
    shape.unrolling = chooseUnrolling(pdg, evaluation, spec, shape.isPredicated);
    shape.keepsConstants.reserve(pdg.regions.size());
    for (const auto& region : pdg.regions)
        shape.keepsConstants.push_back(keepsConstants(region, pdg, spec, shape.unrolling));
    return shape;
}

RegionId blockOf(const Region& region, const Pdg& pdg, const CodeShape& shape) {
    RegionId block = region.id;
    while (shape.isPredicated[block]) block = pdg.regions[block].parent;
    return block;
}

int copiesOf(const Region& region, const Pdg& pdg, const CodeShape& shape) {
    const Region& holder = pdg.regions[blockOf(region, pdg, shape)];
    return holder.kind == Region::Kind::LoopBody ? shape.unrolling.factors[holder.loop] : 1;
}

bool isBranch(const Predicate& predicate, const evaluation::Evaluation& evaluation, const CodeShape& shape) {
    return !predicate.free && !decidesPredicatesAlone(predicate, evaluation, shape.isPredicated);
}

} // namespace warpstring::machine
