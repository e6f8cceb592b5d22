// SPDX-License-Identifier: GPL-3.0-or-later
// An order of a block's instructions that keeps few registers alive.
#pragma once

#include "pdg/ordering/instruction_block.h"

namespace warpstring::ordering {

struct FrugalOrder {
    Order order;
    int peak = 0; ///< registers of 32 bits alive at once
};

/// The best of six: source order; what has an effect in source order, each behind what it needs, which comes
/// only then; the same of all that leads to no load, so that loads come where their values are used first, in
/// source order and chains abreast (all that many chains do first, then what they do second); loads only where
/// nothing else is left; and what frees most first (blocks of at most 2048 nodes). None of them is best for
/// every block.
[[nodiscard]] FrugalOrder frugalOrder(const InstructionBlock& block);

} // namespace warpstring::ordering
