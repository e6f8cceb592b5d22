// SPDX-License-Identifier: GPL-3.0-or-later
// What warps of the whole launch wait for, from those of a sample in which loops may have been cut.
#pragma once

#include <vector>

#include "pdg/evaluation/evaluation.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::timeline {

/// The stalls of a sample by operation, summed over `warps`, as one warp has them over the whole launch: where
/// `loopsAreCut`, what stands in them counts for all of its executions.
[[nodiscard]] std::vector<StallCycles> stallsOfWarp(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                                    const machine::MachineProgram& program,
                                                    std::vector<StallCycles> stalls, double warps,
                                                    bool loopsAreCut);

} // namespace warpstring::timeline
