// SPDX-License-Identifier: GPL-3.0-or-later
// Loads whose values a loop hands on to later iterations in another register than they come in.
#pragma once

#include <map>
#include <vector>

#include "pdg/pdg.h"
#include "stringmodel/machine/basic_block.h"

namespace warpstring::machine {

/// What an iteration loads while the value of an earlier one is still to be used. It is moved at the end of the
/// iteration, or of the copies of the body where they are no more than the iterations that it is kept, and the
/// move waits for it.
struct HandedOnLoad {
    StatementId load = none, user = none; ///< the first statement that uses it
    int iterations = 1;                   ///< that it is kept, at most
};

/// By the loop that hands them on, in the order of the program.
[[nodiscard]] std::map<LoopId, std::vector<HandedOnLoad>> handedOnLoads(const Pdg& pdg,
                                                                        const HardwareSpec& spec);

/// The wait of such a move behind `copies` of the body. It takes no time of its own: moves are statements where
/// there are any.
[[nodiscard]] MachineOperation waitFor(const HandedOnLoad& value, const ValueSlots& slots, int copies);

} // namespace warpstring::machine
