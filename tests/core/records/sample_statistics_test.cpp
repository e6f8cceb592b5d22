// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "core/records/sample_statistics.h"

namespace warpstring::records {
namespace {

TEST(SampleStatistics, areThoseOfTheKeptSamples) {
    const auto statistics = statisticsOf({100, 101, 99, 102, 98, 500, 100});
    EXPECT_EQ(statistics.excluded, (std::vector<std::size_t>{5}));
    EXPECT_EQ(statistics.kept, 6U);
    EXPECT_DOUBLE_EQ(statistics.median, 100);
    EXPECT_DOUBLE_EQ(statistics.mean, 100);
    EXPECT_DOUBLE_EQ(statistics.min, 98);
    EXPECT_DOUBLE_EQ(statistics.max, 102);
    EXPECT_DOUBLE_EQ(statistics.mad, 1);
    EXPECT_DOUBLE_EQ(statistics.standardError, std::sqrt((0 + 1 + 1 + 4 + 4 + 0) / 5.0 / 6.0));
}

TEST(SampleStatistics, keepSmallScatterHoweverSteadyTheRest) {
    // The MAD is zero; 1 % off is no outlier, 3 % is one.
    EXPECT_TRUE(statisticsOf({100, 100, 100, 100, 101}).excluded.empty());
    EXPECT_EQ(statisticsOf({100, 100, 100, 100, 103}).excluded.size(), 1U);
}

TEST(SampleStatistics, ofNothingAndOfOneSample) {
    EXPECT_EQ(statisticsOf({}).kept, 0U);
    const auto one = statisticsOf({5});
    EXPECT_EQ(one.kept, 1U);
    EXPECT_EQ(one.median, 5);
    EXPECT_EQ(one.standardError, 0);
}

TEST(SampleStatistics, quantilesAreThoseOfTheSortedValues) {
    std::mt19937 random(3);
    for (int round = 0; round < 100; ++round) {
        std::vector<double> values(1 + random() % 20);
        for (double& value : values) value = static_cast<double>(random() % 50);
        std::vector<double> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        for (const double fraction : {0.0, 0.05, 0.5, 0.9, 1.0}) {
            const double place = fraction * static_cast<double>(sorted.size() - 1);
            const auto below = static_cast<std::size_t>(place);
            const double above = sorted[std::min(below + 1, sorted.size() - 1)];
            EXPECT_NEAR(quantileOf(values, fraction),
                        sorted[below] + (place - static_cast<double>(below)) * (above - sorted[below]), 1e-12);
        }
    }
}

TEST(StopRule, holdsAtTheErrorTheCapOrTheTime) {
    StopRule stop;
    stop.leastSamples = 3;
    stop.mostSamples = 6;
    EXPECT_TRUE(wantsMore({}, stop, {}));
    EXPECT_TRUE(wantsMore({100, 100}, stop, {}));
    EXPECT_FALSE(wantsMore({100, 100, 100}, stop, {}));
    const std::vector<double> scattered{100, 120, 140, 90};
    EXPECT_TRUE(wantsMore(scattered, stop, {}));
    EXPECT_FALSE(wantsMore({100, 120, 140, 90, 130, 80}, stop, {}));
    stop.mostSeconds = 400e-9;
    EXPECT_FALSE(wantsMore(scattered, stop, {}));
    stop.leastSamples = 5;
    EXPECT_TRUE(wantsMore(scattered, stop, {}));
}

} // namespace
} // namespace warpstring::records
