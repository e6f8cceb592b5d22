// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel and the functions that it calls as what they read, write and jump over: what strips decide by.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/diagnostic.h"

namespace warpstring::strip {

/// A variable, or the memory that a pointer argument of the kernel leads to.
using Object = const clang::VarDecl*;
using Objects = std::set<Object>;

/// What decides, in a function, whether something is executed.
struct Control {
    const Control* outer = nullptr;
    const clang::Stmt* statement =
        nullptr; ///< loop, if, switch, "?:", "&&", "||"; nullptr: the function's body
    const clang::FunctionDecl* function = nullptr;
};

/// Of global, constant or local memory, or of an image.
struct Access {
    const clang::Expr* expression = nullptr; ///< the load, the assignment or the call
    const clang::Expr* place = nullptr;      ///< the element, or the pointer that a call gets
    bool loads = false, stores = false;
    bool isWhole = false; ///< atomics and copies: kept or removed as they stand
    Objects objects;
    const Control* control = nullptr;
};

/// Of a variable, an array or a buffer.
struct Write {
    const clang::Stmt* statement = nullptr; ///< an assignment, a declaration or a call
    Object object = nullptr;
    const clang::Expr* value =
        nullptr;            ///< of declarations and bindings; nullptr: the statement is an expression
    bool isBinding = false; ///< a parameter that gets a call's argument
    const Control* control = nullptr;
};

struct Jump {
    const clang::Stmt* statement = nullptr;
    const clang::Stmt* target = nullptr; ///< the loop or switch; nullptr: a return
    const Control* control = nullptr;
};

struct Call {
    const clang::CallExpr* call = nullptr;
    const clang::FunctionDecl* callee = nullptr; ///< its definition
    const Control* control = nullptr;
};

struct Program {
    const clang::FunctionDecl* kernel = nullptr;
    std::vector<const clang::FunctionDecl*> functions; ///< called before callers, the kernel last
    std::deque<Control> controls;
    std::vector<Access> accesses;
    std::vector<Write> writes;
    std::vector<Jump> jumps;
    std::vector<Call> calls;
    std::vector<Call> barriers;                     ///< without callee: barriers, fences, waits for copies
    std::vector<const clang::Expr*> privateIndices; ///< of arrays of a work-item
    std::map<Object, Objects> pointsTo;             ///< of pointers that are no arguments of the kernel

    /// What an lvalue is, or is a part of.
    [[nodiscard]] Objects lvalueRoots(const clang::Expr& lvalue) const;
    /// What a pointer leads to.
    [[nodiscard]] Objects pointerRoots(const clang::Expr& pointer) const;
    [[nodiscard]] bool isKernelPointer(Object object) const;
};

/// Refused: strip.jumps (labels, assembly), strip.atomics (of OpenCL 2.0), strip.recursion is the compiler's.
struct CollectedProgram {
    Program program;
    std::optional<std::pair<clang::SourceLocation, std::string>> fault;
};
[[nodiscard]] CollectedProgram collectProgram(const clang::FunctionDecl& kernel);

/// The memory of an object, images counting as global.
[[nodiscard]] clang::LangAS spaceOf(Object object);
/// Global memory and images; constant and local memory are on the chip.
[[nodiscard]] bool isGlobal(Object object);

/// The name of a call's function; empty where it has none.
[[nodiscard]] llvm::StringRef calleeName(const clang::CallExpr& call);

} // namespace warpstring::strip
