// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/pipe_balance.h"

#include <algorithm>

#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::machine {

namespace {

constexpr auto alu = static_cast<std::size_t>(Pipe::Alu);
constexpr auto fma = static_cast<std::size_t>(Pipe::Fma);
constexpr auto multiply = static_cast<std::size_t>(Pipe::IntegerMultiply);

/// Cycles of a scheduler's share of a pipe for one instruction of a warp.
double cyclesOf(std::size_t pipe, const HardwareSpec& spec) {
    const double lanes = lanesOfScheduler(static_cast<Pipe>(pipe), spec);
    return lanes > 0 ? spec.execution.warpSize / lanes : 0;
}

} // namespace

PipeBalance::PipeBalance(const Pdg& pdg, const HardwareSpec& spec)
    : pdg_(pdg), spec_(spec), takesThree_(pdg.statements.size(), false), shares_(pdg.regions.size(), 0.5) {
    for (const auto& statement : pdg.statements)
        if (isFused(statement, spec) && statement.fusion == Fusion::ThreeInputs)
            takesThree_[statement.fusedInto] = true;
    const double aluCycles = cyclesOf(alu, spec), fmaCycles = cyclesOf(fma, spec);
    const double multiplyCycles = cyclesOf(multiply, spec);
    if (aluCycles <= 0 || fmaCycles <= 0 || multiplyCycles <= 0) return;
    for (const auto& region : pdg.regions) {
        double either = 0;
        std::array<double, pipeCount> others{};
        for (const auto& child : region.children) {
            if (child.kind != NodeRef::Kind::Statement) continue;
            const Statement& statement = pdg.statements[child.statement()];
            if (!isIssued(statement, spec)) continue;
            if (isOfEither(statement)) {
                either += statement.count;
                continue;
            }
            const auto operation = machine::operationOf(statement, pdg, spec);
            for (std::size_t pipe = 0; pipe < pipeCount; ++pipe) others[pipe] += operation.pipeCycles[pipe];
        }
        if (either <= 0) continue;
        // x of them multiply: as long on the ALU as on the multipliers, and as on all units that add floats.
        const double all = others[alu] + aluCycles * either;
        const double x = std::min((all - others[multiply]) / (aluCycles + multiplyCycles),
                                  (all - others[fma]) / (aluCycles + fmaCycles));
        shares_[region.id] = std::clamp(x / either, 0.0, 1.0);
    }
}

bool PipeBalance::isOfEither(const Statement& statement) const {
    if (statement.kind != StatementKind::Compute || takesThree_[statement.id]) return false;
    const InstructionCost cost = costOf(statement.operation, spec_);
    return cost.instructions == 1 && cost.pipes[alu] == 0.5 && cost.pipes[fma] == 0.5;
}

MachineOperation PipeBalance::operationOf(const Statement& statement) const {
    MachineOperation operation = machine::operationOf(statement, pdg_, spec_);
    if (statement.kind != StatementKind::Compute) return operation;
    const bool isHalf = costOf(statement.operation, spec_).pipes[alu] == 0.5 && operation.pipeCycles[alu] > 0;
    if (!isHalf || cyclesOf(multiply, spec_) <= 0) return operation;
    if (!isOfEither(statement) && !takesThree_[statement.id]) return operation;
    const double share = takesThree_[statement.id] ? 0 : shares_[statement.region];
    const double count = statement.count;
    operation.pipeCycles[alu] = static_cast<float>((1 - share) * count * cyclesOf(alu, spec_));
    operation.pipeCycles[fma] = static_cast<float>(share * count * cyclesOf(fma, spec_));
    operation.pipeCycles[multiply] = static_cast<float>(share * count * cyclesOf(multiply, spec_));
    operation.lostCycles = static_cast<float>((1 - share) * count * spec_.execution.mixedIssueCycles);
    return operation;
}

} // namespace warpstring::machine
