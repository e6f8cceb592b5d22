// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring compare` prints, of a comparison made up so that its figures can be worked out by hand.
#include "app/cli/comparison_text.h"

#include <gtest/gtest.h>
#include <regex>
#include <sstream>

#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::cli {

using comparison::Comparison;

namespace {

/// By the timeline.
Comparison made() {
    Comparison comparison = comparison::madeUpComparison();
    for (comparison::ComparedLaunch& launch : comparison.launches)
        launch.closedForm = batch::ClosedFormFigures{1, 1};
    comparison.summaries = summariesOf(comparison.launches);
    return comparison;
}

std::string plain(const Comparison& comparison, bool families = false) {
    return reportText(comparison, families, false);
}

/// The words of the first line that begins with these, blanks between them made one.
std::string lineOf(const std::string& text, const std::string& begin) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        line = std::regex_replace(line, std::regex(" +"), " ");
        if (line.starts_with(" ")) line.erase(0, 1);
        if (line.starts_with(begin)) return line;
    }
    return "no such line";
}

bool holds(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

TEST(ComparisonText, EveryLaunchHasBothQuantitiesWithTheirErrors) {
    const std::string text = plain(made());
    EXPECT_EQ(lineOf(text, "y,n=1"), "y,n=1 100 150 +50.0 % 200 300 +50.0 %");
    EXPECT_EQ(lineOf(text, "x,n=2"), "x,n=2 200 220 +10.0 % 400 440 +10.0 %");
    EXPECT_TRUE(holds(text, "a-spec against A GPU\n"));
    EXPECT_FALSE(holds(text, "caches cold")) << "they were warm";
}

TEST(ComparisonText, WhatIsExcludedStandsInBracketsAndBelowWithItsReason) {
    const std::string text = plain(made());
    EXPECT_TRUE(lineOf(text, "z,n=2").starts_with("z,n=2 (100) 1 ")) << lineOf(text, "z,n=2");
    const std::size_t list = text.find("listed apart, in brackets above");
    ASSERT_NE(list, std::string::npos);
    const std::string below = text.substr(list);
    EXPECT_TRUE(holds(below, "the outputs were wrong\n    z,n=2\n")) << below;
    EXPECT_FALSE(holds(below, "x,n=1")) << "a latency that was not asked for is no finding";
}

TEST(ComparisonText, WarpsThatDifferAreToldByTheirSpread) {
    Comparison comparison = made();
    EXPECT_FALSE(holds(plain(comparison), "warps that differ"));
    comparison.launches[1].measuredWarps = timeline::WarpSpread{100, 150, 900};
    comparison.launches[1].simulatedWarps = timeline::WarpSpread{110, 120, 130};
    comparison.launches[0].measuredWarps = timeline::WarpSpread{100, 110, 120};
    const std::string text = plain(comparison);
    const std::size_t table = text.find("warps that differ");
    ASSERT_NE(table, std::string::npos);
    EXPECT_EQ(lineOf(text.substr(table), "x,n=2"), "x,n=2 100 150 900 110 120 130");
    EXPECT_EQ(lineOf(text.substr(table), "x,n=1"), "no such line");
}

TEST(ComparisonText, MetricsAreOfThePointsThatCount) {
    // Kernel time: errors of 10, 10, 50, 150 and 900 %, one of them below the measured value.
    const std::string text = plain(made());
    const std::size_t metrics = text.find("errors of a-spec against A GPU");
    ASSERT_NE(metrics, std::string::npos);
    const std::string row =
        lineOf(text.substr(metrics), std::string(name(records::Quantity::KernelTime)) + " 5 ");
    EXPECT_TRUE(holds(row, " 224.0 % ")) << row << ": their mean";
    EXPECT_TRUE(holds(row, " 50.0 % ")) << row << ": their median";
    EXPECT_TRUE(holds(row, " 60 % ")) << row << ": three of five are within a factor of 2";
    EXPECT_TRUE(row.ends_with(" 4 1 1")) << row << ": over, under, excluded";
    const std::string latency =
        lineOf(text.substr(metrics), std::string(name(records::Quantity::WarpLatency)) + " 4 ");
    EXPECT_TRUE(latency.ends_with(" 4 0 1")) << latency << ": the one below was not asked for";
}

TEST(ComparisonText, FamiliesAreRankedAndTheirVariantsListedWhereAskedFor) {
    const std::string text = plain(made());
    // x,n=1 and y,n=1 take as long: two pairs are left, and the simulation has both in order.
    EXPECT_TRUE(lineOf(text, "a 3 ").starts_with("a 3 1.00 2/2 ")) << lineOf(text, "a 3 ");
    EXPECT_TRUE(holds(text, "best variant picked in 1 of 1 families, 2 of 2 pairs in the measured order"));
    EXPECT_FALSE(holds(text, "measured   1, simulated"));
    const std::string listed = plain(made(), true);
    EXPECT_TRUE(holds(listed, "measured   1, simulated   1  x,n=1"));
    EXPECT_TRUE(holds(listed, "measured   3, simulated   3  x,n=2")) << "after two that share the first place";
}

TEST(ComparisonText, TheWrongPickIsNamedWithWhatItCosts) {
    Comparison comparison = made();
    comparison.launches[1].kernelTime.simulated = 80; // x,n=2, twice as slow as the best
    comparison.summaries = summariesOf(comparison.launches);
    EXPECT_TRUE(holds(plain(comparison), " / x,n=2 (+100 %)")) << plain(comparison);
}

TEST(ComparisonText, EachDeviceAndStateOfCachesHasATable) {
    Comparison comparison = made();
    comparison.launches[1].cache = records::CacheState::Cold;
    comparison.launches[2].device = "another GPU";
    comparison.summaries = summariesOf(comparison.launches);
    const std::string text = plain(comparison);
    EXPECT_TRUE(text.starts_with("a-spec against A GPU\n"));
    EXPECT_TRUE(holds(text, "\na-spec against A GPU, caches cold\n"));
    EXPECT_TRUE(holds(text, "\na-spec against another GPU\n"));
    std::size_t times = 0;
    for (std::size_t at = text.find("  y,n=1"); at != std::string::npos; at = text.find("  y,n=1", at + 1))
        ++times;
    EXPECT_EQ(times, 1U) << "a launch is in the table of its device alone";
}

TEST(ComparisonText, TheClosedFormIsNamedOnceATable) {
    const std::string label = "by the closed form (the paper's model)";
    Comparison comparison = made();
    EXPECT_FALSE(holds(plain(comparison), label)) << "all are the timeline's";
    for (comparison::ComparedLaunch& launch : comparison.launches) launch.closedForm.reset();
    const std::string all = plain(comparison);
    EXPECT_TRUE(all.starts_with("a-spec against A GPU\n  " + label + "\n  launch ")) << all;
    EXPECT_EQ(all.find(label), all.rfind(label));
    // A budget that is used up leaves some of them to it.
    comparison = made();
    comparison.launches[1].closedForm.reset();
    comparison.launches[2].closedForm.reset();
    EXPECT_TRUE(holds(plain(comparison), "\n  " + label + ": x,n=2; y,n=1\n  launch ")) << plain(comparison);
    comparison.launches[1].kernelTime.simulated.reset();
    EXPECT_TRUE(holds(plain(comparison), label + ": y,n=1\n")) << "what has no figures has no model";
}

TEST(ComparisonText, WhatHasNoPartnerIsToldWithoutFillingThePage) {
    Comparison comparison = made();
    comparison.unmeasured = {"a", "b", "c", "d", "e", "f"};
    comparison.unmatchedRecords = {"old"};
    const std::string text = plain(comparison);
    EXPECT_TRUE(holds(text, "launches without a measurement\n  a; b; c; d; and 2 more\n"));
    EXPECT_TRUE(holds(text, "changed since\n  old\n"));
    EXPECT_FALSE(holds(plain(made()), "without a measurement")) << "there is none";
}

TEST(ComparisonText, OfNothingIsEmpty) { EXPECT_EQ(plain({}), ""); }

TEST(ComparisonText, ColoursChangeNoWord) {
    const std::string coloured = reportText(made(), true, true);
    EXPECT_TRUE(holds(coloured, "\033["));
    EXPECT_EQ(std::regex_replace(coloured, std::regex("\033\\[[0-9]+m"), ""), plain(made(), true));
}

} // namespace

} // namespace warpstring::cli
