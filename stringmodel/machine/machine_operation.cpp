// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/machine_operation.h"

#include <algorithm>

#include "pdg/warp_uniformity.h"
#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::machine {

namespace {

/// Bytes of a work-item that one load or store instruction moves.
constexpr int widestAccess = 16;

float lostCycles(double instructions, double ofFma, const HardwareSpec& spec) {
    return static_cast<float>(std::max(0.0, instructions - ofFma) * spec.execution.mixedIssueCycles);
}

float pipeCycles(Pipe pipe, double instructions, const HardwareSpec& spec) {
    const double lanes = lanesOfScheduler(pipe, spec);
    if (lanes <= 0 || instructions <= 0) return 0;
    return static_cast<float>(instructions * spec.execution.warpSize / lanes);
}

MachineOperation barrier(const HardwareSpec& spec) {
    MachineOperation operation;
    operation.kind = MachineKind::Barrier;
    operation.issueCycles = static_cast<float>(schedulerCycles(spec));
    operation.lostCycles = lostCycles(1, 0, spec);
    operation.latency = static_cast<float>(spec.execution.barrierCycles);
    operation.pipeCycles[static_cast<std::size_t>(Pipe::Control)] = pipeCycles(Pipe::Control, 1, spec);
    return operation;
}

/// Whether integer coordinates go past the sampler: those of volumes, layers and single lines do not.
bool isPlainFetch(const MemoryAccess& access, const Pdg& pdg) {
    if (!access.atIntegers || access.object == none) return false;
    const ImageShape shape = pdg.arguments[access.object].shape;
    return shape == ImageShape::Plane || shape == ImageShape::Buffer || shape == ImageShape::LineArray;
}

/// Turns of the texture pipe for one fetch of all lanes: wide texels take several, and so do each four that are
/// mixed.
double textureTurns(const MemoryAccess& access, const Pdg& pdg, const HardwareSpec& spec) {
    const double bytes = access.bytes / spec.caches.textureBytes;
    if (access.texels > 1) return std::max(1.0, 2 * bytes) * std::max(1.0, access.texels / 4.0);
    return std::max(isPlainFetch(access, pdg) ? spec.caches.integerFetchTurn : 1.0, bytes);
}

/// A read goes by the texture pipe where there is one, a write as stores do. Further texels that a filter mixes
/// are no instructions, but read memory.
MachineOperation imageOperation(const MemoryAccess& access, const Pdg& pdg, const HardwareSpec& spec) {
    MachineOperation operation;
    operation.kind = MachineKind::Global;
    operation.access = access.kind;
    operation.isImage = true;
    operation.accessId = access.id;
    operation.instructions = access.texels > 0 ? 1 : 0;
    operation.issueCycles = 0;
    if (access.texels == 0) return operation;
    operation.issueCycles =
        static_cast<float>(spec.hasPipes() ? schedulerCycles(spec) : spec.globalMemory.issueCycles);
    operation.lostCycles = lostCycles(1, 0, spec);
    const bool isFetch =
        access.kind == AccessKind::Load && spec.pipeLanes[static_cast<std::size_t>(Pipe::Texture)] > 0;
    const Pipe pipe = isFetch ? Pipe::Texture : Pipe::Memory;
    operation.pipeCycles[static_cast<std::size_t>(pipe)] =
        pipeCycles(pipe, isFetch ? textureTurns(access, pdg, spec) : 1, spec);
    return operation;
}

MachineOperation memoryOperation(const MemoryAccess& access, const Pdg& pdg, const HardwareSpec& spec) {
    if (access.space == MemorySpace::Image) return imageOperation(access, pdg, spec);
    MachineOperation operation;
    operation.kind = access.space == MemorySpace::Shared ? MachineKind::Shared : MachineKind::Global;
    operation.access = access.kind;
    operation.isPrivate = access.space == MemorySpace::Private;
    operation.isConstant = passesConstantCache(access, spec);
    operation.accessId = access.id;
    const double pieces = std::max(1.0, static_cast<double>(access.bytes) / widestAccess);
    operation.instructions = static_cast<float>(pieces);
    operation.issueCycles = static_cast<float>(spec.hasPipes() ? schedulerCycles(spec) * pieces
                                                               : spec.globalMemory.issueCycles * pieces);
    operation.lostCycles = lostCycles(pieces, 0, spec);
    if (!operation.isConstant)
        operation.pipeCycles[static_cast<std::size_t>(Pipe::Memory)] = pipeCycles(Pipe::Memory, pieces, spec);
    return operation;
}

bool hasScalarUnit(const HardwareSpec& spec) {
    return spec.pipeLanes[static_cast<std::size_t>(Pipe::Scalar)] > 0;
}

/// Lets a share of an operation's instructions issue beside those of other warps.
void issueBeside(MachineOperation& operation, double share, const HardwareSpec& spec) {
    operation.instructionsBeside = static_cast<float>(operation.instructions * share);
    operation.lostCycles -= static_cast<float>(operation.instructionsBeside * schedulerCycles(spec));
}

/// Moves a share of an operation from the vector units to the one that does it once for a warp.
void useScalarUnit(MachineOperation& operation, double share, const HardwareSpec& spec) {
    for (auto& cycles : operation.pipeCycles) cycles *= static_cast<float>(1 - share);
    issueBeside(operation, share, spec);
    operation.pipeCycles[static_cast<std::size_t>(Pipe::Scalar)] =
        pipeCycles(Pipe::Scalar, operation.instructionsBeside, spec);
}

/// Whether an access to constant memory is an operand of an instruction: all lanes ask for one word, which is
/// known when the kernel is built or a scalar unit fetches.
bool isOperand(const MemoryAccess& access, const Pdg& pdg, const HardwareSpec& spec) {
    return passesConstantCache(access, spec) &&
           (hasScalarUnit(spec) ? isWarpUniform(pdg, access.offset) : pdg.exprs.isConstant(access.offset));
}

} // namespace

