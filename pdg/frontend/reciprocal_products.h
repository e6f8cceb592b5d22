// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <llvm/IR/PassManager.h>

namespace warpstring::frontend {

/// Divisions of single precision by constants become products with their reciprocals, where OpenCL's 2.5 units
/// in the last place are enough, as NVIDIA's compiler makes them (docs/model.md, section 9.1). Those whose
/// reciprocal is no normal number stay. One by a square root is its rsqrt().
class ReciprocalProducts : public llvm::PassInfoMixin<ReciprocalProducts> {
public:
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace warpstring::frontend
