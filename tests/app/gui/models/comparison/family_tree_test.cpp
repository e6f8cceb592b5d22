// SPDX-License-Identifier: GPL-3.0-or-later
// Families of variants with figures made up.
#include "app/gui/models/comparison/family_tree.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

constexpr auto fatalInTree = QAbstractItemModelTester::FailureReportingMode::Fatal;

/// Three variants measured at 10, 20 and 40 us: the simulation has the slowest right and swaps the other two.
comparison::ComparisonSummary swapped() {
    comparison::ComparisonSummary summary;
    summary.spec = "a-spec";
    summary.device = "A GPU";
    summary.families = records::rankFamilies(
        {{"tiled", "matmul", 22, 10}, {"naive", "matmul", 21, 20}, {"strided", "matmul", 39, 40}});
    return summary;
}

QString shown(const FamilyTree& tree, int row, int column, const QModelIndex& parent = {}) {
    return tree.index(row, column, parent).data().toString();
}

TEST(FamilyTreeOfThree, TellsTauPairsAndWhatTheWrongPickCosts) {
    FamilyTree tree;
    const QAbstractItemModelTester tester(&tree, fatalInTree);
    tree.setSummaries({swapped()}, {});
    ASSERT_EQ(tree.rowCount(), 1);
    EXPECT_EQ(shown(tree, 0, FamilyTree::Name), QStringLiteral("matmul"));
    EXPECT_EQ(shown(tree, 0, FamilyTree::Pairs), QStringLiteral("2/3")) << "of three pairs one is swapped";
    EXPECT_EQ(shown(tree, 0, FamilyTree::Tau), QStringLiteral("0.33")) << "(2 - 1) / 3";
    EXPECT_EQ(shown(tree, 0, FamilyTree::MeasuredRank), QStringLiteral("tiled"));
    EXPECT_EQ(shown(tree, 0, FamilyTree::SimulatedRank), QStringLiteral("naive"));
    EXPECT_EQ(shown(tree, 0, FamilyTree::Loss), QStringLiteral("+100 %")) << "20 us in place of 10";
    EXPECT_EQ(shown(tree, 0, FamilyTree::Against), QStringLiteral("a-spec against A GPU"));
    const auto tone = [&](int column) { return tree.index(0, column).data(ComparisonTable::ToneRole); };
    EXPECT_EQ(tone(FamilyTree::SimulatedRank).toInt(), int(Tone::Bad));
    EXPECT_EQ(tone(FamilyTree::Loss).toInt(), int(Tone::Bad));
    EXPECT_FALSE(tone(FamilyTree::Tau).isValid());
    EXPECT_EQ(tree.index(0, 0).data(Qt::ToolTipRole).toString(),
              QStringLiteral("matmul\n3 variants, a-spec against A GPU"));
}

TEST(FamilyTreeOfThree, VariantsStandInTheMeasuredOrderWithBothRanks) {
    FamilyTree tree;
    tree.setSummaries({swapped()}, {});
    const QModelIndex family = tree.index(0, 0);
    ASSERT_EQ(tree.rowCount(family), 3);
    const char* const names[] = {"tiled", "naive", "strided"};
    const char* const measured[] = {"1. (10 us)", "2. (20 us)", "3. (40 us)"};
    const char* const simulated[] = {"2. (22 us)", "1. (21 us)", "3. (39 us)"};
    for (int row = 0; row < 3; ++row) {
        EXPECT_EQ(shown(tree, row, FamilyTree::Name, family), QLatin1String(names[row]));
        EXPECT_EQ(shown(tree, row, FamilyTree::MeasuredRank, family), QLatin1String(measured[row]));
        EXPECT_EQ(shown(tree, row, FamilyTree::SimulatedRank, family), QLatin1String(simulated[row]));
        EXPECT_EQ(shown(tree, row, FamilyTree::Tau, family), QString()) << "which is the family's";
        EXPECT_EQ(tree.index(row, FamilyTree::SimulatedRank, family).data(ComparisonTable::ToneRole).toInt(),
                  int(row == 2 ? Tone::Plain : Tone::Fair));
        EXPECT_EQ(tree.rowCount(tree.index(row, 0, family)), 0) << "nothing is below a variant";
    }
}

TEST(FamilyTreeOfThree, TheRightPickCostsNothing) {
    comparison::ComparisonSummary summary = swapped();
    summary.families = records::rankFamilies({{"tiled", "matmul", 11, 10}, {"naive", "matmul", 21, 20}});
    FamilyTree tree;
    tree.setSummaries({summary}, {});
    EXPECT_EQ(shown(tree, 0, FamilyTree::Tau), QStringLiteral("1.00"));
    EXPECT_EQ(shown(tree, 0, FamilyTree::Loss), QString());
    EXPECT_EQ(tree.index(0, FamilyTree::SimulatedRank).data(ComparisonTable::ToneRole).toInt(),
              int(Tone::Good));
}

TEST(FamilyTreeOfThree, AFilterLeavesTheDeviceAndTheCachesThatItNames) {
    comparison::ComparisonSummary other = swapped(), cold = swapped(), without = swapped();
    other.device = "another GPU";
    cold.cache = records::CacheState::Cold;
    without.families.clear();
    const std::vector<comparison::ComparisonSummary> all{swapped(), other, cold, without};
    FamilyTree tree;
    const QAbstractItemModelTester tester(&tree, fatalInTree);
    tree.setSummaries(all, {});
    EXPECT_EQ(tree.rowCount(), 3) << "a summary without families has no row";
    EXPECT_EQ(shown(tree, 2, FamilyTree::Against), QStringLiteral("a-spec against A GPU, caches cold"));
    ComparisonFilter filter;
    filter.device = QStringLiteral("A GPU");
    tree.setSummaries(all, filter);
    EXPECT_EQ(tree.rowCount(), 2);
    filter.cache = records::CacheState::Cold;
    tree.setSummaries(all, filter);
    EXPECT_EQ(tree.rowCount(), 1);
    filter.device = QStringLiteral("A");
    tree.setSummaries(all, filter);
    EXPECT_EQ(tree.rowCount(), 0) << "a device is named whole";
}

TEST(FamilyTreeOfThree, EveryColumnHasATitle) {
    const FamilyTree tree;
    for (int column = 0; column < FamilyTree::ColumnCount; ++column)
        EXPECT_FALSE(tree.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty()) << column;
    EXPECT_FALSE(tree.headerData(FamilyTree::ColumnCount, Qt::Horizontal, Qt::DisplayRole).isValid());
    EXPECT_FALSE(tree.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
    EXPECT_TRUE(tree.headerData(FamilyTree::Tau, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("Kendall")));
}

} // namespace

} // namespace warpstring::gui
