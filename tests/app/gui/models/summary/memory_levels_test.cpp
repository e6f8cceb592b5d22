// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/memory_levels.h"

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

constexpr double bufferBytes = 65536 * 4, warps = 65536 / 32.0;

TEST(MemoryLevels, WithoutCachesEverythingIsOfDram) {
    const auto analysis = test::analysisOfKernel(test::smallKernel, "geforce-8800-gtx");
    const MemoryUse use = memoryUse(*analysis);
    ASSERT_EQ(use.levels.size(), 1U);
    EXPECT_EQ(use.dram().name, QStringLiteral("DRAM"));
    EXPECT_DOUBLE_EQ(use.dram().readBytes, bufferBytes);
    EXPECT_DOUBLE_EQ(use.dram().writtenBytes, bufferBytes);
    EXPECT_DOUBLE_EQ(use.dram().rate, 2 * bufferBytes / (analysis->simulation.kernelTimeUs() * 1e-6));
    EXPECT_DOUBLE_EQ(use.dram().peak, 86.4e9) << "NVIDIA GeForce 8800 GTX data sheet";
    EXPECT_FALSE(use.dram().hitRate);
    EXPECT_DOUBLE_EQ(use.requests, 2 * warps) << "a load and a store";
    EXPECT_EQ(use.sharedRequests, 0);
}

TEST(MemoryLevels, EachLevelHasWhatPassesIt) {
    const auto analysis = test::analysisOfKernel(test::smallKernel, "nvidia-h200");
    const MemoryUse use = memoryUse(*analysis);
    ASSERT_EQ(use.levels.size(), 3U);
    EXPECT_DOUBLE_EQ(use.requests, 2 * warps);
    const MemoryLevel &l1 = use.levels[0], &l2 = use.levels[1];
    EXPECT_NEAR(l1.readBytes, bufferBytes, 0.01 * bufferBytes);
    EXPECT_DOUBLE_EQ(*l1.hitRate, 0) << "each sector is read once";
    EXPECT_NEAR(l2.readBytes, bufferBytes, 0.01 * bufferBytes);
    EXPECT_NEAR(l2.writtenBytes, bufferBytes, 0.01 * bufferBytes);
    EXPECT_DOUBLE_EQ(*l2.hitRate, 1) << "both buffers are in L2 from the run before";
    EXPECT_DOUBLE_EQ(use.dram().bytes(), 0);
    EXPECT_TRUE(use.dram().focus.empty());
    EXPECT_TRUE(l2.focus.hasLine(3)) << "the line of both accesses";
}

TEST(MemoryLevels, WhatL2DoesNotHoldComesFromDram) {
    const auto analysis = test::analysisOfKernel(test::smallKernel, "nvidia-h200", 1ULL << 28);
    const MemoryUse use = memoryUse(*analysis);
    const double bytes = 4.0 * (1ULL << 28);
    EXPECT_NEAR(use.dram().readBytes, bytes, 0.1 * bytes);
    EXPECT_LT(*use.levels[1].hitRate, 0.1);
    EXPECT_GT(use.dram().fraction(), 0.5) << "a kernel that does nothing but stream";
    EXPECT_LE(use.dram().fraction(), 1.0);
    EXPECT_TRUE(use.dram().focus.hasLine(3));
}

TEST(MemoryLevels, LocalMemoryIsApart) {
    const auto analysis = test::analysisOfKernel(test::kernelOf("    __local float t[256];\n"
                                                                "    t[get_local_id(0)] = in[i];\n"
                                                                "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                                                "    out[i] = t[255 - get_local_id(0)];\n"),
                                                 "nvidia-h200");
    const MemoryUse use = memoryUse(*analysis);
    EXPECT_DOUBLE_EQ(use.sharedRequests, 2 * warps);
    EXPECT_DOUBLE_EQ(use.sharedWavefronts, 2 * warps) << "no conflicts: one pass each";
    EXPECT_DOUBLE_EQ(use.requests, 2 * warps);
    EXPECT_TRUE(use.sharing.hasLine(6));
    EXPECT_FALSE(use.requesting.hasLine(5));
}

} // namespace

} // namespace warpstring::gui
