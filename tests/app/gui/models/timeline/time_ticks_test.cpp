// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/time_ticks.h"

#include <QStringList>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace warpstring::gui {

namespace {

constexpr double gigahertz = 1000; ///< MHz: a cycle is a nanosecond

QStringList textsOf(const std::vector<TimeTick>& ticks) {
    QStringList texts;
    for (const TimeTick& tick : ticks) texts << tick.text;
    return texts;
}

QStringList cyclesBetween(double from, double to, std::size_t most) {
    return textsOf(timeTicks(from, to, gigahertz, TimeUnit::Cycles, most));
}

TEST(TimeTicks, BothEndsCount) {
    EXPECT_EQ(cyclesBetween(0, 50, 6), (QStringList{"0", "10", "20", "30", "40", "50"}));
    EXPECT_EQ(cyclesBetween(950, 1050, 3), (QStringList{"950", "1000", "1050"}));
    const auto tenths = timeTicks(0, 300, gigahertz, TimeUnit::Microseconds, 4);
    EXPECT_EQ(textsOf(tenths), (QStringList{"0.0", "0.1", "0.2", "0.3"})) << "0.1 times 3 is rounded up";
    EXPECT_EQ(tenths.back().cycle, 300) << "and is no further than the axis";
}

TEST(TimeTicks, AStepIsLongerWhereTheLastOneWouldBeLeftOut) {
    EXPECT_EQ(cyclesBetween(0, 50, 5), (QStringList{"0", "20", "40"})) << "there would be six of ten cycles";
    EXPECT_EQ(cyclesBetween(0, 10, 1), (QStringList{"0"}));
}

TEST(TimeTicks, LargeNumbersAreGrouped) {
    EXPECT_EQ(cyclesBetween(9000, 12000, 4), (QStringList{"9000", "10,000", "11,000", "12,000"}));
}

TEST(TimeTicks, AStandInTheUnitAndAreOfCycles) {
    // 2 MHz: a cycle is half a microsecond.
    const auto ticks = timeTicks(0, 8, 2, TimeUnit::Microseconds, 5);
    EXPECT_EQ(textsOf(ticks), (QStringList{"0", "1", "2", "3", "4"}));
    for (std::size_t i = 0; i < ticks.size(); ++i)
        EXPECT_DOUBLE_EQ(ticks[i].cycle, 2 * static_cast<double>(i)) << i;
}

TEST(TimeTicks, AreNoneWhereThereIsNoAxis) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(cyclesBetween(5, 5, 8).isEmpty());
    EXPECT_TRUE(cyclesBetween(6, 5, 8).isEmpty());
    EXPECT_TRUE(cyclesBetween(0, 100, 0).isEmpty());
    EXPECT_TRUE(cyclesBetween(0, infinite, 8).isEmpty());
    EXPECT_TRUE(cyclesBetween(std::numeric_limits<double>::quiet_NaN(), 5, 8).isEmpty());
}

TEST(TimeTicks, AreEvenlySpacedByRoundSteps) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> place(0, 1e6), exponent(0, 6);
    for (int i = 0; i < 2000; ++i) {
        const double from = place(random), to = from + std::pow(10, exponent(random));
        const std::size_t most = 2 + random() % 12;
        const auto unit = static_cast<TimeUnit>(random() % 3);
        const auto ticks = timeTicks(from, to, gigahertz, unit, most);
        ASSERT_LE(ticks.size(), most) << from << ".." << to;
        for (const TimeTick& tick : ticks) {
            ASSERT_GE(tick.cycle, from);
            ASSERT_LE(tick.cycle, to);
        }
        if (ticks.size() < 2) continue;
        const double step = inUnit(ticks[1].cycle - ticks[0].cycle, gigahertz, unit);
        const double leading = step / std::pow(10, std::floor(std::log10(step) + 1e-6));
        ASSERT_LT(std::min({std::fabs(leading - 1), std::fabs(leading - 2), std::fabs(leading - 5)}), 1e-3)
            << step;
        for (std::size_t k = 2; k < ticks.size(); ++k)
            ASSERT_NEAR(inUnit(ticks[k].cycle - ticks[k - 1].cycle, gigahertz, unit), step, 1e-3 * step);
        // No further one would have fitted.
        ASSERT_GT(ticks.back().cycle + (ticks[1].cycle - ticks[0].cycle), to * (1 - 1e-12));
        ASSERT_LT(ticks.front().cycle - (ticks[1].cycle - ticks[0].cycle), from * (1 + 1e-12) + 1e-6);
    }
}

} // namespace

} // namespace warpstring::gui
