// SPDX-License-Identifier: GPL-3.0-or-later
// Where registers that do not fit are stored and loaded: around loops that do not touch them, before those
// within.
#include <gtest/gtest.h>

#include <algorithm>

#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/kernel_timeline.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

constexpr int keptValues = 24, loopTrips = 64;

/// Keeps values through a loop that carries sixteen sums.
Prepared keeping() {
    const std::string text =
        "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
        "  const int i = get_global_id(0);\n"
        "  float kept[" +
        std::to_string(keptValues) +
        "], sums[16];\n"
        "#pragma unroll\n"
        "  for (int j = 0; j < " +
        std::to_string(keptValues) +
        "; ++j) kept[j] = a[i + j * 256];\n"
        "  for (int s = 0; s < 16; ++s) sums[s] = a[i + s * 128 + 1];\n"
        "#pragma unroll 1\n"
        "  for (int t = 0; t < " +
        std::to_string(loopTrips) +
        "; ++t) {\n"
        "#pragma unroll\n"
        "    for (int s = 0; s < 16; ++s) sums[s] = sums[s] * sums[(s + 1) & 15] + 0.5f;\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  }\n"
        "  float result = 0;\n"
        "#pragma unroll\n"
        "  for (int s = 0; s < 16; ++s) result += sums[s];\n"
        "#pragma unroll\n"
        "  for (int j = 0; j < " +
        std::to_string(keptValues) +
        "; ++j) result = result * kept[j] + 1.0f;\n"
        "  b[i] = result;\n}\n";
    return prepared(subject(text, {1, {8192, 1, 1}, {256, 1, 1}}), h200());
}

struct SpillCounts {
    int stores = 0, loads = 0;
};

/// Outside of loops, and in the steps of a loop.
std::pair<SpillCounts, SpillCounts> spillsOf(const MachineProgram& program) {
    SpillCounts outside, within;
    int depth = 0;
    for (const auto& step : program.steps) {
        if (step.kind == MachineStep::Kind::LoopEnter) ++depth;
        if (step.kind == MachineStep::Kind::LoopLeave) --depth;
        if (step.kind != MachineStep::Kind::Operation) continue;
        const auto& operation = program.operations[step.index];
        if (operation.kind != MachineKind::Spill) continue;
        SpillCounts& counts = depth > 0 ? within : outside;
        ++(operation.access == AccessKind::Store ? counts.stores : counts.loads);
    }
    return {outside, within};
}

TEST(Spilling, ValuesThatALoopDoesNotTouchGoFirst) {
    const auto kernel = keeping();
    ASSERT_EQ(kernel.pdg.spillLevels.size(), 2u);
    const auto& idle = kernel.pdg.spillLevels.front();
    EXPECT_TRUE(idle.isIdle);
    EXPECT_EQ(idle.region, entryRegion);
    EXPECT_GE(idle.registers, keptValues);
    EXPECT_LE(idle.registers, keptValues + 2) << "and the place of the result";
    for (const int spilled : {0, 1, 10, keptValues}) {
        const auto [outside, within] = spillsOf(lower(kernel.pdg, kernel.evaluation, h200(), spilled));
        EXPECT_EQ(outside.stores, spilled);
        EXPECT_EQ(outside.loads, spilled);
        EXPECT_EQ(within.stores + within.loads, 0);
    }
}

TEST(Spilling, WhatIsBeyondThemIsSpilledInTheLoop) {
    const auto kernel = keeping();
    const int idle = kernel.pdg.spillLevels.front().registers;
    const auto none = lower(kernel.pdg, kernel.evaluation, h200());
    const auto some = lower(kernel.pdg, kernel.evaluation, h200(), idle + 3);
    const auto [outside, within] = spillsOf(some);
    EXPECT_EQ(outside.stores, idle);
    EXPECT_EQ(within.stores, 3);
    EXPECT_EQ(within.loads, 3);
    EXPECT_EQ(some.spillPlaces, static_cast<std::uint32_t>(idle + 3));
    EXPECT_DOUBLE_EQ(some.instructionsPerWarp - none.instructionsPerWarp, 2 * idle + 2 * 3 * loopTrips);
}

