// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrites one after the other while registers last: loops unrolled from the innermost out, work-items merged,
// and loads brought together. After Garg, R.: A compiler for parallel execution of numerical Python programs on
// graphics processing units, MSc thesis, University of Alberta 2009, Algorithm 6.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tuning/transform/transform.h"

namespace warpstring::transform {

/// 32-bit registers that a work-item of a kernel needs, at most of its launches.
using RegisterEstimate = std::function<Result<int>(const KernelText&)>;

struct RecipeStep {
    std::string words;  ///< the rewrite, or what it would have been of: "unroll k"
    int registers = 0;  ///< with it; 0 where it was refused before that was asked
    std::string reason; ///< why it was not taken; empty where it was

    [[nodiscard]] bool isTaken() const { return reason.empty(); }
};

struct Recipe {
    std::vector<Rewrite> rewrites; ///< that were taken, in order
    std::vector<RecipeStep> steps; ///< all that were tried
    int registersBefore = 0, registersAfter = 0;
};

/// What the recipe makes of a kernel with at most `limit` registers. No step is at fault that is refused: it
/// says why, and the next is tried. Where registers run out nothing more is unrolled or merged.
[[nodiscard]] Result<Recipe> followRecipe(const KernelText& text, int limit,
                                          const RegisterEstimate& registersOf,
                                          const RewriteOptions& options = {});

} // namespace warpstring::transform
