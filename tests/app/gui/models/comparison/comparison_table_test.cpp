// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a comparison against the figures of the study library.
#include "app/gui/models/comparison/comparison_table.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>

#include "app/gui/models/comparison/accuracy_table.h"
#include "app/gui/models/comparison/family_tree.h"
#include "app/gui/models/sort_keys.h"
#include "study/comparison/comparison_numbers.h"
#include "tests/app/gui/models/comparison/comparisons.h"

namespace warpstring::gui {

namespace {

using test::comparisonOf;
using test::manyLaunches;

constexpr auto fatalInTable = QAbstractItemModelTester::FailureReportingMode::Fatal;

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString();
}

TEST(ComparisonTable, HoldsTheFiguresOfTheStudyLibrary) {
    for (const char* sample : {"scan", "reduction"}) {
        const ComparisonOutcome outcome = comparisonOf(sample);
        ASSERT_TRUE(outcome.diagnostics.empty()) << toText(outcome.diagnostics.front());
        ComparisonTable table;
        table.setUnit(TimeUnit::Microseconds);
        table.setComparison(outcome.comparison, outcome.clockMhz);
        // Beside records of any device a row without one says nothing more.
        auto launches = outcome.comparison->launches;
        std::erase_if(launches, [](const comparison::ComparedLaunch& launch) {
            return launch.kernelTime.exclusion == comparison::Exclusion::OtherDevice;
        });
        ASSERT_EQ(table.rowCount(), int(launches.size()));
        ASSERT_GT(launches.size(), 10U);
        std::size_t measured = 0;
        for (int row = 0; row < table.rowCount(); ++row) {
            const comparison::ComparedLaunch& launch = launches[std::size_t(row)];
            EXPECT_EQ(cell(table, row, ComparisonTable::Launch).toStdString(), launch.launch);
            EXPECT_EQ(cell(table, row, ComparisonTable::Error).toStdString(),
                      launch.kernelTime.signedError()
                          ? comparison::signedErrorText(launch.kernelTime.signedError())
                          : "");
            const QVariant number = table.index(row, ComparisonTable::Measured).data(ComparisonTable::SortRole);
            EXPECT_EQ(number.isValid(), launch.kernelTime.measured.has_value());
            if (!number.isValid()) continue;
            EXPECT_DOUBLE_EQ(number.toDouble(), *launch.kernelTime.measured);
            ++measured;
        }
        EXPECT_GT(measured, 5U) << sample;
    }
}

TEST(ComparisonTable, UnitsAreOfEachRowsOwnDevice) {
    const auto comparison = std::make_shared<comparison::Comparison>();
    comparison::ComparedLaunch& launch = comparison->launches.emplace_back();
    launch.spec = "slow";
    launch.kernelTime.simulated = 2;
    launch.warpLatency.simulated = 500;
    comparison->launches.push_back(launch);
    comparison->launches.back().spec = "fast";
    ComparisonTable table;
    table.setComparison(comparison, {{"slow", 500}, {"fast", 2000}});
    EXPECT_EQ(cell(table, 0, ComparisonTable::Simulated), QStringLiteral("1000"));
    EXPECT_EQ(cell(table, 1, ComparisonTable::Simulated), QStringLiteral("4000"));
    table.setUnit(TimeUnit::Nanoseconds);
    EXPECT_EQ(cell(table, 1, ComparisonTable::Simulated), QStringLiteral("2000"));
    table.setQuantity(records::Quantity::WarpLatency);
    EXPECT_EQ(cell(table, 0, ComparisonTable::Simulated), QStringLiteral("1000"));
    EXPECT_EQ(cell(table, 1, ComparisonTable::Simulated), QStringLiteral("250"));
    EXPECT_EQ(table.headerData(ComparisonTable::Simulated, Qt::Horizontal).toString(),
              QStringLiteral("simulated (ns)"));
}

TEST(SortByKeys, DoesWhatAStableSortDoes) {
    std::mt19937 random(11);
    const double odd[] = {0.0,
                          -0.0,
                          1e-310,
                          -1e300,
                          std::numeric_limits<double>::infinity(),
                          -std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::quiet_NaN()};
    for (const std::size_t count : {0U, 1U, 2U, 100U, 5000U})
        for (const bool descending : {false, true})
            for (const bool shuffled : {false, true}) {
                std::vector<std::uint32_t> rows(count);
                std::iota(rows.begin(), rows.end(), 0U);
                std::vector<double> keyOf(count);
                for (double& key : keyOf)
                    key = random() % 4 == 0
                              ? odd[random() % std::size(odd)]
                              : (static_cast<double>(random()) - 2e9) / static_cast<double>(1 + random() % 9);
                if (count > 4) keyOf[3] = keyOf[4] = keyOf[0];
                std::vector<std::uint32_t> expected = rows;
                std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
                    const double x = keyOf[a], y = keyOf[b];
                    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
                    return descending ? x > y : x < y;
                });
                if (shuffled) std::shuffle(rows.begin(), rows.end(), random);
                sortRows(rows);
                std::vector<double> keys;
                keys.reserve(rows.size());
                for (const std::uint32_t row : rows) keys.push_back(keyOf[row]);
                sortByKeys(rows, keys, descending);
                EXPECT_EQ(rows, expected) << count << descending << shuffled;
            }
}

