// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as a multiprocessor executes it: the statements of the graph lowered to instructions on pipes, loops
// unrolled and loads moved up as the vendor's compiler does. What the timeline runs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"

namespace warpstring {

enum class MachineKind : std::uint8_t { Compute, Global, Shared, Barrier };

/// One operation of a warp: an instruction, or the sequence that a statement lowers to.
struct MachineOperation {
    MachineKind kind = MachineKind::Compute;
    AccessKind access = AccessKind::Load;
    bool isPrivate = false;       ///< Global: an array of the work-item's own
    StatementId statement = none; ///< `none`: the branch of `predicate`, or the reading of a local ID
    PredicateId predicate = none;
    AccessId accessId = none;
    RegionId guard = none; ///< executed under a predicate: issued by every warp, done by those in the region
    int copy = 0;          ///< iteration within an unrolled body
    float instructions = 1;
    float issueCycles = 1; ///< of the warp's scheduler
    std::array<float, pipeCount>
        pipeCycles{};                ///< of the scheduler's share of each pipe; Memory: of the whole one
    float latency = 4;               ///< Compute: from issue to use, cycles
    std::int32_t result = -1;        ///< slot of the value that it makes
    std::vector<std::uint32_t> uses; ///< slots
};

/// What a warp does next. Loops: Enter pushes a counter, Test leaves for `target` when fewer than `amount`
/// iterations are left, Next counts `amount` and goes back to `target`, Leave pops. Guard finds out whether the
/// warp executes a region under predicates, within the one of `target` if that is not `none`.
struct MachineStep {
    enum class Kind : std::uint8_t { Operation, Region, Guard, LoopEnter, LoopTest, LoopNext, LoopLeave, End };
    Kind kind = Kind::End;
    std::uint32_t index = 0;  ///< operation, region or loop
    std::uint32_t target = 0; ///< Region: where to go on when the warp does not execute it
    std::uint32_t amount = 1;
};

struct MachineProgram {
    std::vector<MachineOperation> operations;
    std::vector<MachineStep> steps;
    std::uint32_t slots = 0;
    std::vector<int> unroll;                                 ///< by LoopId
    double operationsPerWarp = 0;                            ///< issued, on average
    double instructionsPerWarp = 0;                          ///< the same in machine instructions
    std::array<double, pipeCount> pipeInstructionsPerWarp{}; ///< of them on each pipe
    double passesPerWarp = 0; ///< of the data path, by what is no access: barriers and local IDs
};

/// Unknown weights and trip counts count as the evaluation's best value. Operation classes without a cost count
/// as one plain instruction: the string builder reports them.
[[nodiscard]] MachineProgram lower(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec);

} // namespace warpstring
