// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cycles of a warp go, operation by operation: of a mean warp of the simulated ones, extrapolated to
// the launch as its latency is, so that all of them together are the latency that is told.
#pragma once

#include <vector>

#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::timeline {

/// Part of the Stall::Global of an operation: a value from global memory, or from the constant cache, by name.
struct LoadWait {
    std::uint32_t operation = 0; ///< that waits; the load itself where the end of the warp does
    StatementId load;
    double cycles = 0;
};

/// Cycles of a warp on average, over the whole launch.
struct WarpCycles {
    double start = 0; ///< before it can issue anything
    /// By operation of the program: its issue, and what the warp waits for before it. A barrier has what the
    /// warp waits for there. What the end of the warp waits for is with the operation that makes the value.
    std::vector<StallCycles> operations;
    std::vector<LoadWait> loadWaits; ///< by operation

    /// All of it by reason: of the whole kernel.
    [[nodiscard]] StallCycles byReason() const;
    [[nodiscard]] double sum() const;
};

/// `weights`: by how much each run counts (`SampledFigures::weights`); `startCycles` of each warp;
/// `warpCycles`: the latency that all of it has to be. An extrapolated figure below 0 counts as none.
[[nodiscard]] WarpCycles cyclesOfWarp(const machine::MachineProgram& program,
                                      const std::vector<MultiprocessorRun>& runs,
                                      const std::vector<double>& weights, int warpsPerGroup, double startCycles,
                                      double warpCycles);

} // namespace warpstring::timeline
