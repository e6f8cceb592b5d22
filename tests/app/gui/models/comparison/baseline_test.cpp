// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned comparisons: kept as JSON, and what has changed since.
#include "app/gui/models/comparison/baseline.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <gtest/gtest.h>

#include "app/gui/models/comparison/accuracy_table.h"
#include "tests/app/gui/models/comparison/comparisons.h"
#include "tests/study/comparison/made_up_comparison.h"

namespace warpstring::gui {

using records::Quantity;

namespace {

comparison::Comparison withSummaries() {
    comparison::Comparison comparison = comparison::madeUpComparison();
    comparison.summaries = summariesOf(comparison.launches);
    return comparison;
}

const QString when = QStringLiteral("2026-11-22T03:00:00Z");

TEST(Baseline, ReadsBackAsItWasKept) {
    const Baseline kept = pinned(withSummaries(), QStringLiteral("before tiling"), when);
    ASSERT_EQ(kept.launches().size(), 6U);
    const QByteArray text = QJsonDocument(toJson(kept)).toJson();
    const auto read = baselineFromJson(QJsonDocument::fromJson(text).object());
    ASSERT_TRUE(read) << toText(read.diagnostics().front());
    EXPECT_EQ(read->name, QStringLiteral("before tiling"));
    EXPECT_EQ(read->pinnedAt, when);
    EXPECT_EQ(read->launches(), kept.launches());
    ASSERT_EQ(read->summaries().size(), kept.summaries().size());
    EXPECT_EQ(read->summaries()[0].accuracy.mape, kept.summaries()[0].accuracy.mape);
    EXPECT_EQ(read->summaries()[0].accuracy.within20, kept.summaries()[0].accuracy.within20);
    EXPECT_EQ(totalsOf(read->summaries()[0].families).picked, totalsOf(kept.summaries()[0].families).picked);
    EXPECT_EQ(toJson(*read), toJson(kept));
}

TEST(Baseline, RefusesAnotherSchema) {
    QJsonObject json = toJson(pinned(withSummaries(), QStringLiteral("x"), when));
    json[QStringLiteral("schema")] = QStringLiteral("warpstring.baseline/9");
    const auto read = baselineFromJson(json);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.diagnostics().front().code, "baseline.bad-schema");
    EXPECT_FALSE(baselineFromJson({}));
}

TEST(Baseline, TellsWhatHasChangedPerLaunch) {
    const Baseline then = pinned(withSummaries(), QStringLiteral("x"), when);
    comparison::Comparison now = withSummaries();
    now.launches[0].kernelTime.simulated = 45; // was 90
    EXPECT_DOUBLE_EQ(*then.change(now.launches[0], Quantity::KernelTime), -0.5);
    EXPECT_DOUBLE_EQ(*then.change(now.launches[1], Quantity::KernelTime), 0);
    now.launches[1].launch = "x,n=3";
    EXPECT_FALSE(then.change(now.launches[1], Quantity::KernelTime)) << "a launch that it does not have";
    // Edited since: the record no longer belongs to it, the simulated time can still be compared.
    now.launches[2].device.clear();
    now.launches[2].file = "/elsewhere/" + std::string("y,n=1.toml");
    now.launches[2].kernelTime.simulated = 300; // was 150
    EXPECT_DOUBLE_EQ(*then.change(now.launches[2], Quantity::KernelTime), 1);
    now.launches[2].spec = "another";
    EXPECT_FALSE(then.change(now.launches[2], Quantity::KernelTime));
}

TEST(Baseline, TablesShowIt) {
    const auto then = std::make_shared<const Baseline>(pinned(withSummaries(), QStringLiteral("x"), when));
    auto now = std::make_shared<comparison::Comparison>(withSummaries());
    now->launches[0].kernelTime.simulated = 45;
    now->summaries = summariesOf(now->launches);
    ComparisonTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setComparison(now, {});
    EXPECT_EQ(table.index(0, ComparisonTable::Change).data().toString(), QString());
    table.setBaseline(then);
    EXPECT_EQ(table.index(0, ComparisonTable::Change).data().toString(), QStringLiteral("-50.0 %"));
    EXPECT_EQ(table.index(0, ComparisonTable::Change).data(ComparisonTable::ToneRole).toInt(), int(Tone::Good));

    AccuracyTable metrics;
    const QAbstractItemModelTester other(&metrics, QAbstractItemModelTester::FailureReportingMode::Fatal);
    metrics.setSummaries(now->summaries, Quantity::KernelTime, {});
    EXPECT_EQ(metrics.columnCount(), 2);
    metrics.setBaseline(then);
    ASSERT_EQ(metrics.columnCount(), 3);
    // Of five points one went from -10 % to -55 %.
    EXPECT_EQ(metrics.index(1, 2).data().toString(),
              QStringLiteral("+%1 points").arg(45.0 / double(now->summaries[0].accuracy.count), 0, 'f', 1));
    EXPECT_EQ(metrics.index(1, 2).data(ComparisonTable::ToneRole).toInt(), int(Tone::Bad));
}

} // namespace

} // namespace warpstring::gui
