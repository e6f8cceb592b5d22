// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/loop_trips.h"

#include <algorithm>

namespace warpstring {

namespace {

void conjuncts(const ExprPool& exprs, ExprId condition, std::vector<ExprId>& leaves) {
    const Expr& expr = exprs[condition];
    if (expr.op == ExprOp::And && expr.bits == 1) {
        conjuncts(exprs, expr.a, leaves);
        conjuncts(exprs, expr.b, leaves);
    } else {
        leaves.push_back(condition);
    }
}

bool isIntegerComparison(const Expr& expr) {
    return expr.op == ExprOp::Equal || expr.op == ExprOp::NotEqual || expr.op == ExprOp::ULess ||
           expr.op == ExprOp::ULessEqual || expr.op == ExprOp::SLess || expr.op == ExprOp::SLessEqual;
}

/// First index j >= 0 at which `d + c*j op 0` does not hold; endlessTrips when it always holds.
std::int64_t firstFailure(ExprOp op, std::int64_t d, std::int64_t c) {
    switch (op) {
    case ExprOp::SLess:
    case ExprOp::ULess:
        if (d >= 0) return 0;
        return c <= 0 ? endlessTrips : (-d + c - 1) / c;
    case ExprOp::SLessEqual:
    case ExprOp::ULessEqual:
        if (d > 0) return 0;
        return c <= 0 ? endlessTrips : -d / c + 1;
    case ExprOp::Equal:
        if (d != 0) return 0;
        return c == 0 ? endlessTrips : 1;
    case ExprOp::NotEqual:
        if (d == 0) return 0;
        return c != 0 && d % c == 0 && -d / c > 0 ? -d / c : endlessTrips;
    default: return endlessTrips;
    }
}

/// The closed form for one comparison, or nothing where it is not affine in the counter alone.
std::optional<std::vector<std::int64_t>> closedForm(ExprEvaluator& evaluator, ExprId condition, BoxVariable counter,
                                                    const Box& box) {
    const ExprPool& exprs = evaluator.pdg().exprs;
    const Expr expr = exprs[condition];
    if (!isIntegerComparison(expr)) return std::nullopt;
    const bool isUnsigned = expr.op == ExprOp::ULess || expr.op == ExprOp::ULessEqual;
    const auto differenceOver = [&](std::uint64_t count) -> std::optional<LaneValue> {
        Box over = box;
        over.variables[counter] = {0, 1, count};
        evaluator.enter(over);
        const LaneValue a = evaluator.value(expr.a);
        const LaneValue b = evaluator.value(expr.b);
        if (!a.isExact() || !b.isExact()) return std::nullopt;
        if (isUnsigned)
            for (const auto* side : {&a, &b}) {
                const auto extent = termExtent(*side, over);
                if (!extent || *std::min_element(side->low.begin(), side->low.end()) + extent->least < 0) return std::nullopt;
            }
        std::vector<SplitHint> ignored;
        const LaneValue difference = applyInteger(ExprOp::Sub, 64, 64, a, b, over, ignored);
        if (!difference.isExact()) return std::nullopt;
        for (const auto& term : difference.terms)
            if (term.variable != counter) return std::nullopt;
        return difference;
    };
    const auto start = differenceOver(2);
    if (!start) return std::nullopt;
    const std::int64_t slope = start->terms.empty() ? 0 : start->terms[0].coefficient;
    std::vector<std::int64_t> trips;
    std::int64_t longest = 1;
    for (const auto intercept : start->low) {
        const std::int64_t failure = firstFailure(expr.op, intercept, slope);
        trips.push_back(failure == endlessTrips ? endlessTrips : failure + 1);
        longest = std::max(longest, trips.back());
    }
    // The same line must hold, without wrapping, up to the last iteration.
    const auto whole = differenceOver(static_cast<std::uint64_t>(std::max<std::int64_t>(longest, 2)));
    if (!whole || whole->terms != start->terms || whole->low != start->low) return std::nullopt;
    return trips;
}

bool isOtherwiseConstant(const Box& box, DependenceMask mask, BoxVariable counter) {
    for (BoxVariable v = 0; v < box.variables.size(); ++v)
        if (v != counter && box.variables[v].count > 1 && (mask & dependenceOf(v)) != 0) return false;
    return true;
}

void hintPoints(LoopTrips& result, const Box& box, DependenceMask mask, BoxVariable counter) {
    for (BoxVariable v = 0; v < box.variables.size(); ++v)
        if (v != counter && box.variables[v].count > 1 && (mask & dependenceOf(v)) != 0) result.hints.push_back({v, 0});
}

LoopTrips byStepping(ExprEvaluator& evaluator, ExprId condition, BoxVariable counter, const Box& box) {
    LoopTrips result;
    const DependenceMask mask = evaluator.pdg().exprs.dependence(condition);
    const int items = evaluator.launch().groupSize;
    std::vector<std::int64_t> trips(static_cast<std::size_t>(items), endlessTrips);
    int running = items;
    Box at = box;
    for (std::int64_t j = 0; running > 0; ++j) {
        if (static_cast<double>(j) * items > evaluator.stepLimit()) {
            result.reason = "the loop was followed for " + std::to_string(j) + " iterations without an end";
            result.hints.clear();
            return result;
        }
        at.variables[counter] = {j, 1, 1};
        evaluator.enter(at);
        const LaneValue goesOn = evaluator.value(condition);
        for (int item = 0; item < items; ++item) {
            auto& own = trips[static_cast<std::size_t>(item)];
            if (own != endlessTrips) continue;
            const bool known = goesOn.kind == LaneValue::Kind::Integer && goesOn.terms.empty() &&
                               goesOn.lowAt(static_cast<std::size_t>(item)) == goesOn.highAt(static_cast<std::size_t>(item));
            if (!known) {
                own = unknownTrips;
                --running;
            } else if (goesOn.lowAt(static_cast<std::size_t>(item)) == 0) {
                own = j + 1;
                --running;
            }
        }
    }
    result.known = std::find(trips.begin(), trips.end(), unknownTrips) == trips.end();
    if (!result.known) {
        hintPoints(result, box, mask, counter);
        result.reason = "its condition depends on data that the launch does not tell";
    }
    const bool uniform = std::all_of(trips.begin(), trips.end(), [&](auto t) { return t == trips[0]; });
    result.trips = uniform ? std::vector<std::int64_t>{trips[0]} : std::move(trips);
    return result;
}

} // namespace

LoopTrips countTrips(ExprEvaluator& evaluator, LoopId loop, const Box& box) {
    const Pdg& pdg = evaluator.pdg();
    const ExprId condition = pdg.loops[loop].continues;
    const BoxVariable counter = loopVariable(loop);
    LoopTrips result;
    if (pdg.exprs.isConstant(condition)) {
        result.known = true;
        result.trips = {pdg.exprs[condition].value != 0 ? endlessTrips : 1};
        return result;
    }
    std::vector<ExprId> leaves;
    conjuncts(pdg.exprs, condition, leaves);
    bool closed = true;
    std::vector<std::int64_t> trips{endlessTrips};
    for (const auto leaf : leaves) {
        const auto own = closedForm(evaluator, leaf, counter, box);
        if (!own) {
            closed = false;
            break;
        }
        const std::size_t width = std::max(trips.size(), own->size());
        std::vector<std::int64_t> fewest(width);
        for (std::size_t i = 0; i < width; ++i) {
            const std::int64_t a = trips.size() == 1 ? trips[0] : trips[i], b = own->size() == 1 ? (*own)[0] : (*own)[i];
            fewest[i] = a == endlessTrips ? b : b == endlessTrips ? a : std::min(a, b);
        }
        trips = std::move(fewest);
    }
    if (closed) {
        result.known = true;
        result.trips = std::move(trips);
    } else if (!isOtherwiseConstant(box, pdg.exprs.dependence(condition), counter)) {
        hintPoints(result, box, pdg.exprs.dependence(condition), counter);
        // A condition that is decided the same way at all points need not be split: try before.
        LoopTrips stepped = byStepping(evaluator, condition, counter, box);
        if (stepped.known) return stepped;
        result.reason = stepped.reason;
    } else {
        result = byStepping(evaluator, condition, counter, box);
    }
    result.infinite = result.known && std::find(result.trips.begin(), result.trips.end(), endlessTrips) != result.trips.end();
    return result;
}

} // namespace warpstring
