// SPDX-License-Identifier: GPL-3.0-or-later
// Whole evaluations of graphs made by hand: executions, annotations, endless loops, replays and what can be
// followed.
#include <algorithm>

#include <gtest/gtest.h>

#include "pdg/evaluation/replay.h"
#include "pdg/evaluation/step_subjects.h"
#include "pdg/region_tree.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;
using oracle::launchOf;
using oracle::rangeOf;

HardwareSpec device() {
    HardwareSpec spec;
    spec.execution.warpSize = 32;
    return spec;
}

Evaluation evaluated(const Pdg& pdg, const Launch& launch) {
    auto result = evaluate(pdg, launch, device());
    EXPECT_TRUE(result.ok()) << (result ? "" : result.diagnostics().front().message);
    return result ? *std::move(result) : Evaluation{};
}

TEST(HandMadeGraphs, branchesAreExecutedByTheWarpsThatTakeThem) {
    GraphBuilder graph;
    const RegionId first = graph.branch(entryRegion, graph.less(graph.lid(), graph.number(40)));
    const RegionId inner = graph.branch(first, graph.less(graph.group(), graph.number(3)));
    const RegionId other = graph.branch(entryRegion, graph.less(graph.lid(), graph.number(40)), false);
    const Pdg pdg = graph.finish();
    const auto evaluation = evaluated(pdg, launchOf(pdg, rangeOf(10, 128)));
    // Of the four warps of a group the first two hold work-items below 40, the last three some from 40 on.
    EXPECT_EQ(evaluation.warps, 40);
    EXPECT_DOUBLE_EQ(evaluation.regions[0].executions.value, 1);
    EXPECT_DOUBLE_EQ(evaluation.regions[first].executions.value, 2.0 / 4);
    EXPECT_DOUBLE_EQ(evaluation.regions[inner].executions.value, 2.0 / 4 * 3 / 10);
    EXPECT_DOUBLE_EQ(evaluation.regions[other].executions.value, 3.0 / 4);
    for (const auto& region : evaluation.regions) EXPECT_TRUE(region.executions.isExact());
    ASSERT_EQ(evaluation.regions[first].activeWarps.size(), 5U);
    EXPECT_EQ(evaluation.regions[first].activeWarps[2], 10) << "two warps active in each of ten groups";
    EXPECT_TRUE(evaluation.regions[first].condition.threadDependent);
    EXPECT_FALSE(evaluation.regions[inner].condition.threadDependent);
}

TEST(HandMadeGraphs, loopsMultiplyByTheirTrips) {
    GraphBuilder graph;
    const LoopId outer = graph.loop(entryRegion);
    const LoopId inner = graph.loop(graph.body(outer));
    graph.goOn(inner, graph.less(graph.counter(inner), graph.counter(outer))); // i + 1 trips
    graph.goOn(outer, graph.less(graph.counter(outer), graph.number(9)));
    const Pdg pdg = graph.finish();
    const auto evaluation = evaluated(pdg, launchOf(pdg, rangeOf(4, 64)));
    EXPECT_DOUBLE_EQ(evaluation.loops[outer].trips.value, 10);
    EXPECT_DOUBLE_EQ(evaluation.loops[inner].trips.value, 5.5) << "1 to 10 on average";
    EXPECT_DOUBLE_EQ(evaluation.regions[pdg.loops[inner].region].executions.value, 55);
    EXPECT_TRUE(evaluation.diagnostics.empty());
}

TEST(HandMadeGraphs, aWarpStaysInALoopAsLongAsOneOfItsWorkItems) {
    GraphBuilder graph;
    const LoopId loop = graph.loop(entryRegion);
    graph.goOn(loop, graph.less(graph.counter(loop), graph.lid())); // lid + 1 trips
    const Pdg pdg = graph.finish();
    const auto evaluation = evaluated(pdg, launchOf(pdg, rangeOf(1, 64)));
    EXPECT_DOUBLE_EQ(evaluation.loops[loop].trips.value, (32.0 + 64) / 2);
}

