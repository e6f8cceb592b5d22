// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated beside measured, with records made by hand.
#include <nlohmann/json.hpp>

#include "core/files/launches/launch_file.h"
#include "core/records/resolved_launch.h"
#include "study/comparison/comparison.h"
#include "study/comparison/comparison_tables.h"
#include "tests/study/study_fixture.h"

namespace warpstring::comparison {
namespace {

class ComparisonTest : public StudyTest {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        writeSweep("sweep", 4, "[family]\nname = \"f\"\n");
    }

    /// A record of each launch of sweep.toml, measured as `factor` times what was simulated.
    std::vector<records::Measurement> recordsOf(double factor) {
        std::vector<records::Measurement> records;
        const auto file = files::readLaunchFile(folder_ / "sweep.toml");
        const batch::BatchPlan all = plan({"sweep"});
        batch::GraphCache graphs;
        batch::RowSimulator simulator(all, graphs);
        for (std::size_t i = 0; i < file->launches.size(); ++i) {
            const batch::BatchRow row = simulator.row(i);
            records::Measurement record;
            record.status = records::MeasurementStatus::Ok;
            record.launch = file->launches[i];
            record.fingerprint = fingerprint(*records::resolve(file->launches[i]));
            record.device.name = "GeForce 8800 GTX, \"quoted\"";
            record.kernel.ns = std::vector<double>(5, factor * row.figures->kernelTimeUs * 1e3);
            record.kernel.statistics = records::statisticsOf(record.kernel.ns);
            record.warp.measurable = true;
            record.warp.warps = records::distributionOf({2 * row.figures->warpLatencyCycles});
            records.push_back(std::move(record));
        }
        return records;
    }
};

TEST_F(ComparisonTest, tellsTheBoundsOfWhatIsNotJudgedForThem) {
    write("k.cl", "__kernel void k(__global float* a, int n) {\n"
                  "    float x = a[get_global_id(0)];\n"
                  "    while (x > 1.0f) x *= 0.5f;\n"
                  "    a[get_global_id(0)] = x;\n"
                  "}\n");
    const auto comparison = compare(plan({"sweep"}), recordsOf(1));
    ASSERT_TRUE(comparison) << toText(comparison.diagnostics().front());
    const ComparedQuantity& time = comparison->launches.front().kernelTime;
    EXPECT_EQ(time.exclusion, Exclusion::WideBounds);
    const auto to = time.detail.find(" to ");
    ASSERT_LE(to, 7U) << "three digits and a unit: " << time.detail;
    EXPECT_EQ(time.detail.substr(to), " to unbounded in the closed form");
}

TEST_F(ComparisonTest, pairsLaunchesWithTheirRecordsByWhatTheyAre) {
    auto records = recordsOf(0.8);
    std::swap(records[0], records[3]);
    for (records::Measurement& record : records) record.launch.name = "renamed since";
    const auto comparison = compare(plan({"sweep"}), records);
    ASSERT_TRUE(comparison) << toText(comparison.diagnostics().front());
    ASSERT_EQ(comparison->launches.size(), 4U);
    for (const ComparedLaunch& launch : comparison->launches) {
        EXPECT_NEAR(*launch.kernelTime.signedError(), 0.25, 1e-9) << launch.launch;
        EXPECT_NEAR(*launch.warpLatency.signedError(), -0.5, 1e-9);
        EXPECT_EQ(launch.kernelTime.reason(), "");
    }
    ASSERT_EQ(comparison->summaries.size(), 2U);
    EXPECT_EQ(comparison->summaries[0].quantity, records::Quantity::KernelTime);
    EXPECT_NEAR(comparison->summaries[0].accuracy.mape, 0.25, 1e-9);
    EXPECT_NEAR(comparison->summaries[1].accuracy.mape, 0.5, 1e-9);
    ASSERT_EQ(comparison->summaries[0].families.size(), 1U);
    EXPECT_EQ(comparison->summaries[0].families[0].family, "f");
    EXPECT_EQ(comparison->summaries[0].families[0].tau(), 1);
    EXPECT_TRUE(comparison->unmeasured.empty());
    EXPECT_TRUE(comparison->unmatchedRecords.empty());
}

TEST_F(ComparisonTest, holdsHowWarpsDifferOnBothSides) {
    auto records = recordsOf(1);
    // One warp of eleven works; the record is of before 90th percentiles were kept.
    records[0].warp.warps = records::distributionOf({10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 900});
    records[0].warp.warps.p90 = 0;
    const auto comparison = compare(plan({"sweep"}), records);
    ASSERT_TRUE(comparison);
    const ComparedLaunch& launch = comparison->launches[0];
    EXPECT_NEAR(*launch.warpLatency.measured, 1000.0 / 11, 1e-9) << "the mean, as simulated";
    ASSERT_TRUE(launch.measuredWarps);
    EXPECT_EQ(launch.measuredWarps->median, 10);
    EXPECT_EQ(launch.measuredWarps->longest, 900);
    EXPECT_NEAR(launch.measuredWarps->p90, 10 + (455 - 10) * 0.75, 1e-9) << "between p75 and p95";
}

TEST_F(ComparisonTest, jobsDoNotChangeIt) {
    const auto records = recordsOf(1.5);
    const auto one = compare(plan({"sweep"}, 2), records);
    ComparisonOptions options;
    options.jobs = 4;
    const auto four = compare(plan({"sweep"}, 2), records, options);
    ASSERT_TRUE(one && four);
    EXPECT_EQ(toJson(*one), toJson(*four));
}

TEST_F(ComparisonTest, listsApartWhatIsNotToBeJudged) {
    auto records = recordsOf(1);
    records[0].status = records::MeasurementStatus::WrongOutput;
    records[1].kernel.ns = {100, 100, 100, 150, 150, 150};
    records[1].kernel.statistics = records::statisticsOf(records[1].kernel.ns, {1000, 1000});
    records[2].warp.probeChangedCode = true;
    records[2].warp.probedRatio = 1.3;
    records[3].status = records::MeasurementStatus::Failed;
    records[3].diagnostics = {{"measure.time-limit", Severity::Error, {}, "", ""}};
    const auto comparison = compare(plan({"sweep"}), records);
    ASSERT_TRUE(comparison);
    EXPECT_EQ(comparison->launches[0].kernelTime.reason(), "the outputs were wrong");
    EXPECT_EQ(comparison->launches[1].kernelTime.reason(), "run-to-run spread above 30 %");
    EXPECT_EQ(comparison->launches[2].kernelTime.reason(), "");
    EXPECT_EQ(comparison->launches[2].warpLatency.detail, "30 %");
    EXPECT_EQ(comparison->launches[3].kernelTime.detail, "measure.time-limit");
    EXPECT_FALSE(comparison->launches[3].kernelTime.measured);
    EXPECT_EQ(comparison->summaries[0].accuracy.count, 1U);
    EXPECT_EQ(comparison->summaries[0].excluded, 3U);
    EXPECT_EQ(comparison->summaries[1].accuracy.count, 0U);
}

TEST_F(ComparisonTest, simulatesTheProbeWhereItSlowsTheKernelDown) {
    auto records = recordsOf(1);
    const auto plain = compare(plan({"sweep"}), records);
    records::WarpMeasurement& warp = records[2].warp;
    warp.probeChangedCode = true;
    warp.probedRatio = 3.5; // a kernel of few instructions
    warp.warpSize = 32;
    warp.probed.ns = {7000};
    warp.probed.statistics = records::statisticsOf(warp.probed.ns);
    const auto comparison = compare(plan({"sweep"}), records);
    ASSERT_TRUE(plain && comparison);
    const ComparedLaunch& launch = comparison->launches[2];
    EXPECT_TRUE(launch.warpLatency.isCounted()) << launch.warpLatency.reason();
    ASSERT_TRUE(launch.probed);
    EXPECT_EQ(launch.probed->measuredUs, 7);
    EXPECT_EQ(launch.probed->plainLatencyCycles, plain->launches[2].warpLatency.simulated);
    EXPECT_GT(*launch.warpLatency.simulated, *launch.probed->plainLatencyCycles)
        << "a store and its address more";
    EXPECT_GE(launch.probed->simulatedUs, *launch.kernelTime.simulated);
    EXPECT_EQ(launch.kernelTime.simulated, plain->launches[2].kernelTime.simulated)
        << "that is of the plain kernel";
    EXPECT_FALSE(comparison->launches[1].probed);

    warp.probedRatio = 1.3;
    const auto other = compare(plan({"sweep"}), records);
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->launches[2].probed) << "so little of it is seen: it is another program";
    EXPECT_EQ(other->launches[2].warpLatency.detail, "30 %");
}

