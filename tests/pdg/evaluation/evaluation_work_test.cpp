// SPDX-License-Identifier: GPL-3.0-or-later
// What an evaluation keeps from one box to another: values stay where references to them are held, and nothing
// is found twice that does not differ.
#include <gtest/gtest.h>

#include <cmath>

#include "pdg/evaluation/evaluation.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::evaluation {
namespace {

struct Subject {
    Pdg pdg;
    Evaluation evaluation;
};

Subject evaluated(const std::string& kernel, NDRange range,
                  const std::map<std::string, BufferArgument>& buffers = {}) {
    auto pdg = frontend::buildPdg({"k.cl", kernel}, "k", {});
    EXPECT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]);
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range = range;
    for (const auto& [name, buffer] : buffers) launch.arguments[name] = buffer;
    auto evaluation = evaluate(*pdg, launch, HardwareSpec{});
    EXPECT_TRUE(evaluation.ok());
    return {std::move(*pdg), std::move(*evaluation)};
}

BufferArgument numbers(ScalarType type, std::uint64_t count) {
    BufferArgument buffer;
    buffer.type = {type, 1};
    buffer.count = count;
    return buffer;
}

BufferArgument randomNumbers(ScalarType type, std::uint64_t count, double low, double high) {
    BufferArgument buffer = numbers(type, count);
    buffer.init = BufferInit::Random;
    buffer.seed = 5;
    buffer.range = {low, high};
    return buffer;
}

// A recurrence goes to other boxes while a value of the box around is held: it must not be forgotten meanwhile.
TEST(EvaluationWork, ValuesStayWhileARecurrenceIsFollowedElsewhere) {
    const auto [pdg, evaluation] =
        evaluated("__kernel void k(__global uint* a) {\n"
                  "    uint g = get_group_id(0) * 7u + get_local_id(0), x = get_local_id(0) + 1u;\n"
                  "    for (uint i = 0; i < 100u; i++) {\n"
                  "        if (i >= 5u)\n"
                  "            if (((g * 40503u) ^ x) % 13u == 3u) a[i] = x;\n"
                  "        x = x * 1664525u + 1013904223u;\n"
                  "    }\n"
                  "}\n",
                  {1, {1024, 1, 1}, {64, 1, 1}}, {{"a", numbers(ScalarType::UInt, 4096)}});
    double storing = 0; // warps and iterations in which somebody stores
    for (std::uint32_t group = 0; group < 16; ++group)
        for (std::uint32_t warp = 0; warp < 2; ++warp) {
            std::vector<std::uint32_t> x(32);
            for (std::uint32_t lane = 0; lane < 32; ++lane) x[lane] = warp * 32 + lane + 1;
            for (std::uint32_t i = 0; i < 100; ++i) {
                bool stores = false;
                for (std::uint32_t lane = 0; lane < 32; ++lane) {
                    const std::uint32_t g = group * 7 + warp * 32 + lane;
                    stores = stores || (i >= 5 && ((g * 40503u) ^ x[lane]) % 13 == 3);
                    x[lane] = x[lane] * 1664525u + 1013904223u;
                }
                storing += stores ? 1 : 0;
            }
        }
    ASSERT_EQ(pdg.accesses.size(), 1u);
    const auto& executions = evaluation.regions[pdg.statements[pdg.accesses[0].statement].region].executions;
    EXPECT_TRUE(executions.isExact());
    EXPECT_NEAR(executions.value * evaluation.warps, storing, 1e-6);
}

// The second loop starts where the first one ended: that is found once, not for each of its steps.
TEST(EvaluationWork, ALoopIsNotFollowedAgainForEachStepOfTheNext) {
    const std::map<std::string, BufferArgument> buffers{{"t", randomNumbers(ScalarType::Float, 8192, 0, 1)},
                                                        {"e", randomNumbers(ScalarType::Int, 8192, 0, 121)},
                                                        {"o", numbers(ScalarType::Int, 64)}};
    const NDRange range{1, {64, 1, 1}, {64, 1, 1}};
    const std::string head =
        "__kernel void k(__global const float* t, __global const int* e, __global int* o) {\n"
        "    int i = get_global_id(0) * 100 + 1000;\n";
    const std::string first = "    while (t[i] < .99f && i > 0) i--;\n";
    const std::string second = "    while (e[i] < 120 && i > 0) i--;\n";
    const std::string tail = "    o[get_global_id(0)] = i;\n}\n";
    const double alone = evaluated(head + first + tail, range, buffers).evaluation.laneEvaluations +
                         evaluated(head + second + tail, range, buffers).evaluation.laneEvaluations;
    const double both = evaluated(head + first + second + tail, range, buffers).evaluation.laneEvaluations;
    EXPECT_LT(both, 4 * alone);
}

