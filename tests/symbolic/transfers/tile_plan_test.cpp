// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles beside what their work-items touch, and their times beside small schedules by hand.
#include <cmath>

#include "symbolic/transfers/tile_plan.h"
#include "tests/symbolic/transfers/transfer_launch.h"

namespace warpstring::transfers {
namespace {

using test::transferLaunch;

HostTimes simpleHost() {
    HostTimes host;
    host.in = {0, 1};
    host.out = {0, 1};
    host.aroundUs = 7;
    return host;
}

const char* const matrixProduct =
    "int x = get_global_id(0), y = get_global_id(1); float s = 0; for (int k = 0; k < n; ++k) "
    "s += b[y * n + k] * b[n * n + k * n + x]; a[y * n + x] = s;";

TEST(Tiles, halveEveryDimensionUntilOneFits) {
    const auto launch = transferLaunch(matrixProduct, 64, {64, 64, 1}, {8, 8, 1}, 2 * 64 * 64);
    ASSERT_TRUE(launch);
    // Whole: two matrices of 16 KB in an interval, one out. In 2 x 2 tiles the interval of b goes from the
    // first row of a tile to the last row of the second matrix.
    TileRequest request{launch->pdg, launch->launch, launch->counts, TransferBy::Packed, 30'000, 1, 1};
    const auto plan = planTiles(request, simpleHost(), {0, 64});
    ASSERT_TRUE(plan.ok()) << toText(plan.diagnostics()[0]);
    EXPECT_EQ(plan->tilesOf, (std::array<std::uint64_t, 3>{2, 2, 1}));
    ASSERT_EQ(plan->tiles.size(), 4U);
    std::int64_t in = 0;
    for (const Tile& tile : plan->tiles) {
        // Half of the rows of one matrix, half of the columns of the other.
        EXPECT_EQ(tile.inBytes, launch->truth("b", false, tile.box).bytes);
        EXPECT_GE(tile.outBytes, launch->truth("a", true, tile.box).bytes);
        EXPECT_LE(tile.deviceBytes, 30'000);
        EXPECT_DOUBLE_EQ(tile.times.kernelUs, 16);
        in += tile.inBytes;
    }
    EXPECT_EQ(plan->inBytes, in);
    // Each operand goes twice.
    EXPECT_EQ(plan->againBytes, 2 * 64 * 64 * 4);
    EXPECT_DOUBLE_EQ(plan->sequential.kernelUs, 64);
    EXPECT_DOUBLE_EQ(plan->sequential.hostUs, 7);
    EXPECT_TRUE(plan->dependence.empty());
}

TEST(Tiles, sendHalosAgain) {
    const auto launch = transferLaunch("int i = get_global_id(0); a[i + 1] = b[i] + b[i + 2];", 0, {1024, 1, 1},
                                       {32, 1, 1}, 1026);
    ASSERT_TRUE(launch);
    TileRequest request{launch->pdg, launch->launch, launch->counts, TransferBy::Interval, 1e9, 2, 8};
    const auto plan = planTiles(request, simpleHost(), {0, 80});
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan->tiles.size(), 8U);
    EXPECT_EQ(plan->againBytes, 7 * 2 * 4);
    EXPECT_GT(plan->pipelinedUs, 0);
    EXPECT_LT(plan->pipelinedUs, plan->sequential.totalUs());
}

TEST(Tiles, ofWhatAllGroupsWriteDoNotRunBesideEachOther) {
    const auto launch = transferLaunch("int i = get_global_id(0); a[get_local_id(0)] += b[i];", 0, {1024, 1, 1},
                                       {32, 1, 1}, 1024);
    ASSERT_TRUE(launch);
    TileRequest request{launch->pdg, launch->launch, launch->counts, TransferBy::Interval, 1e9, 2, 4};
    const auto plan = planTiles(request, simpleHost(), {0, 80});
    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan->dependence, "a");
    EXPECT_EQ(plan->pipelinedUs, 0);
}

TEST(Tiles, endAtSixtyFour) {
    // Every group reads all of b.
    const auto launch =
        transferLaunch("float s = 0; for (int k = 0; k < n; ++k) s += b[k]; a[get_global_id(0)] = s;", 1024,
                       {4096, 1, 1}, {32, 1, 1}, 4096);
    ASSERT_TRUE(launch);
    TileRequest request{launch->pdg, launch->launch, launch->counts, TransferBy::Packed, 4096, 1, 1};
    const auto tooMany = planTiles(request, simpleHost(), {0, 80});
    ASSERT_FALSE(tooMany.ok());
    EXPECT_EQ(tooMany.diagnostics()[0].code, "transfers.too-many-tiles");
    const auto one = transferLaunch("a[get_local_id(0)] = b[get_local_id(0)];", 0, {32, 1, 1}, {32, 1, 1}, 64);
    ASSERT_TRUE(one);
    TileRequest small{one->pdg, one->launch, one->counts, TransferBy::Packed, 10, 1, 1};
    const auto never = planTiles(small, simpleHost(), {0, 80});
    ASSERT_FALSE(never.ok());
    EXPECT_EQ(never.diagnostics()[0].code, "transfers.not-tileable");
}

TEST(Pipeline, overlapsWhatItMay) {
    const std::vector<StageTimes> equal(4, {10, 10, 10, 0});
    // One tile at a time: nothing overlaps.
    EXPECT_DOUBLE_EQ(pipelinedUs(equal, 1), 120);
    // As many as there are: in, then four kernels, then out.
    EXPECT_DOUBLE_EQ(pipelinedUs(equal, 4), 60);
    // Two: the third is sent once the first is back, at 30.
    EXPECT_DOUBLE_EQ(pipelinedUs(equal, 2), 70);
    const std::vector<StageTimes> slowKernel(3, {1, 100, 1, 0});
    EXPECT_DOUBLE_EQ(pipelinedUs(slowKernel, 2), 302);
    EXPECT_DOUBLE_EQ(pipelinedUs({}, 2), 0);
}

} // namespace
} // namespace warpstring::transfers