TEST_F(ComparisonTest, simulatesNothingThatHasNoPartner) {
    const auto records = recordsOf(1);
    const auto whole = plan({"sweep"});
    batch::BatchOptions some;
    some.wanted = [](std::uint64_t row) { return row == 2; };
    MemorySink sink;
    batch::GraphCache graphs;
    const auto outcome = runBatch(whole, graphs, sink, some);
    EXPECT_TRUE(outcome.faults.empty());
    EXPECT_EQ(graphs.parsed(), 1U);
    EXPECT_EQ(sink.indices.size(), 4U) << "rows are there, without figures";
    some.wanted = [](std::uint64_t) { return false; };
    MemorySink none;
    batch::GraphCache unused;
    EXPECT_TRUE(runBatch(whole, unused, none, some).faults.empty());
    EXPECT_EQ(unused.parsed(), 0U);
}

TEST_F(ComparisonTest, cancelledItTellsWhatWasComparedUntilThen) {
    const auto records = recordsOf(1);
    const std::atomic<bool> cancel = true;
    ComparisonOptions options;
    options.cancel = &cancel;
    const auto cancelled = compare(plan({"sweep"}), records, options);
    ASSERT_TRUE(cancelled) << "an interruption is no fault of the input";
    EXPECT_FALSE(cancelled->complete);
    EXPECT_LT(cancelled->launches.size(), 4U);
    const auto whole = compare(plan({"sweep"}), records);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->complete);
    EXPECT_EQ(whole->launches.size(), 4U);
}

