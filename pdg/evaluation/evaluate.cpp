// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>

#include "pdg/evaluation/access_evaluation.h"
#include "pdg/evaluation/annotations.h"
#include "pdg/evaluation/branch_cells.h"
#include "pdg/evaluation/busy_groups.h"
#include "pdg/evaluation/evaluation_context.h"
#include "pdg/evaluation/launch_cells.h"
#include "pdg/evaluation/loop_cells.h"
#include "pdg/evaluation/thin_cells.h"

namespace warpstring::evaluation {

namespace {

void countExecutions(const EvaluationContext& context, RegionEvaluation& evaluation) {
    const int warpSize = context.spec.execution.warpSize;
    evaluation.activeWarps.assign(
        static_cast<std::size_t>((context.result.launch.groupSize + warpSize - 1) / warpSize) + 1, 0.0);
    for (const auto& cell : evaluation.cells) {
        const double points = cell.box.points();
        const int most = cell.may.activeWarps(warpSize);
        const int least = cell.must == cell.may ? most : cell.must.activeWarps(warpSize);
        evaluation.executions.lower += points * cell.scaleLow * least / context.result.warps;
        evaluation.executions.value += points * cell.scale * most / context.result.warps;
        evaluation.executions.upper += points * cell.scaleHigh * most / context.result.warps;
        evaluation.activeWarps[static_cast<std::size_t>(most)] += points * cell.scale;
    }
}

void averageTrips(EvaluationContext& context, const Region& region) {
    const auto& inside = context.result.regions[region.id].executions;
    const auto& outside = context.result.regions[region.parent].executions;
    auto& trips = context.result.loops[region.loop].trips;
    const auto ratio = [](double inner, double outer) { return outer > 0 ? inner / outer : 0.0; };
    trips = {ratio(inside.lower, outside.lower), ratio(inside.value, outside.value),
             ratio(inside.upper, outside.upper)};
}

void evaluateRegion(EvaluationContext& context, const Region& region, const std::vector<Cell>& root) {
    auto& evaluation = context.result.regions[region.id];
    switch (region.kind) {
    case Region::Kind::Entry: evaluation.cells = root; break;
    case Region::Kind::Branch: selectBranchCells(context, region); break;
    case Region::Kind::LoopBody: enterLoopCells(context, region); break;
    }
    if (evaluation.condition.certainty == Certainty::Bounded && context.isLeftToData(region.guard))
        context.isAbandoned = true;
    if (region.kind == Region::Kind::LoopBody &&
        context.result.loops[region.loop].certainty == Certainty::Bounded &&
        context.isLeftToData(context.pdg.loops[region.loop].continues))
        context.isAbandoned = true;
    countExecutions(context, evaluation);
    if (context.share.isSpent()) thinCells(evaluation.cells, mostThinCells);
    if (region.kind == Region::Kind::LoopBody) averageTrips(context, region);
}

void evaluateMemory(EvaluationContext& context, const Statement& statement) {
    const auto& access = context.pdg.accesses[statement.access];
    Evaluation& result = context.result;
    Diagnostics faults;
    auto& own = result.accesses[access.id];
    own = evaluateAccess(context.evaluator, access, result.regions[statement.region].cells, context.spec,
                         result.warps, context.options.threshold, faults,
                         {context.isLeftToData(access.offset), context.attempt == Attempt::Whole});
    result.diagnostics.insert(result.diagnostics.end(), faults.begin(), faults.end());
    if (own.pieces.size() > context.piecesLeft) own.pieces.clear();
    context.piecesLeft -= own.pieces.size();
    if (own.certainty == Certainty::Bounded && context.isLeftToData(access.offset)) context.isAbandoned = true;
    // Where lines go is followed in work-groups that are drawn, not in accesses of which some points are.
    if (own.isOfSomeGroups && context.attempt == Attempt::Whole) context.isAbandoned = true;
    if (own.certainty != Certainty::Exact)
        context.assume(statement.text, statement.place, own.certainty, own.reason);
}

std::array<std::int64_t, 3> placeOf(const Cell& cell) {
    const auto& at = cell.box.variables;
    return {at[0].first, at[1].first, at[2].first};
}

/// From the cells of the entry down; false where the next attempt is to be asked.
bool walk(EvaluationContext context, const std::vector<Cell>& root) {
    const Pdg& pdg = context.pdg;
    Evaluation& result = context.result;
    result.regions.resize(pdg.regions.size());
    result.loops.resize(pdg.loops.size());
    result.accesses.resize(pdg.accesses.size());
    for (const auto& region : pdg.regions) { // parents come before their children
        evaluateRegion(context, region, root);
        if (context.isOver()) return false;
    }
    for (const auto& statement : pdg.statements) {
        if (statement.kind == StatementKind::Memory) evaluateMemory(context, statement);
        if (context.isOver()) return false;
    }
    const Diagnostics unused = unusedAnnotations(pdg, context.launch);
    result.diagnostics.insert(result.diagnostics.end(), unused.begin(), unused.end());
    result.laneEvaluations = context.evaluator.work() * result.launch.groupSize;
    return true;
}

/// An evaluation of so many work-groups in which nothing is evaluated yet.
Result<Evaluation> blankEvaluation(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                   double groups) {
    auto bound = bindLaunch(pdg, launch);
    if (!bound) return bound.diagnostics();
    Evaluation blank;
    blank.launch = std::move(*bound);
    blank.warpSize = spec.execution.warpSize;
    blank.warps =
        groups * static_cast<double>(launch.range.warpsPerGroup(static_cast<std::uint64_t>(blank.warpSize)));
    return blank;
}

} // namespace

Result<Evaluation> evaluate(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                            const EvaluationOptions& options) {
    const auto groupCount = static_cast<double>(launch.range.groupCount());
    auto blank = blankEvaluation(pdg, launch, spec, groupCount);
    if (!blank) return blank.diagnostics();
    double spent = 0, budget = options.budget;
    Cell busy;
    std::vector<Cell> idle;
    /// One attempt, with a budget of its own; nothing where the next one is to be asked.
    const auto attempt = [&](Attempt number, std::vector<Cell> groups,
                             const std::string& assumption) -> std::optional<Result<Evaluation>> {
        Evaluation evaluation = *blank;
        if (!assumption.empty()) evaluation.assumptions.push_back(assumption);
        if (number != Attempt::Whole) {
            for (const Cell& cell : groups) evaluation.drawn.push_back({placeOf(cell), cell.scale});
            std::copy_n(busy.box.variables.begin(), 3, evaluation.drawnFrom.begin());
            groups.insert(groups.end(), idle.begin(), idle.end());
        }
        WorkShare share(budget, number == Attempt::Last ? WorkShare::Beyond::Finish : WorkShare::Beyond::GiveUp,
                        options.cancellation, unitsBetweenPolls);
        const bool isDone = walk({pdg, launch, spec, options, evaluation, share, number}, groups);
        evaluation.workUnits = spent += share.used();
        budget = std::max(budget / 2, options.budget / 4);
        if (share.isStopped())
            return Result<Evaluation>(options.cancellation->refusal({launch.file.string(), 0, 0}));
        if (!isDone) return std::nullopt;
        return Result<Evaluation>(std::move(evaluation));
    };
    const std::vector<Cell> all = wholeLaunch(pdg, blank->launch);
    if (auto whole = attempt(Attempt::Whole, all, "")) return std::move(*whole);
    // What leaves at once is known of whole boxes: groups are drawn from those that go on.
    WorkShare share(options.budget / 64, WorkShare::Beyond::Finish, options.cancellation, unitsBetweenPolls);
    ExprEvaluator evaluator(pdg, blank->launch, options.threshold, &share);
    busy = busyGroups(evaluator, all.front(), options.threshold);
    idle = groupsBeside(all.front(), busy);
    spent += share.used();
    // The launch's data can be looked up only for single work-groups; where one takes much, there are fewer.
    const bool hasData = std::any_of(blank->launch.data.begin(), blank->launch.data.end(),
                                     [](const auto& data) { return data.has_value(); });
    for (std::uint64_t samples = options.sampledGroups;; samples /= 4) {
        const auto groups = representativeGroups(busy, std::max<std::uint64_t>(1, samples));
        const Attempt number = groups.size() > 1 && samples > 1 ? Attempt::Sampled : Attempt::Last;
        const std::string part =
            std::to_string(groups.size()) + " of " + std::to_string(launch.range.groupCount()) + " work-groups";
        const std::string assumption =
            static_cast<double>(groups.size()) >= busy.box.points() ? ""
            : hasData
                ? "conditions and addresses that depend on data were evaluated on the launch's data for " + part
                : part + " were evaluated: all would take more than the budget of lane evaluations";
        if (auto sampled = attempt(number, groups, assumption)) return std::move(*sampled);
        if (number == Attempt::Last) break;
    }
    return Diagnostic{}; // the last attempt always has a result
}

Result<Evaluation> evaluateGroup(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                 std::uint64_t group, const EvaluationOptions& options) {
    auto evaluation = blankEvaluation(pdg, launch, spec, 1);
    if (!evaluation) return evaluation;
    WorkShare share(options.budget / 4, WorkShare::Beyond::Finish, options.cancellation, unitsBetweenPolls);
    (void)walk({pdg, launch, spec, options, *evaluation, share, Attempt::Last},
               singleGroup(pdg, evaluation->launch, group));
    if (share.isStopped()) return options.cancellation->refusal({launch.file.string(), 0, 0});
    return evaluation;
}

} // namespace warpstring::evaluation
