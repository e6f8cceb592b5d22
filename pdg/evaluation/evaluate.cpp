// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include "pdg/evaluation/access_evaluation.h"
#include "pdg/evaluation/evaluation.h"
#include "pdg/evaluation/loop_trips.h"

namespace warpstring {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
/// Cells of one region beyond which further ones are drawn by strata, so many for each cell of the region
/// around.
constexpr double mostLoopCells = 8192, fewestStrata = 2;
/// Slices of groups or of a loop around with the same trips, beyond which single points are cheaper.
constexpr std::uint64_t mostSlices = 64;
/// Slices that are kept however many cells there are: exact, and about as many as strata would be.
constexpr double fewestSlices = 4;
/// Lane evaluations that finding the trip counts of one loop may take.
constexpr double loopBudget = 1 << 25;

class Walk {
public:
    Walk(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec, const EvaluationOptions& options,
         Evaluation& result)
        : pdg_(pdg), launch_(launch), spec_(spec), options_(options), result_(result),
          evaluator_(pdg, result.launch, options.threshold) {}

    void run(std::vector<Cell> root) {
        result_.regions.resize(pdg_.regions.size());
        result_.loops.resize(pdg_.loops.size());
        result_.accesses.resize(pdg_.accesses.size());
        for (const auto& region : pdg_.regions) { // parents come before their children
            auto& evaluation = result_.regions[region.id];
            if (region.kind == Region::Kind::Entry)
                evaluation.cells = root;
            else if (region.kind == Region::Kind::Branch)
                branch(region, evaluation);
            else
                loop(region, evaluation);
            countExecutions(evaluation);
            if (region.kind == Region::Kind::LoopBody) averageTrips(region, evaluation);
        }
        for (const auto& statement : pdg_.statements) {
            if (statement.kind != StatementKind::Memory) continue;
            const auto& access = pdg_.accesses[statement.access];
            Diagnostics faults;
            auto& own = result_.accesses[access.id];
            own = evaluateAccess(evaluator_, access, result_.regions[statement.region].cells, spec_,
                                 result_.warps, options_.threshold, faults);
            result_.diagnostics.insert(result_.diagnostics.end(), faults.begin(), faults.end());
            if (own.certainty != Certainty::Exact)
                assume(statement.text, statement.place, own.certainty, own.reason);
        }
        reportUnusedAnnotations();
        result_.laneEvaluations = evaluator_.work() * result_.launch.groupSize;
    }

private:
    void assume(const std::string& what, const CodePlace& place, Certainty certainty,
                const std::string& reason) {
        const std::string line = place.at.line > 0 ? "line " + std::to_string(place.at.line) + ": " : "";
        const char* how = certainty == Certainty::Sampled     ? " is sampled: "
                          : certainty == Certainty::Annotated ? " follows its annotation: "
                                                              : " is bounded: ";
        const std::string text = line + what + how + reason;
        if (assumed_.insert(text).second) result_.assumptions.push_back(text);
    }

    const Annotation* annotationAt(AnnotationKind kind, const CodePlace& place) const {
        for (const auto& annotation : launch_.annotations) {
            if (annotation.kind != kind) continue;
            const int line = lineOf(annotation);
            if (line != 0 && line == place.at.line) return &annotation;
        }
        return nullptr;
    }

    [[nodiscard]] int lineOf(const Annotation& annotation) const {
        return annotation.label.empty() ? annotation.line : lineOfLabel(annotation.label);
    }

