// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a compiler issues the instructions of a basic block.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstring::machine {

struct ScheduledNode {
    double issueCycles = 1;           ///< until the next instruction can issue
    double latency = 4;               ///< cycles from issue to use of the result, as the compiler expects it
    bool isLoad = false;              ///< of memory
    bool isFar = false;               ///< a load of global memory
    int registers = 0;                ///< that its result takes until its last use among the nodes
    std::vector<std::uint32_t> after; ///< nodes that must issue before, by index
    std::vector<std::uint32_t> needs; ///< nodes whose result it uses (their latency passes first), by index
};

/// List scheduling: at each cycle, of the nodes that could issue without a stall, those that lead to a load
/// first, then in source order. A load waits while `loadsInFlight` others wait for their first use, unless
/// nothing else can issue. Results that are alive at once take at most `spareRegisters` more than in the order
/// that keeps fewest alive: at that limit, what takes no further register goes first, beyond it what frees
/// most. A few registers of global loads are exempt; of more, loads wait while that would leave too little room
/// for what is computed from them, and one chain after another is computed, in source order. Returns a
/// permutation.
[[nodiscard]] std::vector<std::uint32_t> listSchedule(const std::vector<ScheduledNode>& nodes,
                                                      int loadsInFlight, int spareRegisters = 1 << 20);

} // namespace warpstring::machine
