// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/measure/client/session_text.h"

namespace warpstring::measure {

using records::Measurement;
namespace {

/// Ten samples around 412.3 us.
Measurement measured() {
    Measurement record;
    record.status = records::MeasurementStatus::Ok;
    record.launch.name = "matmul,n=1024";
    for (int i = 0; i < 10; ++i) record.kernel.ns.push_back(412'300 + 100 * (i % 2));
    record.kernel.statistics = records::statisticsOf(record.kernel.ns);
    return record;
}

std::string line(const Measurement& record, std::size_t index = 2, std::size_t count = 20) {
    return lineOf(SessionProgress{index, count, &record.launch, &record, false});
}

TEST(SessionText, TimesHaveFourDigitsAndAUnit) {
    EXPECT_EQ(timeText(0), "0 ns");
    EXPECT_EQ(timeText(999), "999 ns");
    EXPECT_EQ(timeText(1000), "1 us");
    EXPECT_EQ(timeText(12'340), "12.34 us");
    EXPECT_EQ(timeText(1'234'500), "1.234 ms");
    EXPECT_EQ(timeText(2.5e9), "2.5 s");
    EXPECT_EQ(timeText(3.6e12), "3600 s");
}

TEST(SessionText, NoTimeIsWrittenWithAnExponent) {
    for (double ns = 1; ns < 1e12; ns *= 1.01)
        EXPECT_EQ(timeText(ns).find('e'), std::string::npos) << timeText(ns);
    for (const double ns : {999.6, 999'960.0, 999'960'000.0})
        EXPECT_LT(timeText(ns).size(), 9U) << timeText(ns);
}

TEST(SessionText, ALineTellsPlaceNameTimeAndOutputs) {
    Measurement record = measured();
    EXPECT_EQ(line(record), "[ 3/20] matmul,n=1024  412.4 us +-0.012 %, 10 samples; outputs not checked");
    record.verification.reference = "host function matmul";
    record.verification.buffers.push_back({"c", 4, 4, 0, 1e-5, true, 0, 0, 0});
    EXPECT_TRUE(line(record).ends_with("; outputs right")) << line(record);
    record.status = records::MeasurementStatus::WrongOutput;
    EXPECT_TRUE(line(record).ends_with("; OUTPUTS WRONG")) << line(record);
    EXPECT_TRUE(line(record, 0, 1).starts_with("[1/1] matmul")) << line(record, 0, 1);
}

TEST(SessionText, ALineTellsWhatWasLeftOutAndTheWarp) {
    Measurement record = measured();
    record.kernel.ns.push_back(9'000'000);
    record.kernel.statistics = records::statisticsOf(record.kernel.ns);
    record.warp.measurable = true;
    record.warp.warps = records::distributionOf({39'000, 39'432, 40'000});
    EXPECT_NE(line(record).find("10 samples (1 excluded); warp 39432 cycles;"), std::string::npos)
        << line(record);
    record.warp.probeChangedCode = true;
    record.warp.probedRatio = 1.31;
    EXPECT_NE(line(record).find("warp 39432 cycles (the probe changed the code: +31 %)"), std::string::npos)
        << line(record);
}

TEST(SessionText, ALineOfAFailureNamesItsCode) {
    Measurement record;
    record.launch.name = "k";
    record.diagnostics.push_back({"measure.time-limit", Severity::Error, {}, "not done", "see"});
    EXPECT_EQ(line(record), "[ 3/20] k  failed: measure.time-limit");
    record.diagnostics.clear();
    EXPECT_EQ(line(record), "[ 3/20] k  failed") << "a record without a reason is no reason to crash";
}

TEST(SessionText, ALineOfAFailureIsNotNamedAfterAWarning) {
    Measurement record;
    record.launch.name = "k";
    record.diagnostics.push_back({"measure.no-profiling", Severity::Warning, {}, "no times", "see"});
    record.diagnostics.push_back({"measure.run-failed", Severity::Error, {}, "not done", "see"});
    EXPECT_EQ(line(record), "[ 3/20] k  failed: measure.run-failed");
}

TEST(SessionText, StartsAndResumedLaunchesHaveLines) {
    const Measurement record = measured();
    EXPECT_EQ(lineOf(SessionProgress{0, 9, &record.launch, nullptr, false}), "[1/9] matmul,n=1024");
    EXPECT_EQ(lineOf(SessionProgress{0, 9, &record.launch, nullptr, true}),
              "[1/9] matmul,n=1024  measured before");
}

TEST(SessionText, TheSummaryCounts) {
    EXPECT_EQ(lineOf(SessionSummary{3, 0, 0, 0, 0, {}}), "3 measured");
    EXPECT_EQ(lineOf(SessionSummary{3, 2, 4, 5, 6, {}}),
              "5 measured, 2 of them with wrong outputs, 4 failed, 5 measured before, 6 not tried");
}

TEST(SessionText, TheTableHoldsEveryDevice) {
    records::DeviceFacts device;
    device.name = std::string(400, 'n');
    device.platform = "P";
    device.version = "OpenCL 3.0";
    device.driver = "5.1";
    device.type = records::DeviceType::Gpu;
    device.computeUnits = 132;
    device.localMemoryBytes = 49152;
    const std::string table = tableOf({device, device});
    EXPECT_TRUE(table.starts_with("0  " + device.name)) << table;
    EXPECT_NE(table.find("\n1  " + device.name), std::string::npos) << table;
    EXPECT_NE(table.find("P, OpenCL 3.0, driver 5.1\n   GPU, 132 compute units"), std::string::npos) << table;
    EXPECT_NE(table.find("48 KB of local memory"), std::string::npos) << table;
    EXPECT_FALSE(table.ends_with('\n'));
    EXPECT_EQ(tableOf({}), "");
}

TEST(SessionText, ASequenceTellsItsKernelsAndAllOfIt) {
    const Sequence sequence{"", "softmax", "", {}, {}};
    records::SequenceMeasurement record;
    record.status = records::MeasurementStatus::Ok;
    record.kernels.ns = {41'000, 41'200, 41'400};
    record.kernels.statistics = records::statisticsOf(record.kernels.ns);
    record.span.ns = {45'000, 45'000, 45'000};
    record.span.statistics = records::statisticsOf(record.span.ns);
    EXPECT_EQ(lineOf(SequenceProgress{0, 2, &sequence, &record, false}),
              "[1/2] softmax  41.2 us +-0.49 % of kernels, 45 us in all, 3 samples; outputs not checked");
    EXPECT_EQ(lineOf(SequenceProgress{1, 2, &sequence, nullptr, true}), "[2/2] softmax  measured before");
    record.status = records::MeasurementStatus::Failed;
    record.diagnostics = {{"measure.build-failed", Severity::Error, {}, "", ""}};
    EXPECT_EQ(lineOf(SequenceProgress{0, 1, &sequence, &record, false}),
              "[1/1] softmax  failed: measure.build-failed");
}

} // namespace
} // namespace warpstring::measure
