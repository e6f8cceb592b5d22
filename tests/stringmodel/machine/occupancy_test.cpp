// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-computed by CUDA Programming Guide 3.2, section 4.2, for G80 (8192 registers in granules of 256 a group,
// 16 KiB of shared memory in granules of 512, 24 warps, 8 groups) and GT200 (16384 registers in granules of
// 512, 32 warps).
#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "stringmodel/machine/occupancy.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using warpstring::test::device;

struct OccupancyCase {
    const char* spec;
    std::uint64_t groupSize;
    int registers;
    std::uint64_t sharedBytes;
    int argumentBytes;
    int groups;
    const char* limiter;
};

class HandComputed : public testing::TestWithParam<OccupancyCase> {};

TEST_P(HandComputed, GroupsAndLimiter) {
    const auto& given = GetParam();
    const auto found = occupancy(device(given.spec), {1, {1 << 20, 1, 1}, {given.groupSize, 1, 1}},
                                 given.registers, given.sharedBytes, given.argumentBytes);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->groups, given.groups);
    EXPECT_EQ(found->limiter, given.limiter);
    EXPECT_EQ(found->warps, given.groups * static_cast<int>((given.groupSize + 31) / 32));
}

INSTANTIATE_TEST_SUITE_P(
    All, HandComputed,
    testing::Values(
        // 10 * 32 * 8 = 2560 registers: 3 groups; 24 / 8 = 3 groups of warps come first.
        OccupancyCase{"geforce-8800-gtx", 256, 10, 0, 0, 3, "warps"},
        // 11 * 256 = 2816: 8192 / 2816 = 2.
        OccupancyCase{"geforce-8800-gtx", 256, 11, 0, 0, 2, "registers"},
        // 5 * 32 = 160 registers for one warp, but two are allocated: 320 -> 512; 16 groups. 8 at most.
        OccupancyCase{"geforce-8800-gtx", 32, 5, 0, 0, 8, "groups"},
        // 20 * 64 = 1280; 8192 / 1280 = 6.
        OccupancyCase{"geforce-8800-gtx", 64, 20, 0, 0, 6, "registers"},
        // The same for 33 work-items: two warps.
        OccupancyCase{"geforce-8800-gtx", 33, 20, 0, 0, 6, "registers"},
        // 4096 + 16 reserved + 16 of arguments -> 4608; 16384 / 4608 = 3.
        OccupancyCase{"geforce-8800-gtx", 64, 8, 4096, 16, 3, "shared memory"},
        // 4080 + 16 = 4096 to the byte: 4.
        OccupancyCase{"geforce-8800-gtx", 64, 8, 4080, 0, 4, "shared memory"},
        // 10 * 256 -> 2560; 16384 / 2560 = 6; 32 warps / 8 = 4.
        OccupancyCase{"tesla-c1060", 256, 10, 0, 0, 4, "warps"},
        // 20 * 256 = 5120; 16384 / 5120 = 3.
        OccupancyCase{"tesla-c1060", 256, 20, 0, 0, 3, "registers"},
        // 17 * 64 = 1088 -> 1536 in granules of 512: 10; 8 groups at most.
        OccupancyCase{"tesla-c1060", 64, 17, 0, 0, 8, "groups"}));

// What groups that enter later find room in: places of warps and their registers, groups and their shared
// memory.
TEST(Occupancy, TellsPlacesOfWarpsAndGroups) {
    const auto places = [](const char* spec, std::uint64_t groupSize, int registers,
                           std::uint64_t sharedBytes) {
        const auto found =
            occupancy(device(spec), {1, {groupSize << 10, 1, 1}, {groupSize, 1, 1}}, registers, sharedBytes, 0);
        EXPECT_TRUE(found.ok());
        return std::pair(found->warpPlaces, found->groupPlaces);
    };
    // 9 groups of 7 warps take 63 of 64; 32 groups at most.
    EXPECT_EQ(places("nvidia-h200", 224, 32, 0), std::pair(64, 32));
    // 65536 registers are those of 32 warps of 64 each.
    EXPECT_EQ(places("nvidia-h200", 512, 64, 0), std::pair(32, 32));
    // 233472 bytes: seven times 31 KiB and the 1 KiB that the system takes.
    EXPECT_EQ(places("nvidia-h200", 64, 32, 31 << 10), std::pair(64, 7));
    // Registers are a group's: 3 groups of 8 warps, and none in part.
    EXPECT_EQ(places("geforce-8800-gtx", 256, 10, 0), std::pair(24, 3));
}

TEST(Occupancy, RefusesWhatCannotRun) {
    const auto spec = device("geforce-8800-gtx");
    const auto large = occupancy(spec, {1, {1024, 1, 1}, {1024, 1, 1}}, 8, 0, 0);
    ASSERT_FALSE(large.ok());
    EXPECT_EQ(large.diagnostics().front().code, "launch.group-too-large-for-device");
    const auto flat = occupancy(spec, {3, {1, 1, 128}, {1, 1, 128}}, 8, 0, 0); // 64 at most in z
    ASSERT_FALSE(flat.ok());
    EXPECT_EQ(flat.diagnostics().front().code, "launch.group-too-large-for-device");
    const auto shared = occupancy(spec, {1, {64, 1, 1}, {64, 1, 1}}, 8, 16384, 0); // 16 bytes are the system's
    ASSERT_FALSE(shared.ok());
    EXPECT_EQ(shared.diagnostics().front().code, "launch.does-not-fit");
}

TEST(Occupancy, SpillsWhatDoesNotFit) {
    // 8192 / 512 work-items = 16 registers each; 4 of 20 spill.
    const auto found = occupancy(device("geforce-8800-gtx"), {1, {512, 1, 1}, {512, 1, 1}}, 20, 0, 0);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->groups, 1);
    EXPECT_EQ(found->spilledRegisters, 4);
}

TEST(Occupancy, AnyGroupFitsWithTheRegistersThatItLeaves) {
    const auto spec = device("nvidia-h200");
    for (std::uint64_t items = 1; items <= 1024; ++items) {
        const auto found = occupancy(spec, {1, {items, 1, 1}, {items, 1, 1}}, 255, 0, 0);
        ASSERT_TRUE(found.ok()) << items;
        EXPECT_GE(found->groups, 1) << items;
    }
}

} // namespace
