// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of ratios against every pair written out.
#include "study/accuracy/ratio_error.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "study/accuracy/accuracy_record.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::accuracy {
namespace {

Assessment assessmentOf(const std::vector<comparison::ComparedLaunch>& launches) {
    comparison::Comparison made;
    made.launches = launches;
    return std::move(assess(made, comparison::madeUpSets(), records::CacheState::Warm)).value();
}

/// Of every pair of launches, by the ratios themselves; sorted.
std::vector<double> bruteForce(const std::vector<comparison::ComparedLaunch>& launches) {
    std::vector<double> errors;
    for (std::size_t i = 0; i < launches.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const auto& a = launches[i].kernelTime;
            const auto& b = launches[j].kernelTime;
            if (launches[i].family != launches[j].family || !a.isCounted() || !b.isCounted()) continue;
            const double predicted = *a.simulated / *b.simulated, measured = *a.measured / *b.measured;
            errors.push_back(std::log(std::max(predicted / measured, measured / predicted)));
        }
    std::sort(errors.begin(), errors.end());
    return errors;
}

TEST(RatioErrors, areThoseOfEveryPairOfAFamily) {
    using comparison::madeUpLaunch;
    std::vector<comparison::ComparedLaunch> launches{
        madeUpLaunch("a", "x", "x,n=1", 90, 100),  madeUpLaunch("a", "x", "x,n=2", 220, 200),
        madeUpLaunch("a", "y", "y,n=1", 150, 100), madeUpLaunch("a", "y", "y,n=2", 31, 30),
        madeUpLaunch("b", "z", "z,n=1", 250, 100), madeUpLaunch("b", "z", "z,n=2", 20, 10),
        madeUpLaunch("b", "z", "z,n=3", 1, 100)};
    launches.back().kernelTime.exclusion = comparison::Exclusion::WrongOutputs;
    const auto errors = bruteForce(launches);
    ASSERT_EQ(errors.size(), 7U) << "six of the four launches of a, one of the two of b that count";
    const RatioErrors all = assessmentOf(launches).group("all")->ratios;
    EXPECT_EQ(all.pairs, 7U);
    EXPECT_NEAR(all.median, errors[3], 1e-12);
    EXPECT_NEAR(all.percentile75, (errors[4] + errors[5]) / 2, 1e-12) << "4.5 of six steps";

    launches.resize(4);
    const auto ofA = bruteForce(launches);
    const RatioErrors suite = assessmentOf(launches).group("all-of-a")->ratios;
    EXPECT_EQ(suite.pairs, 6U);
    EXPECT_NEAR(suite.median, (ofA[2] + ofA[3]) / 2, 1e-12);
}

TEST(RatioErrors, whatAFamilyIsOffByAlikeDoesNotCount) {
    std::vector<comparison::ComparedLaunch> launches;
    for (int i = 1; i <= 5; ++i)
        launches.push_back(
            comparison::madeUpLaunch("a", "x", "x,n=" + std::to_string(i), 3.0 * i * i, 1.0 * i * i));
    const RatioErrors errors = assessmentOf(launches).group("all")->ratios;
    EXPECT_EQ(errors.pairs, 10U);
    EXPECT_LT(errors.percentile75, 1e-12);
    EXPECT_EQ(ratioErrorsOf({}), RatioErrors{});
}

class RatioGuard : public testing::Test {
protected:
    static Assessment made() {
        return std::move(
                   assess(comparison::madeUpComparison(), comparison::madeUpSets(), records::CacheState::Warm))
            .value();
    }
    std::vector<std::string> findings() const {
        std::vector<std::string> codes;
        for (const Diagnostic& finding : guard(now_, then_, "record.json")) codes.push_back(finding.code);
        return codes;
    }

    const AccuracyRecord now_ = recordOf(made(), 0.01);
    AccuracyRecord then_ = now_;
};

TEST_F(RatioGuard, theRecordKeepsThemAndReadsThemBack) {
    const RatioErrors* all = now_.ratioErrors("all");
    ASSERT_NE(all, nullptr);
    EXPECT_EQ(all->pairs, 3U);
    EXPECT_EQ(now_.ratioErrors("no such"), nullptr);
    EXPECT_EQ(now_.ratioErrors("micro"), nullptr) << "it has no pair";
    const auto read = parseAccuracyRecord(toJson(now_), "record.json");
    ASSERT_TRUE(read) << toText(read.diagnostics().front());
    ASSERT_EQ(read->ratios.size(), now_.ratios.size());
    ASSERT_NE(read->ratioErrors("all"), nullptr);
    EXPECT_EQ(read->ratioErrors("all")->pairs, 3U);
    EXPECT_NEAR(read->ratioErrors("all")->median, all->median, 1e-6);
    EXPECT_NEAR(read->ratioErrors("all")->percentile75, all->percentile75, 1e-6);
}

TEST_F(RatioGuard, holdsThem) {
    using Codes = std::vector<std::string>;
    EXPECT_EQ(findings(), Codes{});
    then_.ratios[0].errors.median -= 0.009;
    EXPECT_EQ(findings(), Codes{}) << "within the margin";
    then_.ratios[0].errors.median -= 0.009;
    then_.ratios[0].errors.percentile75 += 0.1;
    EXPECT_EQ(findings(), (Codes{"accuracy.worse", "accuracy.better"}));
    then_ = now_;
    then_.ratios[0].errors.pairs += 1;
    EXPECT_EQ(findings(), Codes{"accuracy.fewer-points"});
    then_ = now_;
    then_.ratios[0].of = "another";
    EXPECT_EQ(findings(), (Codes{"accuracy.not-recorded", "accuracy.not-recorded"}));
}

} // namespace
} // namespace warpstring::accuracy
