// SPDX-License-Identifier: GPL-3.0-or-later
// Section 2 of docs/model.md: pipeline latency is exposed by as much as the warps that a launch gives a
// multiprocessor cannot cover. The device is the paper's: 16 multiprocessors, 22 cycles, issue every 4.
#include <gtest/gtest.h>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::token_string;
using namespace warpstring::test;

/// The computation of a loop's iteration in so many work-groups of one warp: a chain of eight products, and
/// beside it the counter's addition and comparison, which are ten statements of 10/8 at a time.
Token chainAmong(std::uint64_t groups) {
    const auto chain = subject("__kernel void k(__global float* a, int n, float p) {\n"
                               "  float x = get_global_id(0);\n#pragma unroll 1\n"
                               "  for (int j = 0; j < n; ++j) {\n"
                               "    x = x * p; x = x * p; x = x * p; x = x * p;\n"
                               "    x = x * p; x = x * p; x = x * p; x = x * p;\n"
                               "  }\n  a[get_global_id(0)] = x;\n}\n",
                               {1, {32 * groups, 1, 1}, {32, 1, 1}});
    const auto simulation = simulated(chain, false, device(), ModelChoice::ClosedForm);
    const auto found = tokensOf(simulation.string, TokenKind::Compute);
    if (found.size() != 3) throw std::runtime_error("before, within and after the loop");
    return found[1];
}

TEST(ExposedLatency, IsThatOfAWarpAloneUnlessTheLaunchHasMore) {
    for (const std::uint64_t groups : {1, 16}) // one on each multiprocessor
        EXPECT_NEAR(chainAmong(groups).exposure, 22 / (4 * 10.0 / 8), 1e-9) << groups;
    for (const std::uint64_t groups : {17, 32}) // two on the busiest
        EXPECT_NEAR(chainAmong(groups).exposure, 22 / (4 * 2 * 10.0 / 8), 1e-9) << groups;
}

TEST(ExposedLatency, IsNoneWhereTheLaunchFillsTheMultiprocessors) {
    EXPECT_NEAR(chainAmong(64).exposure, 22 / (4 * 4 * 10.0 / 8), 1e-9);
    for (const std::uint64_t groups : {128, 1000}) EXPECT_EQ(chainAmong(groups).exposure, 1) << groups;
}

TEST(ExposedLatency, IsInTheCyclesOfTheToken) {
    const Token alone = chainAmong(1), among = chainAmong(1000);
    EXPECT_EQ(alone.count, among.count) << "the instructions are the same";
    EXPECT_NEAR(among.cycles, 4 * among.count, 1e-9);
    EXPECT_NEAR(alone.cycles, 4 * alone.count * alone.exposure, 1e-9);
}

} // namespace
