// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/loop_trips.h"

#include <algorithm>

namespace warpstring::evaluation {

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

/// What it takes besides the values themselves, in lane evaluations.
constexpr double unitsOfDifference = 256;

/// The difference of a comparison's sides over the first `count` iterations; nothing where it is not affine.
std::optional<LaneValue> differenceOver(ExprEvaluator& evaluator, const Expr& comparison, BoxVariable counter,
                                        const Box& box, std::uint64_t count) {
    evaluator.share().spend(unitsOfDifference);
    Box over = box;
    over.variables[counter] = {0, 1, count};
    evaluator.enter(over);
    const LaneValue& a = evaluator.value(comparison.a);
    const LaneValue& b = evaluator.value(comparison.b);
    if (!a.isExact() || !b.isExact()) return std::nullopt;
    if (comparison.op == ExprOp::ULess || comparison.op == ExprOp::ULessEqual)
        for (const auto* side : {&a, &b}) {
            const auto extent = termExtent(*side, over);
            if (!extent || *std::min_element(side->low.begin(), side->low.end()) + extent->least < 0)
                return std::nullopt;
        }
    std::vector<SplitHint> ignored;
    LaneValue difference = applyInteger(ExprOp::Sub, 64, 64, a, b, over, ignored);
    return difference.isExact() ? std::optional(std::move(difference)) : std::nullopt;
}

/// Trips in closed form.
struct ClosedForm {
    std::vector<std::int64_t> trips;     ///< the same at all points of the box
    std::vector<BoxVariable> variesWith; ///< unless these are here: they decide on the trips
};

/// Iterations up to and including the one in which somebody leaves.
std::int64_t tripsUntil(std::int64_t failure) { return failure == endlessTrips ? endlessTrips : failure + 1; }

std::int64_t fewerTrips(std::int64_t a, std::int64_t b) {
    return a == endlessTrips ? b : b == endlessTrips ? a : std::min(a, b);
}

/// Trips in closed form where every comparison of the condition is affine, else nothing. Groups and loops
/// around move a comparison's line up and down: between the least and the most that they add lie the trips of
/// all points.
std::optional<ClosedForm> closedForm(ExprEvaluator& evaluator, const std::vector<ExprId>& leaves,
                                     BoxVariable counter, const Box& box) {
    const ExprPool& exprs = evaluator.pdg().exprs;
    std::vector<LaneValue> lines;
    std::vector<std::int64_t> most{endlessTrips}, fewest{endlessTrips};
    ClosedForm result;
    for (const auto leaf : leaves) {
        if (!isIntegerComparison(exprs[leaf].op)) return std::nullopt;
        const auto line = differenceOver(evaluator, exprs[leaf], counter, box, 2);
        if (!line) return std::nullopt;
        LaneValue around = *line;
        std::erase_if(around.terms, [&](const auto& term) { return term.variable == counter; });
        const bool isMoved = !around.terms.empty();
        const bool isOrder = exprs[leaf].op != ExprOp::Equal && exprs[leaf].op != ExprOp::NotEqual;
        const auto moved = termExtent(around, box);
        if (!moved || (isMoved && !isOrder)) return std::nullopt;
        for (const auto& term : around.terms) result.variesWith.push_back(term.variable);
        std::int64_t slope = 0;
        for (const auto& term : line->terms)
            if (term.variable == counter) slope = term.coefficient;
        const std::size_t width = std::max(most.size(), line->low.size());
        std::vector<std::int64_t> more(width), fewer(width);
        for (std::size_t i = 0; i < width; ++i) {
            const auto until = [&](std::int64_t beyond) {
                return tripsUntil(firstFailure(exprs[leaf].op, line->lowAt(i) + beyond, slope));
            };
            more[i] = fewerTrips(most.size() == 1 ? most[0] : most[i], until(moved->least));
            fewer[i] = fewerTrips(fewest.size() == 1 ? fewest[0] : fewest[i], until(moved->most));
        }
        most = std::move(more);
        fewest = std::move(fewer);
        lines.push_back(*line);
    }
    if (most != fewest) return result;
    // The same lines must hold, without wrapping or a remainder that starts again, up to the last iteration;
    // for somebody who is to stay for ever, as long as one would follow.
    std::int64_t longest = std::max<std::int64_t>(2, *std::max_element(most.begin(), most.end()));
    if (std::find(most.begin(), most.end(), endlessTrips) != most.end())
        longest = std::max(longest, static_cast<std::int64_t>(evaluator.stepLimit()));
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        const auto whole =
            differenceOver(evaluator, exprs[leaves[i]], counter, box, static_cast<std::uint64_t>(longest));
        if (!whole || whole->terms != lines[i].terms || whole->low != lines[i].low) return std::nullopt;
    }
    result.trips = std::move(most);
    result.variesWith.clear();
    return result;
}

/// What else of the box the condition varies with, to be split into points.
std::vector<SplitHint> hintPoints(const Box& box, DependenceMask mask, BoxVariable counter) {
    std::vector<SplitHint> hints;
    for (BoxVariable v = 0; v < box.variables.size(); ++v)
        if (v != counter && box.variables[v].count > 1 && (mask & dependenceOf(v)) != 0)
            hints.push_back({v, 0});
    return hints;
}