// Addresses of which every work-group has its own pattern: some groups are followed, and the others not begun.
TEST(EvaluationWork, GroupsThatAllDifferAreDrawnAtOnce) {
    const auto [pdg, evaluation] = evaluated(
        "__kernel void k(__global const float* a, __global float* b) {\n"
        "    int x = get_global_id(0), y = get_global_id(1);\n"
        "    float u = (x + .5f) / 5001 * 4999, v = (y + .5f) / 2047 * 2000;\n"
        "    b[y * 8192 + x] = a[(int)v * 5000 + (int)u];\n"
        "}\n",
        {2, {8192, 2048, 1}, {32, 4, 1}},
        {{"a", numbers(ScalarType::Float, 9000ull * 2048)}, {"b", numbers(ScalarType::Float, 8192ull * 2048)}});
    EXPECT_EQ(evaluation.drawn.size(), 16u);
    EXPECT_LT(evaluation.workUnits, EvaluationOptions{}.budget / 64);
    for (const auto& access : evaluation.accesses)
        EXPECT_EQ(access.certainty, Certainty::Exact) << access.reason;
}

TEST(EvaluationWork, NestedTriangularLoopsDoNotMakeACellForEachPoint) {
    const auto [pdg, evaluation] =
        evaluated("__kernel void k(__global float* a) {\n"
                  "    float s = 0;\n"
                  "    for (int i = 0; i < 100; i++)\n"
                  "        for (int j = 0; j < i; j++)\n"
                  "            for (int k = 0; k < j; k++)\n"
                  "                for (int l = 0; l < k; l++) s += a[i + j + k + l];\n"
                  "    a[get_global_id(0)] = s;\n"
                  "}\n",
                  {1, {64, 1, 1}, {64, 1, 1}}, {{"a", numbers(ScalarType::Float, 4096)}});
    std::size_t most = 0;
    double executions = 0;
    for (const auto& region : pdg.regions) {
        most = std::max(most, evaluation.regions[region.id].cells.size());
        executions = std::max(executions, evaluation.regions[region.id].executions.value);
    }
    EXPECT_LT(most, 30000u);
    EXPECT_NEAR(executions, 100.0 * 99 * 98 * 97 / 24, 0.1 * 100 * 99 * 98 * 97 / 24);
    EXPECT_EQ(std::count_if(evaluation.assumptions.begin(), evaluation.assumptions.end(),
                            [](const auto& text) { return text.find("sampled") != std::string::npos; }),
              1)
        << "of the innermost loop alone: the others have few enough points";
}

TEST(EvaluationWork, FunctionsThatTheKernelDoesNotReachAreLeftAlone) {
    // Inlined into one another these would be 2^40 instructions.
    std::string source = "float f0(float x) { return x * 1.5f; }\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string before = "f" + std::to_string(i - 1);
        source.append("float f").append(std::to_string(i)).append("(float x) { return ");
        source.append(before).append("(x) + ").append(before).append("(x + 1); }\n");
    }
    source += "int self(int n) { return n < 2 ? 1 : n * self(n - 1); }\n";
    const std::string kernel = "__kernel void k(__global float* a) { a[get_global_id(0)] += f0(1.0f); }\n";
    const NDRange range{1, {64, 1, 1}, {64, 1, 1}};
    const auto with = evaluated(source + kernel, range, {{"a", numbers(ScalarType::Float, 64)}});
    const auto without = evaluated("float f0(float x) { return x * 1.5f; }\n" + kernel, range,
                                   {{"a", numbers(ScalarType::Float, 64)}});
    EXPECT_EQ(with.pdg.statements.size(), without.pdg.statements.size());
}

// Once the outer loop is unrolled, its second copy of the inner one hangs below the branch that left the first:
// what follows asks how both ended.
TEST(Evaluation, WhatFollowsALoopAfterTheExitOfAnotherAsksHowBothEnded) {
    const auto [pdg, evaluation] =
        evaluated("__kernel void k(volatile __global uint* a) {\n"
                  "    const uint l = get_local_id(0), g = get_group_id(0);\n"
                  "    for (uint outer = 4; outer > 0; outer >>= 1) {\n"
                  "        a[0] = 1;\n"
                  "        for (uint v = 3 * l + 1; v > 2; v >>= 1) {\n"
                  "            if ((g % (2 * v)) != 2) return;\n"
                  "            a[1] = 2;\n"
                  "        }\n"
                  "    }\n"
                  "    a[2] = l + 2 > 40 ? 3 : 4;\n"
                  "}\n",
                  {1, {128, 1, 1}, {32, 1, 1}}, {{"a", numbers(ScalarType::UInt, 64)}});
    double reaching = 0; // work-items, and warps with one
    double warps = 0;
    for (unsigned group = 0; group < 4; ++group) {
        unsigned items = 0;
        for (unsigned l = 0; l < 32; ++l) {
            bool reaches = true;
            for (unsigned v = 3 * l + 1; v > 2; v >>= 1) reaches = reaches && group % (2 * v) == 2;
            items += reaches ? 1 : 0;
        }
        reaching += items;
        warps += items > 0 ? 1 : 0;
    }
    ASSERT_GT(reaching, 4) << "more than those that enter no loop";
    const auto& region = evaluation.regions[pdg.statements[pdg.accesses.back().statement].region];
    EXPECT_TRUE(region.executions.isExact());
    EXPECT_DOUBLE_EQ(region.executions.value * evaluation.warps, warps);
    double items = 0;
    for (const auto& cell : region.cells)
        for (int item = 0; item < 32; ++item) items += cell.must.contains(item) ? cell.box.points() : 0;
    EXPECT_DOUBLE_EQ(items, reaching);
}

} // namespace
} // namespace warpstring::evaluation
