// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/program_work.h"

#include <algorithm>

#include "stringmodel/machine/constant_moves.h"
#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/lane_meetings.h"
#include "stringmodel/machine/warp_frame.h"

namespace warpstring::machine {

namespace {

/// Counters of pipes count what is issued, under whichever predicate.
void count(const MachineOperation& operation, double issued, const HardwareSpec& spec,
           MachineProgram& program) {
    program.operationsPerWarp += issued;
    program.instructionsPerWarp += issued * operation.instructions;
    program.instructionsBesidePerWarp += issued * operation.instructionsBeside;
    for (std::size_t p = 0; p < pipeCount; ++p) {
        const double lanes = lanesOfScheduler(static_cast<Pipe>(p), spec);
        if (lanes > 0)
            program.pipeInstructionsPerWarp[p] +=
                issued * operation.pipeCycles[p] * lanes / spec.execution.warpSize;
    }
}

} // namespace

void countWork(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec,
               const CodeShape& shape, const PipeBalance& pipes, const std::vector<RegionSpills>& spills,
               MachineProgram& program) {
    if (const auto frame = warpFrame(pdg, spec); frame.instructions > 0) count(frame, 1, spec, program);
    for (const auto& spilled : spills) {
        const auto& region = pdg.regions[spilled.region];
        count(spillOperation(AccessKind::Store, spilled.region, 0, spec),
              2 * spilled.registers * evaluation.regions[region.id].executions.value /
                  copiesOf(region, pdg, shape),
              spec, program);
    }
    const double localIds = program.passesPerWarp;
    if (localIds > 0) count(memoryPipeOperation(spec), localIds, spec, program);
    for (const auto& region : pdg.regions) {
        if (evaluation.regions[region.id].isDead()) continue;
        const double executions = evaluation.regions[region.id].executions.value;
        const int copies = copiesOf(region, pdg, shape);
        const bool isLoop = region.kind == Region::Kind::LoopBody;
        const double idle = isLoop ? shape.unrolling.idleCopies[region.loop] : 0;
        if (isLoop && shape.unrolling.isPrepared[region.loop])
            for (const auto& part : loopPreparation)
                count(computeOperation(part.operation, part.count, spec),
                      evaluation.regions[region.parent].executions.value, spec, program);
        if (spec.execution.reconvergenceCycles > 0 && region.parent != none && !shape.isPredicated[region.id] &&
            (isLoop ? meetingBehindLoop(pdg, region.id)
                    : meetingBehindBranch(pdg, evaluation, shape, region.id)) != none)
            count(computeOperation(OperationClass::Branch, meetingInstructions, spec),
                  evaluation.regions[region.parent].executions.value, spec, program);
        const RegionId block = blockOf(region, pdg, shape);
        // Warps that issue it for each that does it.
        const double issued = executions > 0 ? evaluation.regions[block].executions.value / executions : 0;
        for (const auto& child : region.children) {
            MachineOperation operation;
            double times = executions;
            if (child.kind == NodeRef::Kind::Predicate) {
                if (!isBranch(pdg.predicates[child.predicate()], evaluation, shape)) continue;
                operation = computeOperation(OperationClass::Branch, 1, spec);
                times /= copies;
            } else if (child.kind == NodeRef::Kind::Statement) {
                const auto& statement = pdg.statements[child.statement()];
                if (!isIssued(statement, spec)) continue;
                operation = pipes.operationOf(statement);
                if (!shape.unrolling.inEveryCopy[statement.id]) times /= copies;
            } else {
                continue;
            }
            count(operation, times * issued, spec, program);
            if (child.kind == NodeRef::Kind::Statement && !shape.keepsConstants[region.id])
                program.instructionsPerWarp +=
                    constantMoves(pdg.statements[child.statement()], spec) * executions * issued / copies;
            if (idle > 0 && child.kind == NodeRef::Kind::Statement &&
                shape.unrolling.inEveryCopy[child.statement()])
                count(operation, idle, spec, program);
            const bool accesses =
                operation.kind == MachineKind::Shared || operation.kind == MachineKind::Global;
            if (accesses && exchangePassesMemory(spec))
                program.passesPerWarp += times * std::max(0.0, issued - 1);
        }
    }
}

} // namespace warpstring::machine
