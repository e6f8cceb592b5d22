// SPDX-License-Identifier: GPL-3.0-or-later
// Which launches a filter leaves, and the metrics of those.
#include <gtest/gtest.h>

#include "study/comparison/comparison_filter.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::comparison {
namespace {

std::vector<std::string> namesOf(const Comparison& comparison) {
    std::vector<std::string> names;
    for (const auto& launch : comparison.launches) names.push_back(launch.launch);
    return names;
}

using Names = std::vector<std::string>;

TEST(ComparisonFilter, wordsAreSeparatedByBlanksAndHaveNoCase) {
    EXPECT_EQ(filterWords("  Matmul\tN=1024 "), (Names{"matmul", "n=1024"}));
    EXPECT_TRUE(filterWords(" \t ").empty());
    EXPECT_TRUE(holdsAll("matmul,n=1024\n", {"matmul", "1024"}));
    EXPECT_FALSE(holdsAll("matmul,n=1024\n", {"matmul", "2048"}));
    EXPECT_TRUE(holdsAll("anything", {}));
}

TEST(ComparisonFilter, everyWordMustStandSomewhereInWhatTablesShow) {
    const Comparison all = madeUpComparison();
    EXPECT_EQ(namesOf(filtered(all, {}, "x,n")), (Names{"x,n=1", "x,n=2"}));
    EXPECT_EQ(namesOf(filtered(all, {}, "N=1 A-SPEC gpu")), (Names{"x,n=1", "y,n=1"}));
    EXPECT_EQ(namesOf(filtered(all, {}, "micro bandwidth")), (Names{"m"}));
    EXPECT_EQ(namesOf(filtered(all, {}, "outputs wrong")), (Names{"z,n=2"})) << "why it is apart counts too";
    EXPECT_EQ(namesOf(filtered(all, {}, "registers")), Names{}) << "the limiter is no word of the tables";
    EXPECT_EQ(namesOf(filtered(all, {}, "")).size(), all.launches.size());
}

TEST(ComparisonFilter, everyWordOfALaunchIsFound) {
    const ComparedLaunch launch = madeUpComparison().launches[4];
    const std::string haystack = haystackOf(launch);
    for (std::size_t at = 0; at < launchWords.size(); ++at) {
        const LaunchWord word = launchWords[at];
        EXPECT_EQ(static_cast<std::size_t>(word), at) << "tables by word count on the enumeration's order";
        EXPECT_FALSE(wordOf(launch, word).empty());
        EXPECT_TRUE(holdsAll(haystack, filterWords(wordOf(launch, word)))) << wordOf(launch, word);
    }
}

TEST(ComparisonFilter, cachesAreThoseOfTheRecord) {
    Comparison all = madeUpComparison();
    all.launches[1].cache = records::CacheState::Cold;
    all.launches[2].device.clear(); // without a record
    all.launches[2].kernelTime.exclusion = Exclusion::NotMeasured;
    EXPECT_EQ(namesOf(filtered(all, records::CacheState::Cold, "")), (Names{"x,n=2", "y,n=1"}));
    EXPECT_EQ(namesOf(filtered(all, records::CacheState::Warm, "n=")), (Names{"x,n=1", "y,n=1", "z,n=2"}));
    EXPECT_EQ(wordOf(all.launches[2], LaunchWord::Caches), "") << "what has no record has no caches";
    EXPECT_EQ(namesOf(filtered(all, {}, "cold")), (Names{"x,n=2"}));
}

TEST(ComparisonFilter, metricsAreOfWhatIsLeft) {
    const Comparison left = filtered(madeUpComparison(), {}, "x,n");
    bool seen = false;
    for (const auto& summary : left.summaries) {
        if (summary.quantity != records::Quantity::KernelTime) continue;
        seen = true;
        EXPECT_EQ(summary.accuracy.count, 2U);
        EXPECT_NEAR(summary.accuracy.mape, 0.1, 1e-12) << "-10 % and +10 %";
        EXPECT_EQ(summary.excluded, 0U);
    }
    EXPECT_TRUE(seen);
}

} // namespace
} // namespace warpstring::comparison
