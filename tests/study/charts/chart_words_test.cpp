// SPDX-License-Identifier: GPL-3.0-or-later
// What charts say in words, and where their axes end.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "study/charts/chart_words.h"
#include "tests/study/charts/charted_comparison.h"

namespace warpstring::charts {

using records::Quantity;
namespace {

TEST(ChartWords, thingsAreCountedInEnglish) {
    EXPECT_EQ(counted(1, "launch"), "1 launch");
    EXPECT_EQ(counted(2, "launch"), "2 launches");
    EXPECT_EQ(counted(0, "point"), "0 points");
    EXPECT_EQ(counted(3, "class"), "3 classes");
}

TEST(ChartWords, quantitiesHaveNameAndUnit) {
    EXPECT_EQ(quantityText(Quantity::KernelTime), "kernel time");
    EXPECT_EQ(quantityText(Quantity::WarpLatency, true), "Warp latency");
    EXPECT_EQ(quantityUnit(Quantity::KernelTime), std::string("us"));
    EXPECT_EQ(quantityUnit(Quantity::WarpLatency), std::string("cycles"));
}

TEST(ChartWords, namesTellWhatDiffersAlone) {
    comparison::ComparedLaunch launch = gui::test::charted("naive", 512, 1, 1);
    launch.cache = records::CacheState::Cold;
    EXPECT_EQ(chartedName(launch, {}, true), "naive,n=512");
    EXPECT_EQ(chartedName(launch, {true, true, true}, true), "naive,n=512, a-spec, A GPU, caches cold");
    EXPECT_EQ(chartedName(launch, {true, false, true}, false), "naive,n=512, caches cold");
    launch.cache = records::CacheState::Warm;
    EXPECT_EQ(chartedName(launch, {false, false, true}, false), "naive,n=512") << "warm caches are the rule";
}

TEST(ChartWords, valuesAreToldLineByLine) {
    comparison::ComparedQuantity quantity;
    EXPECT_EQ(valuesText(quantity, Quantity::KernelTime), "");
    quantity.measured = 100;
    quantity.measuredMad = 0.5;
    quantity.simulated = 110;
    EXPECT_EQ(valuesText(quantity, Quantity::KernelTime),
              "measured 100 us +- 0.5\nsimulated 110 us\nerror +10.0 %");
    quantity.lowerBound = 90;
    quantity.upperBound = 130;
    quantity.exclusion = comparison::Exclusion::WideBounds;
    quantity.detail = "by 44 %";
    EXPECT_EQ(valuesText(quantity, Quantity::WarpLatency),
              "measured 100 cycles +- 0.5\nsimulated 110 cycles (90 to 130)\nerror +10.0 %\n"
              "apart: bounds wider than 30 % (by 44 %)");
    quantity.upperBound = std::numeric_limits<double>::infinity();
    EXPECT_NE(valuesText(quantity, Quantity::KernelTime).find("(at least 90)"), std::string::npos);
}

TEST(ChartWords, whatIsLeftOutIsTold) {
    comparison::Comparison comparison = gui::test::chartedComparison();
    comparison.launches[0].cache = records::CacheState::Cold;
    comparison.unmeasured = {"one", "two"};
    ChartOptions options;
    EXPECT_EQ(chartedLaunches(comparison, options).indices.size(), 8U);
    EXPECT_TRUE(chartedLaunches(comparison, options).differ.caches);
    options.cache = records::CacheState::Warm;
    const ChartedLaunches warm = chartedLaunches(comparison, options);
    EXPECT_EQ(warm.indices.size(), 7U);
    EXPECT_FALSE(warm.differ.caches);
    ASSERT_EQ(warm.notes.size(), 2U);
    EXPECT_EQ(warm.notes[0], "Left out: 1 launch measured with caches cold.");
    EXPECT_EQ(warm.notes[1], "Left out: 2 launches without a measurement.");
    options.cache.reset();
    options.quantity = Quantity::WarpLatency;
    EXPECT_EQ(chartedLaunches(comparison, options).indices.size(), 7U) << "of one it was not asked for";
}

TEST(ChartWords, axesHoldAllValues) {
    const std::vector<std::vector<double>> all{{1, 2, 3}, {1, 1000}, {-4, 4},  {0, 5},
                                               {7},       {0},       {-3, -1}, {1e-6, 1e6}};
    for (const auto& values : all)
        for (const bool fromTick : {false, true}) {
            ChartAxis axis;
            fitAxis(axis, values, 8, fromTick);
            EXPECT_LT(axis.low, axis.high);
            for (const double value : values) {
                EXPECT_GE(value, axis.low);
                EXPECT_LE(value, axis.high);
            }
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            EXPECT_EQ(axis.logarithmic, *least > 0 && *most >= 8 * *least);
            if (!axis.logarithmic) {
                EXPECT_LE(axis.low, 0) << "bars begin at 0";
            }
        }
    ChartAxis empty;
    fitAxis(empty, {}, 8);
    EXPECT_LT(empty.low, empty.high);
    EXPECT_FALSE(empty.logarithmic);
}

TEST(ChartWords, logarithmicBarsBeginAtARoundValue) {
    for (const double least : {1.0, 3.7, 0.06, 512.0}) {
        ChartAxis axis;
        fitAxis(axis, {least, 100 * least}, 8, true);
        const double decade = std::pow(10, std::floor(std::log10(axis.low) + 1e-9));
        const double digit = axis.low / decade;
        EXPECT_TRUE(std::abs(digit - 1) < 1e-9 || std::abs(digit - 2) < 1e-9 || std::abs(digit - 5) < 1e-9)
            << axis.low;
    }
}

TEST(ChartWords, valuesOfSeriesAreTheFiniteOnes) {
    ChartSeries series;
    series.points.resize(3);
    series.points[0].y = 1;
    series.points[1].y = std::numeric_limits<double>::quiet_NaN();
    series.points[2].y = 3;
    series.points[2].low = 2;
    series.points[2].high = std::numeric_limits<double>::infinity();
    EXPECT_EQ(valuesOf({series}), (std::vector<double>{1, 3, 2}));
}

TEST(ChartWords, theSubtitleTellsOfSpecDeviceAndMetrics) {
    const comparison::Comparison comparison = gui::test::chartedComparison();
    EXPECT_EQ(comparisonSubtitle(comparison, {}).find("a-spec against A GPU (driver 1.2), 7 points, MAPE "),
              0U);
    EXPECT_NE(comparisonSubtitle(comparison, {}).find(", 1 apart"), std::string::npos);
    ChartOptions cold;
    cold.cache = records::CacheState::Cold;
    EXPECT_EQ(comparisonSubtitle(comparison, cold), "");
    comparison::Comparison many = comparison;
    for (int i = 0; i < 5; ++i) {
        many.summaries.push_back(comparison.summaries[0]);
        many.summaries.back().spec = "other-" + std::to_string(i);
    }
    EXPECT_TRUE(comparisonSubtitle(many, {}).ends_with("; and 3 more"));
}

} // namespace
} // namespace warpstring::charts
