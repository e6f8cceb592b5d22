// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that would take much: each class on a small kernel with a small budget. What is refused or bounded is
// the same on any machine, and a stopped simulation ends within a bounded number of polls.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/stringmodel/simulations.h"

namespace warpstring {
namespace {

BufferArgument buffer(ScalarType type, std::uint64_t count) {
    BufferArgument made;
    made.type = {type, 1};
    made.count = count;
    return made;
}

BufferArgument randomly(ScalarType type, std::uint64_t count, double low, double high, std::uint64_t seed = 5) {
    BufferArgument made = buffer(type, count);
    made.init = BufferInit::Random;
    made.seed = seed;
    made.range = {low, high};
    return made;
}

struct HeavyKernel {
    const char* name;
    std::string source;
    std::map<std::string, Argument> arguments;
};

/// A loop that ends by data around many branches.
std::string manyBranches() {
    std::string source = "__kernel void k(__global const int* t, __global int* o) {\n"
                         "    int i = get_global_id(0) * 16, s = 0;\n"
                         "    while (t[i] < 950 && i < 65535) {\n";
    for (int k = 1; k < 60; ++k)
        source += "        if ((t[i] & " + std::to_string(k) + ") == " + std::to_string(k / 3) +
                  ") s += o[(s + " + std::to_string(k) + ") & 4095];\n";
    return source + "        i++;\n    }\n    o[get_global_id(0)] = s;\n}\n";
}

/// Down a tree whose numbers are data, with the way back on a private stack.
HeavyKernel traversal() {
    return {"TraversalWithAStack",
            "__kernel void k(__global const float* t, __global const float* e, __global int* o) {\n"
            "    int stack[14], depth = 0, node = 0, at = -1;\n"
            "    float best = 0.9f + (get_global_id(0) & 63) * 0.001f;\n"
            "    while (1) {\n"
            "        if (node < 4095) {\n"
            "            const int left = 2 * node + 1, swap = t[left + 1] < t[left];\n"
            "            if (t[left + 1 - swap] < best) stack[depth++] = left + 1 - swap;\n"
            "            if (t[left + swap] < best) { node = left + swap; continue; }\n"
            "        } else if (e[node - 4095] < best) {\n"
            "            best = e[node - 4095];\n"
            "            at = node;\n"
            "        }\n"
            "        do { --depth; } while (depth >= 0 && t[stack[depth]] >= best);\n"
            "        if (depth < 0) break;\n"
            "        node = stack[depth];\n"
            "    }\n"
            "    o[get_global_id(0)] = at;\n"
            "}\n",
            {{"t", randomly(ScalarType::Float, 65536, 0, 1)},
             {"e", randomly(ScalarType::Float, 65536, 0, 1)},
             {"o", buffer(ScalarType::Int, 4096)}}};
}

/// One of each class, over 64 work-groups.
std::vector<HeavyKernel> heavyKernels() {
    BufferArgument offsets = buffer(ScalarType::UInt, 4097);
    offsets.init = BufferInit::Offsets;
    offsets.seed = 3;
    offsets.range = {0, 64};
    const BufferArgument output = buffer(ScalarType::Int, 4096);
    return {{"TwoLoopsByData",
             "__kernel void k(__global const float* t, __global const int* e, __global int* o) {\n"
             "    int i = get_global_id(0) * 10 + 400;\n"
             "    while (t[i] < .99f && i > 0) i--;\n"
             "    while (e[i] < 120 && i > 0) i--;\n"
             "    o[get_global_id(0)] = i;\n"
             "}\n",
             {{"t", randomly(ScalarType::Float, 65536, 0, 1)},
              {"e", randomly(ScalarType::Int, 65536, 0, 121)},
              {"o", output}}},
            {"NestedTriangles",
             "__kernel void k(__global int* o) {\n"
             "    int s = 0, g = get_global_id(0) % 40;\n"
             "    for (int a = 0; a < 60 + g; a++)\n"
             "        for (int b = 0; b < a; b++)\n"
             "            for (int c = b; c < a; c++)\n"
             "                for (int d = c; d < a; d++) s += o[(a * 31 + b * 7 + c * 3 + d) & 4095];\n"
             "    o[get_global_id(0)] = s;\n"
             "}\n",
             {{"o", output}}},
            {"ChaseThroughABuffer",
             "__kernel void k(__global const int* next, __global int* o) {\n"
             "    int p = get_global_id(0);\n"
             "    for (int i = 0; i < 2000; i++) p = next[p];\n"
             "    o[get_global_id(0)] = p;\n"
             "}\n",
             {{"next", randomly(ScalarType::Int, 4096, 0, 4095)}, {"o", output}}},
            {"ConditionOnAGenerator",
             "__kernel void k(__global int* o) {\n"
             "    uint x = get_global_id(0) * 2654435761u + 1u;\n"
             "    int hit = 0;\n"
             "    for (int i = 0; i < 500; i++) {\n"
             "        x ^= x << 13; x ^= x >> 17; x ^= x << 5;\n"
             "        if ((x & 7u) == 3u) hit += o[x & 4095];\n"
             "    }\n"
             "    o[get_global_id(0)] = hit;\n"
             "}\n",
             {{"o", output}}},
            {"EarlyReturnOnRandomData",
             "__kernel void k(__global const int* a, __global int* o) {\n"
             "    int g = get_global_id(0);\n"
             "    for (int i = 0; i < 16; i++) {\n"
             "        int v = a[g * 16 + i];\n"
             "        if (v > 950) { o[g] = i; return; }\n"
             "        if (v < 10 && a[(g + v) & 4095] > 500) return;\n"
             "    }\n"
             "    o[g] = -1;\n"
             "}\n",
             {{"a", randomly(ScalarType::Int, 65536, 0, 1000)}, {"o", output}}},
            {"RowsByOffsets",
             "__kernel void k(__global const uint* offsets, __global const int* columns, __global int* o) {\n"
             "    int r = get_global_id(0), s = 0;\n"
             "    for (uint j = offsets[r]; j < offsets[r + 1]; j++) s += columns[columns[j]];\n"
             "    o[r] = s;\n"
             "}\n",
             {{"offsets", offsets},
              {"columns", randomly(ScalarType::Int, std::uint64_t{4096} * 65, 0, 4095)},
              {"o", output}}},
            {"Merge",
             "__kernel void k(__global const int* a, __global const int* b, __global int* o) {\n"
             "    int g = get_global_id(0), i = g * 16, j = g * 16, e = g * 16 + 16, q = g & 4000;\n"
             "    while (i < e && j < e) { if (a[i] <= b[j]) o[q++] = a[i++]; else o[q++] = b[j++]; }\n"
             "    while (i < e) o[q++] = a[i++];\n"
             "    while (j < e) o[q++] = b[j++];\n"
             "}\n",
             {{"a", randomly(ScalarType::Int, 65536, 0, 1000)},
              {"b", randomly(ScalarType::Int, 65536, 0, 1000, 9)},
              {"o", output}}},
            {"ManyBranchesInALoopByData",
             manyBranches(),
             {{"t", randomly(ScalarType::Int, 65536, 0, 1000)}, {"o", output}}},
            {"OddWidths",
             "__kernel void k(__global const int* a, __global int* o) {\n"
             "    int g = get_global_id(0), s = 0;\n"
             "    for (int c = 0; c < 27; c++) s += a[g / 53 * 59 + g % 53 + c / 9 * 3481 + c % 9 / 3 * 59 + c "
             "% 3];\n"
             "    o[g] = s;\n"
             "}\n",
             {{"a", buffer(ScalarType::Int, 65536)}, {"o", output}}},
            traversal()};
}

class Budgets : public testing::TestWithParam<HeavyKernel> {
protected:
    static Launch launch() {
        Launch made;
        made.name = made.kernel = "k";
        made.range = {1, {4096, 1, 1}, {64, 1, 1}};
        made.arguments = GetParam().arguments;
        return made;
    }
    static Pdg graph() {
        auto pdg = frontend::buildPdg({"k.cl", GetParam().source}, "k", {"", 64});
        EXPECT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]);
        return std::move(*pdg);
    }
    static const HardwareSpec& spec() { return test::device("nvidia-h200"); }
};
INSTANTIATE_TEST_SUITE_P(Kernels, Budgets, testing::ValuesIn(heavyKernels()),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

/// One attempt at all work-groups, then at 16, 4 and 1 of them, and the heaviest group by itself.
constexpr double attempts = 5;

TEST_P(Budgets, AreKept) {
    const Pdg pdg = graph();
    for (const double budget : {1 << 14, 1 << 18, 1 << 22}) {
        SimulationOptions options;
        options.evaluation.budget = options.timeline.pointBudget = budget;
        const auto simulation = simulate(pdg, launch(), spec(), options);
        ASSERT_TRUE(simulation.ok()) << toText(simulation.diagnostics()[0]);
        // What is going on when a share is used up is finished: a few operations on each of the cells there
        // are.
        EXPECT_LT(simulation->evaluation.workUnits, attempts * (budget + (1 << 20))) << budget;
        EXPECT_GT(simulation->kernelTimeUs(), 0);
        std::size_t cells = 0;
        for (const auto& region : simulation->evaluation.regions) cells += region.cells.size();
        EXPECT_LT(cells, 200000u);
    }
}

TEST_P(Budgets, AreCountedInWork) {
    const Pdg pdg = graph();
    for (const double budget : {1 << 16, 1 << 20}) {
        SimulationOptions options;
        options.evaluation.budget = options.timeline.pointBudget = budget;
        const auto once = simulate(pdg, launch(), spec(), options);
        const auto again = simulate(pdg, launch(), spec(), options);
        ASSERT_TRUE(once.ok() && again.ok());
        EXPECT_EQ(once->kernelTimeUs(), again->kernelTimeUs());
        EXPECT_EQ(once->assumptions, again->assumptions);
        EXPECT_EQ(once->evaluation.workUnits, again->evaluation.workUnits);
    }
}

TEST_P(Budgets, ATightOneIsSaidInTheAssumptions) {
    const Pdg pdg = graph();
    SimulationOptions options;
    options.evaluation.budget = options.timeline.pointBudget = 2000;
    const auto simulation = simulate(pdg, launch(), spec(), options);
    ASSERT_TRUE(simulation.ok());
    const auto tells = [&](const char* words) {
        return std::any_of(simulation->assumptions.begin(), simulation->assumptions.end(),
                           [&](const auto& text) { return text.find(words) != std::string::npos; });
    };
    EXPECT_TRUE(tells("budget of lane evaluations") || tells("of 64 work-groups"));
}

TEST_P(Budgets, AStoppedSimulationEndsSoon) {
    const Pdg pdg = graph();
    const Cancellation whole(nullptr);
    SimulationOptions options;
    options.evaluation.budget = options.timeline.pointBudget = 1 << 20; // so that sanitizers end soon too
    options.cancellation = &whole;
    ASSERT_TRUE(simulate(pdg, launch(), spec(), options).ok());
    ASSERT_GT(whole.polls(), 5u);
    for (const std::uint64_t poll :
         {std::uint64_t{1}, std::uint64_t{2}, whole.polls() / 2, whole.polls() - 1}) {
        const Cancellation token = Cancellation::atPoll(poll);
        options.cancellation = &token;
        const auto simulation = simulate(pdg, launch(), spec(), options);
        ASSERT_FALSE(simulation.ok()) << poll << " of " << whole.polls();
        EXPECT_EQ(simulation.diagnostics()[0].code, "simulate.interrupted");
        EXPECT_LE(token.polls(), poll + 4) << "stages that follow ask at most once each";
    }
}

TEST(Statements, ManyAreRefusedByName) {
    std::string source = "__kernel void k(__global float* a) {\n    float x = a[get_global_id(0)];\n";
    for (int i = 0; i < 20000; ++i)
        source += "    x = x * " + std::to_string(i % 97) + ".5f + a[" + std::to_string(i) + "];\n";
    const auto refused = frontend::buildPdg({"k.cl", source + "    a[get_global_id(0)] = x;\n}\n"}, "k", {});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.diagnostics()[0].code, "frontend.too-many-statements");
    EXPECT_EQ(refused.diagnostics()[0].place.line, 1);
    EXPECT_FALSE(refused.diagnostics()[0].hint.empty());
}

