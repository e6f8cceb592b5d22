// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's arguments, __local variables and private arrays.
#pragma once

#include "pdg/frontend/kernel_context.h"

namespace warpstring::frontend {

void describeArguments(const SourceLanguage& language, llvm::Function& kernel, Pdg& pdg);

/// Fills Pdg::arrays with the __local variables that the kernel uses, laid out in order of declaration, and the
/// private arrays that SSA could not dissolve.
void describeArrays(const SourceLanguage& language, llvm::Function& kernel, const llvm::DataLayout& layout,
                    Pdg& pdg, llvm::DenseMap<const llvm::Value*, std::uint32_t>& arrayIds);

/// Whether a value is made from constants and counters of unrolled loops alone: a constant in every copy.
[[nodiscard]] bool dependsOnUnrolledOnly(const llvm::Value* value, llvm::LoopInfo& loops,
                                         const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled,
                                         int depth = 0);

/// Source-shape mode: private arrays indexed by nothing but constants and counters of unrolled loops. Once
/// those are unrolled, each element is a register.
[[nodiscard]] llvm::SmallPtrSet<const llvm::AllocaInst*, 8>
findRegisterArrays(llvm::Function& kernel, llvm::LoopInfo& loops,
                   const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled);

/// Loops that carry an unroll hint and whose trip count is a constant.
[[nodiscard]] llvm::SmallPtrSet<const llvm::Loop*, 8> findUnrolledLoops(llvm::LoopInfo& loops,
                                                                        llvm::ScalarEvolution& evolution);

} // namespace warpstring::frontend
