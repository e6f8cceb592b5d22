// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

/// Whether a 64-bit value will be below 2^32 when the kernel runs: made of IDs and sizes of the index space, of
/// values of 32 bits or less and of arguments, without being read from memory as 64 bits. Taken, not proven: an
/// argument may be larger.
[[nodiscard]] bool isSmall(const llvm::Value* value);

} // namespace warpstring::frontend
