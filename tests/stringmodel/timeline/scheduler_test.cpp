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
    warps.reserve(scheduler.waiting.size());
    for (const auto& waiting : scheduler.waiting) warps.push_back(waiting.warp);
    EXPECT_EQ(warps, (std::vector<std::uint32_t>{10, 30, 50, 70, 90}));
}

TEST(MemoryLine, HoldsSixteenInstructions) {
    MemoryLine line;
    for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(line.place(), 0) << i;
        line.queue(100 + i);
    }
    EXPECT_EQ(line.place(), 100) << "when the first has left";
    line.queue(200);
    EXPECT_EQ(line.place(), 101);
}

} // namespace
