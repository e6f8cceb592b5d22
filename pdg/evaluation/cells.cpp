// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/cells.h"

#include <algorithm>

#include "pdg/evaluation/thin_cells.h"

namespace warpstring::evaluation {

std::string_view name(Certainty certainty) {
    switch (certainty) {
    case Certainty::Exact: return "symbolic";
    case Certainty::Sampled: return "sampled";
    case Certainty::Annotated: return "annotated";
    case Certainty::Bounded: return "bounds";
    }
    return "";
}

std::vector<Cell> splitCell(const Cell& cell, const SplitHint& hint, double most) {
    const Progression whole = cell.box.variables[hint.variable];
    std::vector<Cell> parts;
    if (whole.count <= 1) return parts;
    if (hint.residues == 1) {
        const std::uint64_t cut = hint.cut > 0 && hint.cut < whole.count ? hint.cut : whole.count / 2;
        parts.assign(2, cell);
        parts[0].box.variables[hint.variable] = whole.slice(0, cut);
        parts[1].box.variables[hint.variable] = whole.slice(cut, whole.count - cut);
        return parts;
    }
    const std::uint64_t pieces = hint.residues == 0 ? whole.count : std::min(hint.residues, whole.count);
    if (static_cast<double>(pieces) > most) return parts;
    for (std::uint64_t i = 0; i < pieces; ++i) {
        Cell part = cell;
        part.box.variables[hint.variable] = hint.residues == 0 ? whole.slice(i, 1) : whole.stride(i, pieces);
        parts.push_back(std::move(part));
    }
    return parts;
}

/// Strata that are too few for places drawn in them to make up for one another.
constexpr std::uint64_t fewStrata = 4;

std::vector<Cell> sampleCell(const Cell& cell, BoxVariable variable, std::uint64_t samples) {
    const Progression whole = cell.box.variables[variable];
    std::vector<Cell> parts;
    const std::uint64_t strata = std::min(samples, whole.count);
    for (std::uint64_t s = 0; s < strata; ++s) {
        const auto boundary = [&](std::uint64_t k) {
            return whole.count / strata * k + whole.count % strata * k / strata;
        };
        const std::uint64_t from = boundary(s), to = boundary(s + 1);
        // A place in the stratum that is no multiple of a power of two, so that alignments are met in all ways;
        // of few strata the middle, which is right for what grows evenly, as triangles do.
        const std::uint64_t within = strata <= fewStrata ? std::min((to - from) / 2 | 1, to - from - 1)
                                                         : (s * 0x9E3779B97F4A7C15ull >> 11) % (to - from);
        Cell part = cell;
        part.box.variables[variable] = whole.slice(from + within, 1);
        const auto share = static_cast<double>(to - from);
        part.scale *= share;
        part.scaleLow *= share;
        part.scaleHigh *= share;
        parts.push_back(std::move(part));
    }
    return parts;
}

std::optional<BoxVariable> longestVariable(const Box& box, DependenceMask mask) {
    std::optional<BoxVariable> longest;
    for (BoxVariable v = 0; v < box.variables.size(); ++v)
        if ((mask & dependenceOf(v)) != 0 &&
            box.variables[v].count > (longest ? box.variables[*longest].count : 1))
            longest = v;
    return longest;
}

double groupPointsAskedFor(const Box& box, const std::vector<SplitHint>& hints) {
    double points = 1;
    bool areGroups = false;
    for (const auto& hint : hints)
        if (hint.residues == 0) {
            points *= static_cast<double>(box.variables[hint.variable].count);
            areGroups = areGroups || hint.variable < 3;
        }
    return areGroups ? points : 1;
}

std::vector<Cell> splitByHints(const Cell& cell, const std::vector<SplitHint>& hints, double most) {
    // Two parts are cheapest, then residues, then single points.
    const auto rank = [](const SplitHint& hint) { return hint.residues == 1 ? 0 : hint.residues > 1 ? 1 : 2; };
    for (const int wanted : {0, 1, 2})
        for (const auto& hint : hints)
            if (rank(hint) == wanted)
                if (auto parts = splitCell(cell, hint, most); parts.size() > 1) return parts;
    return {};
}

namespace {

TripletOp tripletOp(ExprOp op) {
    switch (op) {
    case ExprOp::Equal: return TripletOp::Equal;
    case ExprOp::NotEqual: return TripletOp::NotEqual;
    case ExprOp::ULess:
    case ExprOp::SLess: return TripletOp::Less;
    default: return TripletOp::LessEqual;
    }
}

bool decidedFor(const LaneValue& truth, const ActiveSet& items, int groupSize) {
    if (truth.kind != LaneValue::Kind::Integer || !truth.terms.empty()) return false;
    if (truth.high.empty()) return true;
    for (int i = 0; i < groupSize; ++i)
        if (items.contains(i) &&
            truth.lowAt(static_cast<std::size_t>(i)) != truth.highAt(static_cast<std::size_t>(i)))
            return false;
    return true;
}

/// A comparison whose outcome varies over the box, below conjunctions, disjunctions and negations.
ExprId undecidedComparison(ExprEvaluator& evaluator, ExprId condition, const Cell& cell) {
    const Expr expr = evaluator.pdg().exprs[condition];
    if (decidedFor(evaluator.value(condition), cell.may, evaluator.launch().groupSize)) return {};
    if (isIntegerComparison(expr.op) && evaluator.pdg().exprs[expr.a].bits > 1) return condition;
    if (expr.bits != 1) return {};
    for (const ExprId part : {expr.a, expr.b, expr.c})
        if (part && evaluator.pdg().exprs[part].bits == 1)
            if (const ExprId found = undecidedComparison(evaluator, part, cell)) return found;
    return {};
}

struct VariableTriplet {
    Triplet triplet;
    BoxVariable variable = 0;
};

std::vector<std::int64_t> spread(const Lanes& lanes, int groupSize) {
    if (lanes.size() > 1) return {lanes.begin(), lanes.end()};
    return std::vector<std::int64_t>(static_cast<std::size_t>(groupSize), lanes[0]);
}

/// x mod y == r, as written or as the mask that InstCombine makes of a power of two.
std::optional<VariableTriplet> moduloTriplet(ExprEvaluator& evaluator, const Expr& comparison) {
    const ExprPool& exprs = evaluator.pdg().exprs;
    if (comparison.op != ExprOp::Equal && comparison.op != ExprOp::NotEqual) return std::nullopt;
    const Expr left = exprs[comparison.a];
    if (left.op != ExprOp::URem && left.op != ExprOp::SRem) return std::nullopt;
    const LaneValue x = evaluator.value(left.a);
    const LaneValue y = evaluator.value(left.b);
    const LaneValue r = evaluator.value(comparison.b);
    if (!x.isFixed() || !r.isUniformConstant() || !y.isExact() || y.terms.size() != 1 || y.low.size() != 1)
        return std::nullopt;
    const auto extent = termExtent(y, evaluator.box());
    if (!extent || y.low[0] + extent->least <= 0)
        return std::nullopt; // zero divides nothing, signs differ by op
    if (left.op == ExprOp::URem && *std::min_element(x.low.begin(), x.low.end()) < 0) return std::nullopt;
    VariableTriplet found;
    found.variable = y.terms[0].variable;
    found.triplet.threads = spread(x.low, evaluator.launch().groupSize);
    found.triplet.op = comparison.op == ExprOp::Equal ? TripletOp::ModuloEqual : TripletOp::ModuloNotEqual;
    found.triplet.g = {StepSequence::Kind::Linear, y.terms[0].coefficient, y.low[0]};
    found.triplet.remainder = r.low[0];
    found.triplet.steps = static_cast<std::int64_t>(evaluator.box().variables[found.variable].count);
    return found;
}

/// At + B op C*j + D in one variable of the box.
std::optional<VariableTriplet> affineTriplet(ExprEvaluator& evaluator, const Expr& comparison) {
    const LaneValue a = evaluator.value(comparison.a);
    const LaneValue b = evaluator.value(comparison.b);
    if (!a.isExact() || !b.isExact()) return std::nullopt;
    if (comparison.op == ExprOp::ULess || comparison.op == ExprOp::ULessEqual)
        for (const auto* side : {&a, &b}) {
            const auto extent = termExtent(*side, evaluator.box());
            if (!extent || *std::min_element(side->low.begin(), side->low.end()) + extent->least < 0)
                return std::nullopt;
        }
    std::vector<SplitHint> ignored;
    const LaneValue difference = applyInteger(ExprOp::Sub, 64, 64, a, b, evaluator.box(), ignored);
    if (!difference.isExact() || difference.terms.size() != 1) return std::nullopt;
    VariableTriplet found;
    found.variable = difference.terms[0].variable;
    found.triplet.threads = spread(difference.low, evaluator.launch().groupSize);
    found.triplet.op = tripletOp(comparison.op);
    found.triplet.g = {StepSequence::Kind::Linear, -difference.terms[0].coefficient, 0};
    found.triplet.steps = static_cast<std::int64_t>(evaluator.box().variables[found.variable].count);
    return found;
}

/// Cuts the cell where the triplet's threads change; one piece where they never do.
std::vector<Cell> splitByTriplet(const Cell& cell, const VariableTriplet& found, double threshold) {
    const auto ranges = solve(found.triplet, threshold);
    std::vector<Cell> parts;
    if (!ranges) return parts;
    for (const auto& range : *ranges) {
        Cell part = cell;
        part.box.variables[found.variable] = cell.box.variables[found.variable].slice(
            static_cast<std::uint64_t>(range.first), static_cast<std::uint64_t>(range.count));
        parts.push_back(std::move(part));
    }
    return parts;
}

class Selection {
public:
    Selection(ExprEvaluator& evaluator, ExprId condition, double threshold, ConditionReport& report)
        : evaluator_(evaluator), condition_(condition), report_(report),
          mostCells_(std::max(16.0, threshold / evaluator.launch().groupSize)), threshold_(threshold) {}

