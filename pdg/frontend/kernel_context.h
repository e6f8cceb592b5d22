// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps from LLVM IR to the graph share about one kernel.
#pragma once

#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/control_dependence.h"
#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/source_language.h"
#include "pdg/pdg.h"

namespace warpstring::frontend {

struct KernelContext {
    const SourceLanguage& language;
    llvm::Function& kernel;
    const llvm::DataLayout& layout;
    llvm::LoopInfo& loops;
    llvm::DominatorTree& dominators;
    llvm::ScalarEvolution& evolution;
    const ControlTree& control;
    Pdg& pdg;
    const llvm::SmallPtrSetImpl<const llvm::AllocaInst*>&
        registerArrays; ///< private arrays whose elements are registers
    const FunctionCosts& functionCosts;
    const LaunchImages& images;
    llvm::DenseMap<const llvm::Loop*, LoopId> loopIds = llvm::DenseMap<const llvm::Loop*, LoopId>();
    /// An alloca or a __local variable to its entry of Pdg::arrays.
    llvm::DenseMap<const llvm::Value*, std::uint32_t> arrayIds =
        llvm::DenseMap<const llvm::Value*, std::uint32_t>();
};

} // namespace warpstring::frontend