TEST(Statements, ThatCallsMultiplyAreCountedBeforeTheyAreInlined) {
    std::string source = "float f0(float x) { return x * 1.5f; }\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string before = "f" + std::to_string(i - 1);
        source.append("float f").append(std::to_string(i)).append("(float x) { return ");
        source.append(before).append("(x) + ").append(before).append("(x + 1); }\n");
    }
    const auto refused = frontend::buildPdg(
        {"k.cl", source + "__kernel void k(__global float* a) { a[0] = f40(a[1]); }\n"}, "k", {});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.diagnostics()[0].code, "frontend.too-many-statements");
}

TEST(Timeline, BeyondItsBudgetIsTheClosedForms) {
    const auto subject = test::subject("__kernel void k(__global float* a, __global float* b) {\n"
                                       "    for (int i = 0; i < 64; i++) a[get_global_id(0)] += b[i];\n"
                                       "}\n",
                                       {1, {65536, 1, 1}, {256, 1, 1}});
    const auto pdg = buildPdg(subject.source, "k", {"", 64});
    ASSERT_TRUE(pdg.ok());
    SimulationOptions options;
    options.timeline.budget = 1000;
    const auto simulation = simulate(*pdg, subject.launch, test::device("nvidia-h200"), options);
    ASSERT_TRUE(simulation.ok());
    EXPECT_FALSE(simulation->timeline);
    EXPECT_EQ(simulation->kernelTimeUs(), simulation->time.timeUs);
    EXPECT_TRUE(
        std::any_of(simulation->assumptions.begin(), simulation->assumptions.end(), [](const auto& text) {
            return text.find("budget of timeline operations") != std::string::npos;
        }));
}

