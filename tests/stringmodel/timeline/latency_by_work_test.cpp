// SPDX-License-Identifier: GPL-3.0-or-later
// The latency of a warp in launches whose work-groups differ: the mean over all groups, not over those that are
// simulated.
#include "stringmodel/timeline/latency_by_work.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

TEST(LatencyByWork, IsLinearBetweenGroupsAndInProportionBeyondThem) {
    LatencyByWork latency;
    EXPECT_EQ(latency.at(3), 0) << "nothing was simulated";
    latency.add(10, 90);
    latency.add(10, 110);
    latency.add(20, 400);
    EXPECT_EQ(latency.leastWork(), 10);
    EXPECT_DOUBLE_EQ(latency.at(10), 100) << "groups of equal work are one point";
    EXPECT_DOUBLE_EQ(latency.at(15), 250);
    EXPECT_DOUBLE_EQ(latency.at(20), 400);
    EXPECT_DOUBLE_EQ(latency.at(5), 50);
    EXPECT_DOUBLE_EQ(latency.at(30), 600);
}

// Warps that wait for their own chain do not hinder each other: each takes what it takes in a launch of its
// like.
TEST(WarpLatency, IsTheMeanOverAllGroupsThatDiffer) {
    const auto simulatedOf = [](const std::string& who, std::uint64_t groups) {
        return simulated(subject("__kernel void k(__global float* a) {\n"
                                 "    const int g = get_group_id(0);\n"
                                 "    float x = 0;\n"
                                 "    if (" +
                                     who +
                                     ")\n"
                                     "        for (int i = 0; i < 3000; i++) x = x * x * 0.5f + 0.1f;\n"
                                     "    a[get_global_id(0) % 65536] = x;\n"
                                     "}\n",
                                 {1, {64 * groups, 1, 1}, {64, 1, 1}}),
                         false, h200());
    };
    constexpr std::uint64_t groups = 264; // two on each multiprocessor: a warp for each scheduler
    const double working = simulatedOf("g >= 0", 132).timeline->warpCycles;
    const double idle = simulatedOf("g < 0", 132).timeline->warpCycles;
    ASSERT_GT(working, 50 * idle);
    for (const int every : {2, 16, 100}) {
        const auto mixed = simulatedOf("g % " + std::to_string(every) + " == 0", groups);
        const double share = std::ceil(static_cast<double>(groups) / every) / groups;
        const double expected = idle + (working - idle) * share;
        EXPECT_NEAR(mixed.timeline->warpCycles, expected, 0.2 * expected) << "one in " << every;
        EXPECT_LT(mixed.timeline->warps.median, every == 2 ? 1.2 * working : 2 * idle + 100) << every;
        EXPECT_GT(mixed.timeline->warps.longest, 0.8 * working) << every;
        EXPECT_NEAR(mixed.timeline->ofWarp.sum(), mixed.timeline->warpCycles,
                    0.001 * mixed.timeline->warpCycles)
            << every;
    }
    const auto triangle = simulated(subject("__kernel void k(__global float* a) {\n"
                                            "    const int g = get_group_id(0);\n"
                                            "    float x = 0;\n"
                                            "    for (int i = 0; i < g; i++) x = x * x * 0.5f + 0.1f;\n"
                                            "    a[get_global_id(0) % 65536] = x;\n"
                                            "}\n",
                                            {1, {64 * 3000, 1, 1}, {64, 1, 1}}),
                                    false, h200());
    EXPECT_NEAR(triangle.timeline->warpCycles, (working + idle) / 2, 0.2 * working)
        << "trips by the group's number";
}

} // namespace
