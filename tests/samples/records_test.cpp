// SPDX-License-Identifier: GPL-3.0-or-later
// The records that come with the samples: what is claimed of them in docs/measuring.md is so. These are data,
// not timings of this machine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/files/launches/launch_file.h"
#include "core/records/record_store.h"
#include "core/records/resolved_launch.h"
#include "tests/sample_files.h"

namespace warpstring::samples {

using records::Measurement;
using records::medianOf;
namespace {

namespace fs = std::filesystem;

const fs::path root = WARPSTRING_SOURCE_DIR;

/// All records of one session: samples/*/measurements/<name>.jsonl
std::vector<Measurement> recordsOf(const std::string& name) {
    std::vector<Measurement> all;
    for (const auto& folder : fs::directory_iterator(root / "samples")) {
        const fs::path file = folder.path() / "measurements" / (name + ".jsonl");
        if (!fs::exists(file)) continue;
        auto records = records::readRecords(file);
        if (!records) {
            ADD_FAILURE() << toText(records.diagnostics().front());
            continue;
        }
        std::move(records->begin(), records->end(), std::back_inserter(all));
    }
    return all;
}

/// A robust standard deviation over the median.
double deviationOf(const Measurement& record) {
    return 1.4826 * record.kernel.statistics.mad / record.kernel.statistics.median;
}

bool hasGoodLatency(const Measurement& record) {
    return record.warp.measurable && !record.warp.probeChangedCode;
}

void printRow(const char* title, const std::vector<Measurement>& records, double lowUs, double highUs) {
    std::vector<double> deviations;
    std::vector<double> spreads;
    std::size_t latencies = 0;
    for (const Measurement& record : records) {
        const double us = record.kernel.statistics.median * 1e-3;
        if (us < lowUs || us >= highUs) continue;
        deviations.push_back(deviationOf(record));
        spreads.push_back(relativeSpread(record.kernel));
        latencies += hasGoodLatency(record) ? 1 : 0;
    }
    std::printf("%-16s %4zu launches, relative deviation %.2f %%, 5th to 95th percentile %.2f %%, probe within "
                "5 %%: %zu\n",
                title, deviations.size(), 100 * medianOf(deviations), 100 * medianOf(spreads), latencies);
}

TEST(Records, ofTheH200AreEnoughRightAndSteady) {
    const auto records = recordsOf("nvidia-h200");
    std::size_t latencies = 0;
    std::vector<double> deviations;
    std::map<std::string, std::size_t> longEnough;
    for (const Measurement& record : records) {
        SCOPED_TRACE(record.launch.name);
        EXPECT_EQ(record.status, records::MeasurementStatus::Ok);
        EXPECT_TRUE(record.verification.requested() && record.verification.passed());
        EXPECT_EQ(record.device.name, "NVIDIA H200");
        EXPECT_FALSE(record.device.driver.empty() || record.takenAt.empty());
        EXPECT_TRUE(record.build.registers);
        EXPECT_LT(record.kernel.statistics.median, 500e6);
        longEnough[record.launch.kernel] += record.kernel.statistics.median >= 20e3 ? 1 : 0;
        latencies += hasGoodLatency(record) ? 1 : 0;
        deviations.push_back(deviationOf(record));
    }
    EXPECT_GE(records.size(), 250U);
    EXPECT_GE(latencies, 100U);
    for (const auto& [kernel, count] : longEnough) EXPECT_GE(count, 4U) << kernel;
    EXPECT_LT(medianOf(deviations), 0.01);

    printRow("below 20 us", records, 0, 20);
    printRow("20 to 100 us", records, 20, 100);
    printRow("100 us to 1 ms", records, 100, 1000);
    printRow("above 1 ms", records, 1000, INFINITY);
    printRow("all", records, 0, INFINITY);
}

/// Every launch of the samples but the small ones for CPUs, as it is now.
TEST(Records, ofTheH200CoverTheSamples) {
    for (const char* session : {"nvidia-h200", "nvidia-h200-cold"}) {
        std::set<std::string> measured;
        for (const Measurement& record : recordsOf(session)) measured.insert(record.fingerprint);
        for (const fs::path& path : test::sampleLaunchFiles(root / "samples", false, "check-", false)) {
            const auto file = files::readLaunchFile(root / "samples" / path);
            ASSERT_TRUE(file);
            for (const Launch& launch : file->launches) {
                const auto resolved = records::resolve(launch);
                ASSERT_TRUE(resolved);
                EXPECT_TRUE(measured.contains(fingerprint(*resolved))) << launch.name << " in " << session;
            }
        }
    }
}

/// What is measured of the field set is right, and neither too short to time well nor endless. The rest is
/// listed as not measured in docs/field-set.md; records of launches that are gone would be read as if they were
/// there.
TEST(Records, ofTheFieldSetAreRightAndOfLaunchesThatAreThere) {
    std::map<std::string, Measurement> measured;
    std::error_code error;
    for (const auto& style : fs::directory_iterator(root / "samples" / "field", error)) {
        const fs::path file = style.path() / "measurements" / "nvidia-h200.jsonl";
        if (!fs::exists(file)) continue;
        auto records = records::readRecords(file);
        ASSERT_TRUE(records) << toText(records.diagnostics().front());
        for (Measurement& record : *records) measured.emplace(record.fingerprint, std::move(record));
    }
    std::vector<Measurement> records;
    std::set<std::string> kernels, families, found;
    for (const fs::path& path : test::sampleLaunchFiles(root / "samples", true, "check-", false)) {
        const auto file = files::readLaunchFile(root / "samples" / path);
        ASSERT_TRUE(file) << path;
        for (const Launch& launch : file->launches) {
            const auto resolved = records::resolve(launch);
            ASSERT_TRUE(resolved);
            const auto its = measured.find(fingerprint(*resolved));
            if (its == measured.end() || !found.insert(its->first).second) continue;
            const Measurement& record = its->second;
            EXPECT_EQ(record.status, records::MeasurementStatus::Ok) << launch.name;
            EXPECT_TRUE(record.verification.requested() && record.verification.passed()) << launch.name;
            EXPECT_EQ(record.device.name, "NVIDIA H200");
            EXPECT_TRUE(record.build.registers) << launch.name;
            EXPECT_GE(record.kernel.statistics.median, 10e3) << launch.name;
            EXPECT_LT(record.kernel.statistics.median, 200e6) << launch.name;
            kernels.insert(launch.kernel);
            if (!launch.family.empty()) families.insert(launch.family.substr(0, launch.family.find(',')));
            records.push_back(record);
        }
    }
    EXPECT_EQ(found.size(), measured.size()) << "records of launches that are gone";
    EXPECT_GE(records.size(), 1250U);
    EXPECT_GE(kernels.size(), 170U);
    EXPECT_GE(families.size(), 14U);
    printRow("field set", records, 0, INFINITY);
    printRow("above 20 us", records, 20, INFINITY);
    std::printf("%zu kernels, %zu families\n", kernels.size(), families.size());
}

/// docs/data/nvidia-h200-repeat.csv: the medians of two sessions.
TEST(Records, ofTwoSessionsAgree) {
    std::ifstream in(root / "docs" / "data" / "nvidia-h200-repeat.csv");
    std::vector<double> differences;
    std::vector<double> ofLonger;
    for (std::string line; std::getline(in, line);) {
        const auto last = line.rfind(',');
        const auto before = line.rfind(',', last - 1);
        const double first = std::atof(line.c_str() + before + 1);
        const double second = std::atof(line.c_str() + last + 1);
        if (!(first > 0)) continue; // the header
        differences.push_back(std::abs(second / first - 1));
        if (first > 100e3) ofLonger.push_back(differences.back());
    }
    EXPECT_GE(differences.size(), 250U);
    EXPECT_LT(medianOf(differences), 0.011);
    std::printf("%zu launches measured twice: medians %.2f %% apart, nine tenths within %.1f %%; above 100 us "
                "%.2f %%\n",
                differences.size(), 100 * medianOf(differences), 100 * records::quantileOf(differences, 0.9),
                100 * medianOf(ofLonger));
}

} // namespace
} // namespace warpstring::samples
