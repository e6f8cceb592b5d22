// SPDX-License-Identifier: GPL-3.0-or-later
// Against values worked out by hand.
#include "study/validation/validation_statistics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace warpstring::validation {
namespace {

ValidationRow row(double predicted, double measured, std::vector<std::string> features = {}) {
    ValidationRow made;
    made.features = std::move(features);
    made.predictedUs = predicted;
    made.measuredUs = measured;
    made.status = "ok";
    return made;
}

TEST(ValidationStatistics, ofRatios) {
    // 1/2, 2 and 1: the logarithms are -ln 2, ln 2 and 0.
    const auto s = ratioStatistics({0.5, 2, 1});
    EXPECT_EQ(s.count, 3U);
    EXPECT_NEAR(s.mean, 3.5 / 3, 1e-12);
    EXPECT_NEAR(s.deviation, std::sqrt((16 + 25 + 1) / 36.0 / 3), 1e-12); // off the mean by -4/6, 5/6 and -1/6
    EXPECT_NEAR(s.geometricMean, 1, 1e-12);
    EXPECT_NEAR(s.geometricDeviation, std::exp2(std::sqrt(2.0 / 3)), 1e-12);
    EXPECT_NEAR(s.typicalFactor, std::exp2(2.0 / 3), 1e-12);
}

TEST(ValidationStatistics, ofNothing) {
    EXPECT_EQ(ratioStatistics({}).geometricMean, 0);
    const auto s = validationStatistics({}, 5);
    EXPECT_EQ(s.all.count, 0U);
    EXPECT_TRUE(s.worst.empty());
}

TEST(ValidationStatistics, binsCountFactorsToEitherSide) {
    const auto s =
        validationStatistics({row(1, 1), row(1.1, 1), row(1, 1.2), row(4, 1), row(1, 4), row(1, 100)}, 0);
    std::vector<std::size_t> counts;
    for (const FactorBin& bin : s.histogram) counts.push_back(bin.count);
    // up to 1.1, 1.25, 1.5, 2, 3, 5, above
    EXPECT_EQ(counts, (std::vector<std::size_t>{2, 1, 0, 0, 0, 2, 1}));
    EXPECT_EQ(s.histogram.back().low, 5);
    EXPECT_TRUE(std::isinf(s.histogram.back().high));
}

TEST(ValidationStatistics, theFeatureThatErrsMostComesFirst) {
    const auto s = validationStatistics(
        {row(1, 1, {"a"}), row(3, 1, {"a", "b"}), row(1, 3, {"b"}), row(2, 1, {"simple"})}, 10);
    ASSERT_EQ(s.features.size(), 3U);
    EXPECT_EQ(s.features[0].feature, "b");
    EXPECT_NEAR(s.features[0].with.typicalFactor, 3, 1e-12);
    EXPECT_NEAR(s.features[0].with.geometricMean, 1, 1e-12);
    EXPECT_NEAR(s.features[0].without.typicalFactor, std::sqrt(2.0), 1e-12);
    EXPECT_EQ(s.features[1].feature, "simple");
    EXPECT_EQ(s.features[2].feature, "a");
    EXPECT_NEAR(s.features[2].with.typicalFactor, std::sqrt(3.0), 1e-12);
    EXPECT_EQ(s.simple.count, 1U);
    EXPECT_EQ(s.simple.mean, 2);
}

TEST(ValidationStatistics, rowsThatAreNotComparedAreCounted) {
    std::vector<ValidationRow> rows{row(2, 1), row(1, 1), row(1, 1), row(1, 1)};
    rows[1].predictedUs.reset();
    rows[2].measuredUs.reset();
    rows[2].status = "wrong-output";
    rows[3].measuredUs.reset();
    rows[3].status = "failed";
    const auto s = validationStatistics(rows, 10);
    EXPECT_EQ(s.kernels, 4U);
    EXPECT_EQ(s.notSimulated, 1U);
    EXPECT_EQ(s.wrongOutputs, 1U);
    EXPECT_EQ(s.notMeasured, 1U);
    EXPECT_EQ(s.all.count, 1U);
    EXPECT_EQ(s.worst, std::vector<std::size_t>{0});
}

TEST(ValidationStatistics, theWorstComeFirstAndNoMoreThanAskedFor) {
    const auto s = validationStatistics({row(1, 1), row(1, 5), row(4, 1), row(2, 1)}, 2);
    EXPECT_EQ(s.worst, (std::vector<std::size_t>{1, 2}));
}

} // namespace
} // namespace warpstring::validation
