// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C to PTX by Clang and LLVM, as NVIDIA's compiler would: its own is not to be had apart from a driver.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {

struct NvptxTarget {
    std::string architecture;        ///< "90"
    std::filesystem::path libdevice; ///< of a CUDA toolkit; may be empty
};

/// PTX with one kernel in it. Refused as the graph is, and as frontend.ptxas-builtin where the kernel uses a
/// builtin that is not known here.
[[nodiscard]] Result<std::string> nvptxCode(const KernelSource& source, const std::string& kernel,
                                            const BuildOptions& options, const NvptxTarget& target);

} // namespace warpstring::frontend
