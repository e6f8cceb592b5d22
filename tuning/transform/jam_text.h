// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a kernel whose work-items are merged: statements that differ stand once for each, in their
// layout.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tuning/transform/jam_plan.h"
#include "tuning/transform/source_edits.h"

namespace warpstring::transform {

class JamText {
public:
    JamText(const Scene& scene, const MergedItems& items, const JamPlan& plan, SourceEdits& edits);
    void write();

private:
    using Span = std::pair<unsigned, unsigned>; ///< offset and length
    using Changes = std::vector<std::pair<clang::SourceRange, std::string>>;

    void nameCopies();
    void addChanges(std::int64_t j);
    void addFirstValue(const clang::VarDecl& variable, std::int64_t j, Changes& changes) const;
    void writeStatement(const clang::Stmt& statement, const std::string& indent);
    void writeBlock(const clang::CompoundStmt& block, const std::string& indent);
    void writeBody(const clang::Stmt& body, clang::SourceLocation head, const std::string& indent);
    void writeCondition(const clang::IfStmt& branch);
    void writeSizes();

    [[nodiscard]] std::string nameOf(const clang::ValueDecl& variable, std::int64_t j) const;
    [[nodiscard]] std::string idText(const IndexCall& index, std::int64_t j) const;
    [[nodiscard]] bool isRewritten(const clang::Stmt& statement) const;
    [[nodiscard]] bool holdsRewritten(const clang::CompoundStmt& block) const;
    [[nodiscard]] Span spanOf(const clang::Stmt& statement);
    [[nodiscard]] std::vector<std::string> copiesOf(Span span);
    [[nodiscard]] std::vector<std::string> piecesOf(const clang::Stmt& statement, Span span,
                                                    const std::string& indent);
    [[nodiscard]] std::vector<std::string> piecesOfDeclaration(const clang::DeclStmt& declaration, Span span,
                                                               const std::string& indent);
    [[nodiscard]] std::string copyOf(Span span, std::int64_t j) { return edits_.copyOf(span, changes_[j]); }

    const Scene& scene_;
    const MergedItems& items_;
    const JamPlan& plan_;
    SourceEdits& edits_;
    std::string unit_ = "    ";                                 ///< that a block stands further in
    std::map<const clang::ValueDecl*, std::string> separators_; ///< between a name and its number
    std::map<std::int64_t, Changes> changes_;                   ///< for each copy, of the whole kernel
    std::vector<const clang::Stmt*> rewritten_;
    unsigned doneUntil_ = 0; ///< the offset at which the last change of lines ended
};

} // namespace warpstring::transform
