// SPDX-License-Identifier: GPL-3.0-or-later
// ptxas, NVIDIA's assembler, of whatever CUDA toolkit this machine has.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/assembled_registers.h"
#include "core/cancellation.h"
#include "core/result.h"

namespace warpstring::frontend {

/// WARPSTRING_PTXAS where the environment has it, else the first of PATH, else that of /usr/local/cuda.
/// Refused as registers.no-ptxas.
[[nodiscard]] Result<std::filesystem::path> findPtxas();

/// libdevice of the same toolkit: builtins in LLVM IR. Empty where there is none.
[[nodiscard]] std::filesystem::path libdeviceOf(const std::filesystem::path& ptxas);

/// "90" of "9.0"; empty for what is no compute capability.
[[nodiscard]] std::string architectureNumber(std::string_view computeCapability);

/// What `ptxas -v` prints of one kernel. False where it says no number of registers.
[[nodiscard]] bool readPtxasOutput(std::string_view output, AssembledRegisters& found);

/// Assembles PTX text with one kernel for "90". Refused as registers.ptxas-failed, with its first complaint.
[[nodiscard]] Result<AssembledRegisters> runPtxas(const std::filesystem::path& ptxas, const std::string& text,
                                                  const std::string& architecture,
                                                  const Cancellation* cancellation);

} // namespace warpstring::frontend