    std::vector<Cell> run(const std::vector<Cell>& cells, bool untilBounded) {
        std::vector<Cell> pending(cells.rbegin(), cells.rend());
        WorkShare& share = evaluator_.share();
        const double before = share.used();
        for (const auto& cell : cells) points_ += cell.box.points();
        while (!pending.empty() && !(bounded_ && untilBounded)) {
            if (untilBounded) share.foresee(before, done_, points_);
            if (share.isOver()) break;
            if (share.isSpent()) thinCells(pending, mostThinCells);
            const Cell cell = std::move(pending.back());
            pending.pop_back();
            visited_ += 1;
            if ((evaluator_.pdg().exprs.dependence(condition_) & cell.openLoops) != 0) {
                keep(cell, LaneValue{});
                bounded_ = true;
                report_.reason = "it depends on the counter of a loop whose trip count is not known";
                continue;
            }
            evaluator_.enter(cell.box);
            const LaneValue truth = evaluator_.value(condition_);
            auto hints = evaluator_.takeHints();
            if (decidedFor(truth, cell.may, evaluator_.launch().groupSize)) {
                keep(cell, truth);
                continue;
            }
            const bool isAffordable =
                visited_ + static_cast<double>(pending.size()) < mostCells_ && !evaluator_.isSpent();
            auto parts = isAffordable ? split(cell, hints) : std::vector<Cell>{};
            if (parts.size() <= 1) {
                keep(cell, truth);
                bounded_ = true;
                continue;
            }
            std::reverse(parts.begin(), parts.end());
            pending.insert(pending.end(), std::make_move_iterator(parts.begin()),
                           std::make_move_iterator(parts.end()));
        }
        if (bounded_) {
            report_.certainty = std::max(report_.certainty, Certainty::Bounded);
            if (report_.reason.empty())
                report_.reason = evaluator_.isSpent() ? std::string(spentReason)
                                 : (evaluator_.pdg().exprs.dependence(condition_) & dataDependence) != 0
                                     ? "it depends on data that the launch does not tell"
                                     : "its symbolic evaluation would cost more than the threshold";
        }
        return std::move(kept_);
    }

private:
    void keep(const Cell& cell, const LaneValue& truth) {
        done_ += cell.box.points();
        evaluator_.share().spend(evaluator_.launch().groupSize);
        Cell active = cell;
        const bool known = truth.kind == LaneValue::Kind::Integer && truth.terms.empty();
        ActiveSet always, perhaps;
        for (int i = 0; i < evaluator_.launch().groupSize; ++i) {
            const auto item = static_cast<std::size_t>(i);
            if (known && truth.lowAt(item) != 0) always.insert(i);
            if (!known || truth.highAt(item) != 0) perhaps.insert(i);
        }
        active.must &= always;
        active.may &= perhaps;
        if (active.may.empty()) return;
        evaluator_.share().spend(unitsOfCell);
        kept_.push_back(std::move(active));
    }