/// Iterations that are followed past the first one of which nobody knows whether it is the last.
constexpr std::int64_t mostUndecidedSteps = 4096;

LoopTrips byStepping(ExprEvaluator& evaluator, ExprId condition, BoxVariable counter, const Box& box,
                     const std::vector<std::int64_t>& atMost) {
    LoopTrips result;
    const DependenceMask mask = evaluator.pdg().exprs.dependence(condition);
    const int items = evaluator.launch().groupSize;
    const auto size = static_cast<std::size_t>(items);
    std::vector<std::int64_t> trips(size, endlessTrips), fewest(size, endlessTrips);
    int running = items, undecided = 0;
    std::int64_t undecidedSteps = 0;
    std::vector<SplitHint> hints = hintPoints(box, mask, counter);
    Box at = box;
    for (std::int64_t j = 0; running > 0; ++j) {
        if (evaluator.isSpent()) {
            result.reason = std::string(spentReason);
            return result;
        }
        if (!hints.empty() && j > mostUndecidedSteps) {
            result.hints = std::move(hints); // parts of the box may have a closed form
            result.reason = "its condition varies with other loops or groups";
            return result;
        }
        if (static_cast<double>(j) * items > evaluator.stepLimit()) {
            result.reason = "the loop was followed for " + std::to_string(j) + " iterations without an end";
            if (undecided > 0) return result;
            std::replace(trips.begin(), trips.end(), endlessTrips, unknownTrips);
            std::replace(fewest.begin(), fewest.end(), endlessTrips, unknownTrips);
            break;
        }
        at.variables[counter] = {j, 1, 1};
        evaluator.enter(at);
        const LaneValue& goesOn = evaluator.value(condition);
        const bool known = goesOn.kind == LaneValue::Kind::Integer && goesOn.terms.empty();
        for (std::size_t item = 0; item < size; ++item) {
            if (trips[item] != endlessTrips) continue;
            if (fewest[item] == endlessTrips && (!known || goesOn.lowAt(item) == 0)) {
                fewest[item] = j + 1;
                ++undecided;
            }
            if (known && goesOn.highAt(item) == 0) {
                trips[item] = j + 1;
                --running;
                --undecided;
            }
        }
        if (running == 0 || undecided < running) continue;
        // All that is left to find is when everybody has left for certain.
        if (++undecidedSteps <= mostUndecidedSteps && atMost.empty()) continue;
        for (std::size_t item = 0; item < size && !atMost.empty(); ++item)
            if (trips[item] == endlessTrips) trips[item] = atMost.size() == 1 ? atMost[0] : atMost[item];
        break;
    }
    result.known = trips == fewest;
    if (!result.known) {
        result.hints = std::move(hints);
        result.reason = (mask & dataDependence) != 0
                            ? "its condition depends on data that the launch does not tell"
                            : "its condition varies with other loops or groups";
        if (std::find(trips.begin(), trips.end(), endlessTrips) != trips.end()) return result;
        result.fewest = std::move(fewest);
    }
    const bool uniform =
        result.known && std::all_of(trips.begin(), trips.end(), [&](auto t) { return t == trips[0]; });
    result.trips = uniform ? std::vector<std::int64_t>{trips[0]} : std::move(trips);
    return result;
}

} // namespace

bool LoopTrips::isFollowedFor(const ActiveSet& items, int groupSize) const {
    for (int item = 0; item < groupSize; ++item)
        if (items.contains(item) &&
            (trips.size() == 1 ? trips[0] : trips[static_cast<std::size_t>(item)]) == unknownTrips)
            return false;
    return true;
}

LoopTrips countTrips(ExprEvaluator& evaluator, LoopId loop, const Box& box, bool mayStep) {
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
    if (auto form = closedForm(evaluator, leaves, counter, box)) {
        if (form->variesWith.empty()) {
            result.known = true;
            result.trips = std::move(form->trips);
        } else {
            for (const auto variable : form->variesWith) result.hints.push_back({variable, 0});
            result.reason = "its condition varies with other loops or groups";
        }
    } else if (mayStep) {
        // Comparisons that are affine bound what the others leave open.
        const auto isClosed = [](const auto& found) { return found && found->variesWith.empty(); };
        std::erase_if(leaves,
                      [&](ExprId leaf) { return !isClosed(closedForm(evaluator, {leaf}, counter, box)); });
        std::vector<std::int64_t> atMost;
        if (auto bound = leaves.empty() ? std::nullopt : closedForm(evaluator, leaves, counter, box);
            isClosed(bound) &&
            std::find(bound->trips.begin(), bound->trips.end(), endlessTrips) == bound->trips.end())
            atMost = std::move(bound->trips);
        // A condition that is decided the same way at all points need not be split.
        result = byStepping(evaluator, condition, counter, box, atMost);
    }
    result.infinite =
        result.known && std::any_of(result.trips.begin(), result.trips.end(), [](auto t) { return t < 0; });
    return result;
}

} // namespace warpstring::evaluation