TEST_F(ComparisonTest, tellsWhatHasNoPartner) {
    auto records = recordsOf(1);
    records[1].fingerprint = "0000000000000000";
    records[1].launch.name = "of another plan";
    const auto comparison = compare(plan({"sweep"}), records);
    ASSERT_TRUE(comparison);
    EXPECT_EQ(comparison->launches.size(), 3U);
    EXPECT_EQ(comparison->unmeasured, (std::vector<std::string>{"sweep,n=128"}));
    EXPECT_EQ(comparison->unmatchedRecords, (std::vector<std::string>{"of another plan"}));
    ComparisonOptions options;
    options.device = "no such device";
    const auto none = compare(plan({"sweep"}), records, options);
    EXPECT_TRUE(none->launches.empty());
    EXPECT_EQ(none->unmeasured.size(), 4U);
}

/// Two of four launches have a record of the spec's device, three one of another.
class OwnDeviceComparisonTest : public ComparisonTest {
protected:
    std::vector<records::Measurement> mixed() {
        auto records = recordsOf(1), others = recordsOf(0.01);
        records.resize(2);
        for (std::size_t i = 1; i < 4; ++i) {
            others[i].device.name = "NVIDIA H200";
            records.push_back(others[i]);
        }
        return records;
    }
    static std::vector<std::string> devicesOf(const Comparison& comparison) {
        std::vector<std::string> devices;
        devices.reserve(comparison.launches.size());
        for (const ComparedLaunch& launch : comparison.launches)
            devices.push_back(launch.launch + ": " + launch.device.substr(0, 7) +
                              (launch.ownDevice ? "" : ", another"));
        return devices;
    }
};

TEST_F(OwnDeviceComparisonTest, aSpecIsLaidBesideItsOwnDeviceAlone) {
    const auto own = compare(plan({"sweep"}), mixed());
    ASSERT_TRUE(own);
    EXPECT_EQ(devicesOf(*own), (std::vector<std::string>{"sweep,n=64: GeForce", "sweep,n=128: GeForce"}));
    EXPECT_LT(own->summaries[0].accuracy.mape, 1e-9);
    EXPECT_EQ(own->unmeasured, (std::vector<std::string>{"sweep,n=192", "sweep,n=256"}));
    EXPECT_TRUE(own->unmatchedRecords.empty()) << "records of other devices are of these launches";
    EXPECT_TRUE(own->specsWithoutRecords.empty());
    EXPECT_TRUE(ownDeviceNotes(*own).empty());
}

TEST_F(OwnDeviceComparisonTest, otherDevicesAreThereForTheAsking) {
    ComparisonOptions options;
    options.device = "h200";
    const auto named = compare(plan({"sweep"}), mixed(), options);
    ASSERT_TRUE(named);
    EXPECT_EQ(devicesOf(*named),
              (std::vector<std::string>{"sweep,n=128: NVIDIA , another", "sweep,n=192: NVIDIA , another",
                                        "sweep,n=256: NVIDIA , another"}));
    EXPECT_FALSE(named->summaries[0].ownDevice);
    EXPECT_EQ(titleOf(named->summaries[0]), "geforce-8800-gtx against NVIDIA H200, another device");
    const auto json = nlohmann::json::parse(toJson(*named));
    EXPECT_EQ(json["launches"][0]["own_device"], false);
    EXPECT_EQ(json["summaries"][0]["own_device"], false);
    EXPECT_NE(toCsv(*named).find(",false,closed-form\r\n"), std::string::npos);

    options.device.clear();
    options.anyDevice = true;
    const auto all = compare(plan({"sweep"}), mixed(), options);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->launches.size(), 5U);
    EXPECT_EQ(all->summaries.size(), 4U);
    EXPECT_TRUE(all->unmeasured.empty());
}

