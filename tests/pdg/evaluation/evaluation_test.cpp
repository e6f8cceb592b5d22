// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations of small kernels that say the same in other words.
#include "pdg/evaluation/evaluation.h"

#include <gtest/gtest.h>

#include "pdg/frontend/build_pdg.h"

namespace warpstring::evaluation {
namespace {

Evaluation evaluated(const std::string& body, std::uint64_t global, std::uint64_t local) {
    const std::string source = "__kernel void k(volatile __global int* a, int n) {\n"
                               "    const int i = get_global_id(0);\n"
                               "    const int l = get_local_id(0);\n" +
                               body + "}\n";
    const auto pdg = frontend::buildPdg({"k.cl", source}, "k", {});
    EXPECT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]);
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range.global[0] = global;
    launch.range.local[0] = local;
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, 7};
    BufferArgument buffer;
    buffer.type = {ScalarType::Int, 1};
    buffer.count = 64;
    launch.arguments["a"] = buffer;
    auto evaluation = evaluate(*pdg, launch, HardwareSpec{});
    EXPECT_TRUE(evaluation.ok());
    return std::move(*evaluation);
}

TEST(Evaluation, MasksAndShiftsOfNegativeNumbersRoundDown) {
    // Each pair is the same for i < 1024; the second never becomes negative.
    const std::pair<std::string, std::string> same[] = {
        {"(107 - (n + i)) & 63", "(107 + 6400 - (n + i)) & 63"},
        {"((100 - 3 * i) & 31) + 1", "((100 + 6400 - 3 * i) & 31) + 1"},
        {"((20 - i) & ~7) + i", "((20 + 6400 - i) & ~7) - 6400 + i"},
        {"((n - 16 * l) >> 4) + l + 2", "((n + 6400 - 16 * l) >> 4) - 400 + l + 2"}};
    for (const auto& [negative, positive] : same)
        for (const std::uint64_t local : {16, 64, 128}) {
            const auto one = evaluated("    a[" + negative + "] = 1;\n", 8 * local, local);
            const auto other = evaluated("    a[" + positive + "] = 1;\n", 8 * local, local);
            for (const auto& evaluation : {one, other})
                for (const auto& fault : evaluation.diagnostics)
                    ADD_FAILURE() << negative << ", " << local << ": " << toText(fault);
            EXPECT_TRUE(one.assumptions.empty()) << negative;
            ASSERT_EQ(one.accesses.size(), 1u);
            EXPECT_TRUE(one.accesses[0].transactions.isExact());
            EXPECT_DOUBLE_EQ(one.accesses[0].transactions.value, other.accesses[0].transactions.value)
                << negative;
            EXPECT_DOUBLE_EQ(one.accesses[0].bytes.value, other.accesses[0].bytes.value) << negative;
        }
}

// A vector's elements are numbers of its buffer like those of a buffer of scalars.
TEST(Evaluation, ConditionsReadTheElementsOfVectors) {
    const auto stored = [](const std::string& type, const std::string& element, ValueType value,
                           std::uint64_t count) {
        const auto pdg = frontend::buildPdg({"k.cl", "__kernel void k(__global const " + type +
                                                         "* a, __global int* b) {\n"
                                                         "    const int i = get_global_id(0);\n"
                                                         "    if (" +
                                                         element + " > 96) b[i] = 1;\n}\n"},
                                            "k", {});
        EXPECT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]);
        Launch launch;
        launch.name = launch.kernel = "k";
        launch.range.global[0] = 2048;
        launch.range.local[0] = 64;
        BufferArgument buffer;
        buffer.type = value;
        buffer.count = count;
        buffer.init = BufferInit::Random;
        buffer.range = {0, 100};
        launch.arguments["a"] = buffer;
        buffer.type = {ScalarType::Int, 1};
        buffer.count = 2048;
        launch.arguments["b"] = buffer;
        const auto evaluation = evaluate(*pdg, launch, HardwareSpec{});
        EXPECT_TRUE(evaluation.ok());
        return evaluation->regions.back().executions.value;
    };
    for (const auto& [type, scalar] : {std::pair<std::string, ScalarType>{"float", ScalarType::Float},
                                       {"double", ScalarType::Double},
                                       {"uchar", ScalarType::UChar},
                                       {"long", ScalarType::Long}}) {
        const double some = stored(type + "4", "a[i].y", {scalar, 4}, 2048);
        EXPECT_GT(some, 0) << type;
        EXPECT_LT(some, 1) << type;
        EXPECT_DOUBLE_EQ(some, stored(type, "a[4 * i + 1]", {scalar, 1}, 8192)) << type;
    }
}

// Two conditions of one loop that vary with the group ask for its split once.
TEST(Evaluation, ALoopWithSeveralTestsIsNotSampledForThem) {
    const auto evaluation = evaluated("    for (int v = n; v < i + 4 * n; v += 3) {\n"
                                      "        a[l] = 1;\n"
                                      "        if (5 * i + 4 * l >= 65) return;\n"
                                      "        a[l] = 2;\n"
                                      "    }\n",
                                      64, 32);
    EXPECT_TRUE(evaluation.assumptions.empty()) << evaluation.assumptions[0];
}

// Loops beyond those that have a bit of their own share the last one: each is what it is in a kernel by itself.
TEST(Evaluation, ManyLoopsAreEachAsByItself) {
    const auto loop = [](int k) {
        const std::string counter = "j" + std::to_string(k), inner = "m" + std::to_string(k);
        const std::string trips = "((int)get_group_id(0) & 3) + l % 4 + " + std::to_string(k % 5);
        return "    for (int " + counter + " = 0; " + counter + " < " + trips + "; ++" + counter + ") {\n" +
               "        a[(" + counter + " * " + std::to_string(1 + k % 7) + " + i) & 63] = 1;\n" +
               "        for (int " + inner + " = " + counter + "; " + inner + " < 3; ++" + inner + ") a[(" +
               inner + " * i) & 63] = " + counter + ";\n    }\n";
    };
    constexpr int loops = 50;
    std::string all;
    for (int k = 0; k < loops; ++k) all += loop(k);
    const auto together = evaluated(all, 256, 64);
    ASSERT_EQ(together.loops.size(), 2u * loops);
    ASSERT_GT(together.loops.size(), loopsWithOwnBit + 20u);
    std::size_t access = 0, region = 1;
    for (int k = 0; k < loops; ++k) {
        const auto alone = evaluated(loop(k), 256, 64);
        for (std::size_t i = 0; i < alone.accesses.size(); ++i, ++access) {
            EXPECT_TRUE(alone.accesses[i].transactions.isExact());
            EXPECT_TRUE(together.accesses[access].transactions.isExact()) << k;
            EXPECT_DOUBLE_EQ(together.accesses[access].transactions.value, alone.accesses[i].transactions.value)
                << k;
            EXPECT_DOUBLE_EQ(together.accesses[access].bytes.value, alone.accesses[i].bytes.value) << k;
        }
        for (std::size_t i = 1; i < alone.regions.size(); ++i, ++region)
            EXPECT_DOUBLE_EQ(together.regions[region].executions.value, alone.regions[i].executions.value) << k;
    }
    EXPECT_EQ(access, together.accesses.size());
}

} // namespace
} // namespace warpstring::evaluation
