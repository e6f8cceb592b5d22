// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations vanish into others on machines that add four products of bytes in one instruction.
#pragma once

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

/// Sums that hold, of two words of four bytes each, the products of all bytes of the same place, one added
/// after the other: compilers make one instruction of four such products and their sums (NVIDIA's IDP.4A, since
/// compute capability 6.1), and what extends the bytes vanishes where it serves nothing else. Sums of sums they
/// leave. From an operation to the sum that takes it in.
[[nodiscard]] llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*>
findByteDots(const std::vector<llvm::BasicBlock*>& blocks);

} // namespace warpstring::frontend
