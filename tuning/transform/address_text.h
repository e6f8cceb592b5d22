// SPDX-License-Identifier: GPL-3.0-or-later
// An index as other work-items would compute it: IDs and a counter replaced, variables that hang on them by
// what they begin with.
#pragma once

#include <clang/AST/Expr.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuning/transform/group_extents.h"
#include "tuning/transform/scene.h"

namespace warpstring::transform {

/// How tightly the parts of an expression's text hold together.
enum class Binding { Loose, Sum, Product, Atom };

struct Piece {
    std::string text;
    Binding binding = Binding::Atom;
};

/// "(a + b)", or with other brackets.
[[nodiscard]] std::string bracketed(std::string text, std::string_view brackets = "()");
/// "(a + b)" for what binds less than is wanted.
[[nodiscard]] std::string boundText(const Piece& piece, Binding wanted);

struct Replacing {
    std::map<unsigned, Piece> localIds; ///< by dimension; of others the IDs stay
    const clang::VarDecl* counter = nullptr;
    Piece counterText;
    bool isCounterWide = false;          ///< that text is as wide as an address, whatever the counter's type
    const clang::Stmt* within = nullptr; ///< variables declared in it are not seen where the text is to stand
};

class AddressText {
public:
    AddressText(const Scene& scene, const std::array<Extent, 3>& extents, Replacing replacing)
        : scene_(scene), extents_(extents), replacing_(std::move(replacing)), edits_(scene) {}

    /// Of an integer expression whose dependence is known. Where types could matter, each replaced part gets
    /// the type that it had.
    [[nodiscard]] Piece of(const clang::Expr& expression);

    /// A text that was not to be had, or a name that means something else where it is to stand.
    [[nodiscard]] std::optional<Diagnostic> fault() const;

private:
    using Changes = std::vector<std::pair<clang::SourceRange, std::string>>;

    Piece copied(const clang::Expr& expression);
    std::optional<Piece> replaced(const clang::Expr& part);
    Piece ofVariable(const clang::VarDecl& variable);
    void collect(const clang::Expr& expression, Changes& changes);
    void checkName(const clang::DeclRefExpr& use);
    [[nodiscard]] bool isReplaced(const clang::VarDecl& variable, const clang::DeclRefExpr& use) const;
    [[nodiscard]] bool areTypesEqual(const clang::Expr& expression) const;
    [[nodiscard]] Piece withType(Piece piece, clang::QualType type) const;

    const Scene& scene_;
    const std::array<Extent, 3>& extents_;
    Replacing replacing_;
    SourceEdits edits_;
    std::optional<Diagnostic> fault_;
    bool keepsTypes_ = false;
    int depth_ = 0; ///< of variables that are being replaced
};

} // namespace warpstring::transform
