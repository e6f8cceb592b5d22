// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/expr_value.h"

namespace warpstring::drafting {

WorkItem lastOf(const NDRange& range, WholeNumbers scalars) {
    WorkItem item;
    item.range = range;
    item.scalars = std::move(scalars);
    for (int d = 0; d < 3; ++d) {
        const auto at = static_cast<std::size_t>(d);
        item.group[at] = static_cast<std::int64_t>(range.groups(d)) - 1;
        item.local[at] = static_cast<std::int64_t>(range.local[at]) - 1;
    }
    return item;
}

std::optional<std::int64_t> ExprValue::of(ExprId id) {
    if (!id || depth_ > deepestExpression) return std::nullopt;
    if (const auto found = known_.find(id.index); found != known_.end()) return found->second;
    known_[id.index] = std::nullopt; // a recurrence that names itself
    ++depth_;
    const auto value = computed(pool_[id]);
    --depth_;
    known_[id.index] = value;
    return value;
}

std::optional<std::int64_t> ExprValue::computed(const Expr& expr) {
    const auto size = [&](const std::array<std::uint64_t, 3>& sizes) {
        return static_cast<std::int64_t>(sizes[expr.index % 3]);
    };
    switch (expr.op) {
    case ExprOp::Constant: return expr.value;
    case ExprOp::LocalId: return item_.local[expr.index % 3];
    case ExprOp::GroupId: return item_.group[expr.index % 3];
    case ExprOp::LocalSize: return size(item_.range.local);
    case ExprOp::GlobalSize: return size(item_.range.global);
    case ExprOp::GroupCount:
        return static_cast<std::int64_t>(item_.range.groups(static_cast<int>(expr.index % 3)));
    case ExprOp::WorkDimensions: return item_.range.dimensions;
    case ExprOp::Parameter: {
        const std::uint32_t slot = slotOf(pdg_, expr.index);
        return slot < item_.scalars.size() ? item_.scalars[slot] : std::nullopt;
    }
    case ExprOp::Counter: return item_.counter;
    case ExprOp::Recurrence:
    case ExprOp::Final: return of(expr.a);
    case ExprOp::ZExt: {
        const auto value = of(expr.a);
        if (!value) return std::nullopt;
        return static_cast<std::int64_t>(asUnsigned(*value, pool_[expr.a].bits));
    }
    case ExprOp::SExt: return of(expr.a);
    case ExprOp::Trunc: {
        const auto value = of(expr.a);
        if (!value) return std::nullopt;
        return wrap(*value, expr.bits);
    }
    case ExprOp::Select: {
        const auto condition = of(expr.a);
        if (!condition) return std::nullopt;
        return of(*condition != 0 ? expr.b : expr.c);
    }
    default: break;
    }
    if (expr.op < ExprOp::Add || expr.op > ExprOp::SLessEqual || !expr.b) return std::nullopt;
    const auto a = of(expr.a), b = of(expr.b);
    std::int64_t result = 0;
    if (!a || !b || !foldInteger(expr.op, expr.bits, pool_[expr.a].bits, *a, *b, result)) return std::nullopt;
    return result;
}

} // namespace warpstring::drafting
