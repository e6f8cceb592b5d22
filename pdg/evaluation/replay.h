// SPDX-License-Identifier: GPL-3.0-or-later
// The replay of active threads in each step: Table 3 of Baghsorkhi et al. 2009.
#pragma once

#include <string>
#include <vector>

#include "pdg/evaluation/evaluation.h"

namespace warpstring::evaluation {

/// Consecutive steps with the same active work-items, in one work-group.
struct ReplayRow {
    std::int64_t firstStep = 0;
    double steps = 1;
    ActiveSet threads;
    int activeWarps = 0;           ///< at each step
    std::vector<int> conflictWays; ///< worst, by shared access of the replay
    std::vector<double> cycles;    ///< to resolve conflicts at each step, by shared access
};

/// Steps of one thread-dependent region and the shared accesses that it guards.
struct Replay {
    RegionId region;
    LoopId loop = none; ///< whose iterations are the steps; none: a single step
    CodePlace place;
    std::string condition;
    ConditionReport report;
    std::vector<AccessId> accesses;
    std::vector<ReplayRow> rows;
    double warpSteps = 0;             ///< warps of the group times all steps: the divisor
    double activeWarpSteps = 0;       ///< sum of the third column
    double cc = 0;                    ///< activeWarpSteps / warpSteps
    std::vector<double> sharedCycles; ///< sums, by access
    std::vector<double> cs;           ///< sharedCycles / warpSteps
};

/// One replay for every region guarded by a condition on work-item IDs, in the first work-group and the first
/// iteration of loops around the innermost.
[[nodiscard]] std::vector<Replay> replay(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                                         const EvaluationOptions& options = {});

/// The same of any region, conditional or not: its steps and the shared accesses in it.
[[nodiscard]] Replay replayOf(const Pdg& pdg, const Evaluation& evaluation, const HardwareSpec& spec,
                              RegionId region, const EvaluationOptions& options = {});

/// "{1, 3, 5, 7, ..., 127}": as the paper writes sets; ranges and progressions are abbreviated.
[[nodiscard]] std::string toText(const ActiveSet& threads, int groupSize);

} // namespace warpstring::evaluation
