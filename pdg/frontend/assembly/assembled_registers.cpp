// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/assembled_registers.h"

#include "pdg/frontend/assembly/nvptx_code.h"
#include "pdg/frontend/assembly/ptxas.h"

namespace warpstring::frontend {

Result<AssembledRegisters> assembledRegisters(const KernelSource& source, const std::string& kernel,
                                              const BuildOptions& options, const HardwareSpec& spec) {
    const std::string architecture = architectureNumber(spec.device.computeCapability);
    if (architecture.empty())
        return Diagnostic{"registers.ptxas-not-nvidia",
                          Severity::Error,
                          {source.name, 0, 0},
                          "ptxas assembles for NVIDIA's GPUs, and " + spec.name + " has no compute capability",
                          "ask for \"estimate\" or a number of registers, or give [device] compute_capability"};
    const auto ptxas = findPtxas();
    if (!ptxas) return ptxas.diagnostics();
    const auto code = nvptxCode(source, kernel, options, {architecture, libdeviceOf(*ptxas)});
    if (!code) return code.diagnostics();
    return runPtxas(*ptxas, *code, architecture, options.cancellation);
}

} // namespace warpstring::frontend
