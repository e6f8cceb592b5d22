// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/occupancy_curve.h"

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

const OccupancyCurve& curveOf(const std::vector<OccupancyCurve>& curves, const char* name) {
    for (const auto& curve : curves)
        if (curve.name == QString::fromLatin1(name)) return curve;
    ADD_FAILURE() << name;
    std::abort();
}

TEST(OccupancyCurve, PassesThroughTheLaunchAsItIs) {
    for (const char* spec : {"geforce-8800-gtx", "nvidia-h200"}) {
        const auto analysis = test::analysisOf("matmul/matmul-tiled", spec);
        for (const OccupancyCurve& curve : occupancyCurves(*analysis)) {
            EXPECT_EQ(curve.now.warps, analysis->simulation.occupancy.warps);
            EXPECT_EQ(curve.most, analysis->spec().occupancy.warps);
            const OccupancyCurve::Point* at = nullptr;
            for (const auto& point : curve.points)
                if (point.x <= curve.now.x) at = &point;
            ASSERT_TRUE(at) << curve.name.toStdString();
            if (at->x == curve.now.x) {
                EXPECT_EQ(at->warps, curve.now.warps) << curve.name.toStdString();
            }
        }
    }
}

TEST(OccupancyCurve, MoreRegistersOrLocalMemoryNeverMakeRoom) {
    const auto curves = occupancyCurves(*test::analysisOf("matmul/matmul-tiled", "nvidia-h200"));
    for (const char* name : {"registers", "local memory"}) {
        const OccupancyCurve& curve = curveOf(curves, name);
        ASSERT_GT(curve.points.size(), 100U);
        for (std::size_t i = 1; i < curve.points.size(); ++i)
            EXPECT_LE(curve.points[i].warps, curve.points[i - 1].warps) << name << ' ' << curve.points[i].x;
        EXPECT_LT(curve.points.back().warps, curve.points.front().warps);
    }
}

TEST(OccupancyCurve, TellsWhatWouldMakeRoom) {
    // 32 groups at most: of one warp each they fill half of the 64 places.
    const auto analysis = test::analysisOfKernel(test::smallKernel, "nvidia-h200", 65536, 32);
    ASSERT_EQ(analysis->simulation.occupancy.warps, 32);
    const auto curves = occupancyCurves(*analysis);
    const OccupancyCurve& size = curveOf(curves, "group size");
    EXPECT_TRUE(size.limits);
    ASSERT_TRUE(size.nextMore());
    EXPECT_EQ(size.nextMore()->x, 64);
    EXPECT_EQ(size.nextMore()->warps, 64);
    const OccupancyCurve& registers = curveOf(curves, "registers");
    EXPECT_FALSE(registers.limits);
    EXPECT_FALSE(registers.nextMore());
}

} // namespace

} // namespace warpstring::gui
