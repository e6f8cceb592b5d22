// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/launch_order.h"

#include <gtest/gtest.h>

namespace warpstring::counters {

namespace {

std::vector<records::ResolvedLaunch> launchesOf(const std::vector<std::string>& kernels) {
    std::vector<records::ResolvedLaunch> launches(kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) launches[i].launch.kernel = kernels[i];
    return launches;
}

TEST(LaunchOrder, EveryKernelHasItsTurnBeforeAnySecondOne) {
    EXPECT_EQ(roundRobin(launchesOf({"a", "a", "a", "b", "c", "c"})),
              (std::vector<std::size_t>{0, 3, 4, 1, 5, 2}));
}

TEST(LaunchOrder, SomeOfItAreEveryNth) {
    const auto launches = launchesOf({"a", "a", "a", "b", "c", "c"});
    EXPECT_EQ(roundRobin(launches, 2), (std::vector<std::size_t>{0, 4, 5}));
    EXPECT_EQ(roundRobin(launches, 100), (std::vector<std::size_t>{0}));
    EXPECT_EQ(roundRobin(launches, 0).size(), 6U);
    EXPECT_TRUE(roundRobin({}).empty());
}

} // namespace

} // namespace warpstring::counters
