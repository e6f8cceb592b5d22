// SPDX-License-Identifier: GPL-3.0-or-later
// Curves over swept values: every launch on one curve, and those on a curve differ in that value alone.
#include <set>

#include <gtest/gtest.h>

#include "study/charts/chart_makers.h"
#include "tests/study/charts/charted_comparison.h"

namespace warpstring::charts {

using records::Quantity;
namespace {

using gui::test::charted;

ChartOptions over(const std::string& name, Quantity quantity = Quantity::KernelTime) {
    ChartOptions options;
    options.swept = name;
    options.quantity = quantity;
    return options;
}

batch::BatchRow rowOf(const std::string& spec, int n, double timeUs) {
    batch::BatchRow row;
    row.launch = "k,n=" + std::to_string(n);
    row.file = "k.toml";
    row.spec = spec;
    row.swept = {{"n", std::to_string(n)}};
    row.figures.emplace();
    row.figures->kernelTimeUs = timeUs;
    row.figures->warpLatencyCycles = 10 * timeUs;
    return row;
}

TEST(SweepCurves, areOneForEachVariantInTheOrderOfLaunches) {
    const auto series = sweepSeries(gui::test::chartedComparison(), over("n"));
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].variant, "naive");
    EXPECT_EQ(series[1].variant, "tiled <fast>");
    for (const auto& curve : series) {
        ASSERT_EQ(curve.points.size(), 4U);
        int n = 512;
        for (const auto& point : curve.points) {
            EXPECT_EQ(point.text, std::to_string(n));
            n *= 2;
        }
    }
}

TEST(SweepCurves, pointsAreTheValuesOfTheirLaunch) {
    const comparison::Comparison comparison = gui::test::chartedComparison();
    for (const Quantity quantity : {Quantity::KernelTime, Quantity::WarpLatency})
        for (const auto& curve : sweepSeries(comparison, over("n", quantity)))
            for (const auto& point : curve.points) {
                const comparison::ComparedQuantity& own = comparison.launches[point.launch].of(quantity);
                EXPECT_EQ(point.simulated, own.simulated);
                EXPECT_EQ(point.measured, own.measured);
                EXPECT_EQ(point.lowerBound, own.lowerBound);
                EXPECT_EQ(point.upperBound, own.upperBound);
                EXPECT_EQ(point.measuredMad, own.measuredMad);
                EXPECT_EQ(point.excluded, !own.isCounted());
                EXPECT_NE(point.name.find(comparison.launches[point.launch].launch), std::string::npos);
            }
}

TEST(SweepCurves, areToldApartBySpecDeviceCachesAndTheOtherValues) {
    comparison::Comparison comparison;
    std::set<std::string> kinds;
    for (const std::string spec : {"a", "b"})
        for (const std::string device : {"x", "y"})
            for (const records::CacheState cache : {records::CacheState::Warm, records::CacheState::Cold})
                for (const std::string local : {"8x8", "16x16"})
                    for (const int n : {64, 128, 256}) {
                        comparison::ComparedLaunch launch = charted("k", n, 10, 12);
                        launch.spec = spec;
                        launch.device = device;
                        launch.cache = cache;
                        launch.swept.push_back({"local", local});
                        comparison.launches.push_back(std::move(launch));
                    }
    const auto series = sweepSeries(comparison, over("n"));
    EXPECT_EQ(series.size(), 16U);
    for (const auto& curve : series) {
        EXPECT_EQ(curve.points.size(), 3U);
        EXPECT_TRUE(curve.variant == "k,local=8x8" || curve.variant == "k,local=16x16") << curve.variant;
    }
    EXPECT_EQ(sweepSeries(comparison, over("local")).size(), 24U) << "over the other value likewise";
}

TEST(SweepCurves, launchesWithoutTheValueAreOnNone) {
    comparison::Comparison comparison = gui::test::chartedComparison();
    comparison.launches[0].swept.clear();
    std::size_t points = 0;
    for (const auto& curve : sweepSeries(comparison, over("n"))) points += curve.points.size();
    EXPECT_EQ(points, 7U);
    EXPECT_TRUE(sweepSeries(comparison, over("m")).empty());
}

TEST(SweepCurves, namesAreThoseOfTheLaunchesInTheirOrder) {
    comparison::Comparison comparison;
    comparison.launches = {charted("a", 1, 1, 1), charted("b", 2, 1, 1)};
    comparison.launches[0].swept = {{"local", "8"}, {"n", "1"}};
    comparison.launches[1].swept = {{"n", "2"}, {"tile", "4"}};
    EXPECT_EQ(sweptNames(comparison), (std::vector<std::string>{"local", "n", "tile"}));
    EXPECT_TRUE(sweptNames(comparison::Comparison{}).empty());
    EXPECT_EQ(sweptNames(std::vector{rowOf("a", 1, 1), rowOf("a", 2, 1)}), std::vector<std::string>{"n"});
}

TEST(SweepCurves, rowsOfABatchMakeCurvesBySpec) {
    std::vector<batch::BatchRow> rows{rowOf("a", 64, 5), rowOf("b", 64, 7), rowOf("a", 128, 9),
                                      rowOf("b", 128, 11)};
    rows[2].figures->bounds.emplace();
    rows[2].figures->bounds->lowerTimeUs = 8;
    rows[2].figures->bounds->upperTimeUs = 12;
    rows[3].figures.reset(); // it failed
    const auto series = sweepSeries(rows, over("n"));
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].spec, "a");
    ASSERT_EQ(series[0].points.size(), 2U);
    EXPECT_EQ(series[0].points[1].simulated, std::optional(9.0));
    EXPECT_EQ(series[0].points[1].lowerBound, std::optional(8.0));
    EXPECT_EQ(series[0].points[1].upperBound, std::optional(12.0));
    EXPECT_EQ(series[0].points[1].launch, 2U);
    EXPECT_EQ(series[1].points.size(), 1U);
    EXPECT_FALSE(series[0].points[0].measured.has_value());
    EXPECT_EQ(sweepSeries(rows, over("n", Quantity::WarpLatency))[0].points[0].simulated, std::optional(50.0));
}

} // namespace
} // namespace warpstring::charts
