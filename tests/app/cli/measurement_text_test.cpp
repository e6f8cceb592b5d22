// SPDX-License-Identifier: GPL-3.0-or-later
// What `warpstring measure` prints of a record.
#include "app/cli/measurement_text.h"

#include <gtest/gtest.h>

#include "core/records/sample_statistics.h"

namespace warpstring::cli {

using records::Measurement;

namespace {

Measurement record() {
    Measurement made;
    made.status = records::MeasurementStatus::Ok;
    made.launch.name = "scan,n=512";
    made.device.name = "A GPU";
    made.warmUpRuns = 7;
    made.kernel.ns = {1000, 1000, 1000, 1000};
    made.kernel.statistics = records::statisticsOf(made.kernel.ns);
    made.host.ns = {5000, 5000};
    made.host.statistics = records::statisticsOf(made.host.ns);
    made.warp.why = "no clock is known for it";
    return made;
}

/// What follows a title; empty where there is no such line.
std::string behindTitle(const std::string& text, const std::string& title) {
    const std::size_t at = text.find("\n" + title + " ");
    if (at == std::string::npos) return {};
    const std::size_t begin = text.find_first_not_of(' ', at + 1 + title.size());
    return text.substr(begin, text.find('\n', begin) - begin);
}

std::string behindTitle(const Measurement& of, const std::string& title) {
    return behindTitle(reportText(of, false), title);
}

bool has(const std::string& text, const std::string& piece) { return text.find(piece) != std::string::npos; }

TEST(MeasurementText, BeginsWithTheLaunchAndItsDevice) {
    EXPECT_TRUE(reportText(record(), false).starts_with("scan,n=512 on A GPU\n"));
    EXPECT_TRUE(has(reportText(record(), true), "\033["));
    EXPECT_FALSE(has(reportText(record(), false), "\033["));
}

TEST(MeasurementText, TellsHowTheKernelWasSampled) {
    Measurement cold = record();
    cold.settings.cache = records::CacheState::Cold;
    EXPECT_TRUE(has(behindTitle(cold, "kernel"), "; 4 samples, 0 excluded, 7 warm-up runs, caches cold"))
        << behindTitle(cold, "kernel");
    EXPECT_TRUE(behindTitle(record(), "kernel").ends_with("caches warm"));
    EXPECT_TRUE(has(behindTitle(record(), "host"), " median from enqueueing to completion"));
}

TEST(MeasurementText, TellsWhetherOutputsWereRight) {
    EXPECT_EQ(behindTitle(record(), "outputs"), "not checked: the launch names no reference");
    Measurement checked = record();
    checked.verification.reference = "scan";
    checked.verification.buffers.push_back({});
    checked.verification.buffers.back().buffer = "out";
    checked.verification.buffers.back().passed = true;
    checked.verification.buffers.back().tolerance = 1e-4;
    EXPECT_EQ(behindTitle(checked, "outputs"), "out right, relative error 0.0e+00 of 1e-04 (scan)");
    checked.verification.buffers.push_back(checked.verification.buffers.back());
    checked.verification.buffers.back().buffer = "sums";
    checked.verification.buffers.back().passed = false;
    checked.verification.buffers.back().relativeError = 0.5;
    EXPECT_TRUE(has(behindTitle(checked, "outputs"), "; sums WRONG, relative error 5.0e-01 of 1e-04"))
        << behindTitle(checked, "outputs");
}

TEST(MeasurementText, TellsWarpLatenciesOrWhyThereAreNone) {
    EXPECT_EQ(behindTitle(record(), "warp"), "not measurable here: no clock is known for it");
    Measurement probed = record();
    probed.warp.measurable = true;
    probed.warp.clock = "SM clock";
    probed.warp.warpSize = 32;
    probed.warp.warps = records::distributionOf({100, 200, 600});
    probed.warp.probedRatio = 1.02;
    EXPECT_EQ(behindTitle(probed, "warp"),
              "100 / 200 / 600 cycles (min / median / max) of 3 warps by the SM clock; probed +2.0 %");
    probed.warp.warpSize = 1;
    probed.warp.probedRatio = 0.9;
    probed.warp.probeChangedCode = true;
    EXPECT_TRUE(has(behindTitle(probed, "warp"), " of 3 work-items by ")) << "a device without warps";
    EXPECT_TRUE(behindTitle(probed, "warp").ends_with("probed -10.0 %: the probe changed the code"));
}

TEST(MeasurementText, TellsOfTheBuildWhatTheDriverTells) {
    EXPECT_EQ(behindTitle(record(), "build"), "the driver does not tell");
    Measurement built = record();
    built.build.registers = 32;
    built.build.localBytes = 1024;
    EXPECT_EQ(behindTitle(built, "build"), "32 registers, 1024 bytes of local memory");
    built.build.spillStoreBytes = 0;
    EXPECT_EQ(behindTitle(built, "build"), "32 registers, 0 bytes of spill stores, 1024 bytes of local memory")
        << "none is told where the driver says so";
}

TEST(MeasurementText, TellsTheRateOfEachTransfer) {
    Measurement moved = record();
    EXPECT_EQ(behindTitle(moved, "transfer"), "");
    records::TransferMeasurement transfer;
    transfer.buffer = "in";
    transfer.bytes = 4'000'000;
    transfer.device.ns = {1e6, 1e6};
    transfer.device.statistics = records::statisticsOf(transfer.device.ns);
    moved.transfers.push_back(transfer);
    // 4 MB in a millisecond.
    EXPECT_TRUE(behindTitle(moved, "transfer").starts_with("in to the device, 4 MB: "))
        << behindTitle(moved, "transfer");
    EXPECT_TRUE(behindTitle(moved, "transfer").ends_with(" (4 GB/s)")) << behindTitle(moved, "transfer");
    moved.transfers.front().toDevice = false;
    EXPECT_TRUE(behindTitle(moved, "transfer").starts_with("in to the host, "));
    moved.transfers.front().pinned = true;
    EXPECT_TRUE(behindTitle(moved, "transfer").starts_with("in to the host, pinned, "));
    EXPECT_EQ(behindTitle(moved, "total"), "");
    moved.total = {{2e6}, records::statisticsOf({2e6})};
    EXPECT_TRUE(behindTitle(moved, "total").ends_with("for pinned transfers and the launch together"));
}

} // namespace

} // namespace warpstring::cli
