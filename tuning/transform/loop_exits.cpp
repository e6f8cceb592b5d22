// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/loop_exits.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace warpstring::transform {

namespace {

class ExitFinder : public clang::RecursiveASTVisitor<ExitFinder> {
public:
    Exits found;

    bool VisitReturnStmt(clang::ReturnStmt* s) { return take(found.away, s); }
    bool VisitGotoStmt(clang::GotoStmt* s) { return take(found.away, s); }
    bool VisitLabelStmt(clang::LabelStmt* s) { return take(found.away, s); }
    bool VisitBreakStmt(clang::BreakStmt* s) { return loops_ + switches_ > 0 || take(found.fromLoop, s); }
    bool VisitContinueStmt(clang::ContinueStmt* s) { return loops_ > 0 || take(found.fromLoop, s); }
    bool TraverseForStmt(clang::ForStmt* s) {
        return nested(loops_, [&] { return RecursiveASTVisitor::TraverseForStmt(s); });
    }
    bool TraverseWhileStmt(clang::WhileStmt* s) {
        return nested(loops_, [&] { return RecursiveASTVisitor::TraverseWhileStmt(s); });
    }
    bool TraverseDoStmt(clang::DoStmt* s) {
        return nested(loops_, [&] { return RecursiveASTVisitor::TraverseDoStmt(s); });
    }
    bool TraverseSwitchStmt(clang::SwitchStmt* s) {
        return nested(switches_, [&] { return RecursiveASTVisitor::TraverseSwitchStmt(s); });
    }

private:
    template <class Traverse>
    static bool nested(int& depth, const Traverse& traverse) {
        ++depth;
        const bool goesOn = traverse();
        --depth;
        return goesOn;
    }
    static bool take(const clang::Stmt*& slot, const clang::Stmt* statement) {
        if (!slot) slot = statement;
        return true;
    }

    int loops_ = 0, switches_ = 0;
};

} // namespace

Exits exitsOf(const clang::Stmt& part) {
    ExitFinder finder;
    finder.TraverseStmt(const_cast<clang::Stmt*>(&part));
    return finder.found;
}

} // namespace warpstring::transform
