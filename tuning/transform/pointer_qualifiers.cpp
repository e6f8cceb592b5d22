// SPDX-License-Identifier: GPL-3.0-or-later
// "restrict" and "const": what a kernel's pointers lead to.
#include <clang/AST/TypeLoc.h>

#include <algorithm>
#include <functional>

#include "tuning/transform/named.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/written_memory.h"

namespace warpstring::transform {

namespace {

using Parameter = clang::ParmVarDecl;

using Edit = std::function<std::optional<Diagnostic>(const Parameter&, SourceEdits&)>;

/// Applies `edit` to the parameter that is named, or to all for which `wanted` holds.
Result<Change> editParameters(const Scene& scene, const std::string& name,
                              const std::function<std::optional<Diagnostic>(const Parameter&)>& faultOf,
                              const std::function<void(const Parameter&, SourceEdits&)>& edit,
                              const std::string& note) {
    std::vector<const Parameter*> parameters(scene.facts.kernel->param_begin(),
                                             scene.facts.kernel->param_end());
    std::erase_if(parameters, [](const Parameter* parameter) {
        return !leadsTo(*parameter, clang::LangAS::opencl_global);
    });
    if (!name.empty()) {
        const auto one = named(scene, parameters, name, "parameter", "a parameter that leads to global memory");
        if (!one) return one.diagnostics();
        if (const auto fault = faultOf(**one)) return *fault;
        parameters = {*one};
    }
    std::optional<Diagnostic> first;
    std::string names;
    SourceEdits edits(scene);
    for (const auto* parameter : parameters) {
        if (auto fault = faultOf(*parameter)) {
            if (!first) first = std::move(fault);
            continue;
        }
        edit(*parameter, edits);
        names += (names.empty() ? "" : ", ") + parameter->getName().str();
    }
    if (names.empty() && first) return *first;
    if (names.empty())
        return refusal(scene, scene.facts.kernel->getLocation(), "nothing-to-do",
                       "the kernel has no pointer to global memory", "");
    auto source = edits.finish();
    if (!source) return source.diagnostics();
    Change change;
    change.source = std::move(*source);
    change.notes.push_back(note + names);
    return change;
}

Diagnostic nothingToDo(const Scene& scene, const Parameter& parameter, const std::string& word) {
    return refusal(scene, parameter.getLocation(), "nothing-to-do",
                   quoted(parameter) + " is " + word + " already", "");
}

clang::PointerTypeLoc pointerOf(const Parameter& parameter) {
    return parameter.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc().getAs<clang::PointerTypeLoc>();
}

std::optional<Diagnostic> faultOfForm(const Scene& scene, const Parameter& parameter) {
    if (!pointerOf(parameter).isNull()) return std::nullopt;
    return refusal(scene, parameter.getLocation(), "pointer-form",
                   "the type of \"" + parameter.getName().str() + "\" is not written as a pointer",
                   "write it as one: __global float* name");
}

} // namespace

Result<Change> restrictPointers(const Scene& scene, const Rewrite& rewrite) {
    return editParameters(
        scene, rewrite.target,
        [&](const Parameter& parameter) -> std::optional<Diagnostic> {
            if (parameter.getType().isRestrictQualified()) return nothingToDo(scene, parameter, "restrict");
            return faultOfForm(scene, parameter);
        },
        [&](const Parameter& parameter, SourceEdits& edits) {
            const auto star =
                edits.span({pointerOf(parameter).getStarLoc(), pointerOf(parameter).getStarLoc()});
            if (!star) return;
            const unsigned behind = star->first + 1;
            edits.replaceAt(behind, 0, scene.text.source[behind] == ' ' ? " restrict" : " restrict ");
        },
        "restrict, for a launch gives each a buffer of its own: ");
}

Result<Change> makeConst(const Scene& scene, const Rewrite& rewrite) {
    return editParameters(
        scene, rewrite.target,
        [&](const Parameter& parameter) -> std::optional<Diagnostic> {
            if (parameter.getType()->getPointeeType().isConstQualified())
                return nothingToDo(scene, parameter, "const");
            if (mayBeWritten(scene, parameter))
                return refusal(scene, parameter.getLocation(), "may-be-written",
                               "what \"" + parameter.getName().str() +
                                   "\" leads to is written, or handed to something that may write it",
                               "leave it as it is");
            return faultOfForm(scene, parameter);
        },
        [](const Parameter& parameter, SourceEdits& edits) {
            const auto pointee = pointerOf(parameter).getPointeeLoc().getUnqualifiedLoc();
            edits.insertBefore(pointee.getBeginLoc(), "const ");
        },
        "const, for it is never written: ");
}

} // namespace warpstring::transform
