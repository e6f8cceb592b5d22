// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/unit_text.h"

#include <gtest/gtest.h>
#include <limits>

namespace warpstring::gui {

namespace {

TEST(UnitText, ConvertsByTheClock) {
    EXPECT_DOUBLE_EQ(inUnit(1350, 1350, TimeUnit::Microseconds), 1);
    EXPECT_DOUBLE_EQ(inUnit(1350, 1350, TimeUnit::Nanoseconds), 1000);
    EXPECT_DOUBLE_EQ(inUnit(1350, 1350, TimeUnit::Cycles), 1350);
    EXPECT_EQ(timeText(1350, 1350, TimeUnit::Nanoseconds), QStringLiteral("1000 ns"));
    EXPECT_EQ(timeText(19800, 1980, TimeUnit::Microseconds), QStringLiteral("10 us"));
}

TEST(UnitText, NumbersAreShortAndGrouped) {
    EXPECT_EQ(numberText(0), QStringLiteral("0"));
    EXPECT_EQ(numberText(5.3756), QStringLiteral("5.38"));
    EXPECT_EQ(numberText(260), QStringLiteral("260"));
    EXPECT_EQ(numberText(9999), QStringLiteral("9999"));
    EXPECT_EQ(numberText(12345.4), QStringLiteral("12,345"));
    EXPECT_EQ(numberText(-1234567), QStringLiteral("-1,234,567"));
    EXPECT_EQ(numberText(std::numeric_limits<double>::infinity()), QStringLiteral("\u221e"));
    EXPECT_EQ(numberText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("?"));
}

TEST(UnitText, Percent) {
    EXPECT_EQ(percentText(0.1234), QStringLiteral("12.3 %"));
    EXPECT_EQ(percentText(-0.05), QStringLiteral("-5.0 %"));
    EXPECT_EQ(percentText(2.5), QStringLiteral("250 %"));
}

} // namespace

} // namespace warpstring::gui