    std::vector<Cell> split(const Cell& cell, const std::vector<SplitHint>& hints) {
        const double room = mostCells_ - visited_;
        const ExprId comparison = undecidedComparison(evaluator_, condition_, cell);
        (void)evaluator_.takeHints();
        if (comparison) {
            const Expr expr = evaluator_.pdg().exprs[comparison];
            auto found = affineTriplet(evaluator_, expr);
            if (!found) found = moduloTriplet(evaluator_, expr);
            if (found) {
                report_.tripletCase = static_cast<int>(caseOf(found->triplet));
                report_.predictedCost += solveCost(found->triplet);
                report_.paperCost += paperCost(found->triplet);
                if (auto parts = splitByTriplet(cell, *found, threshold_); parts.size() > 1) return parts;
                if (solveCost(found->triplet) > threshold_) {
                    report_.reason = "the paper's cost threshold: its symbolic evaluation would take " +
                                     std::to_string(static_cast<long long>(solveCost(found->triplet))) +
                                     " steps";
                    return {};
                }
            }
        }
        if (auto parts = splitByHints(cell, hints, room); !parts.empty()) {
            if (comparison && report_.tripletCase == 0)
                reportSteps(evaluator_.pdg().exprs[comparison], parts.size());
            return parts;
        }
        return bisect(cell, comparison ? comparison : condition_);
    }