bool passesConstantCache(const MemoryAccess& access, const HardwareSpec& spec) {
    return access.space == MemorySpace::Constant &&
           !(access.objectIsArgument && spec.compiler.constantBuffersInL1);
}

MachineOperation computeOperation(OperationClass operation, int count, const HardwareSpec& spec) {
    const InstructionCost cost = costOf(operation, spec);
    MachineOperation lowered;
    lowered.instructions = static_cast<float>(cost.instructions * count);
    // Without pipes, the issue stage is occupied for as long as the unit is.
    lowered.issueCycles = static_cast<float>(spec.hasPipes() ? cost.instructions * count * schedulerCycles(spec)
                                                             : cost.cycles * count);
    lowered.lostCycles =
        lostCycles(cost.instructions * count, cost.pipes[static_cast<std::size_t>(Pipe::Fma)] * count, spec);
    lowered.latency = static_cast<float>(cost.latency);
    lowered.branchesWithin =
        operation != OperationClass::Branch && cost.pipes[static_cast<std::size_t>(Pipe::Control)] > 0;
    if (lowered.branchesWithin) lowered.latency *= static_cast<float>(count); // one call after another
    for (std::size_t p = 0; p < pipeCount; ++p)
        lowered.pipeCycles[p] = pipeCycles(static_cast<Pipe>(p), cost.pipes[p] * count, spec);
    if (operation == OperationClass::Branch && hasScalarUnit(spec)) issueBeside(lowered, 1, spec);
    return lowered;
}

MachineOperation operationOf(const Statement& statement, const Pdg& pdg, const HardwareSpec& spec) {
    if (statement.kind == StatementKind::Barrier) return barrier(spec);
    const auto computation = computationOf(statement, pdg);
    auto operation = computation && (statement.kind != StatementKind::Memory ||
                                     isOperand(pdg.accesses[statement.access], pdg, spec))
                         ? computeOperation(computation->operation, computation->count, spec)
                         : memoryOperation(pdg.accesses[statement.access], pdg, spec);
    if (statement.scalarShare > 0 && hasScalarUnit(spec)) useScalarUnit(operation, statement.scalarShare, spec);
    return operation;
}

bool makesValue(const Statement& statement, const Pdg& pdg) {
    if (computationOf(statement, pdg)) return true;
    return statement.kind == StatementKind::Memory && pdg.accesses[statement.access].kind != AccessKind::Store;
}

bool exchangePassesMemory(const HardwareSpec& spec) { return spec.hasPipes() && spec.caches.l1HoldsShared; }

MachineOperation memoryPipeOperation(const HardwareSpec& spec) {
    MachineOperation operation;
    operation.issueCycles = static_cast<float>(schedulerCycles(spec));
    operation.lostCycles = lostCycles(1, 0, spec);
    operation.pipeCycles[static_cast<std::size_t>(Pipe::Memory)] = pipeCycles(Pipe::Memory, 1, spec);
    operation.latency = 0;
    return operation;
}

MachineOperation spillOperation(AccessKind access, RegionId region, std::uint32_t place,
                                const HardwareSpec& spec) {
    MachineOperation operation = memoryPipeOperation(spec);
    operation.kind = MachineKind::Spill;
    operation.access = access;
    operation.spills = region;
    operation.spillPlace = place;
    return operation;
}

double schedulerCycles(const HardwareSpec& spec) {
    return spec.execution.issueCycles * spec.execution.schedulers;
}

double lanesOfScheduler(Pipe pipe, const HardwareSpec& spec) {
    const double lanes = spec.pipeLanes[static_cast<std::size_t>(pipe)];
    return pipe == Pipe::Memory ? lanes : lanes / spec.execution.schedulers;
}

} // namespace warpstring::machine
