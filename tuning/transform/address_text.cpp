// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/address_text.h"

#include <clang/AST/ParentMapContext.h>

#include <algorithm>

#include "tuning/transform/dependence.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

Binding bindingOf(const clang::Expr& expression) {
    const auto* inner = expression.IgnoreImpCasts();
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(inner))
        return operation->isAdditiveOp()         ? Binding::Sum
               : operation->isMultiplicativeOp() ? Binding::Product
                                                 : Binding::Loose;
    return llvm::isa<clang::IntegerLiteral, clang::ParenExpr, clang::DeclRefExpr, clang::CallExpr>(inner)
               ? Binding::Atom
               : Binding::Loose;
}

/// How tight a part has to be where it stands.
Binding wantedAt(clang::ASTContext& context, const clang::Expr& part) {
    const clang::Expr* current = &part;
    while (true) {
        const auto parents = context.getParents(*current);
        const auto* above = parents.empty() ? nullptr : parents[0].get<clang::Expr>();
        if (above == nullptr) return Binding::Loose; // all of an initialiser
        if (llvm::isa<clang::ImplicitCastExpr>(above)) {
            current = above;
            continue;
        }
        if (llvm::isa<clang::ParenExpr, clang::CallExpr>(above)) return Binding::Loose;
        const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(above);
        if (operation == nullptr)
            return llvm::isa<clang::ArraySubscriptExpr>(above) ? Binding::Loose : Binding::Atom;
        const bool isLeft = operation->getLHS() == current;
        switch (operation->getOpcode()) {
        case clang::BO_Add: return Binding::Sum;
        case clang::BO_Sub: return isLeft ? Binding::Sum : Binding::Product;
        case clang::BO_Mul:
        case clang::BO_Div:
        case clang::BO_Rem: return isLeft ? Binding::Product : Binding::Atom;
        default: return Binding::Atom;
        }
    }
}

/// Sums and products come out the same however wide numbers are, as long as the end fits; others do where
/// nothing below zero goes in.
bool isSureOfSigns(const Scene& scene, const clang::Expr& written) {
    const auto& expression = *written.IgnoreParenCasts();
    if (constantOf(scene.context, expression)) return true;
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&expression)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (variable == nullptr || llvm::isa<clang::ParmVarDecl>(variable) || variable->getInit() == nullptr ||
            isChanged(scene.context, scene.facts, *variable))
            return true;
        return isSureOfSigns(scene, *variable->getInit());
    }
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&expression);
    const bool isOfRing = operation && (operation->isAdditiveOp() || operation->getOpcode() == clang::BO_Mul);
    return std::all_of(expression.child_begin(), expression.child_end(), [&](const clang::Stmt* child) {
        const auto* part = llvm::dyn_cast_or_null<clang::Expr>(child);
        if (part == nullptr || !part->getType()->isArithmeticType()) return true;
        if (!isSureOfSigns(scene, *part)) return false;
        return isOfRing || std::all_of(scene.launches.begin(), scene.launches.end(), [&](const Launch& launch) {
                   const auto range = rangeOf(scene, launch, *part);
                   return range && range->low >= 0;
               });
    });
}

} // namespace

std::string bracketed(std::string text, std::string_view brackets) {
    return text.insert(0, 1, brackets.front()) + brackets.back();
}

std::string boundText(const Piece& piece, Binding wanted) {
    return piece.binding >= wanted ? piece.text : bracketed(piece.text);
}

std::optional<Diagnostic> AddressText::fault() const {
    if (fault_) return fault_;
    const auto edits = edits_.finish();
    return edits ? std::nullopt : std::optional(edits.diagnostics().front());
}

Piece AddressText::of(const clang::Expr& expression) {
    keepsTypes_ = !areTypesEqual(expression);
    return copied(expression);
}

/// Whether the text computes the same though its parts are of other integer types.
bool AddressText::areTypesEqual(const clang::Expr& expression) const {
    return isSureOfSigns(scene_, expression) &&
           std::all_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
               const auto range = rangeOf(scene_, launch, expression);
               return range && range->low >= 0;
           });
}

Piece AddressText::copied(const clang::Expr& expression) {
    if (const auto whole = replaced(*expression.IgnoreImpCasts())) return *whole;
    Changes changes;
    collect(expression, changes);
    return {edits_.copyOf(expression.getSourceRange(), changes), bindingOf(expression)};
}

Piece AddressText::withType(Piece piece, clang::QualType type) const {
    if (!keepsTypes_) return piece;
    return {bracketed(type.getUnqualifiedType().getAsString()) + boundText(piece, Binding::Atom),
            Binding::Atom};
}

bool AddressText::isReplaced(const clang::VarDecl& variable, const clang::DeclRefExpr& use) const {
    if (variable.getInit() == nullptr || llvm::isa<clang::ParmVarDecl>(variable)) return false;
    if (loopCountedBy(scene_, variable, use)) return false;
    if (replacing_.within && isWithin(scene_.context, *variable.getInit(), *replacing_.within)) return true;
    const auto parts = dependenceOf(scene_, *variable.getInit());
    return parts.counters.contains(replacing_.counter) ||
           std::any_of(parts.dimensions.begin(), parts.dimensions.end(),
                       [&](unsigned d) { return replacing_.localIds.contains(d); });
}

Piece AddressText::ofVariable(const clang::VarDecl& variable) {
    ++depth_;
    Piece piece = copied(*variable.getInit());
    --depth_;
    return withType(std::move(piece), variable.getType());
}

std::optional<Piece> AddressText::replaced(const clang::Expr& part) {
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&part)) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(use->getDecl());
        if (variable == nullptr) return std::nullopt;
        if (variable == replacing_.counter)
            return replacing_.isCounterWide ? withType(replacing_.counterText, variable->getType())
                                            : replacing_.counterText;
        if (isReplaced(*variable, *use)) return ofVariable(*variable);
        checkName(*use);
        return std::nullopt;
    }
    const auto* index = indexCallOf(scene_, part);
    if (index == nullptr || !index->dimension) return std::nullopt;
    const auto other = replacing_.localIds.find(*index->dimension);
    if (other == replacing_.localIds.end()) return std::nullopt;
    if (index->name == "get_local_id") return withType(other->second, part.getType());
    if (index->name != "get_global_id") return std::nullopt;
    return Piece{"get_group_id(" + std::to_string(*index->dimension) + ") * " +
                     extents_[*index->dimension].text + " + " + boundText(other->second, Binding::Sum),
                 Binding::Sum};
}

void AddressText::collect(const clang::Expr& expression, Changes& changes) {
    if (const auto piece = replaced(expression)) {
        changes.emplace_back(expression.getSourceRange(),
                             boundText(*piece, wantedAt(scene_.context, expression)));
        return;
    }
    for (const auto* child : expression.children())
        if (const auto* part = llvm::dyn_cast_or_null<clang::Expr>(child)) collect(*part, changes);
}

/// A name that came with an initialiser may be another variable's here.
void AddressText::checkName(const clang::DeclRefExpr& use) {
    if (depth_ == 0 || fault_) return;
    const auto* variable = use.getDecl();
    const auto hasItsName = [&](const clang::VarDecl* other) {
        return other != variable && other->getName() == variable->getName();
    };
    if (std::any_of(scene_.facts.variables.begin(), scene_.facts.variables.end(), hasItsName))
        fault_ =
            refusal(scene_, use.getBeginLoc(), "ambiguous-name",
                    "the kernel has more than one variable " + quoted(*variable), "give them different names");
}

} // namespace warpstring::transform