    /// A triplet that is solved step by step, as geometric ones are: which case it is, and what it costs.
    void reportSteps(const Expr& comparison, std::size_t steps) {
        const ExprPool& exprs = evaluator_.pdg().exprs;
        const Expr left = exprs[comparison.a];
        const bool remainder = left.op == ExprOp::URem || left.op == ExprOp::SRem || left.op == ExprOp::And;
        const bool modulo = remainder && (comparison.op == ExprOp::Equal || comparison.op == ExprOp::NotEqual);
        Triplet triplet;
        triplet.threads = spread({0}, evaluator_.launch().groupSize);
        triplet.op = modulo ? TripletOp::ModuloEqual : TripletOp::LessEqual;
        triplet.steps = static_cast<std::int64_t>(steps);
        if (const LaneValue x = evaluator_.value(modulo ? left.a : comparison.a); x.isFixed())
            triplet.threads = spread(x.low, evaluator_.launch().groupSize);
        (void)evaluator_.takeHints();
        report_.tripletCase = static_cast<int>(caseOf(triplet));
        report_.predictedCost += static_cast<double>(steps) * evaluator_.launch().groupSize;
        if (modulo) report_.paperCost += paperCost(triplet); // its sums for comparisons are for linear g alone
    }

    std::vector<Cell> bisect(const Cell& cell, ExprId condition) const {
        const auto longest = longestVariable(cell.box, evaluator_.pdg().exprs.dependence(condition));
        return longest ? splitCell(cell, {*longest, 1}, 2) : std::vector<Cell>{};
    }

    ExprEvaluator& evaluator_;
    ExprId condition_;
    ConditionReport& report_;
    double mostCells_;
    double threshold_;
    double visited_ = 0;
    double points_ = 0, done_ = 0; ///< of the boxes, altogether and decided
    bool bounded_ = false;
    std::vector<Cell> kept_;
};

} // namespace

std::vector<Cell> selectCells(ExprEvaluator& evaluator, const std::vector<Cell>& cells, ExprId condition,
                              double threshold, ConditionReport& report, bool untilBounded) {
    report.threadDependent = (evaluator.pdg().exprs.dependence(condition) & localDependence) != 0;
    if (evaluator.pdg().exprs.isConstant(condition, 1)) return cells;
    return Selection(evaluator, condition, threshold, report).run(cells, untilBounded);
}

} // namespace warpstring::evaluation
