// SPDX-License-Identifier: GPL-3.0-or-later
// "pad tile=1": longer rows of an array.
#include <clang/AST/TypeLoc.h>

#include <algorithm>

#include "tuning/transform/named.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

/// Whether "+ 1" behind it adds to all of it.
bool bindsAsTightAsASum(const clang::Expr& expression) {
    const auto* inner = expression.IgnoreImpCasts();
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(inner))
        return operation->isAdditiveOp() || operation->isMultiplicativeOp();
    return llvm::isa<clang::IntegerLiteral, clang::ParenExpr, clang::DeclRefExpr, clang::CallExpr>(inner);
}

class Padding {
public:
    Padding(const Scene& scene, const clang::VarDecl& array, std::string added)
        : scene_(scene), array_(array), added_(std::move(added)), edits_(scene) {}

    Result<Change> make() {
        auto location = array_.getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
        std::vector<const clang::Expr*> extents;
        while (auto level = location.getAs<clang::ArrayTypeLoc>()) {
            extents.push_back(level.getSizeExpr());
            location = level.getElementLoc().getUnqualifiedLoc();
        }
        if (extents.empty() || std::count(extents.begin(), extents.end(), nullptr) != 0)
            return refuse(array_.getLocation(), "array-form",
                          "its extents are not written where it is declared",
                          "declare it as an array with its extents");
        if (array_.hasInit())
            return refuse(array_.getLocation(), "array-form", "it has initial values",
                          "assign the values in the kernel");
        const auto fault = extents.size() > 1 ? padRows(extents) : padLines(*extents.front());
        if (fault) return *fault;
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.notes.push_back("rows of " + array_.getName().str() + " are " + added_ +
                               (added_ == "1" ? " element longer" : " elements longer"));
        return change;
    }

private:
    Diagnostic refuse(clang::SourceLocation at, const std::string& what, const std::string& message,
                      const std::string& hint) const {
        const std::string name = array_.getName().str();
        return refusal(scene_, at, what, "\"" + name + "\" cannot be padded: " + message, hint);
    }

    Diagnostic escapes(const clang::Expr& use) const {
        return refuse(use.getBeginLoc(), "address-taken", "it is used here other than by its elements",
                      "name its elements by all their subscripts");
    }

