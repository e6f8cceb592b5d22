// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the warps and work-groups that a multiprocessor holds at once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "stringmodel/timeline/activity.h"
#include "stringmodel/timeline/l1_cache.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::timeline {

struct LoopFrame {
    std::int64_t counter = 0;
    std::array<std::int64_t, mostRunSizes> trips{}; ///< by size of the run
    std::int64_t whole = 0;                         ///< trips in the launch
    std::int64_t settled = 0;                       ///< trips behind which lines are counted
    double lines = 0;                               ///< that the warp had brought by then
    std::uint64_t lookUps = 0;                      ///< of L1 by then
};

struct WarpValue {
    float ready = 0;
    Stall source = Stall::Operand; ///< what makes it
    bool isFar = false;            ///< it comes from beyond L1
};

/// The scheduler of the warp of that number on the multiprocessor. Warps come to them in turn; where each group
/// would begin at the same one, groups begin at another each: first warps, which finish what a group shares, do
/// not all come to one scheduler.
[[nodiscard]] constexpr std::size_t schedulerOf(std::uint32_t warp, int warpsPerGroup, std::size_t schedulers) {
    const auto ofGroup = static_cast<std::uint32_t>(warpsPerGroup);
    return (warp + (ofGroup % schedulers == 0 ? warp / ofGroup : 0)) % schedulers;
}

struct ResidentWarp {
    std::uint32_t number = 0; ///< on the multiprocessor
    std::uint32_t slot = 0;   ///< of its group
    int inGroup = 0;
    std::uint64_t group = 0;
    std::size_t scheduler = 0;
    std::size_t place = 0; ///< among the warps of its scheduler
    std::uint32_t step = 0;
    double start = 0;
    bool hasBegun = false;          ///< it has issued an operation
    double next = 0;                ///< earliest issue, operands apart
    std::uint32_t pending = 0;      ///< operation that it comes to next
    Stall waited = Stall::Operand;  ///< pending: for what it waits
    std::uint32_t waitedUse = 0;    ///< pending: for which of the values that it uses
    bool waitsFar = false;          ///< pending: for one from beyond L1
    double ready = 0;               ///< pending: when its operands are there
    double branchDone = 0;          ///< of a branch that it has issued last: when one that is taken is; 0: none
    std::uint32_t branch = 0;       ///< operation
    bool fallsThrough = false;      ///< the branch was not taken
    bool awaits = false;            ///< it has arrived at a barrier that has not opened
    bool isParked = false;          ///< awaits: it has come to what it may not do before
    double opens = 0;               ///< of the barrier that it has passed last, until it waits for it
    double arrives = 0;             ///< awaits: when it is there
    std::uint32_t barrier = 0;      ///< operation
    double lines = 0;               ///< that it has brought into L1, with those of trips left out
    double linesLeftOut = 0;        ///< that trips left out would have brought, until its next access
    std::uint64_t lookUps = 0;      ///< of L1, when it looked last
    std::uint64_t leftOutSince = 0; ///< linesLeftOut: what was found behind so many look-ups stays
    L1Cache::Omission omission;     ///< by trips that it left out
    double storesSent = 0;          ///< when the last of its stores to global memory is on its way to L2
    std::vector<WarpValue> values;  ///< by slot of the program
    std::vector<double> owed; ///< by region: executions that are due where only shares are known, from 0 to 1
    std::vector<LoopFrame> frames; ///< by loop
    std::vector<bool> guards;      ///< by unrolled copy and region under predicates: whether it executes it
    Point point;
    StandIn standIn = 0;
};

struct ResidentGroup {
    std::uint64_t number = 0;
    int running = 0;          ///< warps
    double latestArrival = 0; ///< at the barrier
    bool hasStored = false;   ///< to shared memory since the last one
    double start = 0, end = 0, warpCycles = 0;
    double farWaits = 0;                ///< of its warps, for values from beyond L1
    std::vector<std::uint32_t> waiting; ///< warps at the barrier
};

} // namespace warpstring::timeline
