// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <llvm/IR/PassManager.h>

namespace warpstring::frontend {

/// Makes one operation of each product and the sum that takes it in (contraction.h), before loops are unrolled
/// by their size.
class ContractProducts : public llvm::PassInfoMixin<ContractProducts> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpstring::frontend
