// SPDX-License-Identifier: GPL-3.0-or-later
// What compilers for GPUs know of pointers that LLVM without a target does not: global, local, constant and
// private memory never overlap.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>

namespace warpstring::frontend {

class AddressSpaceAliasResult : public llvm::AAResultBase {
public:
    /// `generic` is the number of what may be any of the others.
    explicit AddressSpaceAliasResult(unsigned generic) : generic_(generic) {}

    llvm::AliasResult alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                            llvm::AAQueryInfo& query, const llvm::Instruction* context);
    /// It holds nothing that changes with the function.
    static bool invalidate(llvm::Function& function, const llvm::PreservedAnalyses& preserved,
                           llvm::FunctionAnalysisManager::Invalidator& invalidator);

private:
    unsigned generic_;
};

class AddressSpaceAlias : public llvm::AnalysisInfoMixin<AddressSpaceAlias> {
public:
    using Result = AddressSpaceAliasResult;
    explicit AddressSpaceAlias(unsigned generic) : generic_(generic) {}
    Result run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
    friend llvm::AnalysisInfoMixin<AddressSpaceAlias>;
    static llvm::AnalysisKey Key; // NOLINT(readability-identifier-naming): AnalysisInfoMixin asks for this name
    unsigned generic_;
};

} // namespace warpstring::frontend
