// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/expr.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace warpstring {

std::int64_t wrap(std::int64_t value, int bits) {
    if (bits >= 64) return value;
    if (bits == 1) return value & 1;
    const auto shift = 64 - bits;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << shift) >> shift;
}

std::uint64_t asUnsigned(std::int64_t value, int bits) {
    const auto raw = static_cast<std::uint64_t>(value);
    return bits >= 64 ? raw : raw & ((std::uint64_t{1} << bits) - 1);
}

bool isIntegerComparison(ExprOp op) {
    return op == ExprOp::Equal || op == ExprOp::NotEqual || op == ExprOp::ULess || op == ExprOp::ULessEqual ||
           op == ExprOp::SLess || op == ExprOp::SLessEqual;
}

bool foldInteger(ExprOp op, int bits, int operandBits, std::int64_t a, std::int64_t b, std::int64_t& result) {
    const auto ua = asUnsigned(a, operandBits);
    const auto ub = asUnsigned(b, operandBits);
    const auto rawA = static_cast<std::uint64_t>(a);
    const auto rawB = static_cast<std::uint64_t>(b);
    std::uint64_t value = 0;
    switch (op) {
    case ExprOp::Add: value = rawA + rawB; break;
    case ExprOp::Sub: value = rawA - rawB; break;
    case ExprOp::Mul: value = rawA * rawB; break;
    case ExprOp::UDiv:
        if (ub == 0) return false;
        value = ua / ub;
        break;
    case ExprOp::URem:
        if (ub == 0) return false;
        value = ua % ub;
        break;
    case ExprOp::SDiv:
    case ExprOp::SRem:
        if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return false;
        value = static_cast<std::uint64_t>(op == ExprOp::SDiv ? a / b : a % b);
        break;
    case ExprOp::Shl:
        if (ub >= static_cast<std::uint64_t>(bits)) return false;
        value = rawA << ub;
        break;
    case ExprOp::LShr:
        if (ub >= static_cast<std::uint64_t>(bits)) return false;
        value = ua >> ub;
        break;
    case ExprOp::AShr:
        if (ub >= static_cast<std::uint64_t>(bits)) return false;
        value = static_cast<std::uint64_t>(a >> ub);
        break;
    case ExprOp::And: value = rawA & rawB; break;
    case ExprOp::Or: value = rawA | rawB; break;
    case ExprOp::Xor: value = rawA ^ rawB; break;
    case ExprOp::UMin: value = std::min(ua, ub); break;
    case ExprOp::UMax: value = std::max(ua, ub); break;
    case ExprOp::SMin: value = static_cast<std::uint64_t>(std::min(a, b)); break;
    case ExprOp::SMax: value = static_cast<std::uint64_t>(std::max(a, b)); break;
    case ExprOp::Power:
        value = 1;
        for (auto [base, left] = std::pair{rawA, ub}; left != 0; left >>= 1, base *= base)
            if ((left & 1) != 0) value *= base;
        break;
    case ExprOp::Equal: value = ua == ub; break;
    case ExprOp::NotEqual: value = ua != ub; break;
    case ExprOp::ULess: value = ua < ub; break;
    case ExprOp::ULessEqual: value = ua <= ub; break;
    case ExprOp::SLess: value = a < b; break;
    case ExprOp::SLessEqual: value = a <= b; break;
    case ExprOp::ZExt: value = ua; break;
    case ExprOp::SExt: // a one-bit true is all ones
        value = operandBits == 1 ? (a != 0 ? ~std::uint64_t{0} : 0) : rawA;
        break;
    case ExprOp::Trunc: value = rawA; break;
    default: return false;
    }
    result = wrap(static_cast<std::int64_t>(value), bits);
    return true;
}

std::size_t ExprPool::Hash::operator()(const Expr& expr) const {
    std::size_t hash = 1469598103934665603ull;
    const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ull; };
    mix(static_cast<std::uint64_t>(expr.op) | (std::uint64_t{expr.bits} << 8) |
        (std::uint64_t{expr.index} << 16));
    mix(static_cast<std::uint64_t>(expr.value));
    mix(expr.a.index | (std::uint64_t{expr.b.index} << 32));
    mix(expr.c.index);
    return hash ^ (hash >> 29);
}

ExprPool::ExprPool() {
    exprs_.push_back(Expr{});
    dependence_.push_back(0);
}

