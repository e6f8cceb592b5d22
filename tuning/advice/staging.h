// SPDX-License-Identifier: GPL-3.0-or-later
// The rewrite that brings what work-items of a group share of a buffer to local memory.
#pragma once

#include <string>

#include "pdg/pdg.h"
#include "tuning/advice/situation.h"

namespace warpstring::advice {

/// "stage a=16", in tiles of as many iterations as the group has work-items in dimension 0 where that is a
/// usual size. Empty where the graph shows that it would be refused: no loop moves the access alike for
/// work-items that share it, something writes the buffer, a condition or a barrier is in the loop.
[[nodiscard]] std::string stagingRewrite(const Situation& situation, const MemoryAccess& access);

} // namespace warpstring::advice
