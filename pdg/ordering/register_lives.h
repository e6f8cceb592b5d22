// SPDX-License-Identifier: GPL-3.0-or-later
// Where registers are alive in an order of a block's instructions.
#pragma once

#include <cstddef>
#include <vector>

#include "pdg/ordering/instruction_block.h"

namespace warpstring::ordering {

/// A register is alive from behind the first place that makes it, or the start, to its last use, or the end;
/// one that nobody uses never is.
struct RegisterLives {
    RegisterLives(const InstructionBlock& block, const Order& order);

    /// The most registers of 32 bits alive at once behind any place, temporaries included.
    [[nodiscard]] int peak() const;

    std::vector<std::size_t> start;             ///< by register: the place behind which it is alive
    std::vector<std::vector<std::size_t>> uses; ///< by register: places, ascending; behind the last where kept
    std::vector<int> alive;                     ///< by place: registers of 32 bits behind it, and temporaries
};

} // namespace warpstring::ordering
