// SPDX-License-Identifier: GPL-3.0-or-later
// The truth about a random kernel: every lane of every warp is run on its own, and the accesses of a warp's
// lanes in the same iteration are put together. Nothing of the evaluation under test is used.
#pragma once

#include <map>
#include <vector>

#include "tests/pdg/random_kernel.h"

namespace warpstring::oracle {

/// Sums over all warps of the launch.
struct LineTruth {
    double executions = 0; ///< warps that execute the line with at least one lane
    double transactions = 0, bytes = 0, sharedCycles = 0;
};

struct KernelTruth {
    bool valid = true;                ///< no overflow, division by zero, endless loop or index below 0
    std::map<int, LineTruth> lines;   ///< by line; those never executed are missing
    std::vector<std::int64_t> counts; ///< elements that each array must have
};

[[nodiscard]] KernelTruth interpret(const RandomKernel& kernel);

} // namespace warpstring::oracle
