// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/duration_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace warpstring {
namespace {

TEST(DurationText, HasThreeDigitsInTheUnitThatFits) {
    EXPECT_EQ(durationText(15.24), "15.2 us");
    EXPECT_EQ(durationText(1.0), "1.00 us");
    EXPECT_EQ(durationText(0.5), "500 ns");
    EXPECT_EQ(durationText(2104), "2.10 ms");
    EXPECT_EQ(durationText(3.2e7), "32.0 s");
    EXPECT_EQ(durationText(0), "0.00 ns");
}

TEST(DurationText, RoundsUpIntoTheNextUnit) {
    EXPECT_EQ(durationText(999.4), "999 us");
    EXPECT_EQ(durationText(999.6), "1.00 ms");
    EXPECT_EQ(durationText(9.996), "10.0 us");
    EXPECT_EQ(durationText(99.96), "100 us");
}

TEST(DurationText, KnowsTimesWithoutABound) {
    EXPECT_EQ(durationText(std::numeric_limits<double>::infinity()), "unbounded");
}

} // namespace
} // namespace warpstring
