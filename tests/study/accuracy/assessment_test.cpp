// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison by sets and suites, against targets; and the sets that come with the samples.
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/files/accuracy_sets_file.h"
#include "study/accuracy/assessment.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::accuracy {

using records::AccuracyMetric;
using records::CacheState;
using records::Quantity;
namespace {

Assessment madeAssessment() {
    return std::move(assess(comparison::madeUpComparison(), comparison::madeUpSets(), CacheState::Warm))
        .value();
}

TEST(Assessment, countsEachLaunchInItsSet) {
    const Assessment assessment = madeAssessment();
    EXPECT_EQ(assessment.spec, "a-spec");
    EXPECT_EQ(assessment.device, "A GPU");
    EXPECT_EQ(assessment.drivers, (std::vector<std::string>{"1.2"}));
    EXPECT_EQ(assessment.firstTaken, "2026-11-21T16:00:00Z");
    EXPECT_EQ(assessment.lastTaken, "2026-11-22T01:00:00Z");
    ASSERT_EQ(assessment.groups.size(), 5U);
    const AssessedGroup& all = *assessment.group("all");
    EXPECT_EQ(all.kernelTime.accuracy.count, 4U); // without micro, and one is listed apart
    EXPECT_EQ(all.kernelTime.excluded, 1U);
    EXPECT_NEAR(all.kernelTime.accuracy.mape, (0.1 + 0.1 + 0.5 + 1.5) / 4, 1e-12);
    EXPECT_EQ(all.warpLatency.accuracy.count, 3U); // one was not asked for: that is nobody's fault
    EXPECT_EQ(all.warpLatency.excluded, 1U);
    EXPECT_NEAR(assessment.group("tuned-on")->kernelTime.accuracy.mape, 0.1, 1e-12);
    EXPECT_NEAR(assessment.group("checked-on")->kernelTime.accuracy.mape, 1, 1e-12);
    EXPECT_NEAR(assessment.group("micro")->kernelTime.accuracy.mape, 9, 1e-12);
    EXPECT_EQ(assessment.group("no such"), nullptr);
}

TEST(Assessment, ranksASuiteAmongItsOwnLaunches) {
    const Assessment assessment = madeAssessment();
    const AssessedGroup& suite = *assessment.group("all-of-a");
    ASSERT_EQ(suite.families.size(), 1U);
    EXPECT_EQ(suite.families[0].variants.size(), 3U);
    // x,n=1 and y,n=1 are tied; both are simulated and measured faster than x,n=2.
    EXPECT_EQ(suite.ranking.pairs, 2U);
    EXPECT_EQ(suite.ranking.concordant, 2U);
    EXPECT_EQ(suite.valueOf(AccuracyMetric::LeastTau, Quantity::KernelTime), 1);
    EXPECT_EQ(suite.valueOf(AccuracyMetric::LeastTau, Quantity::WarpLatency), std::nullopt);
    EXPECT_EQ(suite.valueOf(AccuracyMetric::MeanTau, Quantity::KernelTime), 1);
    EXPECT_EQ(suite.valueOf(AccuracyMetric::WorstPick, Quantity::KernelTime), 0);
}

TEST(Assessment, takesASuiteByItsKernelsToo) {
    records::AccuracySets sets = comparison::madeUpSets();
    sets.suites = {{"by-folder", "", {}, {{"micro/*", {}}}, {}},
                   {"by-both", "", {{"z|1", {}}}, {{"a/x", {}}}, {}}};
    const auto assessment = assess(comparison::madeUpComparison(), sets, CacheState::Warm);
    ASSERT_TRUE(assessment);
    EXPECT_EQ(assessment->group("by-folder")->kernelTime.accuracy.count, 1U) << "apart, but a suite of its own";
    EXPECT_EQ(assessment->group("by-both")->kernelTime.accuracy.count, 3U);
}

TEST(Assessment, tellsBiasWithoutItsSign) {
    const Assessment assessment = madeAssessment();
    const AssessedGroup& tuned = *assessment.group("tuned-on");
    EXPECT_NEAR(*tuned.valueOf(AccuracyMetric::Bias, Quantity::KernelTime), 1 - std::sqrt(0.9 * 1.1), 1e-12);
    EXPECT_NEAR(tuned.kernelTime.accuracy.geometricMeanRatio, std::sqrt(0.9 * 1.1), 1e-12);
}

TEST(Assessment, leavesEachKernelOutInTurn) {
    const Assessment assessment = madeAssessment();
    const auto& out = assessment.group("all")->kernelTime.leaveOneOut;
    ASSERT_TRUE(out);
    EXPECT_EQ(out->leastWithout, "b/z");
    EXPECT_NEAR(out->least, (0.1 + 0.1 + 0.5) / 3, 1e-12);
    EXPECT_EQ(out->greatestWithout, "a/x");
    EXPECT_NEAR(out->greatest, (0.5 + 1.5) / 2, 1e-12);
    EXPECT_FALSE(assessment.group("tuned-on")->kernelTime.leaveOneOut) << "it has one kernel alone";
}

TEST(Assessment, tellsSignedErrorsOfKernels) {
    const Assessment assessment = madeAssessment();
    ASSERT_EQ(assessment.kernels.size(), 4U);
    const AssessedKernel& kernel = assessment.kernels.front();
    EXPECT_EQ(kernel.name, "a/x");
    EXPECT_EQ(kernel.set, "tuned-on");
    EXPECT_NEAR(*kernel.kernelTime.leastError, -0.1, 1e-12);
    EXPECT_NEAR(*kernel.kernelTime.greatestError, 0.1, 1e-12);
}

TEST(Assessment, holdsTargetsAgainstWhatIsReached) {
    const Assessment assessment = madeAssessment();
    ASSERT_EQ(assessment.targets.size(), 4U);
    EXPECT_NEAR(*assessment.targets[0].reached, 0.55, 1e-12);
    EXPECT_FALSE(assessment.targets[0].met());
    EXPECT_TRUE(assessment.targets[1].met());
    EXPECT_TRUE(assessment.targets[2].met());
    AssessedTarget target{{"x", Quantity::KernelTime, AccuracyMetric::Mape, 0.15, false, "", {}}, 0.15};
    EXPECT_TRUE(target.met());
    target.target.strict = true;
    EXPECT_FALSE(target.met());
    target.reached = std::nullopt;
    EXPECT_FALSE(target.met()) << "what is not known is not met";
}

TEST(Assessment, isOfOneDeviceAndOneStateOfTheCaches) {
    comparison::Comparison comparison = comparison::madeUpComparison();
    const auto cold = assess(comparison, comparison::madeUpSets(), CacheState::Cold);
    ASSERT_FALSE(cold);
    EXPECT_EQ(cold.diagnostics().front().code, "accuracy.nothing-measured");
    comparison.launches[1].device = "Another GPU";
    const auto two = assess(comparison, comparison::madeUpSets(), CacheState::Warm);
    ASSERT_FALSE(two);
    EXPECT_EQ(two.diagnostics().front().code, "accuracy.several-devices");
    comparison.launches[1].cache = CacheState::Cold;
    EXPECT_TRUE(assess(comparison, comparison::madeUpSets(), CacheState::Warm));
}

class ShippedSets : public testing::Test {
protected:
    void SetUp() override {
        const std::filesystem::path folder = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples";
        auto sets = files::readAccuracySets(folder / "accuracy.toml");
        ASSERT_TRUE(sets) << toText(sets.diagnostics().front());
        sets_ = std::move(*sets);
        auto samples = sampleNames(folder);
        ASSERT_TRUE(samples) << toText(samples.diagnostics().front());
        samples_ = std::move(*samples);
    }
    std::size_t kernelsIn(const std::string& set) const {
        return static_cast<std::size_t>(
            std::count_if(samples_.kernels.begin(), samples_.kernels.end(),
                          [&](const std::string& kernel) { return sets_.setOf(kernel)->name == set; }));
    }
    records::AccuracySets sets_;
    records::SampleNames samples_;
};

TEST_F(ShippedSets, haveEveryKernelOfTheSamplesOnce) {
    for (const Diagnostic& fault : checkSets(sets_, samples_)) ADD_FAILURE() << toText(fault);
}

TEST_F(ShippedSets, tuneOnAThirdOfTheKernels) {
    ASSERT_TRUE(checkSets(sets_, samples_).empty());
    const auto tuned = static_cast<double>(kernelsIn("tuned-on"));
    const auto checked = static_cast<double>(kernelsIn("checked-on"));
    EXPECT_GT(tuned / (tuned + checked), 0.25);
    EXPECT_LT(tuned / (tuned + checked), 0.4);
    EXPECT_EQ(kernelsIn("micro-benchmarks") + kernelsIn("tuned-on") + kernelsIn("checked-on") +
                  kernelsIn("field-tuned-on") + kernelsIn("field-checked-on") + kernelsIn("images"),
              samples_.kernels.size());
    for (const std::string& kernel : samples_.kernels) {
        const std::string& set = sets_.setOf(kernel)->name;
        EXPECT_EQ(sets_.setOf(kernel)->apart,
                  kernel.starts_with("micro/") || kernel.starts_with("images/") || set.starts_with("field-"))
            << kernel;
    }
}

TEST_F(ShippedSets, haveAFieldSetOfTwoHalves) {
    EXPECT_GE(kernelsIn("field-tuned-on"), 60U);
    EXPECT_GE(kernelsIn("field-checked-on"), 60U);
}

/// Two of matmul, four of DG, two of the stencil: the suite of all eight is the three others together.
TEST_F(ShippedSets, haveTheEightKernels) {
    const auto launchesOf = [&](const std::string& name) {
        std::set<std::string> launches;
        for (const records::LaunchSuite& suite : sets_.suites)
            if (suite.name == name)
                for (const std::string& launch : samples_.launches)
                    if (holds(suite, "", launch)) launches.insert(launch);
        EXPECT_FALSE(launches.empty()) << name;
        return launches;
    };
    std::set<std::string> together;
    for (const char* part : {"eight-kernels-matmul", "eight-kernels-dg", "eight-kernels-stencil"})
        together.merge(launchesOf(part));
    EXPECT_EQ(together, launchesOf("eight-kernels"));
    EXPECT_EQ(launchesOf("eight-kernels-dg").size(), 12U);     // four variants, three sizes
    EXPECT_EQ(launchesOf("eight-kernels-stencil").size(), 6U); // two variants, three sizes
    for (const std::string& launch : launchesOf("matmul-tiles"))
        EXPECT_EQ(launch.find("first"), std::string::npos) << launch << " is of matmul_axes";
}

} // namespace
} // namespace warpstring::accuracy
