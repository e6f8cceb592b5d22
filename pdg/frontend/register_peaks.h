// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers a block's instructions take, depending on the order in which a compiler puts them.
#pragma once

#include "pdg/ordering/instruction_block.h"

namespace warpstring::frontend {

struct RegisterPeaks {
    int fewest = 0; ///< in an order that keeps few alive
    int free = 0;   ///< with loads as early as they can be, and nothing waiting that need not
};

/// Of nodes that need what made the registers that they read.
[[nodiscard]] RegisterPeaks registerPeaks(ordering::InstructionBlock block);

} // namespace warpstring::frontend
