// SPDX-License-Identifier: GPL-3.0-or-later
// Work-groups that have nothing to do never make a launch faster than the group that has.
#include <gtest/gtest.h>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

struct Serial {
    std::string who;   ///< condition for the one group, or work-item, that works
    std::string names; ///< of the test
};

class LongestGroup : public ::testing::TestWithParam<std::tuple<Serial, const char*>> {};

double timeUs(const std::string& who, std::uint64_t global, const HardwareSpec& spec) {
    const auto kernel = subject("__kernel void k(__global float* a) {\n"
                                "    if (" +
                                    who +
                                    ")\n"
                                    "        for (int i = 0; i < 20000; i++) a[0] += a[i];\n"
                                    "}\n",
                                {1, {global, 1, 1}, {64, 1, 1}});
    return simulated(kernel, false, spec).kernelTimeUs();
}

TEST_P(LongestGroup, IsWaitedForHoweverManyAreIdle) {
    const auto& [serial, spec] = GetParam();
    const double alone = timeUs(serial.who, 64, device(spec));
    double before = alone;
    for (const std::uint64_t groups : {2, 132, 1024, 30000, 1 << 21}) {
        const double among = timeUs(serial.who, 64 * groups, device(spec));
        EXPECT_GE(among, 0.99 * alone) << groups << " groups";
        EXPECT_GE(among, 0.99 * before) << groups << " groups";
        before = among;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Launches, LongestGroup,
    ::testing::Combine(::testing::Values(Serial{"get_global_id(0) == 0", "FirstItem"},
                                         Serial{"get_group_id(0) == get_num_groups(0) - 1", "LastGroup"},
                                         Serial{"get_group_id(0) == get_num_groups(0) / 3", "InBetween"}),
                       ::testing::Values("nvidia-h200", "geforce-8800-gtx")),
    [](const auto& launch) {
        return std::get<0>(launch.param).names +
               (std::string(std::get<1>(launch.param)) == "nvidia-h200" ? "H200" : "8800");
    });

// A kernel without an operation is simulated as a whole, however many groups there are.
TEST(EmptyGroups, AreSimulatedByTheMillion) {
    const auto empty = subject("__kernel void k(__global float* a) {}\n", {1, {64ull << 24, 1, 1}, {64, 1, 1}});
    const auto simulation = simulated(empty, false, device("nvidia-h200"));
    EXPECT_GT(simulation.kernelTimeUs(), 0);
    EXPECT_EQ(simulation.timeline->sample.groups.size(), ((1ull << 24) + 131) / 132);
}

} // namespace
