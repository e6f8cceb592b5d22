// SPDX-License-Identifier: GPL-3.0-or-later
// What of a kernel differs between work-items that are merged into one, and what is the same for all of them.
#pragma once

#include <set>
#include <vector>

#include "tuning/transform/merged_items.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

class JamPlan {
public:
    /// Of a kernel whose IDs along the dimension are asked for in its own body alone.
    JamPlan(const Scene& scene, const MergedItems& items);

    /// Each item needs one of its own: a variable whose value differs, declared outside of what is copied
    /// whole.
    [[nodiscard]] bool needsCopies(const clang::ValueDecl& variable) const {
        return named_.contains(&variable);
    }
    [[nodiscard]] const std::set<const clang::ValueDecl*>& variablesToCopy() const { return named_; }
    /// To be done once for each item, as a whole. Of a declaration its variables say so, one by one.
    [[nodiscard]] bool isCopied(const clang::Stmt& statement) const { return copied_.contains(&statement); }
    /// Whether something of it differs between the items.
    [[nodiscard]] bool varies(const clang::Stmt& part) const;
    /// Conditions that name what differs, and come out the same all the same.
    [[nodiscard]] const std::vector<const clang::IfStmt*>& sharedConditions() const { return shared_; }
    [[nodiscard]] const std::set<const clang::Stmt*>& copiedStatements() const { return copied_; }

private:
    bool walk(const clang::Stmt& statement);
    bool walkLoop(const clang::Stmt& statement, const clang::Stmt& loop);
    void walkDeclaration(const clang::DeclStmt& declaration);
    bool copy(const clang::Stmt& statement);
    void markChanged(const clang::Stmt& part);
    [[nodiscard]] bool isShared(const clang::Expr& condition) const;
    [[nodiscard]] bool isVarying(const clang::VarDecl& variable) const;
    [[nodiscard]] bool isDeclaredWithin(const clang::ValueDecl& variable, const clang::Stmt& part) const;

    const Scene& scene_;
    MergedItems items_;
    std::set<const clang::ValueDecl*> varying_, named_;
    std::set<const clang::Stmt*> copied_;
    std::vector<const clang::IfStmt*> shared_;
};

} // namespace warpstring::transform
