// SPDX-License-Identifier: GPL-3.0-or-later
// ValueExpressions: queries of the index space, builtins and intrinsics.
#include "pdg/frontend/value_expressions.h"

#include "pdg/frontend/opencl_builtins.h"

namespace warpstring::frontend {

ExprId ValueExpressions::indexSpaceQuery(std::string_view name, llvm::CallInst& call) {
    const int bits = bitsOf(call.getType());
    std::uint32_t dimension = 0;
    if (call.arg_size() > 0) {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        if (constant == nullptr) return exprs_.unknown(bits);
        const auto asked = constant->getZExtValue();
        // OpenCL C: queries of a dimension that is not there give 0, sizes give 1.
        if (asked > 2)
            return exprs_.constant(name.find("size") != name.npos || name == "get_num_groups" ? 1 : 0, bits);
        dimension = static_cast<std::uint32_t>(asked);
    }
    const auto leaf = [&](ExprOp op) { return exprs_.leaf(op, dimension, bits); };
    if (name == "get_local_id") return leaf(ExprOp::LocalId);
    if (name == "get_group_id") return leaf(ExprOp::GroupId);
    if (name == "get_local_size" || name == "get_enqueued_local_size") return leaf(ExprOp::LocalSize);
    if (name == "get_global_size") return leaf(ExprOp::GlobalSize);
    if (name == "get_num_groups") return leaf(ExprOp::GroupCount);
    if (name == "get_work_dim") return exprs_.leaf(ExprOp::WorkDimensions, 0, bits);
    if (name == "get_global_offset") return exprs_.constant(0, bits);
    if (name == "get_global_id")
        return exprs_.binary(ExprOp::Add, bits,
                             exprs_.binary(ExprOp::Mul, bits, leaf(ExprOp::GroupId), leaf(ExprOp::LocalSize)),
                             leaf(ExprOp::LocalId));
    return exprs_.unknown(bits);
}

ExprId ValueExpressions::fromCall(llvm::CallInst& call) {
    const int bits = bitsOf(call.getType());
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return fromIntrinsic(*intrinsic);
    const auto name = builtinName(call);
    if (isIndexSpaceQuery(name)) return indexSpaceQuery(name, call);
    const auto operand = [&](unsigned i) { return expr(call.getArgOperand(i)); };
    if (call.getType()->isFloatingPointTy()) {
        if ((name == "fma" || name == "mad") && call.arg_size() == 3)
            return exprs_.ternary(ExprOp::FMad, bits, operand(0), operand(1), operand(2));
        if (name == "fabs") return exprs_.unary(ExprOp::FAbs, bits, operand(0));
        if (name == "sqrt" || name == "native_sqrt") return exprs_.unary(ExprOp::FSqrt, bits, operand(0));
        if (name == "floor") return exprs_.unary(ExprOp::FFloor, bits, operand(0));
        if (name == "fmin" || name == "min") return exprs_.binary(ExprOp::FMin, bits, operand(0), operand(1));
        if (name == "fmax" || name == "max") return exprs_.binary(ExprOp::FMax, bits, operand(0), operand(1));
        return exprs_.unknown(bits);
    }
    if (!call.getType()->isIntegerTy()) return exprs_.unknown(bits);
    // The mangled name ends in the argument types; i, j, l, m are int, uint, long, ulong.
    const auto mangled =
        call.getCalledFunction() == nullptr ? llvm::StringRef() : call.getCalledFunction()->getName();
    const char type = mangled.empty() ? 'i' : mangled.back();
    const bool isUnsigned = type == 'j' || type == 'm';
    if (name == "mul24" && call.arg_size() == 2)
        return exprs_.binary(ExprOp::Mul, bits, operand(0), operand(1));
    if (name == "mad24" && call.arg_size() == 3)
        return exprs_.binary(ExprOp::Add, bits, exprs_.binary(ExprOp::Mul, bits, operand(0), operand(1)),
                             operand(2));
    if ((name == "min" || name == "max") && (type == 'i' || type == 'j' || type == 'l' || type == 'm')) {
        const ExprOp op = name == "min" ? (isUnsigned ? ExprOp::UMin : ExprOp::SMin)
                                        : (isUnsigned ? ExprOp::UMax : ExprOp::SMax);
        return exprs_.binary(op, bits, operand(0), operand(1));
    }
    return exprs_.unknown(bits);
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
    default: return exprs_.unknown(bits);
    }
}

} // namespace warpstring::frontend
