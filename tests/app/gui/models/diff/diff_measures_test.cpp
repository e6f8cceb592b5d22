// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/diff_measures.h"

#include <QAbstractItemModelTester>

#include "app/gui/models/comparison/comparison_table.h"
#include "core/text/duration_text.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

const DiffMeasure* measureOf(const std::vector<DiffMeasure>& measures, const char* name) {
    for (const DiffMeasure& measure : measures)
        if (measure.name.trimmed() == QLatin1String(name)) return &measure;
    return nullptr;
}

TEST(DiffMeasures, AreThoseOfBothSimulations) {
    const auto naive = test::analysisOf("matmul/matmul-naive", "nvidia-h200"),
               tiled = test::analysisOf("matmul/matmul-tiled", "nvidia-h200");
    const auto measures = diffMeasures(*naive, *tiled, TimeUnit::Cycles);
    const DiffMeasure* time = measureOf(measures, "kernel time");
    ASSERT_NE(time, nullptr);
    EXPECT_EQ(time->left.toStdString(), durationText(naive->simulation.kernelTimeUs()));
    EXPECT_EQ(time->right.toStdString(), durationText(tiled->simulation.kernelTimeUs()));
    EXPECT_DOUBLE_EQ(*time->change, tiled->simulation.kernelTimeUs() / naive->simulation.kernelTimeUs() - 1);
    for (const char* name :
         {"body", "warp latency", "bound by", "occupancy", "limited by", "registers of a work-item",
          "requests to memory", "transactions", "L1 bytes", "L2 bytes", "DRAM bytes", "L1 hits"})
        EXPECT_NE(measureOf(measures, name), nullptr) << name;
    // The tiled one alone has local memory.
    const DiffMeasure* wavefronts = measureOf(measures, "wavefronts");
    ASSERT_NE(wavefronts, nullptr);
    EXPECT_EQ(wavefronts->left, QStringLiteral("0"));
    EXPECT_FALSE(wavefronts->change) << "of nothing";
    EXPECT_EQ(measureOf(measures, "registers of a work-item")->right,
              QString::number(tiled->simulation.registers));
}

TEST(DiffMeasures, MarkTheReasonThatDiffersMost) {
    const auto naive = test::analysisOf("matmul/matmul-naive", "nvidia-h200"),
               tiled = test::analysisOf("matmul/matmul-tiled", "nvidia-h200");
    const auto marked = [](const std::vector<DiffMeasure>& measures) {
        return std::count_if(measures.begin(), measures.end(),
                             [](const DiffMeasure& each) { return each.hottest; });
    };
    const auto measures = diffMeasures(*naive, *tiled, TimeUnit::Cycles);
    EXPECT_EQ(marked(measures), 1);
    for (const DiffMeasure& each : measures)
        if (each.hottest) {
            EXPECT_TRUE(each.name.startsWith(QStringLiteral("cycles: "))) << each.name.toStdString();
        }
    const auto same = diffMeasures(*naive, *naive, TimeUnit::Cycles);
    EXPECT_EQ(marked(same), 0);
    for (const DiffMeasure& each : same)
        if (each.change) {
            EXPECT_EQ(*each.change, 0) << each.name.toStdString();
        }
}

TEST(DiffMeasures, AFigureThatASideDoesNotHaveIsADash) {
    // The 8800's spec tells no pipes apart, so no caches are simulated.
    const auto older = test::analysisOf("scan/scan-init", "geforce-8800-gtx"),
               newer = test::analysisOf("scan/scan-init", "nvidia-h200");
    const auto measures = diffMeasures(*older, *newer, TimeUnit::Nanoseconds);
    const DiffMeasure* l2 = measureOf(measures, "L2 bytes");
    ASSERT_NE(l2, nullptr);
    EXPECT_EQ(l2->left, QStringLiteral("\u2013"));
    EXPECT_FALSE(l2->change);
    const double then = older->simulation.warpLatencyCycles() / older->spec().execution.clockMhz,
                 now = newer->simulation.warpLatencyCycles() / newer->spec().execution.clockMhz;
    EXPECT_NEAR(*measureOf(measures, "warp latency")->change, now / then - 1, 1e-9) << "by each one's clock";
}

TEST(DiffMeasureTable, ColoursWhatIsBetter) {
    DiffMeasureTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setMeasures({{QStringLiteral("time"), {}, {}, -0.2, BetterFigure::Less, true},
                       {QStringLiteral("occupancy"), {}, {}, -0.2, BetterFigure::More, false},
                       {QStringLiteral("bound by"),
                        QStringLiteral("a"),
                        QStringLiteral("b"),
                        {},
                        BetterFigure::Neither,
                        false}});
    const auto tone = [&](int row) {
        return static_cast<Tone>(
            table.index(row, DiffMeasureTable::Change).data(ComparisonTable::ToneRole).toInt());
    };
    EXPECT_EQ(tone(0), Tone::Good);
    EXPECT_EQ(tone(1), Tone::Bad);
    EXPECT_EQ(tone(2), Tone::Muted);
    EXPECT_EQ(table.index(0, DiffMeasureTable::Change).data().toString(), QStringLiteral("-20.0 %"));
    EXPECT_EQ(table.index(2, DiffMeasureTable::Change).data().toString(), QStringLiteral("other"));
    EXPECT_EQ(table.index(0, DiffMeasureTable::Name).data().toString(), QStringLiteral("time \u25c6"));
}

} // namespace

} // namespace warpstring::gui
