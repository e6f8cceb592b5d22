// SPDX-License-Identifier: GPL-3.0-or-later
// One operation of a warp: an instruction, or the sequence that a statement lowers to, with what it asks of
// scheduler and pipes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::machine {

enum class MachineKind : std::uint8_t { Compute, Global, Shared, Barrier, Spill };

struct MachineOperation {
    MachineKind kind = MachineKind::Compute;
    AccessKind access = AccessKind::Load;
    bool isPrivate = false;      ///< Global: an array of the work-item's own
    bool isConstant = false;     ///< Global: passes the cache of constant memory
    bool isImage = false;        ///< Global: texels
    bool branchesWithin = false; ///< Compute: a function with branches: its warp does nothing else meanwhile
    bool isAtOnce = false;       ///< its value is there once it is issued, whatever the traffic takes
    StatementId statement =
        none; ///< `none`: the branch of `predicate`, a local ID that is read, a warp's frame
    PredicateId predicate = none;
    RegionId prepares = none;     ///< body of a loop of `predicate` at whose entry it stands
    RegionId spills = none;       ///< Spill: region in whose executions a register is stored or loaded
    std::uint32_t spillPlace = 0; ///< Spill: which of the work-item's spilled registers
    AccessId accessId = none;
    RegionId guard = none; ///< executed under a predicate: issued by every warp, done by those in the region
    int copy = 0;          ///< iteration within an unrolled body
    float instructions = 1;
    float issueCycles = 1; ///< of the warp's scheduler
    float lostCycles = 0;  ///< of the scheduler besides, to other warps; negative where they issue beside it
    float instructionsBeside = 0; ///< of them, those that take no turn of the scheduler: of a scalar unit
    std::array<float, pipeCount>
        pipeCycles{};                ///< of the scheduler's share of each pipe; Memory: of the whole one
    float latency = 4;               ///< Compute: from issue to use, cycles
    float operandCycles = 0;         ///< from when a value can be used to when this one can use it
    float gapCycles = 0;             ///< since the operation before it, whatever that waits for
    std::int32_t result = -1;        ///< slot of the value that it makes
    std::vector<std::uint32_t> uses; ///< slots
};

[[nodiscard]] MachineOperation computeOperation(OperationClass operation, int count, const HardwareSpec& spec);

/// What a statement that is no register lowers to, without the values that it makes and uses.
[[nodiscard]] MachineOperation operationOf(const Statement& statement, const Pdg& pdg,
                                           const HardwareSpec& spec);
/// The store or load of one register that does not fit.
[[nodiscard]] MachineOperation spillOperation(AccessKind access, RegionId region, std::uint32_t place,
                                              const HardwareSpec& spec);
/// Whether an access is served by the cache of constant memory. Where its address is known when the kernel is
/// built, or a scalar unit fetches what lanes agree on, it is an operand of an instruction.
[[nodiscard]] bool passesConstantCache(const MemoryAccess& access, const HardwareSpec& spec);
/// Whether something can use the result of a statement.
[[nodiscard]] bool makesValue(const Statement& statement, const Pdg& pdg);

/// Whether what the multiprocessor itself exchanges with warps passes the pipe to memory: where shared memory
/// is a part of L1.
[[nodiscard]] bool exchangePassesMemory(const HardwareSpec& spec);
/// Such an exchange.
[[nodiscard]] MachineOperation memoryPipeOperation(const HardwareSpec& spec);

/// Cycles of one scheduler for an instruction.
[[nodiscard]] double schedulerCycles(const HardwareSpec& spec);

/// Each scheduler has its share of every pipe, except the one to memory, which all share.
[[nodiscard]] double lanesOfScheduler(Pipe pipe, const HardwareSpec& spec);

} // namespace warpstring::machine
