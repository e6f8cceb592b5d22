// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/overlap/overlap.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "core/records/resolved_launch.h"
#include "tuning/strip/strip.h"

namespace warpstring::overlap {
namespace {

namespace fs = std::filesystem;

TEST(Overlap, ShareIsThatOfTheShorterPart) {
    EXPECT_DOUBLE_EQ(*OverlapTimes({105, 105, 45, 5}).share(), 1); // 100 of 100 and 40: hidden whole
    EXPECT_DOUBLE_EQ(*OverlapTimes({145, 105, 45, 5}).share(), 0); // one after the other
    EXPECT_DOUBLE_EQ(*OverlapTimes({125, 45, 105, 5}).share(), 0.5);
    EXPECT_DOUBLE_EQ(*OverlapTimes({165, 105, 45, 5}).share(), -0.5); // they hinder each other
    EXPECT_FALSE(OverlapTimes({100, 100, std::nullopt, 0}).share());
    EXPECT_FALSE(OverlapTimes({105, 105, 5.1, 5}).share()); // of nearly nothing no part is told
}

/// A launch of the samples with records made up for it and its strips.
TEST(Overlap, FindsTheRecordsOfStrips) {
    const fs::path root = WARPSTRING_SOURCE_DIR;
    const fs::path file = root / "samples" / "matmul" / "check-matmul-naive.toml";
    const auto spec = files::readHardwareSpec(root / "hwspecs" / "nvidia-h200.toml");
    auto sweep = files::LaunchSweep::open(file);
    ASSERT_TRUE(spec && sweep);
    std::vector<records::Measurement> records;
    const auto add = [&](const std::string& print, double us) {
        records::Measurement record;
        record.status = records::MeasurementStatus::Ok;
        record.fingerprint = print;
        record.device.name = "NVIDIA H200";
        record.kernel.statistics.median = us * 1e3;
        records.push_back(record);
    };
    const auto original = sweep->at(0);
    ASSERT_TRUE(original);
    add(fingerprint(*records::resolve(*original)), 25);
    const batch::BatchPlan plan({*sweep}, {*spec}, {});
    EXPECT_FALSE(overlaps(plan, records, {})); // none of the strips
    const auto text = transform::readKernelText(file);
    for (const auto kind : {strip::StripKind::MemoryOnly, strip::StripKind::OnChipOnly}) {
        const auto strips = strip::strip(*text, {kind, {}});
        ASSERT_TRUE(strips);
        const auto& one = strips->front();
        auto stripped = files::LaunchSweep::parse(one.text.launch, one.text.launchPath);
        stripped->assumeSource(one.text.sourcePath);
        const auto launch = stripped->at(0);
        ASSERT_TRUE(launch);
        add(fingerprint(records::ResolvedLaunch{*launch, one.text.source, nullptr}),
            kind == strip::StripKind::MemoryOnly ? 20 : 15);
    }
    const auto found = overlaps(plan, records, {});
    ASSERT_TRUE(found) << found.diagnostics().front().message;
    ASSERT_EQ(found->size(), 1U);
    const auto& times = found->front().measured;
    EXPECT_DOUBLE_EQ(times.full.value_or(0), 25);
    EXPECT_DOUBLE_EQ(times.memory.value_or(0), 20);
    EXPECT_DOUBLE_EQ(times.chip.value_or(0), 15);
    EXPECT_DOUBLE_EQ(times.overhead, spec->host.kernelStartUs);
    EXPECT_TRUE(found->front().simulated.share() || found->front().simulated.full);
}

} // namespace
} // namespace warpstring::overlap
