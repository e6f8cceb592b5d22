// SPDX-License-Identifier: GPL-3.0-or-later
// "native": faster functions with larger errors.
#include <algorithm>
#include <array>
#include <set>

#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

constexpr std::array<const char*, 13> withNative{"cos",  "exp",   "exp2", "exp10", "log", "log2", "log10",
                                                 "powr", "rsqrt", "sin",  "sqrt",  "tan", "recip"};

/// Of float or a vector of it, and OpenCL's own.
bool hasNative(const clang::CallExpr& call) {
    const auto* callee = call.getDirectCallee();
    if (callee->hasBody() || std::none_of(withNative.begin(), withNative.end(),
                                          [&](const char* name) { return callee->getName() == name; }))
        return false;
    auto type = call.getType();
    if (const auto* vector = type->getAs<clang::ExtVectorType>()) type = vector->getElementType();
    return type->isSpecificBuiltinType(clang::BuiltinType::Float);
}

} // namespace

Result<Change> callNative(const Scene& scene, const Rewrite& /*rewrite*/) {
    SourceEdits edits(scene);
    std::set<std::string> names;
    for (const auto* call : scene.facts.calls) {
        if (!hasNative(*call)) continue;
        const auto* callee = call->getCallee();
        edits.insertBefore(callee->getBeginLoc(), "native_");
        names.insert(call->getDirectCallee()->getName().str());
    }
    if (names.empty())
        return refusal(scene, scene.facts.kernel->getLocation(), "nothing-to-do",
                       "the kernel itself calls no function of single precision that devices have their own of",
                       "");
    auto source = edits.finish();
    if (!source) return source.diagnostics();
    Change change;
    change.source = std::move(*source);
    change.isLessExact = true;
    std::string list;
    for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
    change.notes.push_back("the device's own " + list + ": less exact, by how much is the device's business");
    return change;
}

} // namespace warpstring::transform