DependenceMask ExprPool::ownDependence(const Expr& expr) const {
    switch (expr.op) {
    case ExprOp::GroupId: return groupDependence(expr.index);
    case ExprOp::LocalId: return localDependence;
    case ExprOp::Counter: return loopDependence(expr.loop());
    case ExprOp::Recurrence: return loopDependence(expr.loop());
    case ExprOp::Load:
    case ExprOp::Unknown: return dataDependence;
    default: return 0;
    }
}

ExprId ExprPool::intern(const Expr& expr) {
    if (const auto found = interned_.find(expr); found != interned_.end()) return found->second;
    const ExprId id{static_cast<std::uint32_t>(exprs_.size())};
    exprs_.push_back(expr);
    DependenceMask mask =
        ownDependence(expr) | dependence_[expr.a.index] | dependence_[expr.b.index] | dependence_[expr.c.index];
    if (expr.op == ExprOp::Final) mask &= ~endingDependence(expr.loop());
    dependence_.push_back(mask);
    interned_.emplace(expr, id);
    return id;
}

ExprId ExprPool::constant(std::int64_t value, int bits) {
    Expr expr;
    expr.op = ExprOp::Constant;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.value = wrap(value, bits);
    return intern(expr);
}

ExprId ExprPool::floatConstant(double value, int bits) {
    Expr expr;
    expr.op = ExprOp::FloatConstant;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.value = std::bit_cast<std::int64_t>(value);
    return intern(expr);
}

ExprId ExprPool::leaf(ExprOp op, std::uint32_t index, int bits) {
    Expr expr;
    expr.op = op;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.index = index;
    return intern(expr);
}

ExprId ExprPool::unknown(int bits, std::uint32_t number) { return leaf(ExprOp::Unknown, number, bits); }

ExprId ExprPool::unary(ExprOp op, int bits, ExprId a) {
    const Expr operand = exprs_[a.index];
    if ((op == ExprOp::ZExt || op == ExprOp::SExt || op == ExprOp::Trunc) && operand.bits == bits) return a;
    std::int64_t folded = 0;
    if (operand.op == ExprOp::Constant && foldInteger(op, bits, operand.bits, operand.value, 0, folded))
        return constant(folded, bits);
    Expr expr;
    expr.op = op;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.a = a;
    return intern(expr);
}

ExprId ExprPool::binary(ExprOp op, int bits, ExprId a, ExprId b) {
    const Expr left = exprs_[a.index];
    const Expr right = exprs_[b.index];
    std::int64_t folded = 0;
    if (left.op == ExprOp::Constant && right.op == ExprOp::Constant &&
        foldInteger(op, bits, left.bits, left.value, right.value, folded))
        return constant(folded, bits);
    if (right.op == ExprOp::Constant) {
        const bool neutralZero =
            right.value == 0 &&
            (op == ExprOp::Add || op == ExprOp::Sub || op == ExprOp::Or || op == ExprOp::Xor ||
             op == ExprOp::Shl || op == ExprOp::LShr || op == ExprOp::AShr);
        const bool neutralOne =
            right.value == 1 && (op == ExprOp::Mul || op == ExprOp::UDiv || op == ExprOp::SDiv);
        if (neutralZero || (neutralOne && bits > 1)) return a;
        if (right.value == 0 && (op == ExprOp::Mul || op == ExprOp::And)) return b;
    }
    if (left.op == ExprOp::Constant) {
        if (left.value == 0 && op == ExprOp::Add) return b;
        if (left.value == 1 && op == ExprOp::Mul && bits > 1) return b;
        if (left.value == 0 && op == ExprOp::Mul) return a;
    }
    Expr expr;
    expr.op = op;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.a = a;
    expr.b = b;
    return intern(expr);
}

ExprId ExprPool::ternary(ExprOp op, int bits, ExprId a, ExprId b, ExprId c) {
    if (op == ExprOp::Select) {
        if (b == c) return b;
        if (isConstant(a)) return exprs_[a.index].value != 0 ? b : c;
    }
    Expr expr;
    expr.op = op;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.a = a;
    expr.b = b;
    expr.c = c;
    return intern(expr);
}

ExprId ExprPool::final(LoopId loop, ExprId a) {
    if (!(dependence_[a.index] & loopDependence(loop)) && !(dependence_[a.index] & dataDependence)) {
        // Invariant in the loop, unless a recurrence that is still open hides a dependence.
        if (exprs_[a.index].op == ExprOp::Constant || exprs_[a.index].op == ExprOp::Parameter) return a;
    }
    Expr expr;
    expr.op = ExprOp::Final;
    expr.bits = exprs_[a.index].bits;
    expr.index = loop.index();
    expr.a = a;
    return intern(expr);
}

