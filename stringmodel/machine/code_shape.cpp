// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/code_shape.h"

#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/predication.h"

namespace warpstring::machine {

CodeShape shapeCode(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec) {
    return {chooseUnrolling(pdg, evaluation, spec),
            predicatedRegions(pdg, evaluation, spec.compiler.predicatedInstructions,
                              [&](const Statement& statement) { return instructionsOf(statement, spec); })};
}

int copiesOf(const Region& region, const CodeShape& shape) {
    return region.kind == Region::Kind::LoopBody ? shape.unrolling.factors[region.loop] : 1;
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
