// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel's syntax holds, as far as rewrites ask for it.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpstring::transform {

/// A call of get_global_id and its like.
struct IndexCall {
    const clang::CallExpr* call = nullptr;
    std::string name;
    std::optional<unsigned> dimension; ///< none where it is no literal
};

struct KernelFacts {
    const clang::FunctionDecl* kernel = nullptr;
    std::vector<IndexCall> indexCalls; ///< in the kernel's own body, as all that follows
    std::vector<const clang::CallExpr*> calls;
    std::vector<const clang::CallExpr*> barriers;
    std::vector<const clang::CallExpr*> atomics;
    std::vector<const clang::VarDecl*> variables; ///< without parameters
    std::vector<const clang::Stmt*> loops;
    std::vector<const clang::ReturnStmt*> returns;
    std::vector<const clang::DeclRefExpr*> uses;      ///< of variables and parameters
    std::set<const clang::FunctionDecl*> helpers;     ///< with a body, called from here or from one of them
    bool hasJumps = false;                            ///< goto, labels
    bool usesSubGroups = false;                       ///< helpers included
    bool usesLinearIds = false;                       ///< helpers included
    const clang::CallExpr* helperIndexCall = nullptr; ///< in a helper
    const clang::CallExpr* helperBarrier = nullptr;
    const clang::CallExpr* helperAtomic = nullptr;

    /// Variables in local memory, of the kernel or handed to it.
    [[nodiscard]] std::vector<const clang::VarDecl*> localVariables() const;
    [[nodiscard]] bool usesLocalMemory() const;
};

[[nodiscard]] KernelFacts factsOf(const clang::FunctionDecl& kernel);

[[nodiscard]] bool isInLocalMemory(const clang::VarDecl& variable);

/// What becomes of the value, or of the memory, that an expression stands for.
enum class Use { Read, Written, Both, Escapes };

/// Of an lvalue: an object, or an element of it.
[[nodiscard]] Use useOf(clang::ASTContext& context, const clang::Expr& lvalue);
/// Whether a variable ever changes after its initialisation, elements and members included.
[[nodiscard]] bool isChanged(clang::ASTContext& context, const KernelFacts& facts,
                             const clang::ValueDecl& variable);
/// The same, within a statement.
[[nodiscard]] bool isChangedIn(clang::ASTContext& context, const KernelFacts& facts,
                               const clang::ValueDecl& variable, const clang::Stmt& part);

/// Whether a parameter is a pointer to that memory.
[[nodiscard]] bool leadsTo(const clang::ParmVarDecl& parameter, clang::LangAS space);
/// Of the calls in which a whole group takes part: one that does no more than let it meet.
[[nodiscard]] bool isPlainBarrier(const clang::CallExpr& call);

/// The next node above that is no parenthesis; nullptr at the top.
[[nodiscard]] const clang::Stmt* parentOf(clang::ASTContext& context, const clang::Stmt& node);
[[nodiscard]] bool isWithin(clang::ASTContext& context, const clang::Stmt& node, const clang::Stmt& around);

/// What a loop or a condition does, and the token before it: ")", "do" or "else".
struct Body {
    const clang::Stmt* statement = nullptr;
    clang::SourceLocation head;
};
[[nodiscard]] std::vector<Body> bodiesOf(const clang::Stmt& statement);

/// Whether a call is more than a statement of its own.
[[nodiscard]] bool isValueUsed(clang::ASTContext& context, const clang::CallExpr& call);

/// A value that the compiler knows.
[[nodiscard]] std::optional<std::int64_t> constantOf(clang::ASTContext& context, const clang::Expr& expression);

} // namespace warpstring::transform
