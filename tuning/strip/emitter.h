// SPDX-License-Identifier: GPL-3.0-or-later
// The stripped kernel as text: statements that stay, loads that are added up, stores of what was added up.
#pragma once

#include <set>
#include <string>

#include "tuning/strip/accumulators.h"
#include "tuning/strip/memory_calls.h"
#include "tuning/strip/needs.h"

namespace warpstring::strip {

/// What stays. With `onChip` everything does but accesses of global memory whose value may be any.
struct Keeping {
    bool onChip = false;
    unsigned dimensions = 3;               ///< of the launch
    std::set<const clang::Stmt*> accesses; ///< by their expressions
    /// Loads of these on which nothing hangs but whether something goes on in which nothing is left.
    std::set<const clang::Stmt*> idle;
};

class Emitter {
public:
    Emitter(clang::ASTContext& context, const Program& program, const Needs& needs, const Keeping& keeping,
            const std::string& source);

    /// Functions that the kernel calls and that are stripped as well; with what they are told of accumulators
    /// as far as they are known by now: done twice, the second time has all.
    [[nodiscard]] std::string helpers();
    /// Between the braces.
    [[nodiscard]] std::string kernelBody();

    /// Branches that are never taken, of the kernel as it was written last.
    [[nodiscard]] int guards() const { return guards_; }
    [[nodiscard]] const Accumulators& accumulators() const { return accumulators_; }
    /// A value stands in place of some load.
    [[nodiscard]] bool usesUnknown() const { return usesUnknown_; }
    /// Whether what was added up is stored by each work-item: nothing else is stored.
    [[nodiscard]] bool storesSums() const {
        return !accumulators_.empty() && !keepsStores_ && !keeping_.onChip;
    }
    [[nodiscard]] const std::optional<std::string>& fault() const {
        return fault_ ? fault_ : accumulators_.fault();
    }

private:
    friend class ExpressionPrinter;

    [[nodiscard]] std::string print(const clang::Stmt& expression);
    [[nodiscard]] std::string statement(const clang::Stmt* part, unsigned depth);
    [[nodiscard]] std::string declaration(const clang::DeclStmt& statement, unsigned depth);
    [[nodiscard]] std::string variable(const clang::VarDecl& variable);
    [[nodiscard]] std::string branch(const clang::IfStmt& branch, unsigned depth);
    [[nodiscard]] std::string forLoop(const clang::ForStmt& loop, unsigned depth);
    [[nodiscard]] std::string choice(const clang::SwitchStmt& choice, unsigned depth);
    [[nodiscard]] std::string attributed(const clang::AttributedStmt& statement, unsigned depth);
    [[nodiscard]] std::string returned(const clang::ReturnStmt& statement, unsigned depth);
    [[nodiscard]] std::string block(const clang::Stmt* body, unsigned depth);
    [[nodiscard]] std::string effects(const clang::Stmt* part, unsigned depth);
    using Walk = std::string (Emitter::*)(const clang::Stmt*, unsigned);
    [[nodiscard]] std::optional<std::string> chosenEffects(const clang::Stmt& part, Walk walk, unsigned depth);
    [[nodiscard]] bool hasIdleLoads(const clang::Stmt* part) const;
    [[nodiscard]] std::string keptStatement(const clang::Stmt& part, unsigned depth);
    [[nodiscard]] std::string idleLoads(const clang::Stmt* whole, unsigned depth);
    [[nodiscard]] std::string idleLoadsIn(const clang::Stmt* part, unsigned depth);
    [[nodiscard]] std::string accessEffects(const clang::Expr& access, unsigned depth);
    [[nodiscard]] std::string storeEffects(const clang::Expr& target, unsigned depth);
    [[nodiscard]] std::string added(clang::QualType type, const std::string& value, unsigned depth);
    [[nodiscard]] std::string guarded(const std::string& condition, const std::string& body, unsigned depth);
    [[nodiscard]] std::string labelOf(const clang::Stmt& statement) const;
    [[nodiscard]] std::string lastStore(unsigned depth);
    [[nodiscard]] std::string itemText() const;

    // In place of accesses that are removed; on the chip alone.
    [[nodiscard]] bool isRemoved(const clang::Stmt& expression) const;
    [[nodiscard]] std::string replacement(const clang::Expr& access);
    [[nodiscard]] std::string unknown(const clang::Expr& access, clang::QualType type);
    [[nodiscard]] std::string sunk(clang::QualType type, const std::string& value);

    [[nodiscard]] bool isCopied(const clang::FunctionDecl* function) const {
        return copied_.contains(function);
    }
    [[nodiscard]] std::string callText(const clang::CallExpr& call);
    [[nodiscard]] bool isInKernel() const { return function_ == program_.kernel; }

    clang::ASTContext& context_;
    const Program& program_;
    const Needs& needs_;
    const Keeping& keeping_;
    const std::string& source_;
    Accumulators accumulators_;
    std::map<const clang::Stmt*, std::vector<const Access*>> accessesAt_;
    std::set<const clang::FunctionDecl*> copied_;
    const clang::FunctionDecl* function_ = nullptr; ///< the one that is being written
    int guards_ = 0;
    bool keepsStores_ = false, usesUnknown_ = false, hasAdded_ = false;
    std::optional<std::string> fault_;
};

} // namespace warpstring::strip