ExprId ExprPool::negation(ExprId condition) {
    const Expr expr = exprs_[condition.index];
    switch (expr.op) {
    case ExprOp::Constant: return constant(expr.value == 0 ? 1 : 0, 1);
    case ExprOp::Equal: return binary(ExprOp::NotEqual, 1, expr.a, expr.b);
    case ExprOp::NotEqual: return binary(ExprOp::Equal, 1, expr.a, expr.b);
    case ExprOp::ULess: return binary(ExprOp::ULessEqual, 1, expr.b, expr.a);
    case ExprOp::ULessEqual: return binary(ExprOp::ULess, 1, expr.b, expr.a);
    case ExprOp::SLess: return binary(ExprOp::SLessEqual, 1, expr.b, expr.a);
    case ExprOp::SLessEqual: return binary(ExprOp::SLess, 1, expr.b, expr.a);
    case ExprOp::Xor:
        if (isConstant(expr.b, 1)) return expr.a;
        break;
    default: break;
    }
    return binary(ExprOp::Xor, 1, condition, constant(1, 1));
}

ExprId ExprPool::conjunction(ExprId a, ExprId b) {
    if (isConstant(a)) return exprs_[a.index].value != 0 ? b : a;
    if (isConstant(b)) return exprs_[b.index].value != 0 ? a : b;
    if (a == b) return a;
    return binary(ExprOp::And, 1, a, b);
}

ExprId ExprPool::disjunction(ExprId a, ExprId b) {
    if (isConstant(a)) return exprs_[a.index].value != 0 ? a : b;
    if (isConstant(b)) return exprs_[b.index].value != 0 ? b : a;
    if (a == b) return a;
    if (negation(a) == b) return truth();
    return binary(ExprOp::Or, 1, a, b);
}

ExprId ExprPool::substituteCounter(ExprId id, LoopId loop, ExprId replacement) {
    const Expr expr = exprs_[id.index];
    if (!id || !(dependence_[id.index] & loopDependence(loop))) return id;
    if (expr.op == ExprOp::Counter) {
        if (expr.loop() != loop) return id; // another loop with the same bit
        const int from = exprs_[replacement.index].bits;
        return from == expr.bits
                   ? replacement
                   : unary(from < expr.bits ? ExprOp::SExt : ExprOp::Trunc, expr.bits, replacement);
    }
    if (expr.op == ExprOp::Recurrence || expr.op == ExprOp::Final) return unknown(expr.bits);
    const ExprId a = substituteCounter(expr.a, loop, replacement);
    const ExprId b = substituteCounter(expr.b, loop, replacement);
    const ExprId c = substituteCounter(expr.c, loop, replacement);
    if (c) return ternary(expr.op, expr.bits, a, b, c);
    if (b) return binary(expr.op, expr.bits, a, b);
    return unary(expr.op, expr.bits, a);
}

ExprId ExprPool::recurrence(LoopId loop, int bits, ExprId first) {
    // Never interned: two recurrences are equal only if their next values are, which is not known yet.
    Expr expr;
    expr.op = ExprOp::Recurrence;
    expr.bits = static_cast<std::uint8_t>(bits);
    expr.index = loop.index();
    expr.a = first;
    const ExprId id{static_cast<std::uint32_t>(exprs_.size())};
    exprs_.push_back(expr);
    dependence_.push_back(ownDependence(expr) | dependence_[first.index]);
    return id;
}

void ExprPool::setNext(ExprId recurrence, ExprId next) { exprs_[recurrence.index].b = next; }

void ExprPool::settleDependences(const std::vector<ExprId>& loopConditions) {
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 1; i < exprs_.size(); ++i) {
            const Expr& expr = exprs_[i];
            DependenceMask mask = ownDependence(expr) | dependence_[expr.a.index] | dependence_[expr.b.index] |
                                  dependence_[expr.c.index];
            if (expr.op == ExprOp::Final) {
                if (expr.index < loopConditions.size()) mask |= dependence_[loopConditions[expr.index].index];
                mask &= ~endingDependence(expr.loop());
            }
            if (mask != dependence_[i]) {
                dependence_[i] = mask;
                changed = true;
            }
        }
    }
}

} // namespace warpstring
