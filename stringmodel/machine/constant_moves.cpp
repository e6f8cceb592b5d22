// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/constant_moves.h"

#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::machine {

namespace {

/// Of a round of a loop that keeps its constants, at most: polynomials of 4 coefficients keep them, those of 5
/// and 2 copies of 3 do not, on an H200 (bench/device/double-constants.toml).
constexpr double keepingInstructions = 7;

} // namespace

double constantMoves(const Statement& statement, const HardwareSpec& spec) {
    return spec.hasPipes() ? statement.longConstants * spec.compiler.doubleConstantInstructions : 0;
}

void bringConstants(MachineOperation& operation, const Statement& statement, const HardwareSpec& spec) {
    const double moves = constantMoves(statement, spec);
    operation.instructions += static_cast<float>(moves);
    operation.issueCycles += static_cast<float>(moves * schedulerCycles(spec));
}

bool keepsConstants(const Region& region, const Pdg& pdg, const HardwareSpec& spec,
                    const Unrolling& unrolling) {
    if (region.kind != Region::Kind::LoopBody || spec.compiler.doubleConstantInstructions == 0) return false;
    double instructions = 1; // the branch
    for (const auto& child : region.children) {
        if (child.kind == NodeRef::Kind::Region) return false;
        if (child.kind != NodeRef::Kind::Statement) continue;
        const auto& statement = pdg.statements[child.statement()];
        const bool isInAll = unrolling.inEveryCopy[statement.id];
        if (isIssued(statement, spec))
            instructions += operationOf(statement, pdg, spec).instructions *
                            static_cast<double>(isInAll ? unrolling.factors[region.loop] : 1);
    }
    return instructions <= keepingInstructions;
}

} // namespace warpstring::machine
