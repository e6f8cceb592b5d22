// SPDX-License-Identifier: GPL-3.0-or-later
// What the flow of control costs a warp that nothing covers: branches, meetings of lanes, loops, barriers.
// Figures are those of bench/device/control-flow.toml.
#include <gtest/gtest.h>

#include <numeric>

#include "stringmodel/timeline/multiprocessor.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

constexpr int trips = 64;

/// Cycles that a trip of the outer loop takes a warp, `inner` trips within it, in a group that is alone.
double cyclesOfTrip(const std::string& trip, const HardwareSpec& spec, int size = 32, int inner = 1) {
    const std::string kernel =
        "__kernel void k(__global float* a, int n, int m, float p, float q) {\n  __local float s[256];\n"
        "  const int l = get_local_id(0);\n  float x = l, y = q;\n  s[l] = x;\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "#pragma unroll 1\n  for (int t = 0; t < n; ++t) {\n" +
        trip + "  }\n  a[get_global_id(0)] = x + y;\n}\n";
    const auto items = static_cast<std::uint64_t>(size);
    auto launched = subject(kernel, {1, {items, 1, 1}, {items, 1, 1}});
    std::get<ScalarArgument>(launched.launch.arguments.at("n")).value = std::int64_t{2} * trips;
    const auto made = prepared(launched, spec);
    const auto program = machine::lower(made.pdg, made.evaluation, spec);
    const Activity activity(made.pdg, made.evaluation);
    const auto cycles = [&](int outer) {
        AccessPatterns patterns(made.pdg, made.evaluation, spec);
        MultiprocessorTask task;
        task.groups = {0};
        task.residentGroups = 1;
        task.dramReadFraction.assign(made.pdg.accesses.size(), 0);
        task.dramWriteFraction.assign(made.pdg.accesses.size(), 0);
        const auto tripsOf = [&](LoopId loop, std::int64_t) {
            return std::int64_t{made.pdg.loops[loop].parent == none ? outer : inner};
        };
        return runMultiprocessor(made.pdg, made.evaluation, spec, program, activity, patterns, task,
                                 {{1, tripsOf}})
            .runs.front()
            .warpCycles.front();
    };
    return (cycles(2 * trips) - cycles(trips)) / trips;
}

const std::string fourProducts = "x = x * p + q; x = x * p + q; x = x * p + q; x = x * p + q;\n";

TEST(Control, ComparesAreFarFromTheirBranches) {
    auto spec = device("nvidia-h200");
    const double far = cyclesOfTrip("x = x * p + q;\n", spec);
    EXPECT_NEAR(far, 29.7, 2) << "as measured";
    spec.execution.branchOperandCycles = 0;
    EXPECT_LT(cyclesOfTrip("x = x * p + q;\n", spec), far - 8);
    // A chain that is as long covers it.
    spec = device("nvidia-h200");
    const double chain = cyclesOfTrip(fourProducts + fourProducts, spec);
    spec.execution.branchOperandCycles = 0;
    EXPECT_NEAR(cyclesOfTrip(fourProducts + fourProducts, spec), chain, 1);
}

TEST(Control, WhatWaitsForMemoryBetweenDoesNotShortenThat) {
    auto spec = device("nvidia-h200");
    const std::string load = "x = s[(l + t) & 31] * p;\n";
    const double far = cyclesOfTrip(load, spec);
    spec.execution.branchOperandCycles = 0;
    EXPECT_GT(far, cyclesOfTrip(load, spec) + 3);
}

TEST(Control, LanesThatMayHavePartedMeet) {
    auto spec = device("nvidia-h200");
    const std::string body = "{ " + fourProducts + fourProducts + fourProducts + " }\n";
    const std::string parting = "if ((l ^ t) & 1) " + body, agreed = "if (t & m) " + body;
    const double met = cyclesOfTrip(parting, spec), together = cyclesOfTrip(agreed, spec);
    spec.execution.reconvergenceCycles = 0;
    EXPECT_NEAR(met - cyclesOfTrip(parting, spec), 13, 4);
    EXPECT_NEAR(together, cyclesOfTrip(agreed, spec), 0.01) << "all lanes know that all take it";
}

TEST(Control, LoopsThatLanesLeaveOneByOneMeetBehind) {
    auto spec = device("nvidia-h200");
    const std::string own = "#pragma unroll 1\n for (int j = l & 3; j < m; j += 4) x = x * p + q;\n";
    const std::string all = "#pragma unroll 1\n for (int j = 0; j < m; ++j) x = x * p + q;\n";
    const double met = cyclesOfTrip(own, spec), together = cyclesOfTrip(all, spec);
    spec.execution.reconvergenceCycles = 0;
    EXPECT_NEAR(met - cyclesOfTrip(own, spec), 13, 4);
    EXPECT_NEAR(together, cyclesOfTrip(all, spec), 0.01);
}

TEST(Control, LoopsWithinLoopsFindOutTheirTrips) {
    auto spec = device("nvidia-h200");
    const std::string loop = "for (int j = 0; j < m; ++j) x = x * p + q;\n";
    const double one = cyclesOfTrip(loop, spec, 32, 1), seven = cyclesOfTrip(loop, spec, 32, 7);
    EXPECT_NEAR(one, 118, 25) << "as measured";
    EXPECT_NEAR(seven, 246, 40);
    spec.execution.branchOperandCycles = 0;
    EXPECT_LT(cyclesOfTrip(loop, spec, 32, 1), one - 25);
    EXPECT_LT(cyclesOfTrip(loop, spec, 32, 7), seven - 60) << "rounds of 16, of 8 and of 4 are asked for";
}

TEST(Control, BranchesThatAreNotTakenAreShorter) {
    auto spec = device("nvidia-h200");
    const std::string taken = "if (t & m) { " + fourProducts + fourProducts + fourProducts + " }\n";
    const double sooner = cyclesOfTrip(taken, spec);
    spec.execution.branchFallThroughCycles = 0;
    EXPECT_NEAR(cyclesOfTrip(taken, spec) - sooner, 5, 5.01);
}

TEST(Barriers, HoldUpWhatAccessesMemoryAlone) {
    auto spec = device("nvidia-h200");
    const std::string computing = fourProducts + "barrier(CLK_LOCAL_MEM_FENCE);\n";
    const double covered = cyclesOfTrip(computing, spec, 256);
    EXPECT_NEAR(covered, 42.5, 8) << "as measured";
    spec.caches.l1HoldsShared = false; // as before Volta
    EXPECT_GT(cyclesOfTrip(computing, spec, 256), covered + 8);
    spec = device("nvidia-h200");
    const std::string passing = "s[l] = x; barrier(CLK_LOCAL_MEM_FENCE); x = s[(l + 32) & 255] * p;\n"
                                "barrier(CLK_LOCAL_MEM_FENCE);\n";
    EXPECT_NEAR(cyclesOfTrip(passing, spec, 256), 93.5, 10) << "loads wait";
}

} // namespace
