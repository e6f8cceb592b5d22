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
#include "stringmodel/machine/machine_operation.h"

namespace warpstring::machine {

/// What a warp does next. Loops: Enter pushes a counter, Test leaves for `target` when fewer than `amount`
/// iterations are left, Next counts `amount` and goes back to `target`, Leave pops. Guard finds out whether the
/// warp executes a region under predicates in the iteration that is `amount` further, within the one of
/// `target` if that is not `none`.
struct MachineStep {
    enum class Kind : std::uint8_t { Operation, Region, Guard, LoopEnter, LoopTest, LoopNext, LoopLeave, End };
    Kind kind = Kind::End;
    std::uint32_t index = 0;  ///< operation, region or loop
    std::uint32_t target = 0; ///< Region: where to go on when the warp does not execute it
    std::uint32_t amount = 1;

    [[nodiscard]] RegionId region() const { return RegionId(index); }
    [[nodiscard]] RegionId around() const { return RegionId(target); } ///< Guard
    [[nodiscard]] LoopId loop() const { return LoopId(index); }
};

struct MachineProgram {
    std::vector<MachineOperation> operations;
    std::vector<MachineStep> steps;
    std::uint32_t slots = 0;
    std::uint32_t spillPlaces = 0;                           ///< registers of a work-item that are in memory
    std::vector<int> unroll;                                 ///< by LoopId
    int mostCopies = 1;                                      ///< of any loop
    double operationsPerWarp = 0;                            ///< issued, on average
    double instructionsPerWarp = 0;                          ///< the same in machine instructions
    double instructionsBesidePerWarp = 0;                    ///< of them, without a turn of the scheduler
    std::array<double, pipeCount> pipeInstructionsPerWarp{}; ///< of them on each pipe
    double passesPerWarp = 0; ///< of the data path, by what accesses nothing: local IDs, lanes that are off
};

/// Unknown weights and trip counts count as the evaluation's best value. Operation classes without a cost count
/// as one plain instruction: the string builder reports them. `spilled`: registers that a work-item lacks.
[[nodiscard]] MachineProgram lower(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                   const HardwareSpec& spec, int spilled = 0);

} // namespace warpstring::machine
