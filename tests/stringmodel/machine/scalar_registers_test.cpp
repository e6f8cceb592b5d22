// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/scalar_registers.h"

#include <gtest/gtest.h>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;

/// What LLVM says of kernels with these numbers of registers ("; Occupancy:").
TEST(ScalarRegisters, WavesAreLlvms) {
    EXPECT_EQ(wavesByScalarRegisters("gfx600", 48), 10);
    EXPECT_EQ(wavesByScalarRegisters("gfx600", 49), 9);
    EXPECT_EQ(wavesByScalarRegisters("gfx700", 80), 6);
    EXPECT_EQ(wavesByScalarRegisters("gfx600", 104), 5);
    EXPECT_EQ(wavesByScalarRegisters("gfx803", 80), 10);
    EXPECT_EQ(wavesByScalarRegisters("gfx908", 96), 8);
    EXPECT_EQ(wavesByScalarRegisters("gfx90a", 102), 7);
    EXPECT_FALSE(wavesByScalarRegisters("gfx1030", 106));
    EXPECT_FALSE(wavesByScalarRegisters("", 106));
}

TEST(ScalarRegisters, TakeGroupsAway) {
    const auto spec = test::device("radeon-hd-7970");
    const NDRange range{1, {1 << 20, 1, 1}, {256, 1, 1}};
    const auto whole = occupancy(spec, range, 20, 0, 0);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->groups, 10);
    CompiledForAmd compiled;
    compiled.target = "gfx600";
    compiled.scalarRegisters = 60; // 8 waves of each of four SIMDs
    Occupancy fewer = *whole;
    limitByScalarRegisters(compiled, spec, fewer);
    EXPECT_EQ(fewer.groups, 8);
    EXPECT_EQ(fewer.warps, 32);
    EXPECT_EQ(fewer.limiter, "scalar registers");
    EXPECT_EQ(fewer.limits.back().groups, 8);
    EXPECT_DOUBLE_EQ(fewer.fraction, 0.8);
    // What binds before them still does.
    Occupancy bound = *occupancy(spec, range, 128, 0, 0);
    const std::string limiter = bound.limiter;
    limitByScalarRegisters(compiled, spec, bound);
    EXPECT_EQ(bound.groups, 2);
    EXPECT_EQ(bound.limiter, limiter);
    compiled.target = "gfx1030";
    Occupancy free = *whole;
    limitByScalarRegisters(compiled, spec, free);
    EXPECT_EQ(free.limits.size(), whole->limits.size());
}

} // namespace
