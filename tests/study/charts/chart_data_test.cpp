// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "study/charts/chart_makers.h"
#include "tests/study/charts/charted_comparison.h"

namespace warpstring::gui {

using charts::barsOf;
using charts::ChartData;
using charts::ChartSeries;
using charts::SeriesRole;
using charts::sweepOf;
using comparison::Comparison;

namespace {

using test::chartedComparison;

const ChartSeries* seriesNamed(const ChartData& chart, const std::string& name, SeriesRole role) {
    for (const ChartSeries& series : chart.series)
        if (series.name == name && series.role == role) return &series;
    return nullptr;
}

bool notes(const ChartData& chart, const std::string& piece) {
    return std::any_of(chart.notes.begin(), chart.notes.end(),
                       [&](const std::string& note) { return note.find(piece) != std::string::npos; });
}

TEST(ChartData, BarsAreTheValuesOfTheComparison) {
    const Comparison comparison = chartedComparison();
    const ChartData chart = barsOf(comparison);
    ASSERT_EQ(chart.rows(), comparison.launches.size());
    EXPECT_EQ(chart.points(), 2 * comparison.launches.size());
    for (const ChartSeries& series : chart.series)
        for (const charts::ChartPoint& point : series.points) {
            const comparison::ComparedLaunch& launch = comparison.launches.at(point.launch.value());
            EXPECT_EQ(chart.x.categories.at(static_cast<std::size_t>(point.x)), launch.launch);
            const comparison::ComparedQuantity& values = launch.kernelTime;
            const bool measured = series.role == SeriesRole::Measured;
            EXPECT_EQ(point.y, measured ? *values.measured : *values.simulated);
            EXPECT_EQ(point.excluded, !values.isCounted());
            if (measured) {
                EXPECT_DOUBLE_EQ(*point.high - *point.low, 2 * values.measuredMad);
            } else {
                EXPECT_EQ(point.low, values.lowerBound);
                EXPECT_EQ(point.high, values.upperBound);
            }
            EXPECT_GE(point.y, chart.y.low);
            EXPECT_LE(point.high.value_or(point.y), chart.y.high);
        }
    EXPECT_NEAR(chart.rowErrors[0], 0.1, 1e-9);
    EXPECT_NEAR(chart.rowErrors[1], 0.2, 1e-9);
    EXPECT_LT(chart.rowErrors[2], 0) << "apart: it is not among the worst";
    EXPECT_NE(chart.y.title.find("us"), std::string::npos);
    for (const char* piece : {"a-spec", "A GPU", "driver 1.2", "7 points", "MAPE 15.7 %", "1 apart"})
        EXPECT_NE(chart.subtitle.find(piece), std::string::npos) << piece << " in " << chart.subtitle;
}

TEST(ChartData, SpecsAndDevicesAreToldApartWhereThereAreSeveral) {
    Comparison comparison = chartedComparison();
    const std::size_t count = comparison.launches.size();
    for (std::size_t i = 0; i < count; ++i) {
        comparison::ComparedLaunch other = comparison.launches[i];
        other.spec = "b-spec";
        *other.kernelTime.simulated *= 2;
        comparison.launches.push_back(other);
    }
    const ChartData bars = barsOf(comparison);
    EXPECT_EQ(bars.rows(), count) << "a launch keeps one row";
    ASSERT_EQ(bars.series.size(), 3U);
    EXPECT_EQ(bars.series[0].points.size(), count) << "what was measured stands there once";
    EXPECT_NE(bars.series[1].colour, bars.series[2].colour);
    const ChartData scatter =
        charts::scatterOf(comparison, {records::Quantity::KernelTime, charts::ChartGrouping::Spec, "", {}});
    ASSERT_EQ(scatter.series.size(), 2U);
    EXPECT_EQ(scatter.series[1].name, "b-spec");
    EXPECT_NE(scatter.series[1].points[0].name.find("b-spec"), std::string::npos);
    const auto sweep = sweepOf(comparison);
    ASSERT_TRUE(sweep.ok());
    std::size_t measured = 0;
    for (const ChartSeries& series : sweep->series)
        if (series.role == SeriesRole::Measured) measured += series.points.size();
    EXPECT_EQ(measured, count);
}

TEST(ChartData, AScatterDropsNothingAndHasItsBands) {
    Comparison comparison = chartedComparison();
    comparison.launches[7].kernelTime.simulated.reset();
    comparison.launches[7].kernelTime.exclusion = comparison::Exclusion::NotSimulated;
    const ChartData chart = charts::scatterOf(comparison);
    EXPECT_EQ(chart.points(), comparison.launches.size() - 1);
    EXPECT_TRUE(notes(chart, "1 launch without a simulated or a measured value"));
    EXPECT_TRUE(notes(chart, "1 point listed apart"));
    EXPECT_EQ(chart.bands, (std::vector<double>{0.1, 0.2}));
    EXPECT_TRUE(chart.x.logarithmic && chart.y.logarithmic);
    EXPECT_EQ(chart.x.low, chart.y.low);
    EXPECT_EQ(chart.x.high, chart.y.high);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(chart.series[0].name, "problem") << "sizes are one family";
    for (const charts::ChartPoint& point : chart.series[0].points) {
        const comparison::ComparedLaunch& launch = comparison.launches.at(point.launch.value());
        EXPECT_EQ(point.x, *launch.kernelTime.measured);
        EXPECT_EQ(point.y, *launch.kernelTime.simulated);
        EXPECT_NE(point.detail.find("error"), std::string::npos);
        EXPECT_TRUE(point.x > chart.x.low && point.x < chart.x.high);
    }
}

TEST(ChartData, ManyFamiliesShareTheLastColour) {
    Comparison comparison = test::manyLaunches(60);
    for (std::size_t i = 0; i < 60; ++i) comparison.launches[i].family = "family" + std::to_string(i % 40);
    const ChartData chart = charts::scatterOf(comparison);
    EXPECT_EQ(chart.series.size(), 24U);
    EXPECT_EQ(chart.points(), 60U);
    EXPECT_EQ(chart.series.back().name, "the 17 smallest others");
    std::set<std::pair<std::size_t, std::size_t>> looks;
    for (std::size_t i = 0; i + 1 < chart.series.size(); ++i)
        EXPECT_TRUE(looks.emplace(chart.series[i].colour.index % 8, chart.series[i].marker % 6).second) << i;
}

TEST(ChartData, WhatWasNotAskedForIsNoPoint) {
    const ChartData chart =
        charts::scatterOf(chartedComparison(), {records::Quantity::WarpLatency, {}, "", {}});
    EXPECT_EQ(chart.points(), 7U);
    EXPECT_TRUE(notes(chart, "1 launch measured without warp latency"));
    EXPECT_NE(chart.x.title.find("cycles"), std::string::npos);
}

TEST(ChartData, OneStateOfTheCachesCanBeChosen) {
    Comparison comparison = chartedComparison();
    comparison.launches[0].cache = records::CacheState::Cold;
    const ChartData chart =
        barsOf(comparison, {records::Quantity::KernelTime, {}, "", records::CacheState::Warm});
    EXPECT_EQ(chart.rows(), 7U);
    EXPECT_TRUE(notes(chart, "1 launch measured with caches cold"));
    EXPECT_EQ(barsOf(comparison).rows(), 8U);
}

TEST(ChartData, ASweepHasACurveAVariant) {
    const Comparison comparison = chartedComparison();
    const auto chart = sweepOf(comparison);
    ASSERT_TRUE(chart.ok());
    EXPECT_TRUE(chart->x.logarithmic) << "512 to 4096";
    EXPECT_TRUE(chart->y.logarithmic);
    EXPECT_EQ(chart->x.title, "n");
    EXPECT_EQ(chart->x.values, (std::vector<double>{512, 1024, 2048, 4096}));
    ASSERT_EQ(chart->series.size(), 4U);
    EXPECT_EQ(chart->points(), 16U);
    const auto* line = seriesNamed(*chart, "naive", SeriesRole::Simulated);
    const auto* markers = seriesNamed(*chart, "naive", SeriesRole::Measured);
    ASSERT_TRUE(line != nullptr && markers != nullptr);
    EXPECT_EQ(line->colour, markers->colour);
    for (std::size_t i = 0; i < 4; ++i) {
        const comparison::ComparedLaunch& launch = comparison.launches.at(line->points[i].launch.value());
        EXPECT_EQ(std::to_string(static_cast<int>(line->points[i].x)), launch.swept[0].text);
        EXPECT_EQ(line->points[i].y, *launch.kernelTime.simulated);
        EXPECT_EQ(markers->points[i].y, *launch.kernelTime.measured);
    }
}

TEST(ChartData, SweptShapesAreCategoriesAndOtherValuesMakeCurves) {
    Comparison comparison = chartedComparison();
    const char* shapes[] = {"8x8", "16x16", "32x8", "256x1"};
    for (std::size_t i = 0; i < comparison.launches.size(); ++i)
        comparison.launches[i].swept = {{"local", shapes[i / 2]}, {"X", i % 2 ? "1" : "2"}};
    const auto chart = sweepOf(comparison, {records::Quantity::KernelTime, {}, "local", {}});
    ASSERT_TRUE(chart.ok());
    EXPECT_EQ(chart->x.categories, (std::vector<std::string>{"8x8", "16x16", "32x8", "256x1"}));
    EXPECT_NE(seriesNamed(*chart, "naive,X=2", SeriesRole::Simulated), nullptr);
    EXPECT_EQ(charts::sweptNames(comparison), (std::vector<std::string>{"local", "X"}));
    const auto most = sweepOf(comparison);
    ASSERT_TRUE(most.ok());
    EXPECT_EQ(most->x.title, "local") << "the name with the most values";
}

TEST(ChartData, AnUnknownSweptNameSaysWhichThereAre) {
    const auto unknown = sweepOf(chartedComparison(), {records::Quantity::KernelTime, {}, "m", {}});
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.diagnostics()[0].code, "chart.unknown-swept");
    EXPECT_NE(unknown.diagnostics()[0].hint.find("\"n\""), std::string::npos);
    Comparison comparison = chartedComparison();
    for (comparison::ComparedLaunch& launch : comparison.launches) launch.swept.clear();
    EXPECT_EQ(sweepOf(comparison).diagnostics()[0].code, "chart.nothing-swept");
}

TEST(ChartData, StacksAddUpToTheWarpLatency) {
    const Comparison comparison = chartedComparison();
    const ChartData chart = charts::stacksOf(comparison);
    ASSERT_EQ(chart.rows(), comparison.launches.size());
    std::vector<double> sums(chart.rows());
    for (const ChartSeries& series : chart.series)
        for (const charts::ChartPoint& point : series.points)
            sums[static_cast<std::size_t>(point.x)] += point.y;
    // 0.4 to 1.1 times 512^2 to 4096^2: shares then.
    for (const double sum : sums) EXPECT_NEAR(sum, 100, 1e-9);
    EXPECT_NE(chart.y.title.find('%'), std::string::npos);
    Comparison few = comparison;
    few.launches.resize(2);
    const ChartData cycles = charts::stacksOf(few);
    double sum = 0;
    for (const ChartSeries& series : cycles.series) sum += series.points.at(0).y;
    EXPECT_NEAR(sum, few.launches[0].parts->sum(), 1e-6);
}

TEST(ChartData, DeltasAreChangesAgainstThePinnedComparison) {
    const Comparison pinned = chartedComparison();
    Comparison now = pinned;
    *now.launches[0].kernelTime.simulated *= 1.5;
    *now.launches[1].kernelTime.simulated *= 0.5;
    now.launches[3].launch = "new";
    const ChartData chart = charts::deltasOf(now, pinned);
    EXPECT_EQ(chart.rows(), 7U);
    const auto* slower = seriesNamed(chart, "slower", SeriesRole::Change);
    const auto* faster = seriesNamed(chart, "faster", SeriesRole::Change);
    const auto* unchanged = seriesNamed(chart, "unchanged", SeriesRole::Change);
    ASSERT_TRUE(slower != nullptr && faster != nullptr && unchanged != nullptr);
    ASSERT_EQ(slower->points.size(), 1U);
    EXPECT_NEAR(slower->points[0].y, 50, 1e-9);
    EXPECT_EQ(slower->points[0].launch, 0U);
    EXPECT_NEAR(faster->points.at(0).y, -50, 1e-9);
    EXPECT_EQ(unchanged->points.size(), 5U);
    EXPECT_TRUE(notes(chart, "1 launch new since the baseline"));
    EXPECT_TRUE(notes(chart, "1 launch of the baseline alone"));
}

TEST(ChartData, TheWorstRowsAreThoseWithTheLargestErrors) {
    const ChartData all = barsOf(test::manyLaunches(336));
    ASSERT_EQ(all.rows(), 336U);
    const ChartData some = worstRows(all, 20);
    ASSERT_EQ(some.rows(), 20U);
    EXPECT_EQ(some.points(), 40U);
    EXPECT_EQ(some.x.categories.front(), "k,n=316") << "errors grow with n";
    EXPECT_EQ(some.x.categories.back(), "k,n=335");
    EXPECT_TRUE(notes(some, "The 20 of 336 launches with the largest errors"));
    for (const ChartSeries& series : some.series)
        for (const charts::ChartPoint& point : series.points)
            EXPECT_EQ(some.x.categories.at(static_cast<std::size_t>(point.x)), point.name);
    EXPECT_TRUE(worstRows(all, 336).notes == all.notes);
}

TEST(ChartData, TicksAreRoundAscendingAndWithin) {
    for (const bool logarithmic : {false, true})
        for (const auto& [low, high] : {std::pair(0.013, 0.9), {3.0, 41000.0}, {120.0, 180.0}, {1e-3, 1e12}})
            for (const std::size_t most : {2, 5, 12}) {
                const auto ticks = charts::tickValues(low, high, logarithmic, most);
                ASSERT_FALSE(ticks.empty());
                EXPECT_LE(ticks.size(), most);
                EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
                for (const double tick : ticks) {
                    EXPECT_GE(tick, low - 1e-9 * (logarithmic ? low : high));
                    EXPECT_LE(tick, high * 1.001);
                }
            }
    EXPECT_EQ(charts::tickValues(0, 10, false, 6), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(charts::tickValues(1, 1000, true, 4), (std::vector<double>{1, 10, 100, 1000}));
    EXPECT_EQ(charts::tickText(1000000), "1,000,000");
    EXPECT_EQ(charts::tickText(-12345.5), "-12,345.5");
    EXPECT_EQ(charts::tickText(0.05), "0.05");
    EXPECT_EQ(charts::tickText(4096), "4096");
}

TEST(ChartData, NothingGivesEmptyCharts) {
    const Comparison nothing;
    EXPECT_TRUE(barsOf(nothing).empty());
    EXPECT_TRUE(charts::scatterOf(nothing).empty());
    EXPECT_TRUE(charts::stacksOf(nothing).empty());
    EXPECT_TRUE(charts::deltasOf(nothing, nothing).empty());
    EXPECT_FALSE(sweepOf(nothing).ok());
}

} // namespace

} // namespace warpstring::gui
