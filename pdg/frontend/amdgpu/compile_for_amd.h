// SPDX-License-Identifier: GPL-3.0-or-later
// What LLVM's compiler makes of a kernel for the AMD GPU that a spec names.
#pragma once

#include "core/assembled_registers.h"
#include "core/hardware_spec.h"
#include "core/ndrange.h"
#include "core/result.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {

/// The largest group that registers leave room for, where the kernel does not say: AMD's compilers take 256 for
/// granted; a launch of larger groups has to ask for its own.
[[nodiscard]] int amdGroupSize(const NDRange& range);

/// Compiles the kernel for the spec's [device] llvm_target and reads the assembly; everything happens within
/// this process. Refused as amdCode() refuses, and as registers.amdgpu-untold where the assembly says no
/// registers.
[[nodiscard]] Result<AssembledRegisters> compileForAmdSpec(const KernelSource& source,
                                                           const std::string& kernel,
                                                           const BuildOptions& options,
                                                           const HardwareSpec& spec, int groupSize);

} // namespace warpstring::frontend
