// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C as it stands in LLVM IR for spir and spir64: address spaces, mangled builtins, a kernel's metadata.
#pragma once

#include "pdg/frontend/source_language.h"

namespace warpstring::frontend {

/// All of a language but its compiler.
class SpirConventions : public SourceLanguage {
public:
    [[nodiscard]] bool isKernel(const llvm::Function& function) const override;
    [[nodiscard]] std::string kernelHint() const override;
    /// Kinds of images that are not simulated, and what else cannot be.
    [[nodiscard]] Diagnostics refusals(const llvm::Function& kernel, const KernelSource& source) const override;
    [[nodiscard]] KernelArgument argument(const llvm::Argument& argument) const override;
    [[nodiscard]] std::vector<int> requiredGroupSize(const llvm::Function& kernel) const override;
    [[nodiscard]] MemorySpace space(unsigned addressSpace) const override;
    [[nodiscard]] CalledBuiltin builtin(const llvm::CallInst& call) const override;
    [[nodiscard]] ExprId builtinValue(const llvm::CallInst& call, int bits, ExprPool& exprs,
                                      const std::function<ExprId(unsigned)>& operand) const override;
};

} // namespace warpstring::frontend
