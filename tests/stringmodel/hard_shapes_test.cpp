// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels and launches of hard shapes, each with what comes of it: an answer, or a refusal by name.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

constexpr NDRange sixtyFourGroups{1, {4096, 1, 1}, {64, 1, 1}};

/// The kernel is `k`, with buffers alone, of as many elements as the launch has work-items.
struct HardShape {
    const char* name;
    std::string source = {};
    int statements = 0; ///< of a chain of products and sums that takes the place of `source`
    NDRange range = sixtyFourGroups;
    const char* refused = "";  ///< by this code
    const char* told = "";     ///< beside the answer
    double accesses = -1;      ///< of a warp to global memory; -1: not counted here
    bool hasUpperBound = true; ///< or is known
    double high = 0;           ///< of the random integers that buffers hold, from 0 on; 0: they hold zeros
};

std::string chainOf(int statements) {
    std::string source = "__kernel void k(__global float* a) {\n    float x = a[get_global_id(0)];\n";
    for (int i = 0; i < statements; ++i)
        source += "    x = x * " + std::to_string(i % 97) + ".5f + " + std::to_string(i % 89) + ".25f;\n";
    return source + "    a[get_global_id(0)] = x;\n}\n";
}

std::string switchOf(int cases) {
    std::string source = "__kernel void k(__global const int* a, __global int* o) {\n"
                         "    int s = get_global_id(0);\n    switch (a[get_global_id(0)]) {\n";
    for (int i = 0; i < cases; ++i)
        source += "    case " + std::to_string(7 * i + i * i % 5) + ": s = s * " + std::to_string(i + 3) +
                  " ^ " + std::to_string(13 * i) + "; break;\n";
    return source + "    default: s = 0;\n    }\n    o[get_global_id(0)] = s;\n}\n";
}

std::vector<HardShape> hardShapes() {
    const std::string doubled = "__kernel void k(__global float* a) { a[get_global_id(0)] *= 2.0f; }\n";
    return {{.name = "TenThousandStatements", .statements = 10000, .accesses = 2},
            {.name = "AHundredThousandStatements", .statements = 100000, .refused = "frontend.too-many-tokens"},
            {.name = "WhileOverDataThatIsGiven",
             .source = "__kernel void k(__global const int* a, __global int* o) {\n"
                       "    int i = get_global_id(0), s = 0;\n"
                       "    while (i < 4095 && a[i] < 900) s += a[i++];\n"
                       "    o[get_global_id(0)] = s;\n}\n",
             .high = 1000},
            {.name = "WhileOverDataThatNobodyTells",
             .source = "__kernel void k(__global int* a, __global int* o) {\n"
                       "    int i = get_global_id(0), s = 0;\n"
                       "    while (a[i] < 900) { s += a[i]; i = a[i]; }\n"
                       "    o[get_global_id(0)] = s;\n    a[s & 1023] = 1;\n}\n",
             .told = "evaluate.unknown-trip-count",
             .hasUpperBound = false},
            {.name = "ChaseThroughABufferThatNobodyTells",
             .source = "__kernel void k(__global int* next, __global int* o) {\n"
                       "    int p = get_global_id(0);\n"
                       "    for (int i = 0; i < 64; i++) p = next[p];\n"
                       "    o[get_global_id(0)] = p;\n    next[p] = 0;\n}\n",
             .accesses = 66},
            {.name = "SwitchOfThreeHundredCases", .source = switchOf(300), .accesses = 2, .high = 2100},
            {.name = "GotoIntoALoop",
             .source = "__kernel void k(__global int* a) {\n"
                       "    int i = 0;\n    if (a[get_global_id(0)] > 3) goto middle;\n"
                       "    while (i < 64) {\n        a[i] += 1;\nmiddle:\n        i += a[i] & 3;\n    }\n}\n",
             .refused = "frontend.irreducible-flow"},
            {.name = "FloatsReadAsIntegers",
             .source = "__kernel void k(__global const float* a, __global uint* o) {\n"
                       "    __global const uint* bits = (__global const uint*)a;\n"
                       "    o[get_global_id(0)] = bits[get_global_id(0)] >> 23 & 255;\n}\n",
             .accesses = 2},
            {.name = "AMillionGroupsOfOne",
             .source = doubled,
             .range = {1, {1000000, 1, 1}, {1, 1, 1}},
             .accesses = 2},
            {.name = "ThreeDimensions",
             .source =
                 "__kernel void k(__global const float* a, __global float* o) {\n"
                 "    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
                 "    const int at = (z * 64 + y) * 128 + x;\n"
                 "    o[at] = a[at] + a[(z * 64 + (y ^ 1)) * 128 + x] + a[((z ^ 1) * 64 + y) * 128 + x];\n}\n",
             .range = {3, {128, 64, 32}, {16, 4, 2}},
             .accesses = 4},
            {.name = "TwoToTheThirtyFirstWorkItems",
             .source = doubled,
             .range = {1, {std::uint64_t{1} << 31, 1, 1}, {256, 1, 1}},
             .accesses = 2},
            {.name = "ALoopWithoutAnEnd",
             .source = "__kernel void k(__global int* a) {\n"
                       "    for (int i = 1; i != 0; i += 0) a[get_global_id(0)] += 1;\n}\n",
             .told = "evaluate.endless-loop"}};
}

class HardShapes : public testing::TestWithParam<HardShape> {
protected:
    static Result<Simulation> simulation() {
        const HardShape& shape = GetParam();
        const auto pdg = frontend::buildPdg(
            {"k.cl", shape.statements > 0 ? chainOf(shape.statements) : shape.source}, "k", {"", 64});
        if (!pdg) return pdg.diagnostics();
        Launch launch;
        launch.name = launch.kernel = "k";
        launch.range = shape.range;
        for (const auto& argument : pdg->arguments) {
            BufferArgument buffer;
            buffer.type = argument.element;
            buffer.count = shape.range.global[0] * shape.range.global[1] * shape.range.global[2];
            if (shape.high > 0) {
                buffer.init = BufferInit::Random;
                buffer.seed = 5;
                buffer.range = {0, shape.high};
            }
            launch.arguments[argument.name] = buffer;
        }
        return simulate(*pdg, launch, h200());
    }
};

TEST_P(HardShapes, AreAnsweredOrRefusedByName) {
    const HardShape& shape = GetParam();
    const std::string refused = shape.refused, told = shape.told;
    const auto found = simulation();
    if (!found) {
        EXPECT_EQ(found.diagnostics()[0].code, refused) << toText(found.diagnostics()[0]);
        EXPECT_FALSE(found.diagnostics()[0].hint.empty());
        return;
    }
    EXPECT_EQ(refused, "") << "it is answered";
    EXPECT_TRUE(std::isfinite(found->kernelTimeUs()) && found->kernelTimeUs() > 0);
    EXPECT_GT(found->warpLatencyCycles(), 0);
    bool isTold = false;
    for (const auto& note : found->diagnostics) {
        isTold = isTold || note.code == told;
        EXPECT_TRUE(note.severity != Severity::Error || note.code == told) << toText(note);
    }
    EXPECT_EQ(isTold, !told.empty());
    if (shape.accesses >= 0) {
        EXPECT_NEAR(found->memory.memoryOperations, shape.accesses, 1e-6);
    }
    EXPECT_EQ(!found->bounds || std::isfinite(found->bounds->upperTimeUs), shape.hasUpperBound);
}

INSTANTIATE_TEST_SUITE_P(Kernels, HardShapes, testing::ValuesIn(hardShapes()),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

} // namespace
