// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/address_space_alias.h"

namespace warpstring::frontend {

llvm::AnalysisKey AddressSpaceAlias::Key;

llvm::AliasResult AddressSpaceAliasResult::alias(const llvm::MemoryLocation& a, const llvm::MemoryLocation& b,
                                                 llvm::AAQueryInfo& query, const llvm::Instruction* context) {
    static_cast<void>(query);
    static_cast<void>(context);
    const unsigned one = a.Ptr->getType()->getPointerAddressSpace();
    const unsigned other = b.Ptr->getType()->getPointerAddressSpace();
    const bool isApart = one != other && one != generic_ && other != generic_;
    return isApart ? llvm::AliasResult::NoAlias : llvm::AliasResult::MayAlias;
}

bool AddressSpaceAliasResult::invalidate(llvm::Function& function, const llvm::PreservedAnalyses& preserved,
                                         llvm::FunctionAnalysisManager::Invalidator& invalidator) {
    static_cast<void>(function);
    static_cast<void>(preserved);
    static_cast<void>(invalidator);
    return false;
}

AddressSpaceAlias::Result AddressSpaceAlias::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
    static_cast<void>(function);
    static_cast<void>(analyses);
    return AddressSpaceAliasResult(generic_);
}

} // namespace warpstring::frontend
