// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/written_memory.h"

#include <algorithm>

namespace warpstring::transform {

namespace {

class Writes {
public:
    explicit Writes(const Scene& scene) : scene_(scene) {}

    bool mayWrite(const clang::ValueDecl& pointer) {
        return std::any_of(
            scene_.facts.uses.begin(), scene_.facts.uses.end(),
            [&](const clang::DeclRefExpr* use) { return use->getDecl() == &pointer && mayWrite(*use); });
    }

private:
    bool mayWrite(const clang::DeclRefExpr& use) {
        if (useOf(scene_.context, use) != Use::Read) return true;
        const clang::Stmt* value = parentOf(scene_.context, use); // the value of the pointer
        return mayWriteThrough(*value);
    }

    /// `value` is an expression of the pointer's type.
    bool mayWriteThrough(const clang::Stmt& value) {
        const clang::Stmt* parent = parentOf(scene_.context, value);
        if (parent == nullptr) return true;
        if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(parent))
            return mayWriteTo(*element);
        if (const auto* star = llvm::dyn_cast<clang::UnaryOperator>(parent);
            star && star->getOpcode() == clang::UO_Deref)
            return mayWriteTo(*star);
        if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(parent)) {
            if (sum->isComparisonOp()) return false;
            return !sum->isAdditiveOp() || !sum->getType()->isPointerType() || mayWriteThrough(*sum);
        }
        if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(parent)) {
            const auto type = cast->getType();
            return !(type->isPointerType() && type->getPointeeType().isConstQualified());
        }
        return true;
    }

    bool mayWriteTo(const clang::Expr& element) {
        if (useOf(scene_.context, element) == Use::Read) return false;
        const auto* address = llvm::dyn_cast_or_null<clang::UnaryOperator>(parentOf(scene_.context, element));
        return address == nullptr || address->getOpcode() != clang::UO_AddrOf || mayWriteThrough(*address);
    }

    const Scene& scene_;
};

} // namespace

bool mayBeWritten(const Scene& scene, const clang::ValueDecl& pointer) {
    return Writes(scene).mayWrite(pointer);
}

} // namespace warpstring::transform