TEST(ComparisonTable, SortsEveryColumnAndKeepsWhatIsSelected) {
    const auto comparison = manyLaunches(500, 7);
    ComparisonTable table;
    const QAbstractItemModelTester tester(&table, fatalInTable);
    table.setComparison(comparison, {{"a", 1000}, {"b", 2000}});
    const QPersistentModelIndex held(table.index(123, 0));
    const std::string name = table.launchAt(123).launch;
    for (int column = 0; column < ComparisonTable::ColumnCount; ++column)
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            table.sort(column, order);
            EXPECT_EQ(table.launchAt(held.row()).launch, name);
            bool missing = false;
            for (int row = 1; row < table.rowCount(); ++row) {
                const QModelIndex above = table.index(row - 1, column), here = table.index(row, column);
                const QVariant a = above.data(ComparisonTable::SortRole),
                               b = here.data(ComparisonTable::SortRole);
                missing = missing || above.data().toString().isEmpty();
                if (missing) {
                    EXPECT_TRUE(here.data().toString().isEmpty()) << "rows without a value stand last";
                } else if (a.isValid() && b.isValid()) {
                    const bool bySize = column == ComparisonTable::Error;
                    const double x = bySize ? std::abs(a.toDouble()) : a.toDouble();
                    const double y = bySize ? std::abs(b.toDouble()) : b.toDouble();
                    EXPECT_TRUE(order == Qt::AscendingOrder ? x <= y : x >= y) << column << " at " << row;
                } else if (!here.data().toString().isEmpty() && column != ComparisonTable::ExclusionReason) {
                    const std::string x = above.data().toString().toStdString(),
                                      y = here.data().toString().toStdString();
                    EXPECT_FALSE(order == Qt::AscendingOrder ? naturallyLess(y, x) : naturallyLess(x, y))
                        << x << " before " << y;
                }
            }
        }
    table.sort(-1);
    for (int row = 0; row < table.rowCount(); ++row)
        ASSERT_EQ(&table.launchAt(row), &comparison->launches[std::size_t(row)]);
}

TEST(ComparisonTable, NumbersInNamesAreInTheOrderOfPeople) {
    EXPECT_TRUE(naturallyLess("n=64", "n=1024"));
    EXPECT_FALSE(naturallyLess("n=1024", "n=64"));
    EXPECT_TRUE(naturallyLess("a", "a1"));
    EXPECT_TRUE(naturallyLess("a2b", "a10a"));
    EXPECT_FALSE(naturallyLess("x7", "x7"));
}

