// SPDX-License-Identifier: GPL-3.0-or-later
// Clang in process: OpenCL C text to an LLVM module that is not optimised yet.
#pragma once

#include <memory>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "core/result.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::frontend {

/// The context outlives the module.
struct CompiledModule {
    std::unique_ptr<llvm::LLVMContext> context;
    std::unique_ptr<llvm::Module> module;
    Diagnostics warnings;
};

[[nodiscard]] Result<CompiledModule> compileToModule(const KernelSource& source, const BuildOptions& options);

} // namespace warpstring::frontend
