// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/group_flow.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "tuning/transform/dependence.h"
#include "tuning/transform/loop_exits.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

using Truth = std::optional<bool>;

/// The next statement above, through declarations too.
const clang::Stmt* statementAbove(clang::ASTContext& context, const clang::Stmt& node) {
    auto current = clang::DynTypedNode::create(node);
    do {
        const auto parents = context.getParents(current);
        if (parents.empty()) return nullptr;
        current = parents[0];
    } while (current.get<clang::Stmt>() == nullptr);
    return current.get<clang::Stmt>();
}

Truth negated(Truth truth) { return truth ? Truth(!*truth) : std::nullopt; }

/// Whether a is always below b.
Truth isBelow(const std::optional<ValueRange>& a, const std::optional<ValueRange>& b) {
    if (!a || !b) return std::nullopt;
    if (a->high < b->low) return true;
    return a->low >= b->high ? Truth(false) : std::nullopt;
}

Truth isEqual(const std::optional<ValueRange>& a, const std::optional<ValueRange>& b) {
    if (!a || !b) return std::nullopt;
    if (a->high < b->low || b->high < a->low) return false;
    return a->low == a->high && b->low == b->high ? Truth(true) : std::nullopt;
}

Truth truthIn(const Scene& scene, const Launch& launch, const clang::Expr& written) {
    const auto& condition = *written.IgnoreParenImpCasts();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&condition);
        unary && unary->getOpcode() == clang::UO_LNot)
        return negated(truthIn(scene, launch, *unary->getSubExpr()));
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&condition);
    if (operation && operation->isLogicalOp()) {
        const bool decides = operation->getOpcode() == clang::BO_LOr;
        const Truth left = truthIn(scene, launch, *operation->getLHS()),
                    right = truthIn(scene, launch, *operation->getRHS());
        if (left == Truth(decides) || right == Truth(decides)) return decides;
        return left && right ? Truth(!decides) : std::nullopt;
    }
    if (operation && operation->isComparisonOp()) {
        const auto left = rangeOf(scene, launch, *operation->getLHS()),
                   right = rangeOf(scene, launch, *operation->getRHS());
        switch (operation->getOpcode()) {
        case clang::BO_LT: return isBelow(left, right);
        case clang::BO_GE: return negated(isBelow(left, right));
        case clang::BO_GT: return isBelow(right, left);
        case clang::BO_LE: return negated(isBelow(right, left));
        case clang::BO_EQ: return isEqual(left, right);
        default: return negated(isEqual(left, right));
        }
    }
    return negated(isEqual(rangeOf(scene, launch, condition), ValueRange{0, 0}));
}

/// Which way an if always takes, the branch of `part`: true where it is taken, false where it never is.
Truth isTaken(const Scene& scene, const clang::IfStmt& branch, const clang::Stmt& part) {
    const Truth truth = truthOf(scene, *branch.getCond());
    return &part == branch.getThen() ? truth : negated(truth);
}

bool isUniformLoop(const Scene& scene, const clang::ForStmt& loop) {
    const auto counted = countedLoop(scene, loop);
    return counted && dependenceOf(scene, *counted->first).isUniform() &&
           dependenceOf(scene, *counted->bound).isUniform();
}

/// Breaks, continues and returns, with where they lead out of.
class Leaving : public clang::RecursiveASTVisitor<Leaving> {
public:
    std::vector<const clang::Stmt*> found;
    bool VisitBreakStmt(clang::BreakStmt* s) { return add(s); }
    bool VisitContinueStmt(clang::ContinueStmt* s) { return add(s); }
    bool VisitReturnStmt(clang::ReturnStmt* s) { return add(s); }

private:
    bool add(const clang::Stmt* statement) {
        found.push_back(statement);
        return true;
    }
};

class Flow {
public:
    explicit Flow(const Scene& scene) : scene_(scene) {}

