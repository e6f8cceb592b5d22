// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/duration_text.h"

#include <gtest/gtest.h>
#include <limits>

namespace warpstring {

namespace {

TEST(DurationText, HasThreeDigitsInTheUnitThatFits) {
    EXPECT_EQ(durationText(15.23), "15.2 us");
    EXPECT_EQ(durationText(0.0421), "42.1 ns");
    EXPECT_EQ(durationText(1.5), "1.50 us");
    EXPECT_EQ(durationText(2345), "2.35 ms");
    EXPECT_EQ(durationText(1.234e7), "12.3 s");
    EXPECT_EQ(durationText(5e9), "5000 s") << "there is no longer unit";
    EXPECT_EQ(durationText(0), "0.00 ns");
    EXPECT_EQ(durationText(-15.23), "-15.2 us");
}

TEST(DurationText, WhatRoundsToAThousandIsOneOfTheNextUnit) {
    EXPECT_EQ(durationText(999.4), "999 us");
    EXPECT_EQ(durationText(999.6), "1.00 ms");
    EXPECT_EQ(durationText(9.996), "10.0 us");
    EXPECT_EQ(durationText(99.96), "100 us");
}

TEST(DurationText, WhatIsNotFiniteIsUnbounded) {
    EXPECT_EQ(durationText(std::numeric_limits<double>::infinity()), "unbounded");
    EXPECT_EQ(durationText(std::numeric_limits<double>::quiet_NaN()), "unbounded");
}

} // namespace

} // namespace warpstring
