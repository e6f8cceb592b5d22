// SPDX-License-Identifier: GPL-3.0-or-later
// A block of instructions before they are ordered.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstring::ordering {

struct InstructionNode {
    double issueCycles = 1;           ///< until the next instruction can issue
    double latency = 4;               ///< cycles from issue to use of the result, as the compiler expects it
    bool isLoad = false;              ///< of memory
    bool isFar = false;               ///< a load of global memory
    std::vector<std::uint32_t> after; ///< nodes that must issue before, by index
    std::vector<std::uint32_t> needs; ///< nodes whose result it uses (their latency passes first), by index
    std::vector<std::uint32_t> makes, reads; ///< registers, by index
    int temporaries = 0;                     ///< registers of 32 bits beside these while it is executed
};

struct BlockRegister {
    int width = 1;        ///< registers of 32 bits
    bool isAlive = false; ///< at the block's start
    bool isKept = false;  ///< behind its end
};

struct InstructionBlock {
    std::vector<InstructionNode> nodes; ///< in source order
    std::vector<BlockRegister> registers;
};

/// Nodes, by index, as they issue: a permutation in which each stands behind what it needs and comes after.
using Order = std::vector<std::uint32_t>;

enum class LoadKind { Any, Far };

/// By node: whether it is a load of that kind or its value leads to one.
[[nodiscard]] std::vector<bool> leadingToLoads(const std::vector<InstructionNode>& nodes, LoadKind kind);

} // namespace warpstring::ordering
