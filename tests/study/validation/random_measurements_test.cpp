// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/random_measurements.h"

#include <fstream>

#include <gtest/gtest.h>

#include "core/random/random_launch.h"
#include "core/records/record_store.h"
#include "tests/study/study_fixture.h"

namespace warpstring::validation {
namespace {

class RandomMeasurementsTest : public StudyTest {
protected:
    static records::Measurement record(std::uint64_t index, double ns,
                                       records::MeasurementStatus status = records::MeasurementStatus::Ok) {
        const records::ResolvedLaunch resolved = random_kernels::launchOf(7, index, 2);
        records::Measurement made;
        made.status = status;
        made.launch = resolved.launch;
        made.fingerprint = fingerprint(resolved);
        made.device.name = "NVIDIA H200";
        made.device.driver = "550";
        made.takenAt = "2026-11-21T16:00:00Z";
        made.kernel.ns = {0.95 * ns, 0.98 * ns, ns, 1.02 * ns, 1.05 * ns};
        made.kernel.statistics = records::statisticsOf(made.kernel.ns);
        return made;
    }
    static ValidationRow row(std::uint64_t index) {
        ValidationRow made;
        made.index = index;
        made.fingerprint = fingerprint(random_kernels::launchOf(7, index, 2));
        return made;
    }
};

TEST_F(RandomMeasurementsTest, takesGrownKernelsAlone) {
    records::Measurement other = record(1, 5e3);
    other.launch.options = "-DN=3";
    const auto all =
        measurementsOf({record(0, 12e3), other, record(2, 8e3, records::MeasurementStatus::Failed)}, "h200");
    EXPECT_EQ(all.device, "NVIDIA H200");
    ASSERT_EQ(all.kernels.size(), 2U);
    EXPECT_EQ(all.kernels[0].seed, 7U);
    EXPECT_DOUBLE_EQ(all.kernels[0].medianUs, 12);
    EXPECT_GT(all.kernels[0].spread, 0.05);
    EXPECT_EQ(all.kernels[1].index, 2U);
    EXPECT_EQ(all.kernels[1].status, "failed");
    EXPECT_TRUE(measurementsOf({record(0, 12e3)}, "radeon").kernels.empty());
}

TEST_F(RandomMeasurementsTest, readBackWhatTheCompactTextSays) {
    std::vector<records::Measurement> records;
    for (std::uint64_t index = 0; index < 5; ++index)
        records.push_back(record(index, 1e4 + 7.0 * static_cast<double>(index)));
    const auto all = measurementsOf(records);
    const std::string text = compactText(all);
    EXPECT_LT(text.size(), 5U * 1000); // 1 MB for 1,000 kernels
    std::ofstream(folder_ / "compact.jsonl") << text;
    const auto read = readRandomMeasurements(folder_ / "compact.jsonl");
    ASSERT_TRUE(read) << toText(read.diagnostics().front());
    EXPECT_EQ(read->device, all.device);
    EXPECT_EQ(read->driver, all.driver);
    EXPECT_EQ(compactText(*read), text);
    EXPECT_DOUBLE_EQ(read->kernels[3].medianUs, 10.021);
}

TEST_F(RandomMeasurementsTest, readsWholeRecordsToo) {
    {
        auto store = records::RecordStore::open(folder_ / "records.jsonl");
        ASSERT_TRUE(store);
        ASSERT_TRUE(store->add(record(4, 3e4)).empty());
    }
    const auto read = readRandomMeasurements(folder_ / "records.jsonl");
    ASSERT_TRUE(read) << toText(read.diagnostics().front());
    ASSERT_EQ(read->kernels.size(), 1U);
    EXPECT_DOUBLE_EQ(read->kernels[0].medianUs, 30);
}

TEST_F(RandomMeasurementsTest, saysWhatIsWrongWithAFile) {
    std::ofstream(folder_ / "cut.jsonl")
        << R"({"schema":"warpstring.random-measurements/1"})" << "\n{\"seed\":1,\n";
    const auto cut = readRandomMeasurements(folder_ / "cut.jsonl");
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.diagnostics().front().code, "record.syntax");
    EXPECT_EQ(cut.diagnostics().front().place.line, 2);
    EXPECT_FALSE(readRandomMeasurements(folder_ / "none.jsonl"));
}

TEST_F(RandomMeasurementsTest, findTheirRowsByFingerprint) {
    std::vector<ValidationRow> rows{row(0), row(1), row(2)};
    auto all = measurementsOf(
        {record(2, 4e3), record(0, 6e3, records::MeasurementStatus::WrongOutput), record(5, 1e3)});
    EXPECT_EQ(addMeasurements(rows, all), 1U);
    EXPECT_DOUBLE_EQ(*rows[2].measuredUs, 4);
    EXPECT_EQ(rows[0].status, "wrong-output");
    EXPECT_FALSE(rows[0].measuredUs);
    EXPECT_EQ(rows[1].status, "unmeasured");
}

} // namespace
} // namespace warpstring::validation
