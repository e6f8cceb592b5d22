// SPDX-License-Identifier: GPL-3.0-or-later
// What must stay as it is for what is kept to go where it went, as often as it did: a slice by variables,
// whatever their order.
#pragma once

#include <functional>
#include <set>

#include "tuning/strip/program.h"

namespace warpstring::strip {

class Needs {
public:
    using KeepsAccess = std::function<bool(const Access&)>;

    /// Of accesses that `keeps` holds of: their addresses and whatever decides about them. With `keepsFlow`
    /// also every loop and jump.
    Needs(const Program& program, KeepsAccess keeps, bool keepsFlow);

    [[nodiscard]] bool needs(Object object) const { return objects_.contains(object); }
    /// Written out where an expression that stays names it.
    [[nodiscard]] bool names(Object object) const { return named_.contains(object) || needs(object); }
    /// Its value must be the true one.
    [[nodiscard]] bool isExact(const clang::Expr* load) const { return exact_.contains(load); }
    [[nodiscard]] bool keeps(const clang::Stmt* write) const { return writes_.contains(write); }
    [[nodiscard]] bool keepsJump(const clang::Stmt* jump) const { return jumps_.contains(jump); }
    [[nodiscard]] bool keepsCall(const clang::Stmt* call) const { return calls_.contains(call); }
    /// A loop, a branch, a choice.
    [[nodiscard]] bool keepsControl(const clang::Stmt* statement) const {
        return controls_.contains(statement);
    }
    [[nodiscard]] bool needsResult(const clang::FunctionDecl* function) const {
        return results_.contains(function);
    }
    [[nodiscard]] bool keepsBarriers() const { return keepsBarriers_; }

private:
    void needExpression(const clang::Stmt* part);
    void needPlace(const Access& access);
    void needObject(Object object);
    void needMoves(Object pointer);
    void needWrite(const Write& write);
    void needControl(const Control* control);
    void needFunction(const clang::FunctionDecl* function);
    void keepJump(const Jump& jump);
    void needHead(const clang::Stmt& statement);
    void needStatement(const clang::Stmt& statement);
    /// Whether work-items hand values to each other through what is kept.
    [[nodiscard]] bool exchanges() const;

    const Program& program_;
    KeepsAccess keepsAccess_;
    std::map<Object, std::vector<const Write*>> writesOf_;
    std::map<const clang::Stmt*, std::vector<const Access*>> accessesAt_;
    std::set<Object> objects_, named_;
    std::set<const clang::Stmt*> seen_, exact_, writes_, jumps_, calls_, controls_;
    std::set<const clang::FunctionDecl*> functions_, results_;
    bool keepsFlow_ = false, keepsBarriers_ = false;
};

} // namespace warpstring::strip
