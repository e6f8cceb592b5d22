// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers a block's instructions take, depending on the order in which a compiler puts them.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstring::frontend {

/// One instruction; names are numbers of registers.
struct RegisterNode {
    std::vector<std::uint32_t> reads, makes;
    std::vector<std::uint32_t> after; ///< instructions that come first for another reason than their value
    bool isLoad = false;
    int latency = 0;     ///< cycles until what it makes can be used
    int temporaries = 0; ///< registers beside these while it is computed
};

struct RegisterBlock {
    std::vector<RegisterNode> nodes; ///< in source order
    std::uint32_t registers = 0;     ///< how many are named
    std::vector<bool> alive;         ///< by register: at the start
    std::vector<bool> kept;          ///< by register: at the end
};

struct RegisterPeaks {
    int fewest = 0; ///< in an order that keeps few alive
    int free = 0;   ///< with loads as early as they can be, and nothing waiting that need not
};

[[nodiscard]] RegisterPeaks registerPeaks(const RegisterBlock& block);

} // namespace warpstring::frontend