// What decides on a point may hang on all trips before it: it is charged, and stopped, like what was evaluated
// before.
TEST(Timeline, PointsBeyondTheirBudgetAreAverages) {
    const HeavyKernel kernel = traversal();
    const auto pdg = frontend::buildPdg({"k.cl", kernel.source}, "k", {"", 64});
    ASSERT_TRUE(pdg.ok());
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range = {1, {4096, 1, 1}, {64, 1, 1}};
    launch.arguments = kernel.arguments;
    const Cancellation whole(nullptr);
    SimulationOptions options;
    options.evaluation.budget = 1 << 16;
    options.timeline.pointBudget = 1 << 22;
    options.cancellation = &whole;
    const auto simulation = simulate(*pdg, launch, test::device("nvidia-h200"), options);
    ASSERT_TRUE(simulation.ok());
    ASSERT_TRUE(simulation->timeline);
    EXPECT_TRUE(simulation->timeline->isAveraged);
    EXPECT_TRUE(
        std::any_of(simulation->assumptions.begin(), simulation->assumptions.end(), [](const auto& text) {
            return text.find("evaluations at single points") != std::string::npos;
        }));
    EXPECT_TRUE(std::any_of(simulation->diagnostics.begin(), simulation->diagnostics.end(),
                            [](const auto& told) { return told.code == "evaluate.unknown-trip-count"; }));
    // The points ask the token sixteen times, and little else does.
    ASSERT_GT(whole.polls(), 16U);
    for (const std::uint64_t poll : {whole.polls() - 8, whole.polls() - 4}) {
        const Cancellation token = Cancellation::atPoll(poll);
        options.cancellation = &token;
        const auto stopped = simulate(*pdg, launch, test::device("nvidia-h200"), options);
        ASSERT_FALSE(stopped.ok()) << poll << " of " << whole.polls();
        EXPECT_EQ(stopped.diagnostics()[0].code, "simulate.interrupted");
        EXPECT_LE(token.polls(), poll + 4);
    }
}

} // namespace
} // namespace warpstring
