// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/work.h"

#include <clang/AST/Attr.h>

#include <algorithm>

#include "tuning/transform/guard.h"

namespace warpstring::transform {

namespace {

std::string describe(const Argument& argument) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
        return std::visit([](auto value) { return std::to_string(value); }, scalar->value);
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) return std::to_string(buffer->count);
    return {};
}

bool asksForSize(const KernelFacts& facts, unsigned dimension) {
    return facts.helperIndexCall != nullptr ||
           std::any_of(facts.indexCalls.begin(), facts.indexCalls.end(), [&](const IndexCall& index) {
               return (!index.dimension || index.dimension == dimension) &&
                      (index.name == "get_global_size" || index.name == "get_num_groups");
           });
}

std::string productText(const clang::ReqdWorkGroupSizeAttr& required) {
    return std::to_string(required.getXDim()) + " x " + std::to_string(required.getYDim()) + " x " +
           std::to_string(required.getZDim());
}

} // namespace

void WorkFacts::add(const Scene& scene) {
    for (const auto* variable : scene.facts.localVariables())
        localArrays_[variable->getName().str()] += variable->getType().getAsString() + ";";
    const auto* required = scene.facts.kernel->getAttr<clang::ReqdWorkGroupSizeAttr>();
    for (const auto& launch : scene.launches) {
        OfLaunch facts;
        for (const auto& [name, argument] : launch.arguments) facts.arguments[name] = describe(argument);
        facts.global = launch.range.global;
        const std::vector<Launch> alone{launch};
        for (unsigned d = 0; d < 3; ++d)
            facts.isGuarded[d] =
                !asksForSize(scene.facts, d) && isGuarded({scene.text, alone, scene.context, scene.facts}, d);
        launches_.push_back(std::move(facts));
        const auto& local = launch.range.local;
        if (required && (required->getXDim() != local[0] || required->getYDim() != local[1] ||
                         required->getZDim() != local[2]))
            requiredSize_ = productText(*required);
    }
}

bool WorkFacts::haveTheSameItems(const OfLaunch& a, const OfLaunch& b) {
    for (std::size_t d = 0; d < 3; ++d)
        if (a.global[d] != b.global[d] && !(a.isGuarded[d] && b.isGuarded[d])) return false;
    return true;
}

std::optional<Diagnostic> WorkFacts::faultAgainst(const WorkFacts& before, const Rewrite& asked,
                                                  const KernelText& text) const {
    const auto fault = [&](const std::string& what, const std::string& message, const std::string& hint) {
        return Diagnostic{"transform." + what,
                          Severity::Error,
                          {text.launchPath.string(), 0, 0},
                          "after \"" + toText(asked) + "\" " + message,
                          hint};
    };
    if (!requiredSize_.empty() && before.requiredSize_.empty())
        return fault("required-group-size",
                     "groups are not of the size that the kernel requires: " + requiredSize_,
                     "change reqd_work_group_size in the kernel, or let a macro say it");
    // Which values a sweep leaves may differ; each launch that there is must be one that there was.
    for (const auto& launch : launches_) {
        // An argument more is what a rewrite gave the kernel.
        const auto isSame = [&](const OfLaunch& other) {
            return std::includes(launch.arguments.begin(), launch.arguments.end(), other.arguments.begin(),
                                 other.arguments.end());
        };
        if (std::none_of(before.launches_.begin(), before.launches_.end(), isSame))
            return fault("other-arguments", "the launch hands over other arguments, which hang on what changed",
                         "give what the arguments hang on a constant of its own");
        if (asked.kind == RewriteKind::Shape &&
            std::none_of(before.launches_.begin(), before.launches_.end(), [&](const OfLaunch& other) {
                return isSame(other) && haveTheSameItems(other, launch);
            }))
            return fault("other-items",
                         "the launch has another number of work-items, and the kernel does not compare "
                         "their IDs with the number of elements first",
                         "choose a size that divides the global one");
    }
    if (asked.kind == RewriteKind::Shape)
        for (const auto& [name, type] : localArrays_)
            if (const auto had = before.localArrays_.find(name);
                had != before.localArrays_.end() && had->second == type)
                return fault("local-array-tied",
                             "local memory \"" + name + "\" is as large as before, so it may not fit the group",
                             "let its extent hang on the macro that is the local size");
    return std::nullopt;
}

} // namespace warpstring::transform