TEST(ComparisonTable, OfOwnDevicesASpecWithoutRecordsIsShownAsSimulated) {
    auto comparison = std::make_shared<comparison::Comparison>();
    for (const auto& [spec, name, device] : {std::tuple{"measured", "both", "own"},
                                             {"measured", "both", "another"},
                                             {"measured", "elsewhere", "another"},
                                             {"measured", "elsewhere", ""},
                                             {"measured", "nowhere", ""},
                                             {"other", "both", "another"},
                                             {"other", "both", ""}}) {
        comparison::ComparedLaunch launch;
        launch.spec = spec;
        launch.launch = name;
        launch.device = device;
        launch.ownDevice = launch.device != "another";
        if (launch.device.empty())
            launch.kernelTime.exclusion = launch.launch == "nowhere" ? comparison::Exclusion::NotMeasured
                                                                     : comparison::Exclusion::OtherDevice;
        comparison->launches.push_back(launch);
    }
    ComparisonTable table;
    table.setComparison(comparison, {});
    const auto rows = [&](const ComparisonFilter& filter) {
        table.setFilter(filter);
        QStringList all;
        for (int row = 0; row < table.rowCount(); ++row)
            all.append(cell(table, row, ComparisonTable::Spec).left(1) + QLatin1Char(' ') +
                       cell(table, row, ComparisonTable::Launch) + QLatin1Char(' ') +
                       cell(table, row, ComparisonTable::Device));
        return all.join(QLatin1Char(',')).toStdString();
    };
    ComparisonFilter own;
    own.ownDevice = true;
    EXPECT_EQ(rows(own), "m both own,m nowhere ,o both ");
    EXPECT_EQ(rows({}), "m both own,m both another,m elsewhere another,m nowhere ,o both another");
    ComparisonFilter named;
    named.device = QStringLiteral("another");
    EXPECT_EQ(rows(named), "m both another,m elsewhere another,m nowhere ,o both another");
    comparison::ComparisonSummary summary;
    summary.device = "another";
    summary.ownDevice = false;
    EXPECT_FALSE(own.takes(summary));
    EXPECT_TRUE(named.takes(summary));
    EXPECT_TRUE(ComparisonFilter{}.takes(summary));
}

TEST(ComparisonTable, FiltersByAllWordsDeviceAndCaches) {
    const auto comparison = manyLaunches(300, 11);
    ComparisonTable table;
    const QAbstractItemModelTester tester(&table, fatalInTable);
    table.setComparison(comparison, {});
    table.setFilter({QStringLiteral("N=1 Bandwidth"), QStringLiteral("GPU one"), records::CacheState::Cold});
    int expected = 0;
    for (const comparison::ComparedLaunch& launch : comparison->launches)
        if ((launch.launch + launch.family).find("n=1") != std::string::npos && launch.boundBy == "bandwidth" &&
            launch.device == "GPU one" && launch.cache == records::CacheState::Cold)
            ++expected;
    ASSERT_GT(expected, 0);
    EXPECT_EQ(table.rowCount(), expected);
    table.setFilter({QStringLiteral("no such launch"), {}, {}});
    EXPECT_EQ(table.rowCount(), 0);
    table.setFilter({});
    EXPECT_EQ(table.rowCount(), 300);
}

TEST(ComparisonTable, GrowsWhileAComparisonRuns) {
    const auto comparison = manyLaunches(100, 13);
    const auto half = [&](std::size_t from, std::size_t to) {
        return std::make_shared<const std::vector<comparison::ComparedLaunch>>(
            comparison->launches.begin() + std::ptrdiff_t(from),
            comparison->launches.begin() + std::ptrdiff_t(to));
    };
    ComparisonTable table;
    const QAbstractItemModelTester tester(&table, fatalInTable);
    QSignalSpy inserted(&table, &QAbstractItemModel::rowsInserted);
    table.append(half(0, 60), {});
    table.append(half(60, 100), {});
    EXPECT_EQ(inserted.count(), 2);
    ASSERT_EQ(table.rowCount(), 100);
    EXPECT_EQ(table.launchAt(99).launch, comparison->launches[99].launch);
    EXPECT_EQ(table.devices(), (QStringList{QStringLiteral("GPU one"), QStringLiteral("GPU two")}));
}

