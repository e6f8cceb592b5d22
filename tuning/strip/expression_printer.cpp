// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/expression_printer.h"

#include <optional>

#include "tuning/strip/type_text.h"

namespace warpstring::strip {

namespace {

/// "CLK_LOCAL_MEM_FENCE" and what Clang's headers make of other words.
std::optional<std::string> knownCall(clang::ASTContext& context, const clang::CallExpr& call) {
    const llvm::StringRef name = calleeName(call);
    if (name == "__builtin_inff" || name == "__builtin_huge_valf") return "INFINITY";
    if (name.starts_with("__builtin_nan")) return "NAN";
    if (!name.ends_with("barrier") && !name.ends_with("mem_fence")) return std::nullopt;
    if (call.getNumArgs() != 1) return std::nullopt;
    clang::Expr::EvalResult flags;
    if (!call.getArg(0)->EvaluateAsInt(flags, context)) return std::nullopt;
    const auto bits = flags.Val.getInt().getZExtValue();
    std::string text;
    if (bits & 1U) text = "CLK_LOCAL_MEM_FENCE";
    if (bits & 2U) text += text.empty() ? "CLK_GLOBAL_MEM_FENCE" : " | CLK_GLOBAL_MEM_FENCE";
    if (text.empty() || bits > 3) return std::nullopt;
    return name.str() + "(" + text + ")";
}

} // namespace

bool ExpressionPrinter::handledStmt(clang::Stmt* part, llvm::raw_ostream& out) {
    auto& context = emitter_.context_;
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(part);
        expression && emitter_.isRemoved(*expression)) {
        out << emitter_.replacement(*expression);
        return true;
    }
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(part);
        literal && literal->getType()->isExtVectorType()) {
        const auto* list = llvm::dyn_cast<clang::InitListExpr>(literal->getInitializer());
        if (list == nullptr) return false;
        out << "(" << typeText(context, literal->getType()) << ")(";
        for (unsigned i = 0; i < list->getNumInits(); ++i)
            out << (i == 0 ? "" : ", ") << emitter_.print(*list->getInit(i));
        out << ")";
        return true;
    }
    if (auto* same = llvm::dyn_cast<clang::AsTypeExpr>(part)) {
        out << "as_" << typeText(context, same->getType()) << "(" << emitter_.print(*same->getSrcExpr()) << ")";
        return true;
    }
    if (const auto* cast = llvm::dyn_cast<clang::CStyleCastExpr>(part);
        cast && (cast->getType()->isExtVectorType() || cast->getType()->isArithmeticType())) {
        const auto* inner = cast->getSubExpr()->IgnoreImpCasts();
        if (llvm::isa<clang::CompoundLiteralExpr>(inner) && inner->getType() == cast->getType()) {
            out << emitter_.print(*inner);
            return true;
        }
        return false;
    }
    const auto* call = llvm::dyn_cast<clang::CallExpr>(part);
    if (call == nullptr) return false;
    if (const auto known = knownCall(context, *call)) {
        out << *known;
        return true;
    }
    const clang::FunctionDecl* definition = nullptr;
    const auto* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->hasBody(definition) || !emitter_.isCopied(definition)) return false;
    out << emitter_.callText(*call);
    return true;
}

} // namespace warpstring::strip
