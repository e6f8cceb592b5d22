// SPDX-License-Identifier: GPL-3.0-or-later
// "swap-axes": work-item (x, y) does what (y, x) did.
#include <clang/AST/Attr.h>

#include "tuning/transform/launch_sizes.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

std::optional<Diagnostic> faultOf(const Scene& scene) {
    const auto& facts = scene.facts;
    const std::string hint = "swap them by hand";
    if (scene.launches.front().range.dimensions < 2)
        return refusal(scene, "one-dimension", "the launch has one dimension", "give it two");
    if (facts.helperIndexCall)
        return refusal(scene, facts.helperIndexCall->getBeginLoc(), "index-in-function",
                       "a function that the kernel calls asks for an ID or a size",
                       "hand the ID to the function as an argument");
    if (facts.usesLinearIds || facts.usesSubGroups)
        return refusal(scene, facts.kernel->getLocation(), "order-of-items",
                       "the kernel asks for linear IDs or sub-groups, which number work-items x first", hint);
    for (const auto& index : facts.indexCalls)
        if (!index.dimension)
            return refusal(scene, index.call->getBeginLoc(), "dimension-not-literal",
                           "the dimension of this " + index.name + " is no plain number", "write 0, 1 or 2");
    return std::nullopt;
}

} // namespace

Result<Change> swapAxes(const Scene& scene, const Rewrite& /*rewrite*/) {
    if (const auto fault = faultOf(scene)) return *fault;
    SourceEdits edits(scene);
    for (const auto& index : scene.facts.indexCalls)
        if (*index.dimension < 2)
            edits.replace(index.call->getArg(0)->getSourceRange(), *index.dimension == 0 ? "1" : "0");
    if (const auto* required = scene.facts.kernel->getAttr<clang::ReqdWorkGroupSizeAttr>();
        required && required->getXDim() != required->getYDim())
        return refusal(scene, required->getLocation(), "required-group-size",
                       "the kernel requires groups of " + std::to_string(required->getXDim()) + " x " +
                           std::to_string(required->getYDim()),
                       "swap the sizes of reqd_work_group_size by hand");
    auto source = edits.finish();
    if (!source) return source.diagnostics();
    Change change;
    change.source = std::move(*source);
    for (const char* key : {"global", "local"}) {
        auto sizes = changedSizes(scene, key, [](SizeTexts texts) {
            std::swap(texts[0], texts[1]);
            return texts;
        });
        if (!sizes) return sizes.diagnostics();
        std::move(sizes->begin(), sizes->end(), std::back_inserter(change.launch));
    }
    change.notes.emplace_back("dimensions 0 and 1 have changed places");
    return change;
}

} // namespace warpstring::transform
