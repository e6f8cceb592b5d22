// SPDX-License-Identifier: GPL-3.0-or-later
// From a module with kernels to the assembly of one of them: the steps that do not depend on the device.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <optional>
#include <string>

namespace warpstring::frontend {

/// One kernel, and nobody calls the rest but it.
void keepKernel(llvm::Module& module, llvm::Function& kernel);

/// Everything but the kernel is a plain function: bodies of builtins were made with spir's conventions.
void usePlainCalls(llvm::Module& module, const llvm::Function& kernel);

/// -O3, with what the target adds to it.
void optimiseFor(llvm::TargetMachine& machine, llvm::Module& module);

/// Nothing where the target cannot write any.
[[nodiscard]] std::optional<std::string> assemblyText(llvm::Module& module, llvm::TargetMachine& machine);

} // namespace warpstring::frontend
