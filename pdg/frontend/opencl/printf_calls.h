// SPDX-License-Identifier: GPL-3.0-or-later
// printf as NVIDIA's compilers lower it: its arguments go to private memory, and a routine gets their address.
#pragma once

#include <string_view>

#include <llvm/IR/Module.h>

namespace warpstring::frontend {

/// The routine: a format and where the arguments lie (CUDA C Programming Guide, formatted output).
inline constexpr std::string_view printRoutine = "vprintf";

/// Turns every call of printf into stores of its arguments, each at its natural alignment, and a call of the
/// routine.
void lowerPrintf(llvm::Module& module);

} // namespace warpstring::frontend
