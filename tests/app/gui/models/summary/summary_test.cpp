// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/summary/summary.h"

#include "core/records/record_store.h"
#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

SharedRecords recordsIn(const std::string& folder) {
    auto records = records::readRecords(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples" / folder /
                                        "measurements");
    EXPECT_TRUE(records.ok());
    return std::make_shared<const std::vector<records::Measurement>>(std::move(*records));
}

TEST(Summary, ThePartsAreTheKernelsTime) {
    for (const auto& analysis : test::analysesOfSamples()) {
        if (analysis->faulty()) continue;
        const Summary summary = summaryOf(*analysis, nullptr);
        double ofKernel = 0, before = 0;
        for (const TimePart& part : summary.parts) (part.isOfKernel ? ofKernel : before) += part.us;
        EXPECT_NEAR(ofKernel, summary.timeUs, 1e-9 * summary.timeUs) << analysis->launch().kernel;
        EXPECT_DOUBLE_EQ(before, analysis->spec().host.launchOverheadUs);
        EXPECT_FALSE(summary.advice) << "it comes later";
    }
}

TEST(Summary, TheSharesAreTheWarpsCycles) {
    for (const auto& analysis : test::analysesOfSamples()) {
        if (analysis->faulty()) continue;
        double cycles = 0, fractions = 0;
        for (const CycleShare& share : cycleShares(*analysis)) {
            cycles += share.cycles;
            fractions += share.fraction;
        }
        EXPECT_NEAR(cycles, analysis->simulation.warpLatencyCycles(), 1e-6 * cycles)
            << analysis->launch().kernel;
        EXPECT_NEAR(fractions, cycles > 0 ? 1 : 0, 1e-9) << "of an empty kernel there is nothing to share";
    }
}

TEST(Summary, AReasonLeadsToWhatWaits) {
    const auto analysis = test::analysisOfKernel(test::smallKernel, "nvidia-h200");
    const auto shares = cycleShares(*analysis);
    ASSERT_FALSE(shares.empty());
    EXPECT_EQ(shares.front().stall, timeline::Stall::None) << "issuing comes first";
    for (const CycleShare& share : shares)
        if (share.stall == timeline::Stall::Global) {
            EXPECT_TRUE(share.focus.hasLine(3));
            return;
        }
    FAIL() << "it waits for a value that it loads";
}

TEST(Summary, TheHottestLinesComeFirstWithTheirText) {
    const auto analysis = test::analysisOf("scan/scan-init");
    const auto lines = hotLines(*analysis, 5);
    ASSERT_EQ(lines.size(), 5U);
    const LineCosts costs = lineCosts(analysis->simulation, *analysis->pdg);
    EXPECT_DOUBLE_EQ(lines.front().cycles, costs.most);
    for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_LE(lines[i].cycles, lines[i - 1].cycles);
    for (const HotLine& line : lines) {
        EXPECT_TRUE(line.focus.hasLine(line.line));
        EXPECT_FALSE(line.text.isEmpty());
        EXPECT_TRUE(QString::fromStdString(analysis->pdg->source).simplified().contains(line.text));
    }
    EXPECT_EQ(hotLines(*analysis, 2).size(), 2U);
}

TEST(Summary, WhatWasMeasuredIsOfThisTextOnThisDevice) {
    const auto records = recordsIn("scan");
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    const Summary summary = summaryOf(*analysis, records);
    ASSERT_TRUE(summary.measured);
    EXPECT_EQ(summary.measured->device, QStringLiteral("NVIDIA H200"));
    EXPECT_FALSE(summary.measured->cold) << "warm caches go before cold ones";
    EXPECT_NEAR(summary.measured->us * (1 + summary.measured->error), summary.timeUs, 1e-9 * summary.timeUs);
    EXPECT_FALSE(summaryOf(*analysis, nullptr).measured);
    EXPECT_FALSE(summaryOf(*test::analysisOf("scan/scan-init"), records).measured) << "another device";
    auto request = test::requestFor("scan/scan-init", "nvidia-h200");
    request.sourceText += "\n// edited\n";
    batch::GraphCache graphs;
    EXPECT_FALSE(summaryOf(**analyse(request, graphs), records).measured) << "another text";
}

} // namespace

} // namespace warpstring::gui
