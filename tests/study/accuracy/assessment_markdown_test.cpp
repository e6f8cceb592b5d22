// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy report, of a comparison made up.
#include <gtest/gtest.h>

#include "study/accuracy/assessment_markdown.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::accuracy {
namespace {

class AssessmentMarkdown : public testing::Test {
protected:
    void SetUp() override {
        auto assessment = assess(comparison::madeUpComparison(), sets_, records::CacheState::Warm);
        ASSERT_TRUE(assessment);
        assessment_ = std::move(*assessment);
        markdown_ = toMarkdown(assessment_, sets_, {"warpstring compare samples", nullptr});
    }
    void expect(const std::string& text) const {
        EXPECT_NE(markdown_.find(text), std::string::npos) << text << "\nis not in\n" << markdown_;
    }
    std::size_t count(const std::string& text) const {
        std::size_t found = 0;
        for (std::size_t at = markdown_.find(text); at != std::string::npos; at = markdown_.find(text, at + 1))
            ++found;
        return found;
    }

    records::AccuracySets sets_ = comparison::madeUpSets();
    Assessment assessment_;
    std::string markdown_;
};

TEST_F(AssessmentMarkdown, saysWhatItIsOf) {
    expect("| hardware spec | `a-spec` |\n");
    expect("| device | A GPU, driver 1.2 |\n");
    expect("| records | 6 launches with warm caches, taken from 2026-11-21 to 2026-11-22 |\n");
    expect("| command | `warpstring compare samples` |\n");
}

TEST_F(AssessmentMarkdown, hasEveryTarget) {
    expect("3 of 4 are met.");
    expect("| MAPE, all | at most 15 % | 55.0 % | **no** | z of b |\n");
    expect("| geometric mean of the error, tuned-on | below 11 % | 10.0 % | yes |  |\n");
    expect("| families with the best variant picked, all-of-a | at least 100 % | 100.0 % | yes |  |\n");
    expect("| least Kendall tau of a family, all-of-a | at least 0.9 | 1.00 | yes |  |\n");
}

TEST_F(AssessmentMarkdown, givesAllMetricsOfAllGroups) {
    // Errors of 10 %, 10 %, 50 % and 150 %: the median lies at 30 %, p90 at 50 % + 0.7 x 100 %.
    expect("| `all` | 4 | 55.0 % | 30.0 % | 120.0 % | 29.4 % | +38.8 % | 2 (50 %) | 2 (50 %) | 3 (75 %) | 3 | "
           "1 | 1 | 55.0 % |\n");
    for (const char* group : {"tuned-on", "checked-on", "micro", "all-of-a"})
        EXPECT_GE(count("| `" + std::string(group) + "` | "), 2U) << group; // of times and of latencies
    expect("- `tuned-on`: for tuning. `a/x`\n");
    expect("- `micro`, apart. `micro/m`\n");
    expect("- `all-of-a`, a suite: those of a\n");
}

TEST_F(AssessmentMarkdown, tellsTheErrorWithWhatIsUnsureToo) {
    auto comparison = comparison::madeUpComparison();
    for (auto& launch : comparison.launches)
        if (launch.launch == "z,n=2") launch.kernelTime.exclusion = comparison::Exclusion::WideBounds;
    auto assessment = assess(comparison, sets_, records::CacheState::Warm);
    ASSERT_TRUE(assessment);
    markdown_ = toMarkdown(*assessment, sets_, {"warpstring compare samples", nullptr});
    expect(" | 3 | 1 | 1 | 63.8 % |\n"); // 99 % off besides
}

TEST_F(AssessmentMarkdown, laysRegistersBesideThoseOfBuilds) {
    EXPECT_EQ(count("## Registers"), 0U) << "no record tells";
    auto comparison = comparison::madeUpComparison();
    int difference = 8;
    for (auto& launch : comparison.launches) {
        launch.registers = 32;
        launch.builtRegisters = 32 - difference;
        difference = -difference - 2;
    }
    auto assessment = assess(comparison, sets_, records::CacheState::Warm);
    ASSERT_TRUE(assessment);
    markdown_ = toMarkdown(*assessment, sets_, {"warpstring compare samples", nullptr});
    expect("## Registers\n");
    expect("| `tuned-on` | 2 | 9.0 | 50.0 % |\n"); // 8 and 10
    const auto& registers = assessment->group("tuned-on")->registers;
    EXPECT_EQ(registers.count, 2U);
    EXPECT_EQ(*assessment->group("tuned-on")
                   ->valueOf(records::AccuracyMetric::RegistersWithin8, records::Quantity::KernelTime),
              0.5);
    EXPECT_FALSE(assessment->group("tuned-on")
                     ->valueOf(records::AccuracyMetric::RegistersMedian, records::Quantity::WarpLatency));
}

TEST_F(AssessmentMarkdown, givesTheClosedFormsErrorsBesideTheTimelines) {
    EXPECT_EQ(count("### Errors of the closed form"), 0U) << "where it is what is compared";
    for (AssessedLaunch& launch : assessment_.launches)
        if (launch.compared.kernelTime.measured && launch.compared.warpLatency.measured)
            launch.compared.closedForm = {*launch.compared.warpLatency.measured * 0.25,
                                          *launch.compared.kernelTime.measured * 1.5};
    markdown_ = toMarkdown(assessment_, sets_, {"warpstring compare samples", nullptr});
    expect("### Errors of the closed form\n");
    expect("| `all` | 4 | 50.0 % | 50.0 % | ");
    expect(" | 75.0 % | 75.0 % |\n");
}

TEST_F(AssessmentMarkdown, leavesKernelsOut) {
    expect("| `all` | kernel time | 55.0 % | 23.3 % | `b/z` | 100.0 % | `a/x` |\n");
}

TEST_F(AssessmentMarkdown, hasEveryKernel) {
    expect("| `a/x` | tuned-on | 2 | 10.0 % | -10.0 % | +10.0 % | 1 | 10.0 % | +10.0 % | +10.0 % |\n");
    expect("| `micro/m` | micro | 1 | 900.0 % | +900.0 % | +900.0 % | 1 ");
}

TEST_F(AssessmentMarkdown, ranksFamilies) {
    expect("<code>all-of-a</code>: best picked in 1 of 1 families, 2 of 2 pairs in order, least tau 1.00");
    expect("| `a` | 3 | 1.00 | 2/2 | `x,n=1` | `x,n=1` | yes | 0.0 % |\n");
}

TEST_F(AssessmentMarkdown, listsOutliersWithTheirCauses) {
    expect("1 launches are beyond a factor of 2.");
    // The pipe of the name must not end the cell. The worst comes first; micro is no outlier.
    expect("| `z\\|1` | checked-on | +150.0 % | 100 | 250 | bandwidth | registers |\n| `y,n=1` |");
    expect("- `b/z` (1): A cache that is not modelled.\n");
    expect("- `a/y` (1): not known; bound by bandwidth\n");
    const std::string outliers =
        markdown_.substr(markdown_.find("## Outliers by kernel time"),
                         markdown_.find("## Listed apart") - markdown_.find("## Outliers"));
    EXPECT_EQ(outliers.find("| `m` |"), std::string::npos);
}

TEST_F(AssessmentMarkdown, listsApartWhatDoesNotCount) {
    expect("<summary>kernel time: the outputs were wrong: 1</summary>\n\n- `b/z`: `z,n=2`\n");
    EXPECT_EQ(count(std::string(reasonText(comparison::Exclusion::NotAskedFor))), 0U);
}

TEST_F(AssessmentMarkdown, hasEveryLaunchBySample) {
    expect("<details><summary><code>a</code></summary>");
    expect("| `x,n=2` | tuned-on | 200 | 220 | +10.0 % | 400 | 440 | +10.0 % |\n");
    expect("| `z,n=2` | checked-on | (100) | 1 | -99.0 % | (200) | 2 | -99.0 % |\n");
    for (const AssessedLaunch& launch : assessment_.launches)
        EXPECT_GE(count("| `" + launch.compared.launch.substr(0, 1)), 1U);
    EXPECT_EQ(count("<details>"), count("</details>"));
}

TEST_F(AssessmentMarkdown, tellsOfTheOtherStateOfTheCaches) {
    EXPECT_EQ(count("with cold caches"), 0U);
    Assessment cold = assessment_;
    cold.cache = records::CacheState::Cold;
    markdown_ = toMarkdown(assessment_, sets_, {"warpstring compare samples", &cold});
    expect("### Errors of kernel times against records with cold caches\n");
}

} // namespace
} // namespace warpstring::accuracy
