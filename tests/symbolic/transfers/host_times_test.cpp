// SPDX-License-Identifier: GPL-3.0-or-later
// A fixed time and a rate, of a spec and of a publication.
#include <gtest/gtest.h>

#include "symbolic/transfers/launch_transfers.h"

namespace warpstring::transfers {
namespace {

HardwareSpec specWithRates() {
    HardwareSpec spec;
    spec.name = "made-up";
    spec.host.pinnedInUs = 2, spec.host.pinnedInGBs = 50;
    spec.host.pinnedOutUs = 3, spec.host.pinnedOutGBs = 25;
    spec.host.roundTripUs = 20;
    return spec;
}

BufferVolumes moved(std::int64_t in, std::int64_t out) {
    BufferVolumes volumes;
    volumes.in.whole = in;
    volumes.out.whole = out;
    volumes.onDevice.whole = std::max(in, out);
    return volumes;
}

TEST(HostTimes, areAFixedTimeAndARate) {
    const auto times = hostTimes(specWithRates(), HostMemory::Pinned);
    ASSERT_TRUE(times.ok());
    EXPECT_DOUBLE_EQ(times->in.us(0), 0);
    EXPECT_DOUBLE_EQ(times->in.us(1e6), 2 + 20);
    EXPECT_DOUBLE_EQ(times->out.us(1e6), 3 + 40);
    EXPECT_TRUE(times->notes.empty());
}

TEST(HostTimes, nameTheKeysThatAreMissing) {
    const auto pageable = hostTimes(specWithRates(), HostMemory::Pageable);
    ASSERT_FALSE(pageable.ok());
    EXPECT_EQ(pageable.diagnostics()[0].code, "transfers.no-rates");
    EXPECT_NE(pageable.diagnostics()[0].message.find("host.pageable_in_gb_s, host.pageable_out_gb_s"),
              std::string::npos);
    HardwareSpec rateAlone = specWithRates();
    rateAlone.host.pinnedInUs = 0, rateAlone.host.roundTripUs = 0, rateAlone.host.launchOverheadUs = 5;
    const auto times = hostTimes(rateAlone, HostMemory::Pinned);
    ASSERT_TRUE(times.ok());
    EXPECT_EQ(times->notes.size(), 2U);
    EXPECT_DOUBLE_EQ(times->aroundUs, 5);
}

/// Equations 5.1 to 5.5 of the thesis as it prints them: b and l_prop of each direction, t_Element and c.
TEST(HostTimes, haveTheThesisEquationsAsAPreset) {
    const auto times = presetTimes("gt650m-000");
    ASSERT_TRUE(times.ok());
    constexpr double x = 1 << 24;
    EXPECT_NEAR(times->in.us(x), 0.00357997 * x + 516.413, 1e-6 * x);
    EXPECT_NEAR(times->out.us(x), 0.00053337 * x + 173.626, 1e-6 * x);
    ASSERT_TRUE(times->base);
    // Its table of base costs: 2^24 work-items.
    EXPECT_NEAR(kernelUs({100, 0}, *times, x), 0.18988566e-3 * x + 5.72652, 1e-6);
    EXPECT_FALSE(times->notes.empty());
    const auto unknown = presetTimes("gt650m");
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.diagnostics()[0].code, "transfers.unknown-preset");
}

TEST(LaunchTransfers, addUpAndTellWhatBinds) {
    const auto host = hostTimes(specWithRates(), HostMemory::Pinned);
    ASSERT_TRUE(host.ok());
    const auto found =
        launchTransfers({moved(5'000'000, 0), moved(0, 1'000'000)}, TransferBy::Whole, *host, {5, 45}, 1e6);
    ASSERT_TRUE(found.ok());
    EXPECT_DOUBLE_EQ(found->times.inUs, 102);
    EXPECT_DOUBLE_EQ(found->times.outUs, 43);
    EXPECT_DOUBLE_EQ(found->times.totalUs(), 102 + 50 + 43 + 20);
    EXPECT_EQ(found->times.boundBy(), Binding::TransferIn);
    EXPECT_TRUE(found->times.isTransferBound());
    EXPECT_EQ(found->deviceBytes, 6'000'000);
    const auto slow = launchTransfers({moved(1000, 0)}, TransferBy::Whole, *host, {5, 500}, 1e6);
    ASSERT_TRUE(slow.ok());
    EXPECT_EQ(slow->times.boundBy(), Binding::Kernel);
    EXPECT_FALSE(slow->times.isTransferBound());
}

TEST(LaunchTransfers, sayThatBytesDoNotFit) {
    const auto host = hostTimes(specWithRates(), HostMemory::Pinned);
    ASSERT_TRUE(host.ok());
    const std::int64_t half = std::int64_t{1} << 62;
    const auto found = launchTransfers({moved(half, 0), moved(half, 0)}, TransferBy::Whole, *host, {1, 1}, 1);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.diagnostics()[0].code, "transfers.overflow");
}

} // namespace
} // namespace warpstring::transfers
