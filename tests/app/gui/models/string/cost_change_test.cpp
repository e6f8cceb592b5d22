// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/cost_change.h"

#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

TEST(CostChange, FiguresAreThoseOfBothAnalyses) {
    const auto then = test::analysisOfKernel(test::kernelOf("    out[i] = in[i] * 2.0f;\n"), "nvidia-h200");
    const auto now = test::analysisOfKernel(test::kernelOf("    // more\n"
                                                           "    float x = in[i];\n"
                                                           "    for (int k = 0; k < 4000; ++k) x = x * x;\n"
                                                           "    out[i] = x;\n"),
                                            "nvidia-h200");
    const auto change = costChange(then, *now);
    ASSERT_TRUE(change);
    EXPECT_EQ(change->timeUs.then, then->simulation.kernelTimeUs());
    EXPECT_EQ(change->timeUs.now, now->simulation.kernelTimeUs());
    EXPECT_GT(*change->timeUs.fraction(), 0) << "it computes for longer";
    EXPECT_EQ(change->warpCycles.now, now->simulation.warpLatencyCycles());
    EXPECT_FALSE(costChange(nullptr, *now));
}

TEST(CostChange, LinesKeepTheirCostsWhereTheyMove) {
    const std::string load = "    const float x = in[i];\n", store = "    out[i] = x;\n";
    const auto then = test::analysisOfKernel(test::kernelOf(load + store), "nvidia-h200");
    const auto now =
        test::analysisOfKernel(test::kernelOf("    // one\n    // two\n" + load + store), "nvidia-h200");
    const auto change = costChange(then, *now);
    ASSERT_TRUE(change);
    EXPECT_TRUE(isUnchanged(change->timeUs.fraction())) << "comments cost nothing";
    const LineCosts costs = lineCosts(then->simulation, *then->pdg);
    ASSERT_TRUE(change->linesThen.contains(6));
    EXPECT_EQ(change->linesThen.at(6).cycles, costs.lines.at(4).cycles);
    EXPECT_FALSE(change->linesThen.contains(3));
}

TEST(CostChange, IsWrittenShort) {
    EXPECT_EQ(changeText(FigureChange{100, 87.7}), QStringLiteral("-12.3 %"));
    EXPECT_EQ(changeText(FigureChange{100, 100.4}), QStringLiteral("+0.40 %"));
    EXPECT_EQ(changeText(FigureChange{100, 250}), QStringLiteral("+150.0 %"));
    EXPECT_EQ(changeText(FigureChange{100, 100}), QStringLiteral("unchanged"));
    EXPECT_EQ(changeText(FigureChange{10, 253}), QStringLiteral("\u00d725.3"));
    EXPECT_EQ(changeText(FigureChange{0, 100}), QString());
}

} // namespace

} // namespace warpstring::gui