TEST(HandMadeGraphs, endlessLoopsAreErrors) {
    GraphBuilder graph;
    const LoopId loop = graph.loop(entryRegion);
    graph.goOn(loop, graph.binary(ExprOp::NotEqual, graph.lid(), graph.number(5)));
    const Pdg pdg = graph.finish();
    const auto evaluation = evaluated(pdg, launchOf(pdg, rangeOf(1, 32)));
    ASSERT_EQ(evaluation.diagnostics.size(), 1U);
    EXPECT_EQ(evaluation.diagnostics[0].code, "evaluate.endless-loop");
    EXPECT_EQ(evaluation.diagnostics[0].place.line, pdg.loops[loop].place.at.line);
}

/// if (flags[lid] != 0) { for (...; list[i] != 0; ...) }: nothing is known of either.
struct DataKernel {
    DataKernel() {
        GraphBuilder graph;
        const auto flags = graph.buffer("flags"), list = graph.buffer("list");
        const AccessId flag = graph.access(entryRegion, AccessKind::Load, flags, graph.times(graph.lid(), 4));
        branch = graph.branch(entryRegion, graph.binary(ExprOp::NotEqual, graph.loaded(flag), graph.number(0)));
        loop = graph.loop(branch);
        const AccessId next =
            graph.access(graph.body(loop), AccessKind::Load, list, graph.times(graph.counter(loop), 4));
        graph.goOn(loop, graph.binary(ExprOp::NotEqual, graph.loaded(next), graph.number(0)));
        pdg = graph.finish();
    }
    RegionId branch;
    LoopId loop;
    Pdg pdg;
};

TEST(HandMadeGraphs, whatDataDecidesIsBoundedAndAssumed) {
    const DataKernel made;
    const auto evaluation = evaluated(made.pdg, launchOf(made.pdg, rangeOf(2, 64)));
    const auto& executions = evaluation.regions[made.branch].executions;
    EXPECT_EQ(executions.lower, 0);
    EXPECT_EQ(executions.upper, 1);
    EXPECT_EQ(evaluation.loops[made.loop].certainty, Certainty::Bounded);
    EXPECT_GE(evaluation.assumptions.size(), 2U);
    EXPECT_TRUE(std::any_of(evaluation.diagnostics.begin(), evaluation.diagnostics.end(),
                            [](const auto& d) { return d.code == "evaluate.unknown-trip-count"; }));
}

TEST(HandMadeGraphs, annotationsSayWhatDataHides) {
    const DataKernel made;
    Launch launch = launchOf(made.pdg, rangeOf(2, 64));
    Annotation weight;
    weight.line = made.pdg.regions[made.branch].place.at.line;
    weight.low = 0.25;
    weight.high = 0.75;
    Annotation trips;
    trips.kind = AnnotationKind::Trips;
    trips.line = made.pdg.loops[made.loop].place.at.line;
    trips.low = 4;
    trips.high = 8;
    launch.annotations = {weight, trips};
    const auto evaluation = evaluated(made.pdg, launch);
    const auto& taken = evaluation.regions[made.branch].executions;
    EXPECT_DOUBLE_EQ(taken.lower, 0.25);
    EXPECT_DOUBLE_EQ(taken.value, 0.5);
    EXPECT_DOUBLE_EQ(taken.upper, 0.75);
    const auto& body = evaluation.regions[made.pdg.loops[made.loop].region].executions;
    EXPECT_DOUBLE_EQ(body.lower, 0.25 * 4);
    EXPECT_DOUBLE_EQ(body.value, 0.5 * 6);
    EXPECT_DOUBLE_EQ(body.upper, 0.75 * 8);
    EXPECT_TRUE(evaluation.diagnostics.empty());
}

TEST(HandMadeGraphs, annotationsOfNothingAreTold) {
    const DataKernel made;
    Launch launch = launchOf(made.pdg, rangeOf(2, 64));
    Annotation lost;
    lost.line = 999;
    lost.low = lost.high = 0.5;
    launch.annotations = {lost};
    const auto evaluation = evaluated(made.pdg, launch);
    EXPECT_TRUE(std::any_of(evaluation.diagnostics.begin(), evaluation.diagnostics.end(),
                            [](const auto& d) { return d.code == "launch.annotation-without-effect"; }));
}