TEST_F(OwnDeviceComparisonTest, aLaunchMeasuredElsewhereAloneStandsWithItsSimulation) {
    ComparisonOptions options;
    options.withUnmeasured = options.anyDevice = true;
    const auto all = compare(plan({"sweep"}), mixed(), options);
    ASSERT_TRUE(all);
    EXPECT_EQ(devicesOf(*all),
              (std::vector<std::string>{"sweep,n=64: GeForce", "sweep,n=128: GeForce",
                                        "sweep,n=128: NVIDIA , another", "sweep,n=192: NVIDIA , another",
                                        "sweep,n=192: ", "sweep,n=256: NVIDIA , another", "sweep,n=256: "}));
    EXPECT_EQ(all->launches[4].kernelTime.exclusion, Exclusion::OtherDevice);
    EXPECT_TRUE(all->launches[4].kernelTime.simulated);
    EXPECT_FALSE(all->launches[4].kernelTime.measured);
}

TEST_F(OwnDeviceComparisonTest, withoutRecordsOfItsDeviceASpecIsNamed) {
    auto records = mixed();
    records.erase(records.begin(), records.begin() + 2);
    const auto none = compare(plan({"sweep"}), records);
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->launches.empty());
    EXPECT_EQ(none->specsWithoutRecords, (std::vector<std::string>{"geforce-8800-gtx"}));
    EXPECT_EQ(none->otherDevices, (std::vector<std::string>{"NVIDIA H200"}));
    const auto notes = ownDeviceNotes(*none);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].code, "compare.no-own-device");
    EXPECT_EQ(notes[0].severity, Severity::Error);
    EXPECT_NE(notes[0].hint.find("\"NVIDIA H200\""), std::string::npos) << notes[0].hint;
    EXPECT_NE(notes[0].hint.find("--any-device"), std::string::npos) << notes[0].hint;

    auto h200 = plan({"sweep"}).specs();
    h200[0].name = "nvidia-h200";
    h200.push_back(plan({"sweep"}).specs()[0]);
    const auto one = compare(batch::BatchPlan(plan({"sweep"}).files(), h200, {}), records);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->launches.size(), 3U);
    const auto warning = ownDeviceNotes(*one);
    ASSERT_EQ(warning.size(), 1U) << "of the other spec";
    EXPECT_EQ(warning[0].severity, Severity::Warning);
}

TEST_F(ComparisonTest, takesTheTextOfAKernelThatIsBeingEdited) {
    const auto records = recordsOf(1);
    batch::BatchPlan edited = plan({"sweep"});
    const auto source = edited.files()[0].path().parent_path() / "k.cl";
    edited.setEditedSources({{source.parent_path() / "." / "k.cl", read("k.cl")}});
    const auto same = compare(edited, records);
    ASSERT_TRUE(same);
    EXPECT_EQ(same->launches.size(), 4U) << "the text of the file is the file's";
    edited.setEditedSources(
        {{source, "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = sqrt((float)n); }\n"}});
    ComparisonOptions options;
    options.withUnmeasured = true;
    const auto changed = compare(edited, records, options);
    ASSERT_TRUE(changed);
    ASSERT_EQ(changed->launches.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(changed->launches[i].kernelTime.exclusion, Exclusion::NotMeasured)
            << "records are of the kernel as it was";
        EXPECT_NE(changed->launches[i].warpLatency.simulated, same->launches[i].warpLatency.simulated);
    }
    EXPECT_EQ(changed->unmatchedRecords.size(), 4U);
}

TEST_F(ComparisonTest, tablesHoldWhatTheComparisonHolds) {
    const auto comparison = compare(plan({"sweep"}), recordsOf(2));
    ASSERT_TRUE(comparison);
    const auto json = nlohmann::json::parse(toJson(*comparison));
    EXPECT_EQ(json["schema"], "warpstring.comparison/1");
    EXPECT_EQ(json["launches"].size(), 4U);
    EXPECT_NEAR(json["launches"][0]["kernel_us"]["error"].get<double>(), -0.5, 1e-9);
    EXPECT_TRUE(json["launches"][0]["kernel_us"]["apart"].is_null());
    EXPECT_EQ(json["summaries"][0]["families"][0]["variants"].size(), 4U);
    EXPECT_EQ(json["summaries"][0]["under"], 4);

    const std::string csv = toCsv(*comparison);
    EXPECT_TRUE(csv.starts_with("launch,file,kernel,"));
    std::size_t lines = 0;
    for (std::size_t at = csv.find("\r\n"); at != std::string::npos; at = csv.find("\r\n", at + 1)) ++lines;
    EXPECT_EQ(lines, 5U);
    EXPECT_NE(csv.find("\"GeForce 8800 GTX, \"\"quoted\"\"\""), std::string::npos);
    EXPECT_NE(csv.find("\"sweep,n=64\""), std::string::npos);
}

} // namespace
} // namespace warpstring::comparison
