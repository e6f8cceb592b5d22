// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a compiler issues the instructions of a basic block.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstring {

struct ScheduledNode {
    double issueCycles = 1;           ///< until the next instruction can issue
    double latency = 4;               ///< cycles from issue to use of the result, as the compiler expects it
    bool isLoad = false;              ///< of memory
    std::vector<std::uint32_t> after; ///< nodes that must issue before, by index
    std::vector<std::uint32_t> needs; ///< nodes whose result it uses (their latency passes first), by index
};

/// List scheduling: at each cycle, of the nodes that could issue without a stall, those that lead to a load
/// first, then in source order. At most `loadsInFlight` loads wait for their first use. Returns a permutation.
[[nodiscard]] std::vector<std::uint32_t> listSchedule(const std::vector<ScheduledNode>& nodes,
                                                      int loadsInFlight);

} // namespace warpstring
