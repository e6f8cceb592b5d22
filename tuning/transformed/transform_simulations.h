// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of the model for rewrites: times before and after, and the registers that a recipe has.
#pragma once

#include <vector>

#include "core/cancellation.h"
#include "study/batch/batch_plan.h"
#include "study/batch/graph_cache.h"
#include "tuning/transformed/transform_report.h"

namespace warpstring::transformed {

class TransformSimulations {
public:
    /// All three must outlive it.
    TransformSimulations(const batch::BatchSettings& options, const HardwareSpec& spec,
                         const Cancellation& cancellation)
        : options_(options), spec_(spec), cancellation_(cancellation) {}

    /// The launches of the second text beside those of the first with the same name.
    [[nodiscard]] Result<std::vector<TransformedLaunch>> compared(const transform::KernelText& before,
                                                                  const transform::KernelText& after);

    /// With a limit of 0 for registers: as many as the work-groups that are resident now leave, of the launch
    /// that leaves fewest.
    [[nodiscard]] Result<FollowedRecipe> recipeFor(const transform::KernelText& text, int registerLimit,
                                                   const transform::RewriteOptions& settings);

private:
    [[nodiscard]] Result<Simulation> simulated(Launch launch, const transform::KernelText& text);
    [[nodiscard]] Result<int> mostRegisters(const transform::KernelText& text);
    [[nodiscard]] Result<FollowedRecipe> limitOf(const transform::KernelText& text);
    [[nodiscard]] int registersThatKeep(const Launch& launch, const Simulation& simulation) const;

    const batch::BatchSettings& options_;
    const HardwareSpec& spec_;
    const Cancellation& cancellation_;
    batch::GraphCache graphs_;
};

} // namespace warpstring::transformed
