// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/code_shape.h"

#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/predication.h"

namespace warpstring::machine {

CodeShape shapeCode(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec) {
    CodeShape shape;
    shape.isPredicated =
        predicatedRegions(pdg, evaluation, spec.compiler.predicatedInstructions,
                          [&](const Statement& statement) { return instructionsOf(statement, spec); });
    shape.unrolling = chooseUnrolling(pdg, evaluation, spec, shape.isPredicated);
    return shape;
}

int copiesOf(const Region& region, const Pdg& pdg, const CodeShape& shape) {
    RegionId block = region.id;
    while (shape.isPredicated[block]) block = pdg.regions[block].parent;
    const Region& holder = pdg.regions[block];
    return holder.kind == Region::Kind::LoopBody ? shape.unrolling.factors[holder.loop] : 1;
}

bool isBranch(const Predicate& predicate, const evaluation::Evaluation& evaluation, const CodeShape& shape) {
    if (predicate.free) return false;
    bool decides = false;
    for (const auto region : {predicate.whenTrue, predicate.whenFalse}) {
        if (region == none || evaluation.regions[region].isDead()) continue;
        if (!shape.isPredicated[region]) return true;
        decides = true;
    }
    return !decides;
}

} // namespace warpstring::machine
