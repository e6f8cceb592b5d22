// SPDX-License-Identifier: GPL-3.0-or-later
// Regret and curves, against all orders in which a few variants can be measured.
#include <algorithm>
#include <numeric>
#include <random>

#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/regret.h"

namespace warpstring::search {
namespace {

TEST(Regret, isOfTheModelsChoiceBesideTheBest) {
    const auto regret = regretOf({{"a", 3.0, 10}, {"b", 1.0, 12}, {"c", 2.0, 11}, {"d", std::nullopt, 20}});
    ASSERT_TRUE(regret);
    EXPECT_EQ(regret->pick.name, "b");
    EXPECT_EQ(regret->best.name, "a");
    EXPECT_NEAR(regret->ofPick, 0.2, 1e-12);
    EXPECT_NEAR(regret->ofBetterOfTwo, 0.1, 1e-12);
    EXPECT_NEAR(regret->ofRandom, (10 + 12 + 11 + 20) / 4.0 / 10 - 1, 1e-12);
    EXPECT_NEAR(regret->ofWorst, 1, 1e-12);
    EXPECT_EQ(regret->runs, 3U); // b, c, a
    EXPECT_EQ(regret->pairs, 3U);
    EXPECT_NEAR(regret->tau, -1, 1e-12);
    EXPECT_FALSE(regretOf({{"a", 1.0, 1}}));
    EXPECT_FALSE(regretOf({{"a", std::nullopt, 1}, {"b", std::nullopt, 1}}));
}

TEST(Regret, expectsOfRandomOrdersWhatTheirMeanIs) {
    std::mt19937 random(11);
    for (int round = 0; round < 20; ++round) {
        const std::size_t n = 2 + random() % 6;
        std::vector<MeasuredVariant> variants;
        std::vector<double> times;
        for (std::size_t i = 0; i < n; ++i) {
            times.push_back(static_cast<double>(100 + random() % 20));
            variants.push_back(
                {std::string(1, static_cast<char>('a' + i)), 1.0 + static_cast<double>(i), times.back()});
        }
        const double least = *std::min_element(times.begin(), times.end());
        std::vector<std::size_t> order(n);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<double> sums(n, 0);
        double orders = 0, runs = 0;
        do {
            double best = 1e300;
            bool isFound = false;
            for (std::size_t k = 0; k < n; ++k) {
                best = std::min(best, times[order[k]]);
                sums[k] += best;
                if (!isFound) ++runs;
                isFound = isFound || times[order[k]] / least - 1 <= 0.03;
            }
            ++orders;
        } while (std::next_permutation(order.begin(), order.end()));
        const auto expected = expectedBestSoFar(times);
        ASSERT_EQ(expected.size(), n);
        for (std::size_t k = 0; k < n; ++k) EXPECT_NEAR(expected[k], sums[k] / orders, 1e-9);
        EXPECT_NEAR(regretOf(variants)->randomRuns, runs / orders, 1e-9);
    }
}

TEST(Regret, keepsTheBestOfTheModelsOrder) {
    EXPECT_EQ(inModelOrder({{"a", 2.0, 5}, {"b", 1.0, 7}, {"c", std::nullopt, 3}, {"d", 2.0, 6}}),
              (std::vector<double>{7, 5, 6, 3}));
    EXPECT_EQ(bestSoFar({7, 5, 6, 3}), (std::vector<double>{7, 5, 5, 3}));
    EXPECT_TRUE(bestSoFar({}).empty());
}

class RegretOfAnnealing : public SearchTest {};

TEST_F(RegretOfAnnealing, endsAtTheBestAndIsNoBetterThanThatBefore) {
    const SearchSpace all = space("[tune]\nSTRIDE = [1, 2, 3, 4, 5, 6]\nROUNDS = [1, 2, 3, 4]\n");
    const VariantTime measured = [](VariantId id) { return 10.0 + static_cast<double>((id * 7) % 24); };
    const auto curve = annealedBestSoFar(all, measured, 24, 50);
    ASSERT_EQ(curve.size(), 24U);
    for (std::size_t k = 1; k < 24; ++k) EXPECT_LE(curve[k], curve[k - 1] + 1e-9);
    EXPECT_GE(curve.back(), 10);
    EXPECT_LT(curve.back(), 11);
    // One seed alone is a chain itself.
    const auto one = annealedBestSoFar(all, measured, 24, 1);
    std::vector<double> times;
    static_cast<void>(anneal(all, {24, 1, std::nullopt}, [&](VariantId id) {
        times.push_back(*measured(id));
        return measured(id);
    }));
    const auto best = bestSoFar(times);
    for (std::size_t k = 0; k < best.size(); ++k) EXPECT_EQ(one[k], best[k]);
}

} // namespace
} // namespace warpstring::search
