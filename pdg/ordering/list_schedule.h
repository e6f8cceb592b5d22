// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which a compiler issues the instructions of a basic block.
#pragma once

#include "pdg/ordering/instruction_block.h"

namespace warpstring::ordering {

/// What is alive at once may take `room` registers of 32 bits, and `spare` more than the frugal order takes:
/// whichever is more.
struct RegisterLimit {
    int room = 0, spare = 0;
};

inline constexpr RegisterLimit noRegisterLimit{1 << 24, 0};

/// List scheduling: at each cycle, of the nodes that could issue without a stall, those that lead to a load
/// first, then in source order. A load waits while `loadsInFlight` others wait for their first use, unless
/// nothing else can issue. Where that order takes more registers than the limit, a node goes ahead of its turn
/// in the frugal order (frugalOrder) only if all before it there still find room (RegisterRoom); loads of local
/// memory do not come first then. Global loads are given 4 registers in any case, so that a warp need not wait
/// for each by itself.
[[nodiscard]] Order listSchedule(const InstructionBlock& block, int loadsInFlight, RegisterLimit limit);

} // namespace warpstring::ordering
