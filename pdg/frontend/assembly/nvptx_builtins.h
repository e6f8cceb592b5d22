// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's builtins in NVIDIA's terms: special registers, instructions and functions of libdevice. For the
// registers that code takes, not for results: offsets of the index space are zero.
#pragma once

#include <llvm/IR/Module.h>

#include <set>
#include <string>

namespace warpstring::frontend {

/// Gives every function that the module uses without a body one, as far as they are known. Those it calls in
/// turn are of libdevice ("__nv_sinf"). Returns the names of the others, as in the source.
[[nodiscard]] std::set<std::string> defineForNvptx(llvm::Module& module);

} // namespace warpstring::frontend
