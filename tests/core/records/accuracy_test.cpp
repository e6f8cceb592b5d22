// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "core/records/accuracy.h"

namespace warpstring::records {
namespace {

TEST(Accuracy, givesAllMetricsTogether) {
    // Errors of 10 %, 20 %, 60 % and 150 %.
    const std::vector<PredictedPoint> points{
        {"a", "", 110, 100}, {"b", "", 80, 100}, {"c", "", 40, 100}, {"d", "", 250, 100}};
    const Accuracy accuracy = accuracyOf(points);
    EXPECT_EQ(accuracy.count, 4U);
    EXPECT_NEAR(accuracy.mape, 0.6, 1e-12);
    EXPECT_NEAR(accuracy.medianError, 0.4, 1e-12);
    EXPECT_NEAR(accuracy.p90Error, 0.6 + 0.7 * 0.9, 1e-12);
    EXPECT_NEAR(accuracy.geometricMeanError, std::pow(0.1 * 0.2 * 0.6 * 1.5, 0.25), 1e-12);
    EXPECT_EQ(accuracy.within10, 1U);
    EXPECT_EQ(accuracy.within20, 2U);
    EXPECT_EQ(accuracy.within2x, 2U);
    EXPECT_EQ(accuracy.over, 2U);
    EXPECT_EQ(accuracy.under, 2U);
}

TEST(Accuracy, oneExactHitDoesNotMakeTheGeometricMeanZero) {
    const Accuracy accuracy = accuracyOf({{"a", "", 100, 100}, {"b", "", 101, 100}});
    EXPECT_NEAR(accuracy.geometricMeanError, std::sqrt(1e-4 * 0.01), 1e-12);
    EXPECT_EQ(accuracyOf({}).count, 0U);
}

TEST(Accuracy, ranksTheVariantsOfAFamily) {
    // b and c are tied: 2 % apart. The simulation swaps a with d, and finds b and d equal.
    const std::vector<PredictedPoint> points{{"a", "f", 30, 10}, {"b", "f", 12, 20},   {"c", "f", 21, 20.4},
                                             {"d", "f", 12, 30}, {"e", "other", 1, 1}, {"g", "", 5, 5}};
    const auto rankings = rankFamilies(points);
    ASSERT_EQ(rankings.size(), 1U);
    const FamilyRanking& ranking = rankings.front();
    ASSERT_EQ(ranking.variants.size(), 4U);
    EXPECT_EQ(ranking.variants[1].name, "b");
    EXPECT_EQ(ranking.variants[1].measuredRank, 2U);
    EXPECT_EQ(ranking.variants[1].simulatedRank, 1U);
    EXPECT_EQ(ranking.variants[3].simulatedRank, 1U); // d is simulated equal to b
    EXPECT_EQ(ranking.variants[0].simulatedRank, 4U);
    EXPECT_EQ(ranking.pairs, 5U);      // all but (b, c)
    EXPECT_EQ(ranking.concordant, 0U); // (b, d) is equal, (c, d), (a, b), (a, c), (a, d) are swapped
    EXPECT_EQ(ranking.discordant, 4U);
    EXPECT_DOUBLE_EQ(ranking.tau(), -0.8);
    EXPECT_EQ(ranking.bestMeasured, "a");
    EXPECT_EQ(ranking.bestSimulated, "b");
    EXPECT_FALSE(ranking.bestPicked);
    EXPECT_DOUBLE_EQ(ranking.loss, 1.0);
}

TEST(Accuracy, aTiedPickIsARightOne) {
    const auto rankings = rankFamilies({{"a", "f", 11, 100}, {"b", "f", 10, 102}});
    EXPECT_TRUE(rankings.front().bestPicked);
    EXPECT_EQ(rankings.front().pairs, 0U);
    EXPECT_EQ(rankings.front().tau(), 1.0);
}

TEST(Accuracy, totalsTellTheMeanTauAndTheWorstPick) {
    // "f" is in order; "g" takes the slower of two, which costs half as much again.
    const auto totals =
        totalsOf(rankFamilies({{"a", "f", 1, 1}, {"b", "f", 2, 2}, {"c", "g", 1, 3}, {"d", "g", 2, 2}}));
    EXPECT_EQ(totals.leastTau, -1);
    EXPECT_EQ(totals.meanTau, 0);
    EXPECT_NEAR(totals.greatestLoss, 0.5, 1e-12);
    EXPECT_EQ(totalsOf({}).meanTau, 1);
}

/// Kendall's tau by its definition: the mean over pairs of the product of signs.
TEST(Accuracy, tauIsKendallsWhereNothingIsTied) {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<PredictedPoint> points;
        for (int i = 0; i < 8; ++i)
            points.push_back({std::to_string(i), "f", static_cast<double>(random() % 5 + 1),
                              std::pow(1.1, static_cast<double>(random() % 1000) / 10 + i)});
        double sum = 0;
        double pairs = 0;
        for (const auto& a : points)
            for (const auto& b : points) {
                if (&a >= &b || std::abs(a.measured - b.measured) < 0.03 * std::min(a.measured, b.measured))
                    continue;
                const auto sign = [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
                sum += sign(a.measured - b.measured) * sign(a.simulated - b.simulated);
                pairs += 1;
            }
        EXPECT_NEAR(rankFamilies(points).front().tau(), sum / pairs, 1e-12);
    }
}

} // namespace
} // namespace warpstring::records
