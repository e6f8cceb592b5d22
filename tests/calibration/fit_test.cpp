// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace warpstring::calibration {
namespace {

TEST(Fit, ALineIsFoundExactly) {
    const auto fit = fitLine({1, 2, 4}, {7, 9, 13});
    ASSERT_TRUE(fit.converged);
    EXPECT_NEAR(fit.values[0], 5, 1e-6);
    EXPECT_NEAR(fit.values[1], 2, 1e-6);
    EXPECT_TRUE(fit.identified[0] && fit.identified[1]);
    EXPECT_LT(fit.residual, 1e-6);
    EXPECT_LT(fit.condition, 100);
}

TEST(Fit, AStartThatWouldBeNegativeIsZeroAndTheSlopeStands) {
    const auto fit = fitLine({1, 2, 4}, {1.98, 3.99, 8.02});
    EXPECT_NEAR(fit.values[0], 0, 1e-3);
    EXPECT_FALSE(fit.identified[0]);
    EXPECT_NEAR(fit.values[1], 2, 0.02);
    EXPECT_TRUE(fit.identified[1]);
}

TEST(Fit, StandardErrorsCoverNoise) {
    std::mt19937 random(7);
    std::normal_distribution<double> noise(0, 0.02);
    int within = 0;
    constexpr int runs = 100;
    for (int run = 0; run < runs; ++run) {
        std::vector<double> at, times;
        for (int i = 1; i <= 12; ++i) {
            at.push_back(i);
            times.push_back((10 + 3.0 * i) * (1 + noise(random)));
        }
        const auto fit = fitLine(at, times);
        within += std::abs(fit.values[1] - 3) < 2 * fit.standardErrors[1] ? 1 : 0;
    }
    EXPECT_GE(within, 88) << "of 100 within two standard errors";
}

TEST(Fit, ParametersThatTheDataCannotTellApartAreMarked) {
    const std::vector<double> at{1, 2, 3, 4}, times{2, 4, 6, 8};
    const auto fit = fitNonNegative(
        times, {1, 1}, [&](const std::vector<double>& p, std::size_t i) { return (p[0] + p[1]) * at[i]; });
    EXPECT_FALSE(fit.identified[0]);
    EXPECT_FALSE(fit.identified[1]);
    EXPECT_GT(fit.condition, 1e6);
}

TEST(Fit, AParameterWithoutEffectIsMarked) {
    const std::vector<double> at{1, 2, 3, 4}, times{2, 4, 6, 8};
    const auto fit = fitNonNegative(times, {1, 1},
                                    [&](const std::vector<double>& p, std::size_t i) { return p[0] * at[i]; });
    EXPECT_NEAR(fit.values[0], 2, 1e-6);
    EXPECT_TRUE(fit.identified[0]);
    EXPECT_FALSE(fit.identified[1]);
}

TEST(Fit, FewerPointsThanParametersTellNothing) {
    const auto fit = fitLine({1}, {3});
    EXPECT_FALSE(fit.identified[0]);
    EXPECT_FALSE(fit.identified[1]);
}

} // namespace
} // namespace warpstring::calibration
