// SPDX-License-Identifier: GPL-3.0-or-later
// What a loop has loaded and needs again an iteration later.
#pragma once

#include <llvm/IR/PassManager.h>

namespace warpstring::frontend {

/// Loads of an innermost loop whose address another load of the loop had an iteration before become its value,
/// carried over, and one load ahead of the loop: of y[j + k] for constant k, all but the one that is furthest
/// on. So do compilers, which see that such a value is there on the way back to the loop's start. A loop that
/// may write the memory in question, or that has barriers, keeps its loads, and those on which its branches or
/// addresses hang.
class CarryLoads : public llvm::PassInfoMixin<CarryLoads> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpstring::frontend
