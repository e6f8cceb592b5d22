// SPDX-License-Identifier: GPL-3.0-or-later
// From transfers of made-up records back to the host's times.
#include <gtest/gtest.h>

#include <random>

#include "calibration/transfer_fit.h"
#include "tests/calibration/made_up_probes.h"

namespace warpstring::calibration {
namespace {

using records::Measurement;
using records::TransferMeasurement;
using test::h200;
using test::h200Text;

TransferMeasurement transfer(bool toDevice, bool pinned, std::uint64_t bytes, double us) {
    TransferMeasurement made;
    made.buffer = "a";
    made.toDevice = toDevice;
    made.pinned = pinned;
    made.bytes = bytes;
    (pinned ? made.device : made.host).statistics.median = us * 1e3;
    return made;
}

/// Launches that send and fetch 1 KB to 256 MB at 2 us + 50 GB/s and 3 us + 25 GB/s, pageable ten times as
/// slow.
std::vector<Measurement> madeUpRecords(double noise, const std::string& device) {
    std::mt19937 random(1);
    std::normal_distribution<double> scatter(1, noise);
    std::vector<Measurement> records;
    for (std::uint64_t bytes = 1024; bytes <= 1U << 28; bytes *= 2) {
        Measurement record;
        record.device.name = device;
        record.device.globalMemoryBytes = 150'119'841'792;
        record.takenAt = "2026-11-23T07:00:00Z";
        record.kernel.statistics.median = 5000;
        const auto size = static_cast<double>(bytes);
        record.transfers = {transfer(true, true, bytes, (2 + size / 50e3) * scatter(random)),
                            transfer(false, true, bytes, (3 + size / 25e3) * scatter(random)),
                            transfer(true, false, bytes, (20 + size / 5e3) * scatter(random)),
                            transfer(false, false, bytes, (30 + size / 2.5e3) * scatter(random))};
        record.total.ns = {1};
        record.total.statistics.median = 5000 + 25'000 + record.transfers[0].device.statistics.median +
                                         record.transfers[1].device.statistics.median;
        records.push_back(std::move(record));
    }
    return records;
}

TEST(TransferFit, findsFixedTimesAndRates) {
    for (const double noise : {0.0, 0.05}) {
        Calibration calibration;
        fitTransfers(madeUpRecords(noise, "Made-up GPU"), calibration);
        const std::pair<const char*, double> wanted[] = {
            {"host.pinned_in_us", 2},     {"host.pinned_in_gb_s", 50},
            {"host.pinned_out_us", 3},    {"host.pinned_out_gb_s", 25},
            {"host.pageable_in_us", 20},  {"host.pageable_in_gb_s", 5},
            {"host.pageable_out_us", 30}, {"host.pageable_out_gb_s", 2.5},
            {"host.round_trip_us", 25},   {"global_memory.size_bytes", 150'119'841'792}};
        for (const auto& [key, value] : wanted) {
            const CalibratedValue* found = calibration.find(key);
            ASSERT_NE(found, nullptr) << key;
            EXPECT_TRUE(found->estimate.identified) << key;
            EXPECT_NEAR(found->estimate.value / value, 1, noise > 0 ? 0.06 : 1e-4) << key;
        }
    }
}

TEST(TransferFit, leavesImagesOut) {
    std::vector<Measurement> records = madeUpRecords(0, "Made-up GPU");
    for (Measurement& record : records) record.launch.arguments["a"] = ImageArgument{};
    Calibration calibration;
    fitTransfers(records, calibration);
    EXPECT_FALSE(calibration.find("host.pinned_in_gb_s")->estimate.identified);
    EXPECT_FALSE(calibration.find("host.round_trip_us")->estimate.identified);
}

TEST(TransferFit, recordsAloneMakeASpec) {
    const std::string device = h200().device.openclName;
    const auto calibrated = calibrateSpec({}, h200Text(), "h200", "", madeUpRecords(0, device));
    ASSERT_TRUE(calibrated.ok()) << toText(calibrated.diagnostics().front());
    EXPECT_NEAR(calibrated->spec.host.pinnedInGBs, 50, 1e-2);
    EXPECT_NEAR(calibrated->spec.host.roundTripUs, 25, 1e-2);
    EXPECT_EQ(calibrated->spec.provenance.at("host.pinned_out_us").source, "RECORDS");
    EXPECT_NE(calibrated->spec.sources.at("RECORDS").find("2026-11-23"), std::string::npos);
    EXPECT_EQ(calibrated->spec.execution.clockMhz, h200().execution.clockMhz);
    EXPECT_NE(reportText(*calibrated, {}).find("from records of launches alone"), std::string::npos);
    const auto other = calibrateSpec({}, h200Text(), "h200", "", madeUpRecords(0, "Another GPU"));
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.diagnostics()[0].code, "calibration.no-records");
}

} // namespace
} // namespace warpstring::calibration
