// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch is spared in a simulation, all else being as it is: by how much the time falls is what a cause
// costs. docs/advice.md.
#pragma once

#include <set>

#include "pdg/evaluation/evaluation.h"
#include "pdg/pdg.h"
#include "stringmodel/machine/machine_program.h"

namespace warpstring::machine {

struct Counterfactual {
    /// Shared memory: no bank is asked for a second word. Constant memory: all lanes ask for one word.
    std::set<AccessId> withoutConflicts;
    /// The lanes of a warp at neighbouring addresses: as few sectors as their bytes fill.
    std::set<AccessId> coalesced;
    /// Values that are there once they are asked for; their traffic stays.
    std::set<AccessId> atOnce;
    /// Atomic operations that wait for no other one on their word.
    std::set<AccessId> uncontended;
    /// Executed by whole warps: as many work-items as before, in as few warps as hold them. What they access is
    /// what the work-items of such a warp would.
    std::set<RegionId> converged;
    std::set<StatementId> withoutBarrier;
    /// Operations that take one plain instruction.
    std::set<StatementId> cheap;
    bool alikeGroups = false; ///< all work-groups execute what the mean one does
    bool fullWaves = false;   ///< no place of a multiprocessor is empty before all are

    /// Whether figures of the evaluation are others without it.
    [[nodiscard]] bool changesEvaluation() const {
        return !withoutConflicts.empty() || !coalesced.empty() || !converged.empty();
    }
};

/// Work-items of a warp that executes the region, on average; 0 where none does.
[[nodiscard]] double lanesOfWarp(const evaluation::RegionEvaluation& region, int warpSize);

/// By region: warps that execute it, in those that do, with `without.converged` full. 1 where nothing changes.
[[nodiscard]] std::vector<double> convergedShares(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                                  const Counterfactual& without);

/// By region: whether work-groups execute it differently and are to be alike.
[[nodiscard]] std::vector<bool> evenedRegions(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                              const Counterfactual& without);

/// Bytes that an access moves where its lanes are neighbours, a warp over the launch.
[[nodiscard]] double coalescedBytes(const evaluation::AccessEvaluation& figures, const MemoryAccess& access,
                                    double executions, const HardwareSpec& spec);

/// The figures of the evaluation as they would be. Cells and pieces stay: who looks points up asks
/// `convergedShares`.
[[nodiscard]] evaluation::Evaluation spared(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                            const HardwareSpec& spec, const Counterfactual& without);

/// The graph with cheap operations in place of those that are to be.
[[nodiscard]] Pdg cheapened(const Pdg& pdg, const Counterfactual& without);

/// Cycles of shared memory for an access of a full warp whose lanes are neighbours.
[[nodiscard]] double conflictFreeCycles(const HardwareSpec& spec, int bytes);

/// Takes barriers out of a program and gives loads no latency.
void spare(MachineProgram& program, const Counterfactual& without);

} // namespace warpstring::machine
