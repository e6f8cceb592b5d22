// SPDX-License-Identifier: GPL-3.0-or-later
// Table 4 of Baghsorkhi et al. 2009: the strings by kinds and nesting, stores written ~M and ~S. Counts of
// instructions are those of the authors' compiler and are compared in docs/paper.md.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::token_string;
using namespace warpstring::test;

std::string kindsOf(const Launch& launch) { return kinds(simulated(subject(launch), true)); }

TEST(Table4, NaiveProduct) {
    const auto simulation = simulated(subject(sample("matmul/matmul-naive.toml").front()), true);
    EXPECT_EQ(kinds(simulation), "C ( C M M G G C )x4096 C ~M");
    EXPECT_EQ(std::round(simulation.memory.tokenCycles), 260);
}

// Table 4: C (~M C)xX C (C)xX C (C)xX ((C M G ~S)xX M G ~S C B C (C S (S C)xX C)x16 B)x256 (~M)xX. One
// computation stands here that the paper does not show: the branch that leaves the long loop, before its last
// barrier.
TEST(Table4, TiledProduct) {
    for (const auto& launch : sample("matmul/matmul-tiled-sizes.toml")) {
        const auto at = launch.name.find("X=");
        const std::string x = launch.name.substr(at + 2);
        if (x == "1") continue; // loops of one iteration have dissolved: below
        const std::string times = " )x" + x;
        EXPECT_EQ(kindsOf(launch), "C ( ~M C" + times + " C ( C" + times + " C ( C" + times + " ( ( C M G ~S" +
                                       times + " M G ~S C B C ( C S ( S C" + times + " C )x16 C B )x256 ( ~M" +
                                       times)
            << launch.name;
    }
    EXPECT_EQ(kindsOf(sample("matmul/matmul-tiled.toml").front()),
              "C ~M C ( C M G ~S M G ~S C B C ( C S S C )x16 C B )x256 ~M");
}

// log T + 1 steps up and down: 8 for T = 128.
TEST(Table4, ScanInitial) {
    EXPECT_EQ(kindsOf(sample("scan/scan-init.toml").front()),
              "C M G ~S M G ~S B C ( C S C S C ~S B C )x8 "
              "C S C ~M ~S B C ( C S C S C ~S ~S B C )x8 S C ~M S ~M");
}

TEST(Table4, ScanWithReducedDivergenceAndBankConflicts) {
    EXPECT_EQ(kindsOf(sample("scan/scan-div-bank.toml").front()),
              "C M G ~S M G ~S B C ( C C S C S C ~S C B C )x8 "
              "C S C ~M ~S B C ( C C S C S C ~S ~S C B C )x8 S C ~M S ~M");
}

TEST(Table4, StepsFollowTheBlockSize) {
    int steps = 7; // T = 64, 128, 256, 512
    for (const auto& launch : sample("scan/scan-init-sizes.toml")) {
        const std::string times = " )x" + std::to_string(steps++);
        EXPECT_EQ(kindsOf(launch), "C M G ~S M G ~S B C ( C S C S C ~S B C" + times +
                                       " C S C ~M ~S B C ( C S C S C ~S ~S B C" + times + " S C ~M S ~M");
    }
}

// Weights of section 3: cc = 27/32 of the computation, cs = 172/32 cycles an access (the paper's 188/32 is an
// erratum).
TEST(Table4, WeightsOfScanInitial) {
    const auto simulation = simulated(subject(sample("scan/scan-init.toml").front()), true);
    const auto loads = tokensOf(simulation.string, TokenKind::SharedLoad);
    ASSERT_EQ(loads.size(), 7U); // two up, one for the total, two down, two of the result
    for (const std::size_t i : {0U, 1U, 3U, 4U}) {
        EXPECT_DOUBLE_EQ(loads[i].weight, 27.0 / 32);
        EXPECT_DOUBLE_EQ(loads[i].cycles, 172.0 / 32);
        EXPECT_EQ(loads[i].conflictWays, 2);
    }
    EXPECT_DOUBLE_EQ(loads[2].weight, 32.0 / 128);
    EXPECT_DOUBLE_EQ(loads[2].cycles, 4 * 32.0 / 128);
}

TEST(Equation1, NaiveProductFromTheShippedSpec) {
    const auto simulation = simulated(subject(sample("matmul/matmul-naive.toml").front()), true);
    for (const auto& load : tokensOf(simulation.string, TokenKind::Load))
        EXPECT_EQ(std::round(load.cycles), 260);
    const auto loads = tokensOf(simulation.string, TokenKind::Load);
    ASSERT_EQ(loads.size(), 2U);
    EXPECT_EQ(loads[0].transactions + loads[1].transactions, 34); // 32 for A, 2 for B
    EXPECT_EQ(loads[0].bytes + loads[1].bytes, 2176);
}

TEST(Equation1, TiledProductsAreNotBoundByBandwidth) {
    for (const bool sourceShape : {true, false})
        for (const auto& launch : sample("matmul/matmul-tiled-sizes.toml")) {
            const auto simulation = simulated(subject(launch), sourceShape);
            const auto loads = tokensOf(simulation.string, TokenKind::Load);
            EXPECT_FALSE(loads.empty());
            for (const auto& load : loads) EXPECT_EQ(load.cycles, 4) << launch.name;
        }
}

} // namespace
