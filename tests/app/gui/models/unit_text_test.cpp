// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/unit_text.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace warpstring::gui {

namespace {

TEST(UnitText, ConvertsByTheClock) {
    EXPECT_DOUBLE_EQ(inUnit(1350, 1350, TimeUnit::Microseconds), 1);
    EXPECT_DOUBLE_EQ(inUnit(1350, 1350, TimeUnit::Nanoseconds), 1000);
    EXPECT_DOUBLE_EQ(inUnit(1350, 1350, TimeUnit::Cycles), 1350);
    EXPECT_EQ(timeText(1350, 1350, TimeUnit::Nanoseconds), QStringLiteral("1.00 us"));
    EXPECT_EQ(timeText(19800, 1980, TimeUnit::Microseconds), QStringLiteral("10.0 us"));
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

TEST(UnitText, WhatRoundsUpToAnotherDigitIsNotWrittenAsAPower) {
    EXPECT_EQ(numberText(999.4), QStringLiteral("999"));
    EXPECT_EQ(numberText(999.7), QStringLiteral("999.7"));
    EXPECT_EQ(numberText(1000.4), QStringLiteral("1000"));
    EXPECT_EQ(numberText(9999.4), QStringLiteral("9999"));
    EXPECT_EQ(numberText(9999.6), QStringLiteral("10,000"));
    EXPECT_EQ(numberText(-999.9), QStringLiteral("-999.9"));
    for (double value = 0.6; value < 1e6; value *= 1.00037)
        EXPECT_FALSE(numberText(value).contains(QLatin1Char('e'))) << value;
}

TEST(UnitText, ShownNumbersAreNearTheirValues) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> exponent(-2, 14);
    for (int i = 0; i < 2000; ++i) {
        const double value = (i % 2 == 0 ? 1 : -1) * std::pow(10, exponent(random));
        bool read = false;
        const double shown = numberText(value).remove(QLatin1Char(',')).toDouble(&read);
        ASSERT_TRUE(read) << value;
        EXPECT_NEAR(shown, value, 0.005 * std::fabs(value)) << "three digits at least";
    }
}

TEST(UnitText, AUnitIsNamedAsTheCommandLineDoes) {
    EXPECT_EQ(unitName(TimeUnit::Cycles), QStringLiteral("cycles"));
    EXPECT_EQ(unitName(TimeUnit::Nanoseconds), QStringLiteral("ns"));
    EXPECT_EQ(unitName(TimeUnit::Microseconds), QStringLiteral("us"));
    EXPECT_EQ(timeText(std::numeric_limits<double>::infinity(), 1000, TimeUnit::Microseconds),
              QStringLiteral("\u221e us"));
}

TEST(UnitText, Percent) {
    EXPECT_EQ(percentText(0.1234), QStringLiteral("12.3 %"));
    EXPECT_EQ(percentText(-0.05), QStringLiteral("-5.0 %"));
    EXPECT_EQ(percentText(2.5), QStringLiteral("250 %"));
    EXPECT_EQ(percentText(0.9994), QStringLiteral("99.9 %"));
    EXPECT_EQ(percentText(0.9996), QStringLiteral("100 %"));
    EXPECT_EQ(percentText(std::numeric_limits<double>::quiet_NaN()), QStringLiteral("?"));
}

TEST(UnitText, PrefixesFitTheMagnitude) {
    const QString rate = QStringLiteral("B/s");
    EXPECT_EQ(prefixedText(4.8e12, rate), QStringLiteral("4.80 TB/s"));
    EXPECT_EQ(prefixedText(86.4e9, rate), QStringLiteral("86.4 GB/s"));
    EXPECT_EQ(prefixedText(999.6e6, rate), QStringLiteral("1.00 GB/s")) << "not 1000 MB/s";
    EXPECT_EQ(prefixedText(512, QStringLiteral("B")), QStringLiteral("512 B"))
        << "whole bytes have no fraction";
    EXPECT_EQ(prefixedText(1536, QStringLiteral("B")), QStringLiteral("1.54 kB"));
    EXPECT_EQ(prefixedText(0, rate), QStringLiteral("0 B/s"));
    EXPECT_EQ(prefixedText(2.5e-6, QStringLiteral("s")), QStringLiteral("2.50 us"));
    EXPECT_EQ(prefixedText(-4.8e12, rate), QStringLiteral("-4.80 TB/s"));
}

} // namespace

} // namespace warpstring::gui
