// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "stringmodel/timeline/scheduler.h"

namespace {

using namespace warpstring::timeline;

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
