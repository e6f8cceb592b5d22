// SPDX-License-Identifier: GPL-3.0-or-later
// Random blocks of instructions, and their registers counted anew.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "pdg/ordering/instruction_block.h"

namespace warpstring::oracle {

/// A block in which each node makes a register of its own, of `widths` by node, until its last user.
[[nodiscard]] ordering::InstructionBlock blockOf(std::vector<ordering::InstructionNode> nodes,
                                                 const std::vector<int>& widths = {});

/// Up to 60 nodes; no registers.
[[nodiscard]] ordering::InstructionBlock randomBlock(std::mt19937_64& random);
/// The same with results of at most `widest` registers; compilers see values of one, and those that need none.
[[nodiscard]] ordering::InstructionBlock randomBlockWithRegisters(std::mt19937_64& random, int widest);
/// Chains of nodes that use the one before; the first of each uses `roots` values that all have in common.
[[nodiscard]] ordering::InstructionBlock randomChains(std::mt19937_64& random, std::size_t roots);
/// What machines have besides: registers that are there from the start or kept, several of one node,
/// temporaries.
[[nodiscard]] ordering::InstructionBlock randomBody(std::mt19937_64& random);

/// The most registers alive behind any node of an order, each found by looking at all nodes behind and ahead.
[[nodiscard]] int peakOf(const ordering::InstructionBlock& block, const ordering::Order& order);
/// Whether an order is a permutation in which each node stands behind what it waits for.
[[nodiscard]] bool respectsEdges(const ordering::InstructionBlock& block, const ordering::Order& order);

} // namespace warpstring::oracle
