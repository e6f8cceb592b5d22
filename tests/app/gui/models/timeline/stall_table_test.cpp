// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/timeline/stall_table.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "app/gui/models/timeline/timeline_index.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

QString stallCell(const StallTable& table, int row, int column) {
    return table.data(table.index(row, column), Qt::DisplayRole).toString();
}

double stallNumber(const QString& text) { return QString(text).remove(QLatin1Char(',')).toDouble(); }

TEST(StallTable, HasWhatEveryReasonTakesOfAWarp) {
    const auto analysis = test::analysisOf("matmul/matmul-tiled", "nvidia-h200");
    StallTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(table.rowCount(), 0);
    table.setTimeline(analysis->timeline(), analysis->spec().execution.clockMhz);
    ASSERT_EQ(table.rowCount(), static_cast<int>(timeline::stallCount));
    double share = 0, before = 1e300;
    for (int row = 0; row < table.rowCount(); ++row) {
        share += stallNumber(stallCell(table, row, StallTable::Share).remove(QStringLiteral(" %")));
        const QString reason = stallCell(table, row, StallTable::Reason);
        double expected = reason == QStringLiteral("start") ? analysis->timeline()->ofWarp.start : 0;
        for (const timeline::StallCycles& operation : analysis->timeline()->ofWarp.operations)
            for (std::size_t s = 0; s < timeline::stallCount; ++s)
                if (reason == QLatin1String(name(static_cast<timeline::Stall>(s)))) expected += operation[s];
        const double shown = stallNumber(stallCell(table, row, StallTable::OfWarp));
        EXPECT_NEAR(shown, expected, 0.01 * expected + 1e-9) << reason.toStdString();
        if (row > 0) {
            EXPECT_LE(expected, before);
            before = expected;
        }
    }
    EXPECT_NEAR(share, 100, 0.5);
    EXPECT_EQ(stallCell(table, 0, StallTable::Reason), QStringLiteral("issue"));
}

TEST(StallTable, SpansAddColumnsAndGo) {
    const TimelineIndex timelineIndex(test::analysisOf("matmul/matmul-tiled", "nvidia-h200"));
    StallTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setTimeline(&timelineIndex.timeline(), timelineIndex.clockMhz());
    const int plain = table.columnCount();
    for (const double to : {800.0, 2000.0}) {
        const SpanMeasure measure = measureSpan(timelineIndex.rows(), 100, to);
        table.setSpan(measure);
        ASSERT_EQ(table.columnCount(), plain + 1 + 4);
        double all = 0, parts = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            all += stallNumber(stallCell(table, row, StallTable::InSpan));
            for (int scheduler = 0; scheduler < 4; ++scheduler)
                parts += stallNumber(stallCell(table, row, StallTable::FirstScheduler + scheduler));
        }
        EXPECT_NEAR(all, measure.all.issuing() + measure.all.waiting(), 0.01 * all);
        EXPECT_NEAR(parts, all, 0.01 * all);
    }
    table.setSpan(std::nullopt);
    EXPECT_EQ(table.columnCount(), plain);
    table.setTimeline(nullptr, 1);
    EXPECT_EQ(table.rowCount(), 0);
}

TEST(StallTable, ShowsTheUnitThatIsAskedFor) {
    const auto analysis = test::analysisOf("scan/scan-init");
    StallTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setTimeline(analysis->timeline(), 1350);
    const double cycles = stallNumber(stallCell(table, 1, StallTable::OfWarp));
    table.setUnit(TimeUnit::Microseconds);
    EXPECT_NEAR(stallNumber(stallCell(table, 1, StallTable::OfWarp)), cycles / 1350, 0.01 * cycles / 1350);
    EXPECT_TRUE(table.headerData(StallTable::OfWarp, Qt::Horizontal, Qt::DisplayRole)
                    .toString()
                    .startsWith(QStringLiteral("us")));
}

} // namespace

} // namespace warpstring::gui