/// The up-sweep of a prefix sum: for (s = 0; s < 5; ++s) if (lid < 16 >> s) tile[(2 << s) * lid] ...
struct UpSweep {
    UpSweep() {
        GraphBuilder graph("scan");
        const auto tile = graph.array("tile", MemorySpace::Shared, 4096);
        loop = graph.loop(entryRegion);
        branch = graph.branch(
            graph.body(loop),
            graph.less(graph.lid(), graph.binary(ExprOp::LShr, graph.number(16), graph.counter(loop))));
        const ExprId index = graph.binary(ExprOp::Mul, graph.lid(),
                                          graph.binary(ExprOp::Shl, graph.number(2), graph.counter(loop)));
        access = graph.accessArray(branch, AccessKind::Load, tile, graph.times(index, 4));
        graph.goOn(loop, graph.less(graph.counter(loop), graph.number(4)));
        pdg = graph.finish();
    }
    LoopId loop;
    RegionId branch;
    AccessId access;
    Pdg pdg;
};

TEST(HandMadeGraphs, replaysShowWhoIsActiveAtEachStepAndHowTheyConflict) {
    const UpSweep made;
    const auto evaluation = evaluated(made.pdg, launchOf(made.pdg, rangeOf(1, 32)));
    const HardwareSpec spec = device(); // 16 banks, half-warps, 2 cycles an access
    const auto replays = replay(made.pdg, evaluation, spec);
    ASSERT_EQ(replays.size(), 1U);
    EXPECT_EQ(replays[0].loop, made.loop);
    ASSERT_EQ(replays[0].rows.size(), 5U);
    for (std::int64_t step = 0; step < 5; ++step) {
        const ReplayRow& row = replays[0].rows[static_cast<std::size_t>(step)];
        const int active = 16 >> step;
        EXPECT_EQ(row.firstStep, step);
        EXPECT_EQ(row.threads, ActiveSet::all(active));
        EXPECT_EQ(row.activeWarps, 1);
        // Lane k asks for word (2 << step) k: of 16 banks every (2 << step)-th, for 16 >> step lanes.
        EXPECT_EQ(row.conflictWays.at(0), step < 4 ? 2 : 1);
    }
    EXPECT_DOUBLE_EQ(replays[0].cc, 1) << "one warp of one at every step";
}

TEST(HandMadeGraphs, setsOfWorkItemsAreWrittenAsInThePaper) {
    const auto textOf = [](const std::vector<int>& items) {
        ActiveSet set;
        for (const int item : items) set.insert(item);
        return toText(set, 128);
    };
    EXPECT_EQ(textOf({}), "{}");
    EXPECT_EQ(textOf({5}), "{5}");
    EXPECT_EQ(textOf({1, 2, 3}), "{1, 2, 3}");
    EXPECT_EQ(textOf({1, 3, 5, 7, 9}), "{1, 3, 5, ..., 9}");
    EXPECT_EQ(textOf({0, 1, 2, 3, 4, 5, 6, 7, 100}), "{0, 1, 2, ..., 7, 100}");
    EXPECT_EQ(textOf({0, 7, 8, 9}), "{0, 7, 8, 9}");
}

TEST(HandMadeGraphs, subjectsOfStepsStandInTheOrderOfTheSource) {
    const UpSweep made;
    const auto evaluation = evaluated(made.pdg, launchOf(made.pdg, rangeOf(1, 32)));
    const auto subjects = stepSubjects(made.pdg, evaluation);
    ASSERT_EQ(subjects.size(), 2U) << "the loop is the same for all work-items";
    EXPECT_EQ(subjects[0].kind, StepSubject::Kind::Condition);
    EXPECT_EQ(subjects[0].region, made.branch);
    EXPECT_EQ(subjects[0].loop, made.loop);
    EXPECT_EQ(subjects[1].kind, StepSubject::Kind::Access);
    EXPECT_EQ(subjects[1].access, made.access);
    EXPECT_EQ(subjects[1].space, MemorySpace::Shared);
    EXPECT_TRUE(subjects[1].unknown.empty());
    EXPECT_EQ(innermostLoop(made.pdg, made.branch), made.loop);
    EXPECT_EQ(innermostLoop(made.pdg, entryRegion), none);
    const DataKernel unknown;
    const auto doubtful = evaluated(unknown.pdg, launchOf(unknown.pdg, rangeOf(1, 32)));
    for (const auto& subject : stepSubjects(unknown.pdg, doubtful))
        EXPECT_EQ(subject.unknown.empty(), subject.region == entryRegion)
            << subject.text << ": " << subject.unknown;
}

} // namespace
} // namespace warpstring::evaluation