    /// On the way from `top`, the kernel's body where it is none, down to a statement.
    std::optional<Parting> on(const clang::Stmt& statement, const clang::Stmt* top = nullptr) const {
        if (top == nullptr) top = scene_.facts.kernel->getBody();
        std::optional<Parting> parting;
        const auto* part = &statement;
        while (part != top) {
            const auto* above = statementAbove(scene_.context, *part);
            if (above == nullptr) return Parting{part->getBeginLoc(), "how they come here is not known"};
            if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(above);
                branch && part != branch->getCond()) {
                const Truth taken = isTaken(scene_, *branch, *part);
                if (taken == Truth(false)) return std::nullopt; // nobody comes here
                if (!taken && !dependenceOf(scene_, *branch->getCond()).isUniform())
                    parting =
                        Parting{branch->getBeginLoc(), "the condition of this branch may differ among them"};
            } else if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(above)) {
                if (part != loop->getInit() && !isUniformLoop(scene_, *loop))
                    parting =
                        Parting{loop->getBeginLoc(), "how often this loop goes round may differ among them"};
            } else if (!llvm::isa<clang::CompoundStmt, clang::AttributedStmt>(above)) {
                parting = Parting{above->getBeginLoc(), "this statement may part them"};
            }
            part = above;
        }
        return parting;
    }

    /// By an exit that some of them take before, or in an iteration before.
    std::optional<Parting> byExits(const clang::Stmt& statement) const {
        Leaving leaving;
        leaving.TraverseStmt(const_cast<clang::Stmt*>(scene_.facts.kernel->getBody()));
        for (const auto* exit : leaving.found) {
            if (isWithin(scene_.context, *exit, statement)) continue;
            const auto* top = leftBy(*exit);
            if (top == nullptr || !isWithin(scene_.context, statement, *top) ||
                !mayComeBefore(*exit, statement))
                continue;
            if (on(*exit, top)) return Parting{exit->getBeginLoc(), "some of them may leave here before"};
        }
        return std::nullopt;
    }

private:
    /// The body that a statement leads out of.
    const clang::Stmt* leftBy(const clang::Stmt& exit) const {
        if (llvm::isa<clang::ReturnStmt>(exit)) return scene_.facts.kernel->getBody();
        for (const auto* above = statementAbove(scene_.context, exit); above;
             above = statementAbove(scene_.context, *above)) {
            if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(above)) return loop->getBody();
            if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(above)) return loop->getBody();
            if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(above)) return loop->getBody();
            if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(above);
                choice && llvm::isa<clang::BreakStmt>(exit))
                return choice->getBody();
        }
        return nullptr;
    }

    /// It stands before, or a loop around both leads back.
    bool mayComeBefore(const clang::Stmt& exit, const clang::Stmt& statement) const {
        const auto& manager = scene_.context.getSourceManager();
        if (manager.isBeforeInTranslationUnit(exit.getBeginLoc(), statement.getBeginLoc())) return true;
        return std::any_of(scene_.facts.loops.begin(), scene_.facts.loops.end(), [&](const clang::Stmt* loop) {
            return isWithin(scene_.context, exit, *loop) && isWithin(scene_.context, statement, *loop);
        });
    }

    const Scene& scene_;
};

bool hasIterations(const Scene& scene, const clang::ForStmt& loop) {
    const auto counted = countedLoop(scene, loop);
    return counted && exitsOf(*loop.getBody()).any() == nullptr &&
           std::all_of(scene.launches.begin(), scene.launches.end(),
                       [&](const Launch& launch) { return tripsOf(scene, launch, *counted).value_or(0) > 0; });
}

/// Whether `part` of `above` is computed where `above` is.
bool isComputedWith(const Scene& scene, const clang::Stmt& above, const clang::Stmt& part) {
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&above))
        return &part == branch->getCond() || isTaken(scene, *branch, part) == Truth(true);
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&above))
        return &part == loop->getInit() || &part == loop->getCond() || hasIterations(scene, *loop);
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&above)) {
        if (&part == choice->getCond()) return true;
        const Truth truth = truthOf(scene, *choice->getCond());
        return truth && &part == (*truth ? choice->getTrueExpr() : choice->getFalseExpr());
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&above);
        operation && operation->isLogicalOp() && &part == operation->getRHS())
        return truthOf(scene, *operation->getLHS()) == Truth(operation->getOpcode() == clang::BO_LAnd);
    return llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::AttributedStmt, clang::Expr>(above) &&
           !llvm::isa<clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(above);
}

} // namespace

std::optional<bool> truthOf(const Scene& scene, const clang::Expr& condition) {
    Truth all;
    for (const auto& launch : scene.launches) {
        const Truth truth = truthIn(scene, launch, condition);
        if (!truth || (all && *all != *truth)) return std::nullopt;
        all = truth;
    }
    return all;
}

std::optional<Parting> partingBefore(const Scene& scene, const clang::Stmt& statement) {
    const Flow flow(scene);
    if (auto parting = flow.on(statement)) return parting;
    return flow.byExits(statement);
}

bool isAlwaysComputed(const Scene& scene, const clang::Expr& expression, const clang::Stmt& around) {
    const clang::Stmt* part = &expression;
    while (part != &around) {
        const auto* above = statementAbove(scene.context, *part);
        if (above == nullptr || !isComputedWith(scene, *above, *part)) return false;
        part = above;
    }
    return true;
}

} // namespace warpstring::transform
