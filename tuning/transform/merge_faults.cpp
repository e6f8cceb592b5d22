// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/merge_faults.h"

#include <algorithm>

namespace warpstring::transform {

namespace {

/// What comes back from an atomic operation tells who came first, and merged items come in another order.
std::optional<Diagnostic> faultOfAtomics(const Scene& scene) {
    const auto& facts = scene.facts;
    if (facts.helperAtomic)
        return refusal(scene, facts.helperAtomic->getBeginLoc(), "order-of-atomics",
                       "an atomic operation in a function may depend on the order of work-items",
                       "move it to the kernel");
    for (const auto* atomic : facts.atomics)
        if (isValueUsed(scene.context, *atomic))
            return refusal(scene, atomic->getBeginLoc(), "order-of-atomics",
                           "the value of this atomic operation is used, which hangs on the order of work-items",
                           "merge them by hand");
    return std::nullopt;
}

} // namespace

std::optional<Diagnostic> faultOfMerging(const Scene& scene, unsigned dimension) {
    const auto& facts = scene.facts;
    const auto at = facts.kernel->getLocation();
    if (dimension >= static_cast<unsigned>(scene.launches.front().range.dimensions))
        return refusal(scene, "one-dimension", "the launch has no such dimension", "choose one that it has");
    if (facts.helperIndexCall)
        return refusal(scene, facts.helperIndexCall->getBeginLoc(), "index-in-function",
                       "a function that the kernel calls asks for an ID or a size",
                       "hand the ID to the function as an argument");
    if (facts.usesLinearIds)
        return refusal(scene, at, "order-of-items", "the kernel asks for linear IDs, which number work-items",
                       "compute them from the other IDs");
    for (const auto& index : facts.indexCalls)
        if (!index.dimension)
            return refusal(scene, index.call->getBeginLoc(), "dimension-not-literal",
                           "the dimension of this " + index.name + " is no plain number", "write 0, 1 or 2");
    if (facts.hasJumps) return refusal(scene, at, "jumps", "the kernel has labels", "use loops and conditions");
    for (const auto* parameter : facts.kernel->parameters())
        if (isChanged(scene.context, facts, *parameter))
            return refusal(scene, parameter->getLocation(), "parameter-changes",
                           "the kernel changes its parameter \"" + parameter->getName().str() +
                               "\", which the merged items would share",
                           "copy it to a variable first");
    return faultOfAtomics(scene);
}

bool asksForSize(const Scene& scene, unsigned dimension) {
    return std::any_of(scene.facts.indexCalls.begin(), scene.facts.indexCalls.end(),
                       [&](const IndexCall& index) {
                           return index.dimension == dimension &&
                                  (index.name == "get_global_size" || index.name == "get_num_groups");
                       });
}

} // namespace warpstring::transform
