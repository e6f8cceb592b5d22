// SPDX-License-Identifier: GPL-3.0-or-later
// "restrict" and "const": what a kernel's pointers lead to.
#include <clang/AST/TypeLoc.h>

#include <algorithm>
#include <functional>

#include "tuning/transform/named.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

namespace {

using Parameter = clang::ParmVarDecl;

bool leadsToGlobal(const Parameter& parameter) {
    const auto type = parameter.getType();
    return type->isPointerType() && type->getPointeeType().getAddressSpace() == clang::LangAS::opencl_global;
}

/// Whether memory that the parameter leads to may be written: one of its uses does it, or hands the pointer on
/// to something that might.
class Writes {
public:
    explicit Writes(const Scene& scene) : scene_(scene) {}

    bool mayWrite(const clang::ValueDecl& pointer) {
        return std::any_of(
            scene_.facts.uses.begin(), scene_.facts.uses.end(),
            [&](const clang::DeclRefExpr* use) { return use->getDecl() == &pointer && mayWrite(*use); });
    }

private:
    bool mayWrite(const clang::DeclRefExpr& use) {
        if (useOf(scene_.context, use) != Use::Read) return true;
        const clang::Stmt* value = parentOf(scene_.context, use); // the value of the pointer
        return mayWriteThrough(*value);
    }

    /// `value` is an expression of the pointer's type.
    bool mayWriteThrough(const clang::Stmt& value) {
        const clang::Stmt* parent = parentOf(scene_.context, value);
        if (parent == nullptr) return true;
        if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(parent))
            return mayWriteTo(*element);
        if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(parent);
            star && star->getOpcode() == clang::UO_Deref)
            return mayWriteTo(*star);
        if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(parent)) {
            if (sum->isComparisonOp()) return false;
            return !sum->isAdditiveOp() || !sum->getType()->isPointerType() || mayWriteThrough(*sum);
        }
        if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(parent)) {
            const auto type = cast->getType();
            return !(type->isPointerType() && type->getPointeeType().isConstQualified());
        }
        return true;
    }

    bool mayWriteTo(const clang::Expr& element) {
        if (useOf(scene_.context, element) == Use::Read) return false;
        const auto* address = llvm::dyn_cast_or_null<clang::UnaryOperator>(parentOf(scene_.context, element));
        return address == nullptr || address->getOpcode() != clang::UO_AddrOf || mayWriteThrough(*address);
    }

    const Scene& scene_;
};

using Edit = std::function<std::optional<Diagnostic>(const Parameter&, SourceEdits&)>;

/// Applies `edit` to the parameter that is named, or to all for which `wanted` holds.
Result<Change> editParameters(const Scene& scene, const std::string& name,
                              const std::function<std::optional<Diagnostic>(const Parameter&)>& faultOf,
                              const std::function<void(const Parameter&, SourceEdits&)>& edit,
                              const std::string& note) {
    std::vector<const Parameter*> parameters(scene.facts.kernel->param_begin(),
                                             scene.facts.kernel->param_end());
    std::erase_if(parameters, [](const Parameter* parameter) { return !leadsToGlobal(*parameter); });
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
    Writes writes(scene);
    return editParameters(
        scene, rewrite.target,
        [&](const Parameter& parameter) -> std::optional<Diagnostic> {
            if (parameter.getType()->getPointeeType().isConstQualified())
                return nothingToDo(scene, parameter, "const");
            if (writes.mayWrite(parameter))
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
