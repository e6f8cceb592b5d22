// SPDX-License-Identifier: GPL-3.0-or-later
// Clang's expressions of C to the plain tree's.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pdg/frontend/annotated/syntax.h"

namespace warpstring::frontend {

/// Of one function: its variables get their numbers as they are met.
class ExpressionConverter {
public:
    ExpressionConverter(clang::ASTContext& context, CFunction& function)
        : context_(context), function_(function) {}

    [[nodiscard]] CExpression converted(const clang::Expr* expr);
    /// What is written: a Variable, a Subscript, or Other.
    [[nodiscard]] CExpression target(const clang::Expr* expr);
    [[nodiscard]] int variable(const clang::VarDecl* declaration);
    /// What an assignment that computes (+=) gives its target.
    [[nodiscard]] CExpression computed(const clang::CompoundAssignOperator* assignment);
    /// ++ and --.
    [[nodiscard]] CExpression stepped(const clang::UnaryOperator* step);
    [[nodiscard]] std::optional<std::int64_t> constant(const clang::Expr* expr) const;

    [[nodiscard]] SourceLocation place(clang::SourceLocation location) const;
    /// Nullopt for what is none of OpenCL C's scalars.
    [[nodiscard]] std::optional<ValueType> valueType(clang::QualType type) const;
    [[nodiscard]] std::string printed(const clang::Stmt* statement) const;
    /// With an element of these arrays as elementName(), whichever it is.
    [[nodiscard]] std::string printedElementwise(const clang::Stmt* statement,
                                                 const std::set<std::string>& arrays) const;

private:
    /// An array's element, or a pointer into it where fewer of its dimensions are indexed.
    struct Element {
        int variable = -1;
        std::vector<CExpression> subscripts;
        std::vector<CExpression> offset; // one, or none for 0: of a pointer
    };

    [[nodiscard]] std::optional<Element> element(const clang::Expr* expr);
    [[nodiscard]] std::optional<Element> pointer(const clang::Expr* expr);
    [[nodiscard]] CExpression subscript(const clang::Expr* expr);
    [[nodiscard]] CExpression call(const clang::CallExpr* expr);
    [[nodiscard]] CExpression cast(const clang::CastExpr* expr);
    [[nodiscard]] CExpression unary(const clang::UnaryOperator* expr);
    [[nodiscard]] CExpression binary(const clang::BinaryOperator* expr);
    [[nodiscard]] std::optional<CExpression> folded(const clang::Expr* expr) const;
    [[nodiscard]] CExpression of(CExpression::Kind kind, const clang::Expr* expr, std::string name,
                                 std::vector<CExpression> operands = {}) const;
    void addLengths(clang::QualType type, CVariable& variable);

    clang::ASTContext& context_;
    CFunction& function_;
    std::map<const clang::VarDecl*, int> numbers_;
};

} // namespace warpstring::frontend