    /// The element that a use ends at after all subscripts; nullptr where it has fewer.
    const clang::ArraySubscriptExpr* elementOf(const clang::DeclRefExpr& use, std::size_t subscripts) const {
        const clang::Expr* current = &use;
        for (std::size_t i = 0; i < subscripts; ++i) {
            const auto* decay =
                llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parentOf(scene_.context, *current));
            if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
            current = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(parentOf(scene_.context, *decay));
            if (current == nullptr) return nullptr;
        }
        return llvm::dyn_cast<clang::ArraySubscriptExpr>(current);
    }

    /// Read or written as itself, or handed to an atomic operation, which touches no other element.
    bool isOfItself(const clang::ArraySubscriptExpr& element) const {
        if (useOf(scene_.context, element) != Use::Escapes) return true;
        const auto* address = llvm::dyn_cast_or_null<clang::UnaryOperator>(parentOf(scene_.context, element));
        if (address == nullptr || address->getOpcode() != clang::UO_AddrOf) return false;
        const clang::Stmt* above = parentOf(scene_.context, *address);
        while (above && llvm::isa<clang::ImplicitCastExpr>(above)) above = parentOf(scene_.context, *above);
        return std::any_of(scene_.facts.atomics.begin(), scene_.facts.atomics.end(),
                           [&](const clang::CallExpr* call) { return call == above; });
    }

    std::vector<const clang::DeclRefExpr*> uses() const {
        std::vector<const clang::DeclRefExpr*> found;
        for (const auto* use : scene_.facts.uses)
            if (use->getDecl() == &array_) found.push_back(use);
        return found;
    }

    void addTo(const clang::Expr& extent) {
        const bool isTight = bindsAsTightAsASum(extent);
        const auto place = edits_.span(extent.getSourceRange());
        if (!place) return;
        const std::string text = scene_.text.source.substr(place->first, place->second);
        edits_.replaceAt(place->first, place->second, (isTight ? text : "(" + text + ")") + " + " + added_);
    }

    std::optional<Diagnostic> padRows(const std::vector<const clang::Expr*>& extents) {
        for (const auto* use : uses()) {
            const auto* element = elementOf(*use, extents.size());
            if (element == nullptr || !isOfItself(*element)) return escapes(*use);
            if (isBeyondRow(*element, *extents.back()))
                return refuse(use->getBeginLoc(), "beyond-row", "a subscript reaches beyond its row here",
                              "name the row and the element of it");
        }
        addTo(*extents.back());
        return std::nullopt;
    }

    /// The last subscript reaches another row, which the language does not allow but machines do.
    bool isBeyondRow(const clang::ArraySubscriptExpr& element, const clang::Expr& extent) const {
        const auto row = constantOf(scene_.context, extent);
        return row && std::any_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
                   const auto range = rangeOf(scene_, launch, *element.getIdx());
                   return range && range->low >= *row;
               });
    }

    /// An array of one dimension whose elements are all named as "row * width + column".
    std::optional<Diagnostic> padLines(const clang::Expr& extent) {
        const auto* product = llvm::dyn_cast<clang::BinaryOperator>(extent.IgnoreParenImpCasts());
        if (product && product->getOpcode() == clang::BO_Mul)
            for (const auto* width : {product->getRHS(), product->getLHS()})
                if (const auto factors = factorsOf(*width)) {
                    widen(*width);
                    for (const auto* factor : *factors) widen(*factor);
                    return std::nullopt;
                }
        return refuse(array_.getLocation(), "no-rows",
                      "its elements are not all named as row * width + column, with a column below the width",
                      "declare it with two dimensions");
    }

    void widen(const clang::Expr& factor) {
        const auto place = edits_.span(factor.getSourceRange());
        if (!place) return;
        const std::string text = scene_.text.source.substr(place->first, place->second);
        edits_.replaceAt(place->first, place->second, "(" + text + " + " + added_ + ")");
    }

    /// In each subscript what stands for the width; none where one of them is of another form.
    std::optional<std::vector<const clang::Expr*>> factorsOf(const clang::Expr& width) const {
        const auto value = constantOf(scene_.context, width);
        if (!value || *value < 2) return std::nullopt;
        std::vector<const clang::Expr*> factors;
        for (const auto* use : uses()) {
            const auto* element = elementOf(*use, 1);
            if (element == nullptr || !isOfItself(*element)) return std::nullopt;
            const auto* factor = factorIn(*element->getIdx(), *value);
            if (factor == nullptr) return std::nullopt;
            factors.push_back(factor);
        }
        return factors;
    }

    const clang::Expr* factorIn(const clang::Expr& index, std::int64_t width) const {
        std::vector<const clang::Expr*> terms{&index};
        for (std::size_t i = 0; i < terms.size();) {
            const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(terms[i]->IgnoreParenImpCasts());
            if (sum == nullptr || sum->getOpcode() != clang::BO_Add) {
                ++i;
                continue;
            }
            terms[i] = sum->getLHS();
            terms.push_back(sum->getRHS());
        }
        const clang::Expr* factor = nullptr;
        std::vector<const clang::Expr*> columns;
        for (const auto* term : terms) {
            const auto* product = llvm::dyn_cast<clang::BinaryOperator>(term->IgnoreParenImpCasts());
            const clang::Expr* found = nullptr;
            if (product && product->getOpcode() == clang::BO_Mul)
                for (const auto* side : {product->getLHS(), product->getRHS()})
                    if (constantOf(scene_.context, *side) == width) found = side;
            if (found && factor) return nullptr;
            if (found)
                factor = found;
            else
                columns.push_back(term);
        }
        return factor && isBelow(columns, width) ? factor : nullptr;
    }

    bool isBelow(const std::vector<const clang::Expr*>& columns, std::int64_t width) const {
        return std::all_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
            std::int64_t low = 0, high = 0;
            for (const auto* column : columns) {
                const auto range = rangeOf(scene_, launch, *column);
                if (!range) return false;
                low += range->low;
                high += range->high;
            }
            return low >= 0 && high < width;
        });
    }

    const Scene& scene_;
    const clang::VarDecl& array_;
    std::string added_;
    SourceEdits edits_;
};

} // namespace

Result<Change> padArray(const Scene& scene, const Rewrite& rewrite) {
    std::vector<const clang::VarDecl*> arrays;
    for (const auto* variable : scene.facts.variables)
        if (variable->getType()->isArrayType() && (isInLocalMemory(*variable) || variable->hasLocalStorage()))
            arrays.push_back(variable);
    const auto array = named(scene, arrays, rewrite.target, "array", "a local or private array of the kernel");
    if (!array) return array.diagnostics();
    return Padding(scene, **array, rewrite.value).make();
}

} // namespace warpstring::transform
