// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/amdgpu/compile_for_amd.h"

#include <llvm/Config/llvm-config.h>

#include <algorithm>

#include "pdg/frontend/amdgpu/amd_assembly.h"
#include "pdg/frontend/amdgpu/amd_code.h"

namespace warpstring::frontend {

int amdGroupSize(const NDRange& range) {
    constexpr int usual = 256, most = 1024;
    return static_cast<int>(std::clamp<std::uint64_t>(range.groupSize(), usual, most));
}

Result<AssembledRegisters> compileForAmdSpec(const KernelSource& source, const std::string& kernel,
                                             const BuildOptions& options, const HardwareSpec& spec,
                                             int groupSize) {
    const AmdTarget target{spec.device.llvmTarget, spec.execution.warpSize, groupSize};
    const auto code = amdCode(source, kernel, options, target);
    if (!code) return code.diagnostics();
    auto compiled = readAmdAssembly(code->text, kernel, source.name);
    if (!compiled)
        return Diagnostic{"registers.amdgpu-untold",
                          Severity::Error,
                          {source.name, 0, 0},
                          "LLVM's assembly for " + target.processor + " does not say how many registers '" +
                              kernel + "' takes",
                          "registers are estimated without it"};
    compiled->target = target.processor;
    compiled->groupSize = code->groupSize;
    constexpr int bytesOfRegister = 4;
    AssembledRegisters found;
    found.registers = compiled->vectorRegisters;
    found.spilledBytes = compiled->spilledRegisters * bytesOfRegister;
    found.assembler = "LLVM " LLVM_VERSION_STRING " for " + target.processor;
    found.compiled = std::make_shared<const CompiledForAmd>(std::move(*compiled));
    return found;
}

} // namespace warpstring::frontend
