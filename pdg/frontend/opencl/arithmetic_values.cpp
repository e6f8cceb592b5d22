// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/arithmetic_values.h"

namespace warpstring::frontend {

namespace {

using Op = ExprOp;

/// Above it every float is whole.
constexpr double greatestFraction = 4194304;

/// Values of one width.
class Numbers {
public:
    Numbers(ExprPool& exprs, int bits) : exprs_(exprs), bits_(bits) {}

    ExprId of(Op op, ExprId a) const { return exprs_.unary(op, bits_, a); }
    ExprId of(Op op, ExprId a, ExprId b) const { return exprs_.binary(op, bits_, a, b); }
    ExprId whole(std::int64_t value) const { return exprs_.constant(value, bits_); }
    ExprId real(double value) const { return exprs_.floatConstant(value, bits_); }
    ExprId test(Op op, ExprId a, ExprId b) const { return exprs_.binary(op, 1, a, b); }
    ExprId both(ExprId a, ExprId b) const { return exprs_.binary(Op::And, 1, a, b); }
    ExprId choose(ExprId condition, ExprId yes, ExprId no) const {
        return exprs_.ternary(Op::Select, bits_, condition, yes, no);
    }

    ExprId floor(ExprId x) const { return of(Op::FFloor, x); }
    ExprId ceil(ExprId x) const { return of(Op::FNeg, floor(of(Op::FNeg, x))); }
    ExprId trunc(ExprId x) const { return choose(test(Op::FLess, x, real(0)), ceil(x), floor(x)); }
    /// The nearest whole number, of two the even one.
    ExprId rint(ExprId x) const {
        const ExprId up = floor(of(Op::FAdd, x, real(0.5)));
        const ExprId half = floor(of(Op::FMul, up, real(0.5)));
        const ExprId isOdd = test(Op::FEqual, of(Op::FSub, up, of(Op::FMul, half, real(2))), real(1));
        const ExprId isTie = test(Op::FEqual, of(Op::FSub, up, x), real(0.5));
        const ExprId nearest = choose(both(isTie, isOdd), of(Op::FSub, up, real(1)), up);
        return choose(test(Op::FLess, of(Op::FAbs, x), real(greatestFraction)), nearest, x);
    }

private:
    ExprPool& exprs_;
    int bits_;
};

ExprId floatValue(std::string_view name, const llvm::CallInst& call, int bits, ExprPool& exprs,
                  const std::function<ExprId(unsigned)>& operand) {
    const Numbers n(exprs, bits);
    const auto is = [&](auto... names) { return ((name == names) || ...); };
    const unsigned operands = call.arg_size();
    if (operands == 1) {
        const ExprId x = operand(0);
        if (is("fabs")) return n.of(Op::FAbs, x);
        if (is("sqrt", "native_sqrt", "half_sqrt")) return n.of(Op::FSqrt, x);
        if (is("rsqrt", "native_rsqrt", "half_rsqrt")) return n.of(Op::FDiv, n.real(1), n.of(Op::FSqrt, x));
        if (is("native_recip", "half_recip")) return n.of(Op::FDiv, n.real(1), x);
        if (is("floor")) return n.floor(x);
        if (is("ceil")) return n.ceil(x);
        if (is("trunc")) return n.trunc(x);
        if (is("rint")) return n.rint(x);
        if (is("sign"))
            return n.choose(n.test(Op::FLess, n.real(0), x), n.real(1),
                            n.choose(n.test(Op::FLess, x, n.real(0)), n.real(-1), n.real(0)));
    }
    if (operands == 2) {
        const ExprId a = operand(0), b = operand(1);
        if (is("fmin", "min")) return n.of(Op::FMin, a, b);
        if (is("fmax", "max")) return n.of(Op::FMax, a, b);
        if (is("native_divide", "half_divide")) return n.of(Op::FDiv, a, b);
        if (is("fdim")) return n.of(Op::FMax, n.of(Op::FSub, a, b), n.real(0));
        if (is("step")) return n.choose(n.test(Op::FLess, b, a), n.real(0), n.real(1));
    }
    if (operands == 3) {
        const ExprId a = operand(0), b = operand(1), c = operand(2);
        if (is("fma", "mad")) return exprs.ternary(Op::FMad, bits, a, b, c);
        if (is("mix")) return exprs.ternary(Op::FMad, bits, n.of(Op::FSub, b, a), c, a);
        if (is("select") && call.getArgOperand(2)->getType()->isIntegerTy())
            return n.choose(n.test(Op::NotEqual, c, exprs.constant(0, bits)), b, a);
    }
    return exprs.unknown(bits);
}

/// convert_int_sat[_RND] of a float, below its bounds.
ExprId saturated(std::string_view name, int bits, ExprPool& exprs, int floatBits, ExprId value) {
    const Numbers n(exprs, floatBits);
    if (name.ends_with("_rtn")) value = n.floor(value);
    if (name.ends_with("_rtp")) value = n.ceil(value);
    if (name.ends_with("_rte")) value = n.rint(value);
    return exprs.unary(Op::FloatToSInt, bits, value);
}

/// isless() and the like: one where it holds.
ExprId comparison(std::string_view name, int bits, ExprPool& exprs, ExprId a, ExprId b) {
    const auto one = [&](Op op, ExprId left, ExprId right) {
        return exprs.unary(Op::ZExt, bits, exprs.binary(op, 1, left, right));
    };
    if (name == "isequal") return one(Op::FEqual, a, b);
    if (name == "isnotequal") return one(Op::FNotEqual, a, b);
    if (name == "isless") return one(Op::FLess, a, b);
    if (name == "islessequal") return one(Op::FLessEqual, a, b);
    if (name == "isgreater") return one(Op::FLess, b, a);
    if (name == "isgreaterequal") return one(Op::FLessEqual, b, a);
    return exprs.unknown(bits);
}

ExprId integerValue(std::string_view name, const llvm::CallInst& call, int bits, bool isUnsigned,
                    ExprPool& exprs, const std::function<ExprId(unsigned)>& operand) {
    const Numbers n(exprs, bits);
    const auto is = [&](auto... names) { return ((name == names) || ...); };
    const Op least = isUnsigned ? Op::UMin : Op::SMin, greatest = isUnsigned ? Op::UMax : Op::SMax;
    const unsigned operands = call.arg_size();
    const auto highProduct = [&](ExprId a, ExprId b) {
        const Op extend = isUnsigned ? Op::ZExt : Op::SExt;
        const ExprId product =
            exprs.binary(Op::Mul, 2 * bits, exprs.unary(extend, 2 * bits, a), exprs.unary(extend, 2 * bits, b));
        const ExprId upper = exprs.binary(Op::LShr, 2 * bits, product, exprs.constant(bits, 2 * bits));
        return exprs.unary(Op::Trunc, bits, upper);
    };
    if (operands == 2) {
        const ExprId a = operand(0), b = operand(1);
        if (is("min")) return n.of(least, a, b);
        if (is("max")) return n.of(greatest, a, b);
        if (is("mul24")) return n.of(Op::Mul, a, b);
        if (is("mul_hi") && bits <= 32) return highProduct(a, b);
        if (is("abs_diff")) return n.of(Op::Sub, n.of(greatest, a, b), n.of(least, a, b));
        if (is("rotate")) {
            const ExprId back = n.of(Op::And, n.of(Op::Sub, n.whole(0), b), n.whole(bits - 1));
            return n.of(Op::Or, n.of(Op::Shl, a, n.of(Op::And, b, n.whole(bits - 1))), n.of(Op::LShr, a, back));
        }
        const auto halfOfDifference = [&] {
            return n.of(isUnsigned ? Op::LShr : Op::AShr, n.of(Op::Xor, a, b), n.whole(1));
        };
        if (is("hadd")) return n.of(Op::Add, n.of(Op::And, a, b), halfOfDifference());
        if (is("rhadd")) return n.of(Op::Sub, n.of(Op::Or, a, b), halfOfDifference());
        if (is("add_sat") && isUnsigned)
            return n.of(Op::Add, n.of(Op::UMin, a, n.of(Op::Xor, b, n.whole(-1))), b);
        if (is("sub_sat") && isUnsigned) return n.of(Op::Sub, n.of(Op::UMax, a, b), b);
    }
    if (operands == 3) {
        const ExprId a = operand(0), b = operand(1), c = operand(2);
        if (is("mad24")) return n.of(Op::Add, n.of(Op::Mul, a, b), c);
        if (is("mad_hi") && bits <= 32) return n.of(Op::Add, highProduct(a, b), c);
        if (is("bitselect"))
            return n.of(Op::Or, n.of(Op::And, a, n.of(Op::Xor, c, n.whole(-1))), n.of(Op::And, b, c));
        if (is("select")) return n.choose(n.test(Op::NotEqual, c, n.whole(0)), b, a);
    }
    return exprs.unknown(bits);
}

} // namespace

ExprId arithmeticValue(std::string_view name, const llvm::CallInst& call, int bits, ExprPool& exprs,
                       const std::function<ExprId(unsigned)>& operand) {
    if (call.getType()->isFloatingPointTy()) return floatValue(name, call, bits, exprs, operand);
    if (!call.getType()->isIntegerTy() || call.arg_size() == 0) return exprs.unknown(bits);
    const auto* type = call.getArgOperand(0)->getType();
    if (type->isFloatingPointTy()) {
        if (name.starts_with("convert_int_sat"))
            return saturated(name, bits, exprs, static_cast<int>(type->getScalarSizeInBits()), operand(0));
        return call.arg_size() == 2 ? comparison(name, bits, exprs, operand(0), operand(1))
                                    : exprs.unknown(bits);
    }
    if (!type->isIntegerTy()) return exprs.unknown(bits);
    // The mangled name ends in the argument types: j, m, h and t are uint, ulong, uchar and ushort.
    const auto* callee = call.getCalledFunction();
    const char last = callee == nullptr || callee->getName().empty() ? 'i' : callee->getName().back();
    return integerValue(name, call, bits, std::string_view("jmht").find(last) != std::string_view::npos, exprs,
                        operand);
}

} // namespace warpstring::frontend
