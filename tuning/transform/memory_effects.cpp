// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/memory_effects.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

namespace warpstring::transform {

namespace {

bool isOrdering(llvm::StringRef name) {
    return name.contains("barrier") || name.contains("fence") || name.starts_with("work_group_") ||
           name.starts_with("async_") || name.starts_with("atom");
}

/// Functions that are handed an address and do no more than read there.
bool isReading(llvm::StringRef name) { return name.starts_with("vload") || name == "prefetch"; }

class EffectCollector : public clang::RecursiveASTVisitor<EffectCollector> {
public:
    explicit EffectCollector(const Scene& scene) : scene_(scene) {}

    MemoryEffects found;

    bool VisitBinaryOperator(clang::BinaryOperator* operation) {
        if (operation->isAssignmentOp()) write(*operation->getLHS());
        return true;
    }
    bool VisitUnaryOperator(clang::UnaryOperator* operation) {
        if (operation->isIncrementDecrementOp()) write(*operation->getSubExpr());
        return true;
    }
    bool VisitAtomicExpr(clang::AtomicExpr* /*atomic*/) { return found.orders = true; }
    bool VisitAsmStmt(clang::AsmStmt* /*statement*/) { return found.orders = true; }
    bool VisitCallExpr(clang::CallExpr* call) {
        const auto* callee = call->getDirectCallee();
        const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
        const bool hasAddress =
            std::any_of(call->arg_begin(), call->arg_end(),
                        [](const clang::Expr* argument) { return argument->getType()->isPointerType(); });
        if (name.empty() || isOrdering(name) || (hasAddress && !isReading(name))) found.orders = true;
        if (callee && callee->hasBody() && (scene_.facts.helperBarrier || scene_.facts.helperAtomic))
            found.orders = true;
        return true;
    }

private:
    /// Variables of the work-item alone are none of it: isChangedIn tells of these.
    void write(const clang::Expr& target) {
        if (llvm::isa<clang::DeclRefExpr>(target.IgnoreParens())) return;
        const auto* root = rootOf(scene_, target);
        if (root && root->hasLocalStorage() && !root->getType()->isPointerType()) return;
        if (root)
            found.written.insert(root);
        else
            found.writesUnknown = true;
    }

    const Scene& scene_;
};

} // namespace

const clang::VarDecl* rootOf(const Scene& scene, const clang::Expr& expression) {
    const auto* part = expression.IgnoreParenCasts();
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part))
        return rootOf(scene, *element->getBase());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part)) return rootOf(scene, *member->getBase());
    if (const auto* component = llvm::dyn_cast<clang::ExtVectorElementExpr>(part))
        return rootOf(scene, *component->getBase());
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part);
        unary && (unary->getOpcode() == clang::UO_Deref || unary->getOpcode() == clang::UO_AddrOf))
        return rootOf(scene, *unary->getSubExpr());
    if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(part); sum && sum->isAdditiveOp())
        return rootOf(scene, sum->getLHS()->getType()->isPointerType() ? *sum->getLHS() : *sum->getRHS());
    const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto* variable = use ? llvm::dyn_cast<clang::VarDecl>(use->getDecl()) : nullptr;
    if (variable == nullptr || !variable->getType()->isPointerType()) return variable;
    if (isChanged(scene.context, scene.facts, *variable)) return nullptr;
    if (llvm::isa<clang::ParmVarDecl>(variable)) return variable;
    return variable->hasInit() ? rootOf(scene, *variable->getInit()) : nullptr;
}

bool MemoryEffects::mayChange(const std::set<const clang::VarDecl*>& roots) const {
    if (orders || writesUnknown) return true;
    return std::any_of(roots.begin(), roots.end(), [&](const clang::VarDecl* root) {
        return root ? written.contains(root) : !written.empty();
    });
}

MemoryEffects effectsOf(const Scene& scene, const clang::Stmt& part) {
    EffectCollector collector(scene);
    collector.TraverseStmt(const_cast<clang::Stmt*>(&part));
    return collector.found;
}

} // namespace warpstring::transform
