// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include "stringmodel/timeline/scheduler.h"

namespace {

using namespace warpstring::timeline;

TEST(Scheduler, LinesUpWarpsByAge) {
    Scheduler scheduler;
    for (const std::uint64_t age : {7, 3, 9, 1, 5}) scheduler.add(age, static_cast<std::uint32_t>(10 * age));
    std::vector<std::uint32_t> warps;
    for (const auto& waiting : scheduler.waiting) warps.push_back(waiting.warp);
    EXPECT_EQ(warps, (std::vector<std::uint32_t>{10, 30, 50, 70, 90}));
}

TEST(Scheduler, HoldsSixteenInstructionsToMemory) {
    Scheduler scheduler;
    for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(scheduler.memoryPlace(), 0) << i;
        scheduler.queue(100 + i);
    }
    EXPECT_EQ(scheduler.memoryPlace(), 100) << "when the first has left";
    scheduler.queue(200);
    EXPECT_EQ(scheduler.memoryPlace(), 101);
}

} // namespace
