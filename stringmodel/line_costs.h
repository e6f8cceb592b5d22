// SPDX-License-Identifier: GPL-3.0-or-later
// How many of a warp's cycles go to each line of the source.
#pragma once

#include <array>
#include <map>

#include "pdg/pdg.h"
#include "stringmodel/simulation.h"
#include "stringmodel/string/token_kinds.h"

namespace warpstring {

struct LineCost {
    double cycles = 0;  ///< of a warp, on average: issuing and waiting
    double waiting = 0; ///< of these, for values, pipes, memory, barriers or other warps
    std::array<double, token_string::tokenKindCount> byKind{}; ///< by TokenKind: what the cycles are spent on
    timeline::StallCycles byReason{}; ///< by Stall, of the timeline; the closed form gives none
    double transactions = 0;          ///< with global memory, of a warp over the launch
    int conflictWays = 1;             ///< worst of its accesses to shared memory
};

struct LineCosts {
    std::map<int, LineCost> lines; ///< of the kernel's own source
    LineCost elsewhere;            ///< of included files and of what stands in no line
    double most = 0;               ///< of a line
    double all = 0;
};

/// Costs are those of the model that gives the string its own. Of the timeline: the stalls before each
/// operation and its issue, what a load is waited for on the line that waits. Of the closed form: tokens'
/// cycles, at G tokens the latency that nothing covers.
[[nodiscard]] LineCosts lineCosts(const Simulation& simulation, const Pdg& pdg);

} // namespace warpstring
