// SPDX-License-Identifier: GPL-3.0-or-later
// How many registers NVIDIA's assembler gives a kernel.
#pragma once

#include "core/assembled_registers.h"
#include "core/hardware_spec.h"
#include "core/result.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {

/// Compiles the kernel to PTX and asks ptxas. Refused as registers.ptxas-not-nvidia for other devices, as
/// registers.no-ptxas where there is none, and as the two steps refuse. No GPU is needed.
[[nodiscard]] Result<AssembledRegisters> assembledRegisters(const KernelSource& source,
                                                            const std::string& kernel,
                                                            const BuildOptions& options,
                                                            const HardwareSpec& spec);

} // namespace warpstring::frontend
