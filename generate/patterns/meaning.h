// SPDX-License-Identifier: GPL-3.0-or-later
// What a part of a pattern file stands for once names are known: a value, or something that is applied.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "generate/form/expr.h"
#include "generate/patterns/syntax.h"

namespace warpstring::generate {

struct Callable;

/// constant(value), nearest, wrap.
struct BoundaryOf {
    Boundary boundary = Boundary::Constant;
    Expr value; // of a constant
};

/// size / parts: a stride by the length of what it is applied to.
struct LengthOver {
    Nat parts = 1;
};

/// None, or an empty expression, where it was at fault, which is told already.
using Meaning = std::variant<std::monostate, Expr, std::shared_ptr<const Callable>, BoundaryOf, LengthOver>;

[[nodiscard]] inline bool isMissing(const Meaning& meaning) {
    const Expr* expr = std::get_if<Expr>(&meaning);
    return std::holds_alternative<std::monostate>(meaning) || (expr != nullptr && expr->empty());
}

/// Names with what they stand for, the innermost first.
struct Scope {
    std::string name;
    Meaning meaning;
    std::shared_ptr<const Scope> outer;
    std::size_t definitions = 0; // as many are known here
};
using ScopePointer = std::shared_ptr<const Scope>;

struct Argument {
    Meaning meaning;
    SourceLocation place;
};

/// A function or a pattern with the first of its arguments.
struct Callable {
    enum class Kind { Lambda, Pattern, Operator, UserFunction, Definition, Identity, Constant };

    Kind kind = Kind::Identity;
    std::string name;               // of a Pattern; what an Operator is called in the form
    const Syntax* lambda = nullptr; // with its scope
    ScopePointer scope;
    const UserFunction* function = nullptr;
    std::size_t definition = 0;
    std::vector<Argument> arguments;
};

} // namespace warpstring::generate
