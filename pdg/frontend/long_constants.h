// SPDX-License-Identifier: GPL-3.0-or-later
// Constants of 64 bits that machine instructions do not hold.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

/// Those whose lower half is not zero: an instruction holds the upper half of a double. Where it negates one,
/// no other is needed.
class LongConstants {
public:
    /// Of the double-precision constants that an instruction computes with, or a product that it takes in,
    /// those that none before it in its basic block needs.
    [[nodiscard]] int firstUsesIn(const llvm::Instruction& instruction);

private:
    [[nodiscard]] int firstUse(const llvm::Constant& constant, const llvm::BasicBlock& block);

    std::set<std::pair<const llvm::BasicBlock*, std::uint64_t>> used_;
};

} // namespace warpstring::frontend
