// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations vanish into others on machines whose additions and logic take three inputs.
#pragma once

#include "pdg/frontend/kernel_context.h"

namespace warpstring::frontend {

/// From an operation to the one of its block that takes it in: a sum of three terms is one instruction, and so
/// is logic of three values, however many operators it takes (NVIDIA's IADD3 and LOP3), and a comparison with
/// the logic that combines what it finds with another truth (ISETP.AND and FSETP.OR). What is also used
/// elsewhere stays. `isTaken` tells what is no instruction of its own already.
[[nodiscard]] llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>
findFusions(const std::vector<llvm::BasicBlock*>& blocks, int addressBits,
            const llvm::SmallPtrSetImpl<const llvm::Instruction*>& isTaken);

/// Sums of two values of which one least or greatest value is taken: one instruction (NVIDIA's VIADDMNMX).
/// `fused` are sums that are part of others, or take others in.
[[nodiscard]] llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>
findSumsOfMinMax(const KernelContext& context,
                 const llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>& fused,
                 const llvm::SmallPtrSetImpl<const llvm::Instruction*>& isTaken);

} // namespace warpstring::frontend
