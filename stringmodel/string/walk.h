// SPDX-License-Identifier: GPL-3.0-or-later
// Table 1 of Baghsorkhi et al. 2009: the latency of a warp from its token string.
#pragma once

#include <optional>
#include <vector>

#include "stringmodel/string/token.h"

namespace warpstring::token_string {

enum class WalkRule {
    /// CoveredLatency = (N_warps - 1) * NBC_avg + (Clock - MemStart[k]), as Table 1 prints it. MemDone[k] -
    /// Clock has
    /// already shrunk by Clock - MemStart[k], so that elapsed time counts twice.
    Paper,
    /// CoveredLatency = N_warps * NBC_avg - NBC_alone: what the others add to a warp's own computation. Where
    /// no
    /// pipeline latency is exposed that is (N_warps - 1) * NBC_avg.
    Corrected
};

/// Where a warp's cycles go. Their sum is `cycles`.
struct WarpLatency {
    double cycles = 0;
    double compute = 0; ///< C
    double memory = 0;  ///< M, M-bar
    double shared = 0;  ///< S, S-bar
    double barrier = 0; ///< B
    double waiting = 0; ///< at G: latency that nothing covers
    double waits = 0;   ///< G tokens executed
    [[nodiscard]] double busy() const { return cycles - waiting; }
};

struct WalkParameters {
    double warps = 1;             ///< N_warps
    double nonBlockingCycles = 0; ///< NBC_avg
    double memoryLatency = 250;   ///< cycles, load to use
    WalkRule rule = WalkRule::Corrected;
    std::optional<double> aloneCycles = {}; ///< NBC_alone, where it is more than NBC_avg: of a warp by itself
};

/// A repeat is followed until an iteration leaves the outstanding loads as the one before did; the others cost
/// the same. Fractional counts and weights scale what they apply to.
[[nodiscard]] WarpLatency walk(const TokenString& string, const WalkParameters& parameters);

/// WarpLatency::waiting of the same walk by token, in the order of the string (repeats are not counted). Their
/// sum is `waiting`; 0 for every token but G.
[[nodiscard]] std::vector<double> waitingByToken(const TokenString& string, const WalkParameters& parameters);
/// The same as the cycles of the G tokens: all tokens together, by their executions, are then the latency.
void bookWaiting(TokenString& string, const WalkParameters& parameters);

} // namespace warpstring::token_string
