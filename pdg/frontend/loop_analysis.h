// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of the graph: when another iteration follows, and the variables that they carry.
#pragma once

#include <optional>

#include "pdg/frontend/kernel_context.h"
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

/// Numbers the loops in preorder and reserves their entries of Pdg::loops.
void numberLoops(llvm::LoopInfo& loops, Pdg& pdg, llvm::DenseMap<const llvm::Loop*, LoopId>& ids);

/// Fills the entries in, once regions stand.
void describeLoops(KernelContext& context, ValueExpressions& values,
                   const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled);

/// Copies of a loop's body that the source asks for, 1 where compilers leave it alone; nothing where it is
/// theirs to choose.
[[nodiscard]] std::optional<int> unrollingOf(const llvm::Loop& loop, llvm::ScalarEvolution& evolution);

} // namespace warpstring::frontend
