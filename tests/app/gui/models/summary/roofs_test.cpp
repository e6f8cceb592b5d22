// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/roofs.h"

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

Roofs roofsOf(const SharedAnalysis& analysis) { return roofsOf(*analysis, memoryUse(*analysis)); }

TEST(Roofs, ThePlaceOfALaunchIsCountedByHand) {
    const auto analysis =
        test::analysisOfKernel(test::kernelOf("    out[i] = fma(in[i], 2.0f, 1.0f);\n"), "geforce-8800-gtx");
    const Roofs roofs = roofsOf(analysis);
    ASSERT_TRUE(roofs.hasPoint());
    EXPECT_DOUBLE_EQ(roofs.intensity(), 2.0 / 8) << "two operations for a float in and a float out";
    EXPECT_DOUBLE_EQ(roofs.operationRate, 2 * 65536 / (analysis->simulation.kernelTimeUs() * 1e-6));
    EXPECT_NEAR(roofs.ridge(), 345.6 / 86.4, 0.05);
    EXPECT_TRUE(roofs.isBelowMemoryRoof());
    EXPECT_DOUBLE_EQ(roofs.allowed(0.25), 86.4e9 / 4);
    EXPECT_DOUBLE_EQ(roofs.allowed(1000), roofs.peakOperationRate);
    EXPECT_FALSE(roofs.doubles);
    EXPECT_TRUE(roofs.computing.hasLine(3));
}

TEST(Roofs, WithoutOperationsOrBytesThereIsNoPlace) {
    EXPECT_FALSE(roofsOf(test::analysisOfKernel(test::kernelOf("    out[i] = in[i];\n"), "geforce-8800-gtx"))
                     .hasPoint());
    EXPECT_FALSE(roofsOf(test::analysisOfKernel(test::smallKernel, "nvidia-h200")).hasPoint())
        << "L2 holds all of it";
}

TEST(Roofs, NoSampleIsAboveThem) {
    for (const auto& analysis : test::analysesOfSamples()) {
        if (analysis->faulty()) continue;
        const Roofs roofs = roofsOf(analysis);
        EXPECT_LE(roofs.byteRate, 1.02 * roofs.peakByteRate) << analysis->launch().kernel;
        EXPECT_LE(roofs.operationRate, 1.02 * roofs.peakOperationRate) << analysis->launch().kernel;
    }
}

} // namespace

} // namespace warpstring::gui