TEST(ComparisonTable, TonesTellHowLargeAnErrorIs) {
    EXPECT_EQ(toneOfError(-0.1), Tone::Good);
    EXPECT_EQ(toneOfError(0.2), Tone::Fair);
    EXPECT_EQ(toneOfError(-0.21), Tone::Bad);
}

TEST(AccuracyTable, HoldsTheMetricsOfTheStudyLibrary) {
    const ComparisonOutcome outcome = comparisonOf("reduction");
    AccuracyTable table;
    const QAbstractItemModelTester tester(&table, fatalInTable);
    table.setSummaries(outcome.comparison->summaries, records::Quantity::KernelTime, {});
    ASSERT_GT(table.columnCount(), 2) << "a column for each device and state of caches";
    ASSERT_EQ(table.summaries().size() + 1, std::size_t(table.columnCount()));
    for (std::size_t i = 0; i < table.summaries().size(); ++i) {
        const comparison::ComparisonSummary& summary = table.summaries()[i];
        EXPECT_EQ(summary.quantity, records::Quantity::KernelTime);
        EXPECT_EQ(cell(table, 0, int(i) + 1).toInt(), int(summary.accuracy.count));
        EXPECT_EQ(cell(table, 1, int(i) + 1), percentText(summary.accuracy.mape));
    }
    ComparisonFilter one;
    one.device = QString::fromStdString(table.summaries().front().device);
    one.cache = table.summaries().front().cache;
    table.setSummaries(outcome.comparison->summaries, records::Quantity::WarpLatency, one);
    EXPECT_EQ(table.columnCount(), 2);
    table.setSummaries({}, records::Quantity::KernelTime, {});
    EXPECT_EQ(table.rowCount(), 0);
}

TEST(FamilyTree, RanksVariantsAsTheStudyLibraryDoes) {
    const ComparisonOutcome outcome = comparisonOf("reduction");
    std::size_t families = 0;
    for (const comparison::ComparisonSummary& summary : outcome.comparison->summaries)
        families += summary.families.size();
    ASSERT_GT(families, 0U);
    FamilyTree tree;
    const QAbstractItemModelTester tester(&tree, fatalInTable);
    tree.setSummaries(outcome.comparison->summaries, {});
    ASSERT_EQ(tree.rowCount(), int(families));
    const records::FamilyRanking& first = [&]() -> const records::FamilyRanking& {
        for (const comparison::ComparisonSummary& summary : outcome.comparison->summaries)
            if (!summary.families.empty()) return summary.families.front();
        return outcome.comparison->summaries.front().families.front();
    }();
    const QModelIndex family = tree.index(0, 0);
    ASSERT_EQ(tree.rowCount(family), int(first.variants.size()));
    EXPECT_EQ(tree.index(0, FamilyTree::MeasuredRank).data().toString().toStdString(), first.bestMeasured);
    EXPECT_EQ(tree.index(0, FamilyTree::Name, family).data().toString().toStdString(),
              first.variants.front().name);
    EXPECT_TRUE(
        tree.index(0, FamilyTree::MeasuredRank, family).data().toString().startsWith(QLatin1String("1.")));
    EXPECT_EQ(tree.parent(tree.index(0, 0, family)), family);
    EXPECT_EQ(tree.index(0, FamilyTree::Name).data().toString().toStdString(), first.family);
    EXPECT_EQ(tree.index(0, FamilyTree::Against).data().toString(),
              QString::fromStdString(titleOf(outcome.comparison->summaries.front())));
    EXPECT_EQ(tree.index(0, FamilyTree::Name, family).data(Qt::ToolTipRole).toString().toStdString(),
              first.variants.front().name);
}

} // namespace

} // namespace warpstring::gui
