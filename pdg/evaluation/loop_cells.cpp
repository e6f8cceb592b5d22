// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/loop_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "pdg/evaluation/annotations.h"
#include "pdg/evaluation/loop_trips.h"
#include "pdg/evaluation/retry_loops.h"
#include "pdg/evaluation/thin_cells.h"
#include "pdg/evaluation/trip_cells.h"

namespace warpstring::evaluation {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
/// Cells of one region beyond which further ones are drawn by strata, so many for each cell of the region
/// around.
constexpr double mostLoopCells = 8192, fewestStrata = 2;

void unknownTripCount(EvaluationContext& context, const Loop& loop, const Cell& cell, const LoopTrips& trips,
                      std::vector<Cell>& cells);

/// One cell for every number of iterations at which some work-item leaves, or perhaps leaves.
void enterLoop(EvaluationContext& context, const Loop& loop, const Cell& cell, const LoopTrips& trips,
               std::vector<Cell>& cells) {
    const auto entry = [](const std::vector<std::int64_t>& values, int item) {
        return values.size() == 1 ? values[0] : values[static_cast<std::size_t>(item)];
    };
    const auto tripsOf = [&](int item) { return entry(trips.trips, item); };
    const auto fewestOf = [&](int item) {
        return entry(trips.fewest.empty() ? trips.trips : trips.fewest, item);
    };
    std::set<std::int64_t> ends;
    for (int item = 0; item < context.result.launch.groupSize; ++item)
        if (cell.may.contains(item)) ends.insert({tripsOf(item), fewestOf(item)});
    if (ends.contains(endlessTrips)) {
        bool certainly = false;
        for (int item = 0; item < context.result.launch.groupSize; ++item)
            certainly |= cell.must.contains(item) && tripsOf(item) == endlessTrips;
        if (!certainly) {
            LoopTrips open;
            open.reason = "it never ends for a work-item of which nobody knows whether it enters";
            unknownTripCount(context, loop, cell, open, cells);
            return;
        }
        context.result.diagnostics.push_back({"evaluate.endless-loop", Severity::Error, loop.place.at,
                                              "this loop never ends for some work-item of the launch",
                                              "check its condition and the launch's arguments"});
        ends.erase(endlessTrips);
    }
    std::int64_t from = 0;
    for (const auto end : ends) {
        Cell body = cell;
        ActiveSet inside, perhapsInside;
        for (int item = 0; item < context.result.launch.groupSize; ++item) {
            if (fewestOf(item) >= end) inside.insert(item);
            if (tripsOf(item) >= end) perhapsInside.insert(item);
        }
        body.must &= inside;
        body.may &= perhapsInside;
        body.box.variables[loopVariable(loop.id)] = {from, 1, static_cast<std::uint64_t>(end - from)};
        cells.push_back(std::move(body));
        context.share.spend(unitsOfCell);
        from = end;
    }
}

/// A try fails when another work-item's has come in between: for each work-item at most as often as there are
/// others.
void countTries(EvaluationContext& context, const Loop& loop, AccessId retried, Cell& body) {
    const LaunchBinding& launch = context.result.launch;
    WorkShare share(context.options.budget / 64, WorkShare::Beyond::Finish, context.options.cancellation,
                    unitsBetweenPolls);
    AccessPoints points(context.pdg, launch, &share);
    const auto& contenders = context.options.contenders;
    const auto known = contenders.find(loop.id);
    const double tries = expectedTries(context.pdg.accesses[retried], body, launch.groupSize,
                                       context.spec.execution.warpSize, points);
    body.scale *= known == contenders.end() ? tries : std::max(tries, known->second);
    body.scaleHigh *= static_cast<double>(launch.range.groupCount()) * launch.groupSize;
    body.openLoops |= loopDependence(loop.id);
    auto& report = context.result.loops[loop.id];
    report.certainty = Certainty::Bounded;
    report.reason = "it tries an atomic operation again while other work-items come in between";
    context.assume("the trip count", loop.place, Certainty::Bounded,
                   report.reason + "; counted as often as the work-items that are at work meet at a word");
}

void unknownTripCount(EvaluationContext& context, const Loop& loop, const Cell& cell, const LoopTrips& trips,
                      std::vector<Cell>& cells) {
    auto& report = context.result.loops[loop.id];
    Cell body = cell;
    if (const auto* annotation = annotationAt(AnnotationKind::Trips, loop.place, context.pdg, context.launch)) {
        const double mean = (annotation->low + annotation->high) / 2;
        const double count = std::max(1.0, std::floor(mean + 0.5));
        body.box.variables[loopVariable(loop.id)] = {0, 1, static_cast<std::uint64_t>(count)};
        body.scale *= mean / count;
        body.scaleLow *= annotation->low / count;
        body.scaleHigh *= annotation->high / count;
        report.certainty = std::max(report.certainty, Certainty::Annotated);
        context.assume("the trip count", loop.place, Certainty::Annotated, std::to_string(mean));
    } else if (!trips.fewest.empty()) {
        report.certainty = Certainty::Bounded;
        report.reason = trips.reason;
        context.assume("the trip count", loop.place, Certainty::Bounded,
                       trips.reason + "; between the iterations that are certain and those that are possible");
        enterLoop(context, loop, cell, trips, cells);
        return;
    } else if (const AccessId retried = retriedAtomic(context.pdg, loop.id); retried != none) {
        countTries(context, loop, retried, body);
    } else {
        body.scaleHigh = unlimited;
        body.openLoops |= loopDependence(loop.id);
        report.certainty = Certainty::Bounded;
        report.reason = trips.reason;
        context.assume("the trip count", loop.place, Certainty::Bounded,
                       (trips.reason.empty() ? "it is not known" : trips.reason) +
                           "; counted once, without an upper bound");
        const Diagnostic unknown{"evaluate.unknown-trip-count", Severity::Warning, loop.place.at,
                                 "how often this loop runs is not known" +
                                     (trips.reason.empty() ? "" : ": " + trips.reason),
                                 "add an [[annotation]] with line = " + std::to_string(loop.place.at.line) +
                                     " and trips = N or [LOW, HIGH] to the launch file"};
        if (std::find(context.result.diagnostics.begin(), context.result.diagnostics.end(), unknown) ==
            context.result.diagnostics.end())
            context.result.diagnostics.push_back(unknown);
    }
    cells.push_back(std::move(body));
}

} // namespace

