// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C to the assembly of one of AMD's GPUs, by Clang and LLVM's AMDGPU back end: the compiler of ROCm, and
// of the free drivers before it.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {

struct AmdTarget {
    std::string processor; ///< "gfx90a"
    int waveSize = 64;     ///< lanes
    int groupSize = 256;   ///< work-items of a group, at most, where the kernel does not say
};

struct AmdCode {
    std::string text;
    int groupSize = 0; ///< work-items that registers leave room for
};

/// The text with one kernel in it and LLVM's comments. Refused as the graph is, as frontend.no-amdgpu where
/// LLVM does not know the processor, and as frontend.amdgpu-builtin where the kernel uses a builtin that is not
/// known here.
[[nodiscard]] Result<AmdCode> amdCode(const KernelSource& source, const std::string& kernel,
                                      const BuildOptions& options, const AmdTarget& target);

} // namespace warpstring::frontend
