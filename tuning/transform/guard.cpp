// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/guard.h"

#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

/// Whether computing it can neither touch memory nor do harm: values of arguments and IDs alone.
class Harm : public clang::RecursiveASTVisitor<Harm> {
public:
    bool found = false;
    bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* /*access*/) { return !(found = true); }
    bool VisitMemberExpr(clang::MemberExpr* member) { return !(found = found || member->isArrow()); }
    bool VisitUnaryOperator(clang::UnaryOperator* operation) {
        return !(found =
                     found || operation->getOpcode() == clang::UO_Deref || operation->isIncrementDecrementOp());
    }
    bool VisitBinaryOperator(clang::BinaryOperator* operation) {
        return !(found = found || operation->isAssignmentOp() || operation->getOpcode() == clang::BO_Div ||
                         operation->getOpcode() == clang::BO_Rem);
    }
    bool VisitCallExpr(clang::CallExpr* call) {
        const auto* callee = call->getDirectCallee();
        return !(found = found || callee == nullptr || !callee->getIdentifier() ||
                         !callee->getName().starts_with("get_"));
    }
};

bool isHarmless(const clang::Stmt& statement) {
    Harm harm;
    harm.TraverseStmt(const_cast<clang::Stmt*>(&statement));
    return !harm.found;
}

bool isReturn(const clang::Stmt* statement) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement))
        return block->size() == 1 && isReturn(block->body_front());
    return llvm::isa<clang::ReturnStmt>(statement);
}

/// Collects the bounds of "id < bound", or of "id >= bound" where the condition leads out.
void collectBounds(const Scene& scene, const clang::Expr& condition, unsigned dimension, bool isInside,
                   std::vector<const clang::Expr*>& bounds) {
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
    if (operation == nullptr) return;
    const auto opcode = operation->getOpcode();
    if (opcode == (isInside ? clang::BO_LAnd : clang::BO_LOr)) {
        collectBounds(scene, *operation->getLHS(), dimension, isInside, bounds);
        collectBounds(scene, *operation->getRHS(), dimension, isInside, bounds);
    } else if (opcode == (isInside ? clang::BO_LT : clang::BO_GE) &&
               isGlobalId(scene, *operation->getLHS(), dimension)) {
        bounds.push_back(operation->getRHS());
    } else if (opcode == (isInside ? clang::BO_GT : clang::BO_LE) &&
               isGlobalId(scene, *operation->getRHS(), dimension)) {
        bounds.push_back(operation->getLHS());
    }
}

} // namespace

KernelHead headOf(const Scene& scene) {
    KernelHead head;
    const auto* body = llvm::cast<clang::CompoundStmt>(scene.facts.kernel->getBody());
    const auto* at = body->body_begin();
    for (; at != body->body_end(); ++at) {
        if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(*at); declaration && isHarmless(**at)) {
            head.declarations.push_back(declaration);
            continue;
        }
        const auto* branch = llvm::dyn_cast<clang::IfStmt>(*at);
        if (branch == nullptr || branch->getElse() != nullptr || !isHarmless(*branch->getCond())) break;
        if (isReturn(branch->getThen())) {
            head.conditions.push_back(branch);
            continue;
        }
        if (at + 1 != body->body_end()) break;
        head.conditions.push_back(branch);
        head.around = branch;
        if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(branch->getThen()))
            head.rest.assign(block->body_begin(), block->body_end());
        else
            head.rest.push_back(branch->getThen());
        return head;
    }
    head.rest.assign(at, body->body_end());
    return head;
}

bool isGlobalId(const Scene& scene, const clang::Expr& expression, unsigned dimension) {
    const auto* inner = &expression;
    while (const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner->IgnoreParens())) {
        if (!cast->getType()->isIntegerType() || scene.context.getIntWidth(cast->getType()) < 32) return false;
        inner = cast->getSubExpr();
    }
    inner = inner->IgnoreParens();
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(inner)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        return variable && variable->getInit() && variable->getType()->isIntegerType() &&
               scene.context.getIntWidth(variable->getType()) >= 32 &&
               !isChanged(scene.context, scene.facts, *variable) &&
               isGlobalId(scene, *variable->getInit(), dimension);
    }
    return std::any_of(
        scene.facts.indexCalls.begin(), scene.facts.indexCalls.end(), [&](const IndexCall& index) {
            return index.call == inner && index.name == "get_global_id" && index.dimension == dimension;
        });
}

std::vector<const clang::Expr*> guardsOf(const Scene& scene, unsigned dimension) {
    const auto head = headOf(scene);
    std::vector<const clang::Expr*> bounds;
    for (const auto* condition : head.conditions)
        collectBounds(scene, *condition->getCond(), dimension, condition == head.around, bounds);
    return bounds;
}

bool isGuarded(const Scene& scene, unsigned dimension) {
    const auto bounds = guardsOf(scene, dimension);
    return std::any_of(bounds.begin(), bounds.end(), [&](const clang::Expr* bound) {
        return std::all_of(scene.launches.begin(), scene.launches.end(), [&](const Launch& launch) {
            const auto value = valueOf(scene, launch, *bound);
            return value && *value <= static_cast<std::int64_t>(launch.range.global[dimension]);
        });
    });
}

} // namespace warpstring::transform
