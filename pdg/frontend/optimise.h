// SPDX-License-Identifier: GPL-3.0-or-later
// The passes between Clang's output and the graph.
#pragma once

#include <llvm/IR/Module.h>

#include "core/cancellation.h"
#include "core/result.h"

namespace warpstring::frontend {

struct OptimiseOptions {
    bool sourceShape = false;
    /// Unrolling passes: 1 leaves loops within unrolled ones alone, as compilers of the first GPUs did, whose
    /// arrays then stayed in memory (Baghsorkhi et al. 2009, section 4: radix 16); 2 is what today's do.
    int unrollRounds = 2;
    const Cancellation* cancellation = nullptr;
};

/// frontend.too-many-statements, at the kernel.
[[nodiscard]] Diagnostic tooManyStatements(const llvm::Function& kernel);

/// Inlines everything into the kernel `name`, brings it to SSA form and simplifies it: as a vendor's compiler
/// would (`sourceShape` false: unrolling, speculation of cheap branches) or keeping its loops and branches.
/// Loops come out rotated, in simplified and closed (LCSSA) form. Fails on recursion
/// and where it would grow beyond what can be simulated.
[[nodiscard]] Diagnostics optimise(llvm::Module& module, llvm::Function& kernel,
                                   const OptimiseOptions& options);

} // namespace warpstring::frontend
