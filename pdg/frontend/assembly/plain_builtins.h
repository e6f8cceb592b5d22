// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's builtins that are the same few instructions of LLVM IR for every device: integers, choices,
// conversions that saturate, arithmetic of floats, atomic operations.
#pragma once

#include <llvm/IR/Function.h>

#include <string_view>

namespace warpstring::frontend {

/// Gives a declared function its body where it is one of these. `library` begins the names of the functions
/// that bodies call in turn: "__nv_" of "__nv_sinf".
[[nodiscard]] bool definePlainly(llvm::Function& function, std::string_view name, std::string_view library);

} // namespace warpstring::frontend
