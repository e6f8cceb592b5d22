// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's builtins in terms of AMD's GPUs: IDs in registers, sizes in the launch's packet, instructions, and
// functions of a library of ours. For the registers and instructions that code takes, not for its results.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <string_view>
#include <vector>

namespace warpstring::frontend {

/// How names of the library's functions begin: __amd_sinf of sin for floats, __amd_sin for doubles.
inline constexpr std::string_view amdLibrary = "__amd_";

struct AmdLaunchShape {
    std::vector<int> groupSize; ///< that the kernel requires; empty: read from the launch's packet
    int waveSize = 64;          ///< lanes
};

/// Gives every function that the module uses without a body one: what takes floats and is not an instruction
/// calls the library in turn. Returns the names of those that are not known, as in the source.
[[nodiscard]] std::vector<std::string> defineForAmd(llvm::Module& module, const AmdLaunchShape& shape);

} // namespace warpstring::frontend
