// SPDX-License-Identifier: GPL-3.0-or-later
// ValueExpressions: what calls return.
#include "pdg/frontend/value_expressions.h"

namespace warpstring::frontend {

ExprId ValueExpressions::fromCall(llvm::CallInst& call) {
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return fromIntrinsic(*intrinsic);
    if (const auto called = context_.language.builtin(call); called.kind == CalledBuiltin::Kind::Image) {
        const int bits = bitsOf(call.getType());
        if (isImageQuery(called)) return fromImageQuery(called.image, called.image.dimension, bits);
        if (called.image.what == ImageCall::What::Read && !call.getType()->isVectorTy())
            return exprs_.leaf(ExprOp::Load, loadNumberOf(call), bits);
        return unknown(bits);
    }
    return context_.language.builtinValue(call, bitsOf(call.getType()), exprs_,
                                          [&](unsigned i) { return expr(call.getArgOperand(i)); });
}

ExprId ValueExpressions::fromIntrinsic(llvm::IntrinsicInst& call) {
    const int bits = bitsOf(call.getType());
    const auto operand = [&](unsigned i) { return expr(call.getArgOperand(i)); };
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::smin: return exprs_.binary(ExprOp::SMin, bits, operand(0), operand(1));
    case llvm::Intrinsic::smax: return exprs_.binary(ExprOp::SMax, bits, operand(0), operand(1));
    case llvm::Intrinsic::umin: return exprs_.binary(ExprOp::UMin, bits, operand(0), operand(1));
    case llvm::Intrinsic::umax: return exprs_.binary(ExprOp::UMax, bits, operand(0), operand(1));
    case llvm::Intrinsic::abs:
        return exprs_.binary(ExprOp::SMax, bits, operand(0),
                             exprs_.binary(ExprOp::Sub, bits, exprs_.constant(0, bits), operand(0)));
    case llvm::Intrinsic::fmuladd:
    case llvm::Intrinsic::fma: return exprs_.ternary(ExprOp::FMad, bits, operand(0), operand(1), operand(2));
    case llvm::Intrinsic::fabs: return exprs_.unary(ExprOp::FAbs, bits, operand(0));
    case llvm::Intrinsic::sqrt: return exprs_.unary(ExprOp::FSqrt, bits, operand(0));
    case llvm::Intrinsic::floor: return exprs_.unary(ExprOp::FFloor, bits, operand(0));
    case llvm::Intrinsic::minnum: return exprs_.binary(ExprOp::FMin, bits, operand(0), operand(1));
    case llvm::Intrinsic::maxnum: return exprs_.binary(ExprOp::FMax, bits, operand(0), operand(1));
    default: return unknown(bits);
    }
}

} // namespace warpstring::frontend