void enterLoopCells(EvaluationContext& context, const Region& region) {
    auto& evaluation = context.result.regions[region.id];
    const Loop& loop = context.pdg.loops[region.loop];
    const auto& parent = context.result.regions[region.parent].cells;
    const double fewest = static_cast<double>(parent.size()) > mostLoopCells ? 1 : fewestStrata;
    double sampledPoints = 0, sampledOf = 0;
    std::vector<Cell> pending(parent.rbegin(), parent.rend());
    const bool isLeftToData = context.isLeftToData(loop.continues);
    const double before = context.share.used();
    double points = 0, done = 0;
    for (const auto& cell : parent) points += cell.box.points() * cell.scale;
    while (!pending.empty()) {
        if (isLeftToData) context.share.foresee(before, done, points);
        if (context.share.isOver() ||
            (isLeftToData && context.result.loops[loop.id].certainty == Certainty::Bounded))
            return;
        if (context.share.isSpent()) thinCells(pending, mostThinCells);
        const Cell cell = std::move(pending.back());
        pending.pop_back();
        if ((context.pdg.exprs.dependence(loop.continues) & cell.openLoops) != 0) {
            LoopTrips open;
            open.reason = "it depends on the counter of a loop whose trip count is not known";
            unknownTripCount(context, loop, cell, open, evaluation.cells);
            continue;
        }
        if (annotationAt(AnnotationKind::Trips, loop.place, context.pdg, context.launch) != nullptr &&
            !countTrips(context.evaluator, loop.id, cell.box, false).known) {
            // What the programmer says spares following the loop, which may take long.
            unknownTripCount(context, loop, cell, {}, evaluation.cells);
            continue;
        }
        const LoopTrips trips = context.evaluator.trips(loop.id, cell.box);
        if (trips.known && trips.isFollowedFor(cell.may, context.result.launch.groupSize)) {
            enterLoop(context, loop, cell, trips, evaluation.cells);
            done += cell.box.points() * cell.scale;
            continue;
        }
        const auto made = static_cast<double>(evaluation.cells.size() + pending.size());
        auto [parts, ofPoints] =
            splitForTrips(context.evaluator, loop.id, cell, trips, std::max(fewest, mostLoopCells - made));
        if (ofPoints > 0) {
            auto& report = context.result.loops[loop.id];
            report.certainty = std::max(report.certainty, Certainty::Sampled);
            sampledPoints += static_cast<double>(parts.size());
            sampledOf += ofPoints;
        }
        if (parts.empty())
            unknownTripCount(context, loop, cell, trips, evaluation.cells);
        else
            pending.insert(pending.end(), std::make_move_iterator(parts.rbegin()),
                           std::make_move_iterator(parts.rend()));
    }
    if (sampledOf > 0)
        context.assume("the trip count", loop.place, Certainty::Sampled,
                       "it varies with other loops or groups and was evaluated at " +
                           std::to_string(static_cast<long long>(sampledPoints)) + " of " +
                           std::to_string(static_cast<long long>(sampledOf)) + " points");
}

} // namespace warpstring::evaluation
