// SPDX-License-Identifier: GPL-3.0-or-later
// The truth about a random kernel: every lane of every warp is run on its own, and the accesses of a warp's
// lanes in the same iteration are put together. Nothing of the evaluation under test is used.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "tests/pdg/evaluation/random_kernel.h"

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

/// One execution of a line's access by a group: its warps together.
struct AccessPoint {
    std::array<std::int64_t, 3> group{};
    int line = 0;
    std::vector<int> iterations; ///< of the loops around, outermost first
    friend auto operator<=>(const AccessPoint&, const AccessPoint&) = default;
};
/// Byte offsets by work-item; none where it is not active.
using AccessTrace = std::map<AccessPoint, std::vector<std::optional<std::int64_t>>>;

/// `trace`, where given, gets every access of the launch.
[[nodiscard]] KernelTruth interpret(const RandomKernel& kernel, AccessTrace* trace = nullptr);

} // namespace warpstring::oracle