TEST(Spilling, NoMoreThanIsAlive) {
    const auto kernel = keeping();
    const auto program = lower(kernel.pdg, kernel.evaluation, h200(), 10000);
    EXPECT_EQ(program.spillPlaces, static_cast<std::uint32_t>(kernel.pdg.registers));
}

TEST(Spilling, IsNeverFaster) {
    auto kernel = keeping();
    double before = 0;
    for (const int spilled : {0, 4, keptValues, keptValues + 4, keptValues + 8}) {
        kernel.occupancy.spilledRegisters = spilled;
        const auto timeline =
            timeline::kernelTimeline(kernel.pdg, kernel.evaluation, h200(), kernel.occupancy, {});
        EXPECT_GE(timeline.timeUs, before * (1 - 1e-3)) << spilled;
        before = timeline.timeUs;
    }
}

TEST(Spilling, LeavesNoMoreRegistersThanAWorkItemHas) {
    const auto launches = sample("field/private_arrays/lagged-sums.toml");
    ASSERT_FALSE(launches.empty());
    int most = 0;
    for (const auto& launch : launches) {
        const auto simulation = simulated(subject(launch), false, h200(), ModelChoice::ClosedForm);
        const int spilled = simulation.occupancy.spilledRegisters;
        EXPECT_LE(simulation.registers, h200().occupancy.registersPerWorkItem) << launch.name;
        EXPECT_EQ(simulation.registers + spilled, simulation.wantedRegisters) << launch.name;
        const auto told =
            std::find_if(simulation.diagnostics.begin(), simulation.diagnostics.end(),
                         [](const Diagnostic& each) { return each.code == "simulate.registers-spill"; });
        ASSERT_EQ(told != simulation.diagnostics.end(), spilled > 0) << launch.name;
        if (spilled == 0) continue;
        EXPECT_EQ(simulation.registers, h200().occupancy.registersPerWorkItem) << launch.name;
        EXPECT_TRUE(told->message.starts_with("about " + std::to_string(spilled) + " of " +
                                              std::to_string(simulation.wantedRegisters) + " registers"))
            << told->message;
        most = std::max(most, simulation.wantedRegisters);
    }
    EXPECT_GT(most, 2 * h200().occupancy.registersPerWorkItem) << "the case that this is about";
}

// 65,536 of a multiprocessor for 1,024 work-items.
TEST(Spilling, LeavesWhatOneGroupLeaves) {
    auto kernel = subject("__kernel void k(__global float* a) { a[get_global_id(0)] += 1.0f; }\n",
                          {1, {8192, 1, 1}, {1024, 1, 1}});
    kernel.launch.registers = {RegisterRequest::Kind::Count, 200};
    const auto simulation = simulated(kernel, false, h200());
    EXPECT_EQ(simulation.registers, 64);
    EXPECT_EQ(simulation.registerSource, "64 of 200 a work-item, as asked for");
    EXPECT_EQ(simulation.occupancy.spilledRegisters, 0) << "it needs no more";
}

// Counters of kept-values on an H100: each store of a register goes on to L2, 128 bytes, and loads find it in
// L1.
TEST(Spilling, StoresGoOnToTheSecondLevel) {
    auto kernel = keeping();
    kernel.occupancy.spilledRegisters = 0;
    const auto fits = timeline::kernelTimeline(kernel.pdg, kernel.evaluation, h200(), kernel.occupancy, {});
    kernel.occupancy.spilledRegisters = kernel.pdg.spillLevels.front().registers + 6;
    auto slow = h200();
    slow.caches.l2WriteBytesPerCycle = slow.caches.l2WriteBytesPerCycle / 64;
    const auto narrow = timeline::kernelTimeline(kernel.pdg, kernel.evaluation, slow, kernel.occupancy, {});
    EXPECT_GT(narrow.timeUs, 2 * fits.timeUs);
}

} // namespace