    /// The line whose comment says "warpstring: label".
    int lineOfLabel(const std::string& label) const {
        const std::string comment = "warpstring: " + label;
        for (auto at = pdg_.source.find(comment); at != std::string::npos;
             at = pdg_.source.find(comment, at + 1)) {
            const auto end = at + comment.size();
            const bool goesOn = end < pdg_.source.size() &&
                                std::isspace(static_cast<unsigned char>(pdg_.source[end])) == 0 &&
                                pdg_.source[end] != '*';
            if (goesOn) continue; // a longer label
            return 1 + static_cast<int>(std::count(
                           pdg_.source.begin(), pdg_.source.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        }
        return 0;
    }

    /// Loops are rotated: a test whether they run at all stands before them. That they make a trip settles it.
    [[nodiscard]] bool guardsAnnotatedLoop(const Region& region) const {
        for (const auto& child : region.children) {
            if (child.kind != NodeRef::Kind::Region || pdg_.regions[child.id].kind != Region::Kind::LoopBody)
                continue;
            const auto* trips =
                annotationAt(AnnotationKind::Trips, pdg_.loops[pdg_.regions[child.id].loop].place);
            if (trips != nullptr && trips->low >= 1) return true;
        }
        return false;
    }

    /// The nearest loop around `region`, if its trip count follows an annotation; else nullptr.
    [[nodiscard]] const Loop* annotatedLoopAround(const Region& region) const {
        for (RegionId at = region.parent; at != none; at = pdg_.regions[at].parent) {
            if (pdg_.regions[at].kind != Region::Kind::LoopBody) continue;
            const LoopId loop = pdg_.regions[at].loop;
            return result_.loops[loop].certainty == Certainty::Annotated ? &pdg_.loops[loop] : nullptr;
        }
        return nullptr;
    }

    /// Whether `condition` only holds where `part` does.
    [[nodiscard]] bool isConjunct(ExprId condition, ExprId part) const {
        if (condition == part) return true;
        const Expr& expr = pdg_.exprs[condition];
        const bool isAnd = expr.op == ExprOp::And && expr.bits == 1;
        const bool isSelect =
            expr.op == ExprOp::Select && pdg_.exprs.isConstant(expr.c) && pdg_.exprs[expr.c].value == 0;
        return (isAnd || isSelect) && (isConjunct(expr.a, part) || isConjunct(expr.b, part));
    }

    /// Annotations that speak of no branch or loop are mistakes.
    void reportUnusedAnnotations() {
        for (const auto& annotation : launch_.annotations) {
            const int line = lineOf(annotation);
            const auto stands = [&](const auto& node) { return line != 0 && node.place.at.line == line; };
            const bool used = annotation.kind == AnnotationKind::Trips
                                  ? std::any_of(pdg_.loops.begin(), pdg_.loops.end(), stands)
                                  : std::any_of(pdg_.predicates.begin(), pdg_.predicates.end(), stands);
            if (used) continue;
            const std::string what = annotation.kind == AnnotationKind::Trips ? "loop" : "branch";
            const std::string where = annotation.label.empty() ? "line " + std::to_string(annotation.line)
                                                               : "label '" + annotation.label + "'";
            result_.diagnostics.push_back({"launch.annotation-without-effect", Severity::Warning,
                                           annotation.place,
                                           "there is no " + what + " at " + where + " of this kernel",
                                           "a label is the text of a comment '// warpstring: LABEL' on the "
                                           "line; see 'warpstring pdg' for the lines of branches and loops"});
        }
    }

    void branch(const Region& region, RegionEvaluation& evaluation) {
        const auto& parent = result_.regions[region.parent];
        if (const Loop* loop = annotatedLoopAround(region);
            loop != nullptr && isConjunct(loop->continues, region.guard)) {
            // The loop goes on only where this holds: in every trip that the annotation counts but the last.
            evaluation.condition.certainty = Certainty::Annotated;
            evaluation.cells = parent.cells;
            return;
        }
        evaluation.cells =
            selectCells(evaluator_, parent.cells, region.guard, options_.threshold, evaluation.condition);
        if (evaluation.condition.certainty != Certainty::Bounded) return;
        const CodePlace place = region.controlParents.empty()
                                    ? region.place
                                    : pdg_.predicates[region.controlParents[0].predicate].place;
        const auto* annotation = annotationAt(AnnotationKind::Weight, place);
        if (annotation == nullptr && guardsAnnotatedLoop(region)) {
            evaluation.condition.certainty = Certainty::Annotated;
            evaluation.cells = parent.cells;
            return;
        }
        if (annotation == nullptr || region.controlParents.size() != 1) {
            assume("the condition", place, Certainty::Bounded,
                   evaluation.condition.reason + "; weights 0 and 1");
            return;
        }
        const bool side = region.controlParents[0].side;
        const double low = side ? annotation->low : 1 - annotation->high;
        const double high = side ? annotation->high : 1 - annotation->low;
        evaluation.condition.certainty = Certainty::Annotated;
        evaluation.cells = parent.cells;
        for (auto& cell : evaluation.cells) {
            cell.scaleLow *= low;
            cell.scaleHigh *= high;
            cell.scale *= (low + high) / 2;
        }
        assume("the condition", place, Certainty::Annotated,
               "weight " + std::to_string((annotation->low + annotation->high) / 2));
    }

    void loop(const Region& region, RegionEvaluation& evaluation) {
        const Loop& loop = pdg_.loops[region.loop];
        const auto& parent = result_.regions[region.parent].cells;
        const double fewest = static_cast<double>(parent.size()) > mostLoopCells ? 1 : fewestStrata;
        sampledPoints_ = sampledOf_ = 0;
        std::vector<Cell> pending(parent.rbegin(), parent.rend());
        while (!pending.empty()) {
            const Cell cell = std::move(pending.back());
            pending.pop_back();
            if ((pdg_.exprs.dependence(loop.continues) & cell.openLoops) != 0) {
                LoopTrips open;
                open.reason = "it depends on the counter of a loop whose trip count is not known";
                unknownTripCount(loop, cell, open, evaluation.cells);
                continue;
            }
            if (annotationAt(AnnotationKind::Trips, loop.place) != nullptr &&
                !countTrips(evaluator_, loop.id, cell.box, false).known) {
                // What the programmer says spares following the loop, which may take long.
                unknownTripCount(loop, cell, {}, evaluation.cells);
                continue;
            }
            const LoopTrips trips = evaluator_.trips(loop.id, cell.box);
            if (trips.known && trips.isFollowedFor(cell.may, result_.launch.groupSize)) {
                enterLoop(loop, cell, trips, evaluation.cells);
                continue;
            }
            const auto made = static_cast<double>(evaluation.cells.size() + pending.size());
            auto parts = splitForTrips(loop, cell, trips, std::max(fewest, mostLoopCells - made));
            if (parts.empty())
                unknownTripCount(loop, cell, trips, evaluation.cells);
            else
                pending.insert(pending.end(), std::make_move_iterator(parts.rbegin()),
                               std::make_move_iterator(parts.rend()));
        }
        if (sampledOf_ > 0)
            assume("the trip count", loop.place, Certainty::Sampled,
                   "it varies with other loops or groups and was evaluated at " +
                       std::to_string(static_cast<long long>(sampledPoints_)) + " of " +
                       std::to_string(static_cast<long long>(sampledOf_)) + " points");
    }

    /// Points at which to count the trips: all of them where that is cheap, else representative ones by strata,
    /// `room` of them. None where nothing can be split.
    std::vector<Cell> splitForTrips(const Loop& loop, const Cell& cell, const LoopTrips& trips, double room) {
        std::set<BoxVariable> variables; // several comparisons may vary with the same one
        for (const auto& hint : trips.hints)
            if (cell.box.variables[hint.variable].count > 1) variables.insert(hint.variable);
        if (variables.empty()) return {};
        double points = 1;
        for (const auto variable : variables) points *= static_cast<double>(cell.box.variables[variable].count);
        if (variables.size() == 1)
            if (auto slices = sliceByTrips(loop, cell, *variables.begin());
                !slices.empty() && static_cast<double>(slices.size()) <= std::max(room, fewestSlices))
                return slices;
        const double affordable =
            std::clamp(loopBudget / tripCost(loop, cell, variables), std::min(16.0, room), room);
        const double each = points <= affordable
                                ? points
                                : std::floor(std::pow(affordable, 1.0 / static_cast<double>(variables.size())));
        std::vector<Cell> parts{cell};
        for (const auto variable : variables) {
            std::vector<Cell> finer;
            const auto strata = static_cast<std::uint64_t>(std::max(1.0, each));
            for (const auto& part : parts)
                for (auto& sampled : sampleCell(part, variable, strata)) finer.push_back(std::move(sampled));
            parts = std::move(finer);
        }
        if (static_cast<double>(parts.size()) < points) {
            auto& report = result_.loops[loop.id];
            report.certainty = std::max(report.certainty, Certainty::Sampled);
            sampledPoints_ += static_cast<double>(parts.size());
            sampledOf_ += points;
        }
        return parts;
    }

    /// Slices along a variable within each of which the trips are the same, found by bisection; none where the
    /// trips have no closed form or change at too many places.
    std::vector<Cell> sliceByTrips(const Loop& loop, const Cell& cell, BoxVariable variable) {
        const Progression whole = cell.box.variables[variable];
        const auto isOne = [&](std::uint64_t from, std::uint64_t length) {
            Box box = cell.box;
            box.variables[variable] = whole.slice(from, length);
            return countTrips(evaluator_, loop.id, box, false).known;
        };
        std::vector<Cell> slices;
        for (std::uint64_t from = 0; from < whole.count;) {
            const bool tooMany = slices.size() >= mostSlices ||
                                 (slices.size() >= 8 && from * mostSlices < whole.count * slices.size());
            if (tooMany || !isOne(from, 1)) return {};
            const std::uint64_t left = whole.count - from;
            std::uint64_t length = 1, beyond = std::min<std::uint64_t>(2, left);
            while (beyond > length && isOne(from, beyond)) {
                length = beyond;
                beyond = std::min(2 * length, left);
            }
            while (beyond - length > 1) {
                const std::uint64_t middle = length + (beyond - length) / 2;
                (isOne(from, middle) ? length : beyond) = middle;
            }
            slices.push_back(cell);
            slices.back().box.variables[variable] = whole.slice(from, length);
            from += length;
        }
        return slices;
    }

    /// Lane evaluations that one point takes, found by trying one in the middle.
    double tripCost(const Loop& loop, const Cell& cell, const std::set<BoxVariable>& variables) {
        Box middle = cell.box;
        for (const auto variable : variables)
            middle.variables[variable] =
                middle.variables[variable].slice(middle.variables[variable].count / 2, 1);
        const double before = evaluator_.work();
        (void)evaluator_.trips(loop.id, middle);
        return std::max(1.0, (evaluator_.work() - before) * result_.launch.groupSize);
    }

    /// One cell for every number of iterations at which some work-item leaves, or perhaps leaves.
    void enterLoop(const Loop& loop, const Cell& cell, const LoopTrips& trips, std::vector<Cell>& cells) {
        const auto entry = [](const std::vector<std::int64_t>& values, int item) {
            return values.size() == 1 ? values[0] : values[static_cast<std::size_t>(item)];
        };
        const auto tripsOf = [&](int item) { return entry(trips.trips, item); };
        const auto fewestOf = [&](int item) {
            return entry(trips.fewest.empty() ? trips.trips : trips.fewest, item);
        };
        std::set<std::int64_t> ends;
        for (int item = 0; item < result_.launch.groupSize; ++item)
            if (cell.may.contains(item)) ends.insert({tripsOf(item), fewestOf(item)});
        if (ends.contains(endlessTrips)) {
            bool certainly = false;
            for (int item = 0; item < result_.launch.groupSize; ++item)
                certainly |= cell.must.contains(item) && tripsOf(item) == endlessTrips;
            if (!certainly) {
                LoopTrips open;
                open.reason = "it never ends for a work-item of which nobody knows whether it enters";
                unknownTripCount(loop, cell, open, cells);
                return;
            }
            result_.diagnostics.push_back({"evaluate.endless-loop", Severity::Error, loop.place.at,
                                           "this loop never ends for some work-item of the launch",
                                           "check its condition and the launch's arguments"});
            ends.erase(endlessTrips);
        }
        std::int64_t from = 0;
        for (const auto end : ends) {
            Cell body = cell;
            ActiveSet inside, perhapsInside;
            for (int item = 0; item < result_.launch.groupSize; ++item) {
                if (fewestOf(item) >= end) inside.insert(item);
                if (tripsOf(item) >= end) perhapsInside.insert(item);
            }
            body.must &= inside;
            body.may &= perhapsInside;
            body.box.variables[loopVariable(loop.id)] = {from, 1, static_cast<std::uint64_t>(end - from)};
            cells.push_back(std::move(body));
            from = end;
        }
    }

    void unknownTripCount(const Loop& loop, const Cell& cell, const LoopTrips& trips,
                          std::vector<Cell>& cells) {
        auto& report = result_.loops[loop.id];
        Cell body = cell;
        if (const auto* annotation = annotationAt(AnnotationKind::Trips, loop.place)) {
            const double mean = (annotation->low + annotation->high) / 2;
            const double count = std::max(1.0, std::floor(mean + 0.5));
            body.box.variables[loopVariable(loop.id)] = {0, 1, static_cast<std::uint64_t>(count)};
            body.scale *= mean / count;
            body.scaleLow *= annotation->low / count;
            body.scaleHigh *= annotation->high / count;
            report.certainty = std::max(report.certainty, Certainty::Annotated);
            assume("the trip count", loop.place, Certainty::Annotated, std::to_string(mean));
        } else if (!trips.fewest.empty()) {
            report.certainty = Certainty::Bounded;
            report.reason = trips.reason;
            assume("the trip count", loop.place, Certainty::Bounded,
                   trips.reason + "; between the iterations that are certain and those that are possible");
            enterLoop(loop, cell, trips, cells);
            return;
        } else {
            body.scaleHigh = unlimited;
            body.openLoops |= loopDependence(loop.id);
            report.certainty = Certainty::Bounded;
            report.reason = trips.reason;
            assume("the trip count", loop.place, Certainty::Bounded,
                   (trips.reason.empty() ? "it is not known" : trips.reason) +
                       "; counted once, without an upper bound");
            const Diagnostic unknown{"evaluate.unknown-trip-count", Severity::Warning, loop.place.at,
                                     "how often this loop runs is not known" +
                                         (trips.reason.empty() ? "" : ": " + trips.reason),
                                     "add an [[annotation]] with line = " + std::to_string(loop.place.at.line) +
                                         " and trips = N or [LOW, HIGH] to the launch file"};
            if (std::find(result_.diagnostics.begin(), result_.diagnostics.end(), unknown) ==
                result_.diagnostics.end())
                result_.diagnostics.push_back(unknown);
        }
        cells.push_back(std::move(body));
    }

    void countExecutions(RegionEvaluation& evaluation) const {
        const int warpSize = spec_.execution.warpSize;
        evaluation.activeWarps.assign(
            static_cast<std::size_t>((result_.launch.groupSize + warpSize - 1) / warpSize) + 1, 0.0);
        for (const auto& cell : evaluation.cells) {
            const double points = cell.box.points();
            const int most = cell.may.activeWarps(warpSize);
            const int least = cell.must == cell.may ? most : cell.must.activeWarps(warpSize);
            evaluation.executions.lower += points * cell.scaleLow * least / result_.warps;
            evaluation.executions.value += points * cell.scale * most / result_.warps;
            evaluation.executions.upper += points * cell.scaleHigh * most / result_.warps;
            evaluation.activeWarps[static_cast<std::size_t>(most)] += points * cell.scale;
        }
    }

    void averageTrips(const Region& region, const RegionEvaluation& evaluation) {
        const auto& outside = result_.regions[region.parent].executions;
        auto& trips = result_.loops[region.loop].trips;
        const auto ratio = [](double inner, double outer) { return outer > 0 ? inner / outer : 0.0; };
        trips = {ratio(evaluation.executions.lower, outside.lower),
                 ratio(evaluation.executions.value, outside.value),
                 ratio(evaluation.executions.upper, outside.upper)};
    }

    const Pdg& pdg_;
    const Launch& launch_;
    const HardwareSpec& spec_;
    const EvaluationOptions& options_;
    Evaluation& result_;
    ExprEvaluator evaluator_;
    std::set<std::string> assumed_;
    double sampledPoints_ = 0, sampledOf_ = 0; ///< at which the trips of the loop at hand were counted
};

std::vector<Cell> wholeLaunch(const Pdg& pdg, const LaunchBinding& launch) {
    Cell cell;
    for (int d = 0; d < 3; ++d) cell.box.variables.push_back({0, 1, launch.range.groups(d)});
    cell.box.variables.resize(3 + pdg.loops.size());
    cell.must = cell.may = ActiveSet::all(launch.groupSize);
    return {cell};
}

/// Single work-groups spread over the launch, each standing for its share.
std::vector<Cell> representativeGroups(const Pdg& pdg, const LaunchBinding& launch, std::uint64_t samples) {
    std::vector<Cell> cells = wholeLaunch(pdg, launch);
    for (const BoxVariable dimension : {2u, 1u, 0u}) {
        std::vector<Cell> parts;
        const std::uint64_t each = std::max<std::uint64_t>(1, samples / std::max<std::size_t>(1, cells.size()));
        for (const auto& cell : cells)
            for (auto& part : sampleCell(cell, dimension, each)) parts.push_back(std::move(part));
        cells = std::move(parts);
    }
    return cells;
}

/// Whether something was left bounded that depends on data which the launch does supply.
bool dataWouldHelp(const Pdg& pdg, const Evaluation& result) {
    const bool supplied = std::any_of(result.launch.data.begin(), result.launch.data.end(),
                                      [](const auto& d) { return d.has_value(); });
    if (!supplied) return false;
    for (const auto& region : pdg.regions)
        if (result.regions[region.id].condition.certainty == Certainty::Bounded &&
            (pdg.exprs.dependence(region.guard) & dataDependence) != 0)
            return true;
    for (const auto& loop : pdg.loops)
        if (result.loops[loop.id].certainty == Certainty::Bounded &&
            (pdg.exprs.dependence(loop.continues) & dataDependence) != 0)
            return true;
    for (const auto& access : pdg.accesses)
        if (result.accesses[access.id].certainty == Certainty::Bounded && access.offset &&
            (pdg.exprs.dependence(access.offset) & dataDependence) != 0)
            return true;
    return false;
}

} // namespace

Result<Evaluation> evaluate(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                            const EvaluationOptions& options) {
    auto bound = bindLaunch(pdg, launch);
    if (!bound) return bound.diagnostics();
    Evaluation result;
    result.launch = std::move(*bound);
    result.warpSize = spec.execution.warpSize;
    result.warps = static_cast<double>(launch.range.groupCount()) *
                   static_cast<double>(launch.range.warpsPerGroup(static_cast<std::uint64_t>(result.warpSize)));
    const Evaluation blank = result;
    Walk(pdg, launch, spec, options, result).run(wholeLaunch(pdg, result.launch));
    if (!dataWouldHelp(pdg, result)) return result;

    // The launch's data can be looked up only for single work-groups.
    Evaluation sampled = blank;
    const auto groups = representativeGroups(pdg, sampled.launch, options.sampledGroups);
    if (static_cast<double>(groups.size()) < static_cast<double>(launch.range.groupCount()))
        sampled.assumptions.push_back(
            "conditions and addresses that depend on data were evaluated on the launch's data for " +
            std::to_string(groups.size()) + " of " + std::to_string(launch.range.groupCount()) +
            " work-groups");
    Walk(pdg, launch, spec, options, sampled).run(groups);
    return sampled;
}

Result<Evaluation> evaluateGroup(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                 std::uint64_t group, const EvaluationOptions& options) {
    auto bound = bindLaunch(pdg, launch);
    if (!bound) return bound.diagnostics();
    Evaluation result;
    result.launch = std::move(*bound);
    result.warpSize = spec.execution.warpSize;
    result.warps = static_cast<double>(launch.range.warpsPerGroup(static_cast<std::uint64_t>(result.warpSize)));
    std::vector<Cell> cells = wholeLaunch(pdg, result.launch);
    for (BoxVariable d = 0; d < 3; ++d) {
        auto& groups = cells.front().box.variables[d];
        const std::uint64_t along = groups.count;
        groups = groups.slice(group % along, 1);
        group /= along;
    }
    Walk(pdg, launch, spec, options, result).run(std::move(cells));
    return result;
}

} // namespace warpstring
