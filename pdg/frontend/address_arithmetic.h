// SPDX-License-Identifier: GPL-3.0-or-later
// What addresses cost. Vendors' compilers reduce addresses that advance evenly in a loop to one pointer
// addition per iteration and fold constant offsets into the access; LLVM IR says neither. This says where the
// remaining arithmetic stands and which instructions vanish.
#pragma once

#include <map>
#include <vector>

#include "pdg/frontend/kernel_context.h"

namespace warpstring::frontend {

/// One operation of address arithmetic, standing for `cause` in the source.
struct AddressOperation {
    OperationClass operation = OperationClass::IntegerAdd;
    const llvm::Instruction* cause = nullptr;
};

/// A pointer that a loop advances, as it is computed at the first access that needs it.
struct AdvancingAddress {
    const llvm::GetElementPtrInst* first = nullptr;
    bool byConstant = true; ///< a distance that is known: copies of the body reach it by constants
};

struct AddressArithmetic {
    llvm::SmallPtrSet<const llvm::Instruction*, 32> folded; ///< cost nothing where they stand
    std::map<const llvm::Instruction*, std::vector<AddressOperation>> inPlace; ///< GEPs that are computed
    std::map<const llvm::BasicBlock*, std::vector<AddressOperation>> atEnd;    ///< in preheaders
    std::map<const llvm::Loop*, std::vector<AddressOperation>> atLoopStart; ///< pointer advances per iteration
    /// An address that is another one and a constant, to that one.
    llvm::DenseMap<const llvm::Instruction*, const llvm::Instruction*> shared;
    /// Addresses that each loop keeps and advances; those at a constant distance are one.
    std::map<const llvm::Loop*, std::vector<AdvancingAddress>> advancing;
};

[[nodiscard]] AddressArithmetic analyseAddresses(const KernelContext& context,
                                                 const llvm::SmallPtrSetImpl<const llvm::Loop*>& unrolled);

} // namespace warpstring::frontend
