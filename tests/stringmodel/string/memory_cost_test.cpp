// SPDX-License-Identifier: GPL-3.0-or-later
// Equation 1 on strings made by hand. The device is the paper's: 86.4 GB/s, 1.35 GHz, 16 multiprocessors.
#include <gtest/gtest.h>

#include <cmath>

#include "stringmodel/string/memory_cost.h"
#include "tests/stringmodel/string/strings.h"

namespace {

using namespace warpstring;
using namespace warpstring::token_string;
using namespace warpstring::test;

HardwareSpec paperDevice() {
    HardwareSpec spec;
    spec.globalMemory.bandwidthGBs = 86.4;
    spec.globalMemory.issueCycles = 4;
    spec.execution.clockMhz = 1350;
    spec.execution.multiprocessors = 16;
    return spec;
}

/// Bytes of a warp: 32 transactions of 64 bytes for A, two of 64 for B.
std::vector<StringItem> iterationOfTheNaiveProduct() {
    return {compute(8), load(1, 4, 2048), load(2, 4, 128), waitFor(1), waitFor(2), compute(16)};
}

TEST(Equation1, FourBytesACycle) { EXPECT_DOUBLE_EQ(paperDevice().bytesPerCyclePerMultiprocessor(), 4.0); }

// 2048 / 4 + 128 / 4 = 512 + 32 = 544; (2 + 4) * 4 = 24; (544 - 24) / 2 = 260: the 260 of Table 4.
TEST(Equation1, AnIterationOfTheNaiveProduct) {
    const auto cost = memoryCost({iterationOfTheNaiveProduct()}, paperDevice());
    EXPECT_DOUBLE_EQ(cost.memoryCycles, 544);
    EXPECT_DOUBLE_EQ(cost.computeCycles, 24);
    EXPECT_DOUBLE_EQ(cost.memoryOperations, 2);
    EXPECT_DOUBLE_EQ(cost.tokenCycles, 260);
    EXPECT_TRUE(cost.bandwidthBound);
}

// The whole string of Table 4: C_11^44 before, C_2^8 and a coalesced store after the 4096 iterations.
// (4096 * 544 + 32 - 4096 * 24 - 52) / 8193 = 2129900 / 8193 = 259.966: 260 as printed.
TEST(Equation1, TheWholeStringOfTheNaiveProduct) {
    TokenString string{{compute(44), repeat(4096, iterationOfTheNaiveProduct()), compute(8), store(3, 4, 128)}};
    const auto cost = memoryCost(string, paperDevice());
    EXPECT_DOUBLE_EQ(cost.tokenCycles, 2129900.0 / 8193);
    EXPECT_EQ(std::round(cost.tokenCycles), 260);
    applyMemoryCost(string, cost);
    const auto& body = std::get<Repeat>(string.items[1].content).body;
    EXPECT_DOUBLE_EQ(std::get<Token>(body[1].content).cycles, cost.tokenCycles);
    EXPECT_DOUBLE_EQ(std::get<Token>(string.items[3].content).cycles,
                     cost.tokenCycles); // one average per kernel
}

// 16 + 96 = 112 cycles of computation cover 32 + 32 of bandwidth: the issue cost remains.
TEST(Equation1, IssueIsTheFloor) {
    const auto cost =
        memoryCost({{compute(16), load(1, 4, 128), waitFor(1), compute(96), store(2, 4, 128)}}, paperDevice());
    EXPECT_DOUBLE_EQ(cost.memoryCycles, 64);
    EXPECT_DOUBLE_EQ(cost.tokenCycles, 4);
    EXPECT_FALSE(cost.bandwidthBound);
}

TEST(Equation1, NothingToMove) {
    const auto cost = memoryCost({{compute(16)}}, paperDevice());
    EXPECT_DOUBLE_EQ(cost.tokenCycles, 4);
    EXPECT_DOUBLE_EQ(cost.memoryOperations, 0);
}

TEST(NonBlockingCycles, OfTheNaiveProduct) {
    // 24 cycles of C for two M an iteration; stores do not block.
    EXPECT_DOUBLE_EQ(averageNonBlockingCycles({iterationOfTheNaiveProduct()}), 12);
    EXPECT_DOUBLE_EQ(averageNonBlockingCycles({{compute(8), load(1), store(2), barrier(), sharedLoad(12)}}),
                     (8 + 4 + 12) / 2.0);
    EXPECT_TRUE(std::isinf(averageNonBlockingCycles({{compute(8), store(1)}})));
}

} // namespace
