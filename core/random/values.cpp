// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/values.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace warpstring::random_kernels {

namespace {

constexpr double mostInt = 2147483647;
/// Operands of sums and products that could overflow are cut to these.
constexpr std::int64_t termMask = (1 << 24) - 1;
constexpr std::int64_t factorMask = (1 << 12) - 1;

bool fits(double low, double high) { return low >= -mostInt && high <= mostInt; }

ExprPtr onInts(Operation operation, ExprPtr a, ExprPtr b, double low, double high) {
    return apply(operation, intType, {std::move(a), std::move(b)}, low, high, true);
}

} // namespace

ExprPtr literal(ValueType type, double number) {
    Expr e;
    e.type = type;
    e.number = e.low = e.high = number;
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr named(ExprKind kind, int slot, ValueType type, double low, double high, bool exact) {
    Expr e;
    e.kind = kind;
    e.slot = slot;
    e.type = type;
    e.low = low;
    e.high = high;
    e.exact = exact;
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr apply(Operation operation, ValueType type, std::vector<ExprPtr> operands, double low, double high,
              bool exact) {
    Expr e;
    e.kind = ExprKind::Apply;
    e.operation = operation;
    e.type = type;
    e.operands = std::move(operands);
    e.low = low;
    e.high = high;
    e.exact = exact;
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr convert(ValueType type, ExprPtr value, double low, double high) {
    Expr e;
    e.kind = ExprKind::Convert;
    e.type = type;
    e.low = low;
    e.high = high;
    e.exact = value->exact;
    e.operands = {std::move(value)};
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr choose(ExprPtr condition, ExprPtr yes, ExprPtr no) {
    Expr e;
    e.kind = ExprKind::Choose;
    e.type = yes->type;
    e.low = std::min(yes->low, no->low);
    e.high = std::max(yes->high, no->high);
    e.exact = yes->exact && no->exact;
    e.operands = {std::move(condition), std::move(yes), std::move(no)};
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr component(ExprPtr vector, int which) {
    Expr e;
    e.kind = ExprKind::Component;
    e.type = {vector->type.scalar, 1};
    e.slot = which;
    e.low = vector->low;
    e.high = vector->high;
    e.exact = vector->exact;
    e.operands = {std::move(vector)};
    return std::make_shared<const Expr>(std::move(e));
}

ExprPtr plus(ExprPtr a, ExprPtr b) {
    if (!fits(a->low + b->low, a->high + b->high)) return plus(masked(a, termMask), masked(b, termMask));
    const double low = a->low + b->low, high = a->high + b->high;
    return onInts(Operation::Add, std::move(a), std::move(b), low, high);
}

ExprPtr minus(ExprPtr a, ExprPtr b) {
    if (!fits(a->low - b->high, a->high - b->low)) return minus(masked(a, termMask), masked(b, termMask));
    const double low = a->low - b->high, high = a->high - b->low;
    return onInts(Operation::Subtract, std::move(a), std::move(b), low, high);
}

ExprPtr times(ExprPtr a, ExprPtr b) {
    const auto [low, high] =
        std::minmax({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
    if (!fits(low, high)) return times(masked(a, factorMask), masked(b, factorMask));
    return onInts(Operation::Multiply, std::move(a), std::move(b), low, high);
}

ExprPtr divided(ExprPtr a, std::int64_t divisor) {
    const auto by = static_cast<double>(divisor);
    const double low = std::floor(a->low / by), high = std::floor(a->high / by);
    return onInts(Operation::Divide, std::move(a), whole(by), low, high);
}

ExprPtr remainder(ExprPtr a, std::int64_t divisor) {
    const auto by = static_cast<double>(divisor);
    const double high = std::min(a->high, by - 1);
    return onInts(Operation::Remainder, std::move(a), whole(by), 0, high);
}

ExprPtr masked(ExprPtr a, std::int64_t mask) {
    const auto most = static_cast<double>(mask);
    if (a->low >= 0 && a->high <= most) return a;
    const ValueType type = a->type;
    const bool exact = a->exact;
    return apply(Operation::And, type, {std::move(a), literal(type, most)}, 0, most, exact);
}

ExprPtr less(ExprPtr a, ExprPtr b) { return onInts(Operation::Less, std::move(a), std::move(b), 0, 1); }
ExprPtr equal(ExprPtr a, ExprPtr b) { return onInts(Operation::Equal, std::move(a), std::move(b), 0, 1); }

ExprPtr within(ExprPtr index, std::uint64_t count) {
    if (index->low >= 0 && index->high < static_cast<double>(count)) return index;
    return masked(std::move(index), static_cast<std::int64_t>(std::bit_floor(count)) - 1);
}

double magnitude(const Expr& value) { return std::max(std::fabs(value.low), std::fabs(value.high)); }

} // namespace warpstring::random_kernels
