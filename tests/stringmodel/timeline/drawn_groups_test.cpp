// SPDX-License-Identifier: GPL-3.0-or-later
// Where data decide, some work-groups are evaluated and stand in for the others: as a mixture, not as an
// average, and not for groups that lie outside of the problem.
#include <gtest/gtest.h>

#include <cmath>

#include "stringmodel/timeline/activity.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;
using timeline::Activity;
using timeline::Point;
using timeline::StandIn;

constexpr std::uint64_t side = 256; // elements of the problem in each dimension

BufferArgument buffer(ScalarType type, std::uint64_t count, std::array<double, 2> range) {
    BufferArgument made;
    made.type = {type, 1};
    made.count = count;
    made.init = BufferInit::Random;
    made.seed = 3;
    made.range = range;
    return made;
}

/// Each work-item of a side x side problem sums as many elements as its own number says.
Subject sums(std::array<std::uint64_t, 2> groups, std::array<double, 2> trips) {
    Subject made;
    made.source = {"k.cl",
                   "__kernel void k(__global const int* trips, __global float* a, int n) {\n"
                   "    int x = get_global_id(0), y = get_global_id(1);\n"
                   "    if (x >= n || y >= n) return;\n"
                   "    float sum = 0;\n"
                   "    for (int j = 0; j < trips[y * n + x]; ++j) sum += a[(y * n + x + 7 * j) & 0xffff];\n"
                   "    a[y * n + x] = sum;\n"
                   "}\n"};
    made.launch.name = made.launch.kernel = "k";
    made.launch.range = {2, {64 * groups[0], groups[1], 1}, {64, 1, 1}};
    made.launch.arguments["trips"] = buffer(ScalarType::Int, side * side, trips);
    made.launch.arguments["a"] = buffer(ScalarType::Float, side * side, {0, 1});
    made.launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{side}};
    return made;
}

TEST(DrawnGroups, ComeFromWithinTheProblem) {
    for (const std::array<std::uint64_t, 2> groups :
         {std::array<std::uint64_t, 2>{4, 256}, {8, 256}, {4, 512}, {25, 375}}) {
        const Subject made = sums(groups, {0, 40});
        const auto pdg = frontend::buildPdg(made.source, "k", {});
        ASSERT_TRUE(pdg.ok());
        evaluation::EvaluationOptions options;
        options.budget = 1 << 25;
        const auto result = evaluation::evaluate(*pdg, made.launch, device("nvidia-h200"), options);
        ASSERT_TRUE(result.ok());
        const auto& evaluation = *result;
        ASSERT_FALSE(evaluation.drawn.empty());
        EXPECT_EQ(evaluation.drawnFrom[0].count, 4u);
        EXPECT_EQ(evaluation.drawnFrom[1].count, 256u);
        double all = 0;
        for (const auto& group : evaluation.drawn) {
            all += group.share;
            EXPECT_LT(group.place[0], 4);
            EXPECT_LT(group.place[1], 256);
        }
        EXPECT_DOUBLE_EQ(all, 4 * 256);
        // All groups read the bound, and so many work-items of the problem store.
        EXPECT_DOUBLE_EQ(evaluation.warps, static_cast<double>(2 * groups[0] * groups[1]));
        EXPECT_NEAR(evaluation.regions[1].executions.value * evaluation.warps, 2.0 * 4 * 256, 1e-6);
    }
}

TEST(DrawnGroups, IdleOnesBesideThemMakeNothingFaster) {
    const auto time = [](std::array<std::uint64_t, 2> groups) {
        return simulated(sums(groups, {0, 40}), false, device("nvidia-h200")).kernelTimeUs();
    };
    const double alone = time({4, 256});
    for (const std::array<std::uint64_t, 2> groups :
         {std::array<std::uint64_t, 2>{8, 256}, {4, 512}, {12, 768}})
        EXPECT_GE(time(groups), 0.95 * alone) << groups[0] << " x " << groups[1];
}

/// Under a condition that nobody knows: executions of the store by warp, of a run that is as long as asked for.
double storesOf(double weight) {
    auto made = subject("__kernel void k(__global float* a) {\n"
                        "    float x = a[get_global_id(0)];\n" // what others have stored, perhaps
                        "    if (x > 3.0f)\n"
                        "        a[get_global_id(0)] = x + 1;\n"
                        "}\n",
                        {1, {1 << 16, 1, 1}, {128, 1, 1}});
    made.launch.annotations.push_back({AnnotationKind::Weight, 3, "", weight, weight, {}});
    const auto simulation = simulated(made, false, device("nvidia-h200"));
    const auto& sample = simulation.timeline->sample;
    return sample.traffic.back().requests / (4.0 * static_cast<double>(sample.groups.size()));
}

TEST(DrawnGroups, AShareOfTheWarpsTakesABranchOfThatWeight) {
    for (const double weight : {0.0, 0.1, 0.3, 0.5, 0.8, 1.0})
        EXPECT_NEAR(storesOf(weight), weight, 0.07) << weight; // of some 16 warps
}

TEST(DrawnGroups, StandInAsOftenAsTheirShares) {
    Pdg pdg;
    pdg.regions.emplace_back();
    evaluation::Evaluation evaluation;
    evaluation.launch.groupSize = 32;
    evaluation.regions.emplace_back();
    evaluation.drawn = {{{2, 0, 0}, 30}, {{50, 0, 0}, 60}, {{95, 0, 0}, 10}};
    evaluation.drawnFrom = {evaluation::Progression{0, 1, 100}, {0, 1, 1}, {0, 1, 1}};
    const Activity activity(pdg, evaluation);
    for (const std::uint64_t first : {0, 17, 1000}) {
        std::array<int, 4> often{};
        for (std::uint64_t order = first; order < first + 50; ++order)
            ++often[activity.standInOf(order, {7, 0, 0})];
        EXPECT_NEAR(often[0], 15, 2);
        EXPECT_NEAR(often[1], 30, 2);
        EXPECT_NEAR(often[2], 5, 2);
        EXPECT_EQ(often[3], 0);
    }
    EXPECT_EQ(activity.standInOf(5, {50, 0, 0}), StandIn{1}) << "a drawn group stands in for itself";
    EXPECT_TRUE(activity.isIdle(activity.standInOf(5, {100, 0, 0})));
    EXPECT_FALSE(activity.isIdle(activity.standInOf(5, {99, 0, 0})));
}

} // namespace
