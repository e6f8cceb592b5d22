// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/instruction_cost.h"

#include <algorithm>

namespace warpstring::machine {

InstructionCost costOf(OperationClass operation, const HardwareSpec& spec) {
    if (const auto* known = spec.findCost(operation)) return *known;
    return {1, spec.execution.issueCycles, {}, spec.execution.pipelineLatency};
}

std::optional<Computation> computationOf(const Statement& statement, const Pdg& pdg) {
    if (statement.kind == StatementKind::Compute) return Computation{statement.operation, statement.count};
    if (statement.kind == StatementKind::Memory &&
        pdg.accesses[statement.access].space == MemorySpace::Constant)
        return Computation{OperationClass::Move, 1};
    return std::nullopt;
}

bool isFused(const Statement& statement, const HardwareSpec& spec) {
    if (statement.fusedInto == none) return false;
    switch (statement.fusion) {
    case Fusion::ThreeInputs: return spec.compiler.threeInputs;
    case Fusion::ByteDot: return spec.compiler.byteDots;
    case Fusion::MinMaxOfSum: return spec.compiler.minMaxOfSums;
    }
    return false;
}

bool isIssued(const Statement& statement, const HardwareSpec& spec) {
    return statement.kind != StatementKind::Register && !isFused(statement, spec);
}

double instructionsOf(const Statement& statement, const HardwareSpec& spec) {
    if (!isIssued(statement, spec)) return 0;
    if (statement.kind != StatementKind::Compute) return std::min(1, statement.count);
    return costOf(statement.operation, spec).instructions * statement.count;
}

double branchedOver(const Statement& statement, const HardwareSpec& spec) {
    const double instructions = instructionsOf(statement, spec);
    switch (statement.operation) {
    case OperationClass::LongAdd:
    case OperationClass::LongMultiply:
    case OperationClass::LongShift:
    case OperationClass::LongLogic:
    case OperationClass::LongCompare: return std::min(instructions, static_cast<double>(statement.count));
    default: return instructions;
    }
}

} // namespace warpstring::machine
