// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that make of LLVM's accesses and vectors what a multiprocessor executes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace warpstring::frontend {

/// `volatile` private variables become ordinary ones: nobody but the work-item sees them, and compilers for
/// GPUs keep them in registers.
class ForgetVolatilePrivates : public llvm::PassInfoMixin<ForgetVolatilePrivates> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Nothing writes constant memory while a kernel runs: its loads may pass stores and barriers.
class ConstantsAreInvariant : public llvm::PassInfoMixin<ConstantsAreInvariant> {
public:
    explicit ConstantsAreInvariant(unsigned addressSpace) : addressSpace_(addressSpace) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
    unsigned addressSpace_;
};

/// Splits accesses of vectors into those that one instruction can make: aligned to their own size, 16 bytes at
/// most. What vloadN reads behind a pointer to elements is N accesses unless its alignment is proven.
class SplitVectorAccesses : public llvm::PassInfoMixin<SplitVectorAccesses> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Copies of memory of unknown or great length become loops of words.
class CopiesAsLoops : public llvm::PassInfoMixin<CopiesAsLoops> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpstring::frontend
