// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/jam_plan.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>

#include "tuning/transform/loop_exits.h"

namespace warpstring::transform {

namespace {

/// Whether a part asks for an ID that differs, does an atomic operation, or names a variable of these.
class DifferenceFinder : public clang::RecursiveASTVisitor<DifferenceFinder> {
public:
    DifferenceFinder(const KernelFacts& facts, unsigned dimension,
                     const std::set<const clang::ValueDecl*>& varying)
        : facts_(facts), dimension_(dimension), varying_(varying) {}

    bool isFound = false;

    bool VisitDeclRefExpr(clang::DeclRefExpr* use) { return take(varying_.contains(use->getDecl())); }
    bool VisitVarDecl(clang::VarDecl* variable) { return take(varying_.contains(variable)); }
    bool VisitCallExpr(clang::CallExpr* call) {
        // Each item does its own atomic operation, be they alike.
        if (std::find(facts_.atomics.begin(), facts_.atomics.end(), call) != facts_.atomics.end())
            return take(true);
        return take(
            std::any_of(facts_.indexCalls.begin(), facts_.indexCalls.end(), [&](const IndexCall& index) {
                return index.call == call && index.dimension == dimension_ &&
                       (index.name == "get_global_id" || index.name == "get_group_id");
            }));
    }

private:
    bool take(bool isOne) { return !(isFound = isFound || isOne); }

    const KernelFacts& facts_;
    unsigned dimension_;
    const std::set<const clang::ValueDecl*>& varying_;
};

/// What is evaluated before and between the rounds of a loop.
std::vector<const clang::Stmt*> headOfLoop(const clang::Stmt& loop) {
    if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(&loop))
        return {counted->getInit(), counted->getCond(), counted->getInc()};
    if (const auto* tested = llvm::dyn_cast<clang::WhileStmt>(&loop)) return {tested->getCond()};
    return {llvm::cast<clang::DoStmt>(loop).getCond()};
}

const clang::Stmt& bodyOfLoop(const clang::Stmt& loop) {
    if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(&loop)) return *counted->getBody();
    if (const auto* tested = llvm::dyn_cast<clang::WhileStmt>(&loop)) return *tested->getBody();
    return *llvm::cast<clang::DoStmt>(loop).getBody();
}

bool isLoop(const clang::Stmt& statement) {
    return llvm::isa<clang::ForStmt>(statement) || llvm::isa<clang::WhileStmt>(statement) ||
           llvm::isa<clang::DoStmt>(statement);
}

} // namespace

JamPlan::JamPlan(const Scene& scene, const MergedItems& items) : scene_(scene), items_(items) {
    // What differs makes more differ; at most every variable does.
    std::size_t known = 0;
    do {
        known = varying_.size();
        copied_.clear();
        shared_.clear();
        walk(*scene_.facts.kernel->getBody());
    } while (varying_.size() != known);
    // A copy of a block declares what is its own under the name that it had.
    for (const auto* variable : varying_)
        if (std::none_of(copied_.begin(), copied_.end(),
                         [&](const clang::Stmt* part) { return isDeclaredWithin(*variable, *part); }))
            named_.insert(variable);
}

bool JamPlan::varies(const clang::Stmt& part) const {
    DifferenceFinder finder(scene_.facts, items_.dimension, varying_);
    finder.TraverseStmt(const_cast<clang::Stmt*>(&part));
    return finder.isFound;
}

bool JamPlan::isVarying(const clang::VarDecl& variable) const {
    return varying_.contains(&variable) || (variable.hasInit() && varies(*variable.getInit()));
}

bool JamPlan::isDeclaredWithin(const clang::ValueDecl& variable, const clang::Stmt& part) const {
    const auto parents = scene_.context.getParents(variable);
    const auto* statement = parents.empty() ? nullptr : parents[0].get<clang::Stmt>();
    return statement && isWithin(scene_.context, *statement, part);
}

/// Returns whether something in it that is copied leaves the loop around it.
bool JamPlan::walk(const clang::Stmt& statement) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(&statement)) {
        bool leaves = false;
        for (const auto* part : block->body()) leaves = walk(*part) || leaves;
        return leaves;
    }
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement)) {
        if (varies(*branch->getCond())) {
            if (!isShared(*branch->getCond())) return copy(statement);
            shared_.push_back(branch);
        }
        const bool leaves = walk(*branch->getThen());
        return (branch->getElse() && walk(*branch->getElse())) || leaves;
    }
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(&statement);
        attributed && isLoop(*attributed->getSubStmt()))
        return walkLoop(statement, *attributed->getSubStmt());
    if (isLoop(statement)) return walkLoop(statement, statement);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement)) {
        walkDeclaration(*declaration);
        return false;
    }
    return varies(statement) && copy(statement);
}

bool JamPlan::walkLoop(const clang::Stmt& statement, const clang::Stmt& loop) {
    for (const auto* part : headOfLoop(loop))
        if (part && varies(*part)) return copy(statement);
    return walk(bodyOfLoop(loop)) && copy(statement);
}

void JamPlan::walkDeclaration(const clang::DeclStmt& declaration) {
    for (const auto* declared : declaration.decls()) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
        if (variable == nullptr || !isVarying(*variable)) continue;
        varying_.insert(variable);
        if (variable->hasInit()) markChanged(*variable->getInit());
    }
}

bool JamPlan::copy(const clang::Stmt& statement) {
    copied_.insert(&statement);
    markChanged(statement);
    return exitsOf(statement).fromLoop != nullptr;
}

/// What is copied is done as often as there are items, so that variables that it changes must be theirs.
void JamPlan::markChanged(const clang::Stmt& part) {
    for (const auto* use : scene_.facts.uses) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (variable == nullptr || !variable->isLocalVarDecl() || varying_.contains(variable)) continue;
        if (useOf(scene_.context, *use) == Use::Read || !isWithin(scene_.context, *use, part)) continue;
        if (!isDeclaredWithin(*variable, part)) varying_.insert(variable);
    }
}

bool JamPlan::isShared(const clang::Expr& condition) const {
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
    if (!varies(condition)) return true;
    if (operation == nullptr) return false;
    if (operation->isLogicalOp()) return isShared(*operation->getLHS()) && isShared(*operation->getRHS());
    return isSameForMerged(scene_, items_, *operation);
}

} // namespace warpstring::transform
