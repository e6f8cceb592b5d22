// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of points made up so that they can be worked out by hand.
#include "app/gui/models/comparison/accuracy_table.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

namespace warpstring::gui {

using comparison::ComparisonSummary;
using records::Quantity;

namespace {

/// Errors of +10 %, -20 %, +30 % and -40 %; one family, whose measured best is picked.
ComparisonSummary fourPoints() {
    ComparisonSummary summary;
    summary.spec = "a-spec";
    summary.device = "A GPU";
    const std::vector<records::PredictedPoint> points{
        {"a", "f", 110, 100}, {"b", "f", 160, 200}, {"c", "f", 390, 300}, {"d", "", 240, 400}};
    summary.accuracy = accuracyOf(points);
    summary.families = rankFamilies(points);
    summary.excluded = 2;
    return summary;
}

/// By the name of the metric; "no such row" where there is none.
QString metric(const AccuracyTable& table, const char* name, int column, int role = Qt::DisplayRole) {
    for (int row = 0; row < table.rowCount(); ++row)
        if (table.index(row, AccuracyTable::MetricName).data().toString() == QLatin1String(name))
            return table.index(row, column).data(role).toString();
    return QStringLiteral("no such row");
}

TEST(AccuracyTableOfFour, GivesEachMetricInItsForm) {
    AccuracyTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setSummaries({fourPoints()}, Quantity::KernelTime, {});
    ASSERT_EQ(table.columnCount(), 2);
    const auto value = [&](const char* name) { return metric(table, name, AccuracyTable::FirstGroup); };
    EXPECT_EQ(value("points"), QStringLiteral("4"));
    EXPECT_EQ(value("MAPE"), QStringLiteral("25.0 %")) << "(10 + 20 + 30 + 40) / 4";
    EXPECT_EQ(value("within 10 %"), QStringLiteral("1 (25 %)"));
    EXPECT_EQ(value("within 20 %"), QStringLiteral("2 (50 %)"));
    EXPECT_EQ(value("within 2x"), QStringLiteral("4 (100 %)"));
    EXPECT_EQ(value("over"), QStringLiteral("2 (50 %)"));
    EXPECT_EQ(value("under"), QStringLiteral("2 (50 %)"));
    EXPECT_EQ(value("tau"), QStringLiteral("1.00")) << "110, 160, 390 are in the order of 100, 200, 300";
    EXPECT_EQ(value("best picked"), QStringLiteral("1 of 1"));
    EXPECT_EQ(table.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("a-spec against A GPU"));
    EXPECT_EQ(table.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("metric"));
}

TEST(AccuracyTableOfFour, WithoutPointsOrFamiliesThereIsNoMetric) {
    ComparisonSummary empty;
    empty.excluded = 3;
    AccuracyTable table;
    table.setSummaries({empty}, Quantity::KernelTime, {});
    EXPECT_EQ(metric(table, "points", 1), QStringLiteral("0"));
    for (const char* name : {"MAPE", "median", "p90", "within 10 %", "over", "tau", "best picked"})
        EXPECT_EQ(metric(table, name, 1), QStringLiteral("-")) << name;
    EXPECT_EQ(table.index(table.rowCount() - 1, 1).data().toString(), QStringLiteral("3"))
        << "the last row counts the excluded";
}

TEST(AccuracyTableOfFour, OtherQuantitiesDevicesAndCachesAreLeftOut) {
    ComparisonSummary latency = fourPoints(), cold = fourPoints(), other = fourPoints();
    latency.quantity = Quantity::WarpLatency;
    cold.cache = records::CacheState::Cold;
    other.device = "another GPU";
    const std::vector<ComparisonSummary> all{fourPoints(), latency, cold, other};
    AccuracyTable table;
    table.setSummaries(all, Quantity::KernelTime, {});
    EXPECT_EQ(table.columnCount(), 1 + 3);
    table.setSummaries(all, Quantity::WarpLatency, {});
    EXPECT_EQ(table.columnCount(), 1 + 1);
    ComparisonFilter filter;
    filter.device = QStringLiteral("A GPU");
    filter.cache = records::CacheState::Warm;
    table.setSummaries(all, Quantity::KernelTime, filter);
    EXPECT_EQ(table.columnCount(), 1 + 1);
    EXPECT_EQ(table.summaries().size(), 1U);
}

TEST(AccuracyTableOfFour, ChangesSinceABaselineAreGoodOrBad) {
    ComparisonSummary then = fourPoints();
    then.accuracy.mape = 0.30;
    then.accuracy.within10 = 3;
    then.accuracy.over = 2;
    AccuracyTable table;
    table.setSummaries({fourPoints()}, Quantity::KernelTime, {});
    table.setBaseline(std::make_shared<const Baseline>(QStringLiteral("before"), QString(),
                                                       std::vector<BaselineLaunch>(),
                                                       std::vector<ComparisonSummary>{then}));
    ASSERT_EQ(table.columnCount(), 3);
    const auto tone = [&](const char* name) {
        return Tone(metric(table, name, 2, ComparisonTable::ToneRole).toInt());
    };
    EXPECT_EQ(metric(table, "MAPE", 2), QStringLiteral("-5.0 points")) << "from 30 % to 25 %";
    EXPECT_EQ(tone("MAPE"), Tone::Good) << "less is better";
    EXPECT_EQ(metric(table, "within 10 %", 2), QStringLiteral("-2"));
    EXPECT_EQ(tone("within 10 %"), Tone::Bad) << "more would be better";
    EXPECT_EQ(metric(table, "over", 2), QStringLiteral("0"));
    EXPECT_EQ(tone("over"), Tone::Muted);
    EXPECT_EQ(metric(table, "points", 2), QStringLiteral("0"));
    EXPECT_EQ(metric(table, "points", 2, ComparisonTable::ToneRole), QString()) << "neither good nor bad";
    EXPECT_EQ(table.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("since"));
    EXPECT_TRUE(
        table.headerData(2, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("\"before\"")));
    table.setBaseline(nullptr);
    EXPECT_EQ(table.columnCount(), 2);
}

} // namespace

} // namespace warpstring::gui
