// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "pdg/evaluation/access_evaluation.h"
#include "pdg/evaluation/annotations.h"
#include "pdg/evaluation/branch_cells.h"
#include "pdg/evaluation/evaluation_context.h"
#include "pdg/evaluation/launch_cells.h"
#include "pdg/evaluation/loop_cells.h"

namespace warpstring {

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
    countExecutions(context, evaluation);
    if (region.kind == Region::Kind::LoopBody) averageTrips(context, region);
}

void evaluateMemory(EvaluationContext& context, const Statement& statement) {
    const auto& access = context.pdg.accesses[statement.access];
    Evaluation& result = context.result;
    Diagnostics faults;
    auto& own = result.accesses[access.id];
    own = evaluateAccess(context.evaluator, access, result.regions[statement.region].cells, context.spec,
                         result.warps, context.options.threshold, faults);
    result.diagnostics.insert(result.diagnostics.end(), faults.begin(), faults.end());
    if (own.certainty != Certainty::Exact)
        context.assume(statement.text, statement.place, own.certainty, own.reason);
}

/// From the cells of the entry down.
void walk(EvaluationContext context, const std::vector<Cell>& root) {
    const Pdg& pdg = context.pdg;
    Evaluation& result = context.result;
    result.regions.resize(pdg.regions.size());
    result.loops.resize(pdg.loops.size());
    result.accesses.resize(pdg.accesses.size());
    for (const auto& region : pdg.regions) // parents come before their children
        evaluateRegion(context, region, root);
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Memory) evaluateMemory(context, statement);
    const Diagnostics unused = unusedAnnotations(pdg, context.launch);
    result.diagnostics.insert(result.diagnostics.end(), unused.begin(), unused.end());
    result.laneEvaluations = context.evaluator.work() * result.launch.groupSize;
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
    Evaluation whole = *blank;
    walk({pdg, launch, spec, options, whole}, wholeLaunch(pdg, whole.launch));
    if (!dataWouldHelp(pdg, whole)) return whole;

    // The launch's data can be looked up only for single work-groups.
    Evaluation sampled = std::move(*blank);
    const auto groups = representativeGroups(pdg, sampled.launch, options.sampledGroups);
    if (static_cast<double>(groups.size()) < groupCount)
        sampled.assumptions.push_back(
            "conditions and addresses that depend on data were evaluated on the launch's data for " +
            std::to_string(groups.size()) + " of " + std::to_string(launch.range.groupCount()) +
            " work-groups");
    walk({pdg, launch, spec, options, sampled}, groups);
    return sampled;
}

Result<Evaluation> evaluateGroup(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                 std::uint64_t group, const EvaluationOptions& options) {
    auto evaluation = blankEvaluation(pdg, launch, spec, 1);
    if (!evaluation) return evaluation;
    walk({pdg, launch, spec, options, *evaluation}, singleGroup(pdg, evaluation->launch, group));
    return evaluation;
}

} // namespace warpstring
