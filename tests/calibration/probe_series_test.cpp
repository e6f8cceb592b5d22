// SPDX-License-Identifier: GPL-3.0-or-later
// Series of probes, and the cost of a piece of their work.
#include <gtest/gtest.h>

#include "calibration/probe_series.h"

namespace warpstring::calibration {

using records::ProbeRecord;
namespace {

ProbeRecord recordOf(const std::string& id, std::uint64_t iterations, double ns, double cycles = 0) {
    ProbeRecord record;
    record.id = id;
    record.family = "throughput";
    record.iterations = iterations;
    record.medianNs = ns;
    record.cycles = cycles;
    return record;
}

double iterationsOf(const ProbeRecord& record) { return static_cast<double>(record.iterations); }

TEST(ProbeSeries, areTheRecordsOfAFamilyById) {
    records::ProbeSet set;
    set.probes = {recordOf("a", 1, 10), recordOf("b", 1, 20), recordOf("a", 2, 30)};
    set.probes.push_back(recordOf("c", 1, 5));
    set.probes.back().family = "latency";
    set.probes.push_back(recordOf("a", 3, 0));
    set.probes.back().status = records::ProbeStatus::Failed;
    const auto series = seriesOf(set, "throughput");
    ASSERT_EQ(series.size(), 2U);
    ASSERT_EQ(series.at("a").size(), 2U) << "what failed is no measurement";
    EXPECT_EQ(series.at("a")[0]->medianNs, 10);
    EXPECT_EQ(series.at("a")[1]->medianNs, 30);
    EXPECT_EQ(series.at("b").size(), 1U);
    EXPECT_TRUE(seriesOf(set, "chase").empty());
}

TEST(ProbeSeries, slopesAreFreeOfTheStart) {
    const ProbeRecord records[] = {recordOf("a", 100, 1000 + 100 * 4), recordOf("a", 200, 1000 + 200 * 4),
                                   recordOf("a", 400, 1000 + 400 * 4)};
    const RecordSeries series{&records[0], &records[1], &records[2]};
    const Estimate slope = slopeOf(series, iterationsOf, 1.5, false);
    EXPECT_TRUE(slope.identified);
    EXPECT_NEAR(slope.value, 6, 1e-6) << "4 ns of an iteration at 1.5 cycles a ns";
    EXPECT_EQ(slope.points, 3U);
    EXPECT_NEAR(slope.residual, 0, 1e-6);
}

TEST(ProbeSeries, theDevicesClockIsTakenWhereAllRecordsHaveIt) {
    ProbeRecord records[] = {recordOf("a", 100, 400, 900), recordOf("a", 200, 800, 1600)};
    const RecordSeries series{&records[0], &records[1]};
    EXPECT_NEAR(slopeOf(series, iterationsOf, 1, true).value, 7, 1e-6);
    EXPECT_NEAR(slopeOf(series, iterationsOf, 1, false).value, 4, 1e-6);
    records[1].cycles = 0;
    EXPECT_NEAR(slopeOf(series, iterationsOf, 1, true).value, 4, 1e-6) << "else the host's";
}

TEST(ProbeSeries, oneSizeIsAnUpperBoundAndIdentifiesNothing) {
    const ProbeRecord record = recordOf("a", 100, 1400);
    const Estimate alone = slopeOf({&record}, iterationsOf, 1, false);
    EXPECT_FALSE(alone.identified);
    EXPECT_EQ(alone.value, 14);
    EXPECT_EQ(alone.points, 1U);
    const ProbeRecord idle = recordOf("a", 0, 1400);
    EXPECT_EQ(slopeOf({&idle}, iterationsOf, 1, false).value, 0) << "no work has no cost";
}

TEST(ProbeSeries, estimatesNeedAFitThatConverged) {
    FitResult fit;
    fit.converged = true;
    fit.values = {1, 2};
    fit.standardErrors = {0.1, 0.2};
    fit.identified = {false, true};
    fit.residual = 0.5;
    fit.condition = 3;
    fit.points = 9;
    const Estimate second = estimateOf(fit, 1);
    EXPECT_EQ(second.value, 2);
    EXPECT_EQ(second.standardError, 0.2);
    EXPECT_EQ(second.residual, 0.5);
    EXPECT_EQ(second.condition, 3);
    EXPECT_EQ(second.points, 9U);
    EXPECT_TRUE(second.identified);
    EXPECT_FALSE(estimateOf(fit, 0).identified);
    fit.converged = false;
    EXPECT_FALSE(estimateOf(fit, 1).identified);
}

} // namespace
} // namespace warpstring::calibration
