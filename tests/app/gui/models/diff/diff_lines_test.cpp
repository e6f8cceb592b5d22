// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/diff/diff_lines.h"

#include <QAbstractItemModelTester>

#include "stringmodel/line_costs.h"
#include "tests/app/gui/written_kernel.h"

namespace warpstring::gui {

namespace {

/// Lines 3 to 6: a load, two that an edit changes or drops, a store.
SharedAnalysis plain() {
    static const SharedAnalysis analysis = test::analysisOfKernel(
        test::kernelOf("    float x = in[i];\n    x = x + 1;\n    x = x * 2;\n    out[i] = x;\n"),
        "geforce-8800-gtx");
    return analysis;
}
SharedAnalysis edited() {
    static const SharedAnalysis analysis = test::analysisOfKernel(
        test::kernelOf(
            "    float x = in[i];\n    x = x / 3 / (x + 5);\n    x = x * 2;\n    // new\n    out[i] = x;\n"),
        "geforce-8800-gtx");
    return analysis;
}

TEST(DiffLines, StandBesideWhatTheyBecame) {
    const DiffLines lines = diffLines(*plain(), *edited(), TimeUnit::Cycles);
    const auto row = [&](DiffSide side, int line) -> const DiffLine& {
        for (const DiffLine& each : lines.rows)
            if (each.line(side) == line) return each;
        ADD_FAILURE() << "no line " << line;
        return lines.rows.front();
    };
    EXPECT_EQ(row(DiffSide::Left, 3).match, LineMatch::Same);
    EXPECT_EQ(row(DiffSide::Left, 4).match, LineMatch::Edited);
    EXPECT_EQ(row(DiffSide::Left, 4).right, 4);
    EXPECT_EQ(row(DiffSide::Right, 6).match, LineMatch::RightAlone);
    EXPECT_EQ(row(DiffSide::Right, 6).left, 0);
    EXPECT_EQ(row(DiffSide::Left, 6).right, 7);
    const DiffLines back = diffLines(*edited(), *plain(), TimeUnit::Cycles);
    int alone = 0;
    for (const DiffLine& each : back.rows) alone += each.match == LineMatch::LeftAlone ? 1 : 0;
    EXPECT_EQ(alone, 1);
    EXPECT_EQ(back.rows.size(), lines.rows.size());
}

TEST(DiffLines, EveryLineOfBothSidesHasOneRowInItsOrder) {
    const DiffLines lines = diffLines(*plain(), *edited(), TimeUnit::Cycles);
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right}) {
        int next = 1;
        for (const DiffLine& each : lines.rows)
            if (each.line(side) > 0) {
                EXPECT_EQ(each.line(side), next++);
            }
        const std::string& text = (side == DiffSide::Left ? plain() : edited())->request.sourceText;
        EXPECT_EQ(next - 2, std::count(text.begin(), text.end(), '\n'));
    }
}

TEST(DiffLines, TellEachSidesCostAndWhereItDiffersMost) {
    const DiffLines lines = diffLines(*plain(), *edited(), TimeUnit::Cycles);
    for (const DiffLine& each : lines.rows) {
        const auto costs = lineCosts(plain()->simulation, *plain()->pdg);
        const auto found = costs.lines.find(each.left);
        EXPECT_DOUBLE_EQ(each.leftCost, found != costs.lines.end() ? found->second.cycles : 0);
    }
    ASSERT_TRUE(lines.hottest);
    EXPECT_EQ(lines.rows[*lines.hottest].left, 4) << "two divisions";
    EXPECT_DOUBLE_EQ(lines.most, lines.rows[*lines.hottest].difference());
    EXPECT_TRUE(lines.differ());
    EXPECT_FALSE(diffLines(*plain(), *plain(), TimeUnit::Cycles).differ());
}

TEST(DiffLines, OneSourceOnTwoDevicesHasBothCosts) {
    const auto older = test::analysisOf("scan/scan-init", "geforce-8800-gtx"),
               newer = test::analysisOf("scan/scan-init", "nvidia-h200");
    const DiffLines lines = diffLines(*older, *newer, TimeUnit::Nanoseconds);
    double left = 0, right = 0;
    for (const DiffLine& each : lines.rows) {
        EXPECT_EQ(each.match, LineMatch::Same);
        EXPECT_EQ(each.left, each.right);
        left += each.leftCost;
        right += each.rightCost;
    }
    // What warps wait before their first instruction has no line.
    const auto ns = [](const Analysis& of) {
        const double inLines =
            of.simulation.warpLatencyCycles() - lineCosts(of.simulation, *of.pdg).elsewhere.cycles;
        return inLines * 1e3 / of.spec().execution.clockMhz;
    };
    EXPECT_NEAR(left, ns(*older), 0.02 * left) << "each side by its own clock";
    EXPECT_NEAR(right, ns(*newer), 0.02 * right);
}

TEST(DiffLineTable, TintsTheCostlierSide) {
    DiffLineTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.setLines(diffLines(*plain(), *edited(), TimeUnit::Cycles));
    const int row = table.rowOf(DiffSide::Left, 4);
    ASSERT_GE(row, 0);
    EXPECT_EQ(table.index(row, DiffLineTable::RightCost).data(DiffLineTable::TintRole).toDouble(), 1);
    EXPECT_EQ(table.index(row, DiffLineTable::LeftCost).data(DiffLineTable::TintRole).toDouble(), 0);
    EXPECT_EQ(table.index(row, DiffLineTable::Mark).data().toString(), QStringLiteral("\u25c6~"));
    const int added = table.rowOf(DiffSide::Right, 6);
    EXPECT_TRUE(table.index(added, DiffLineTable::LeftText).data(DiffLineTable::MissingRole).toBool());
    EXPECT_FALSE(table.index(added, DiffLineTable::RightText).data(DiffLineTable::MissingRole).toBool());
    EXPECT_EQ(table.index(added, DiffLineTable::Mark).data().toString(), QStringLiteral("+"));
    EXPECT_EQ(table.rowOf(DiffSide::Left, 99), -1);
}

} // namespace

} // namespace warpstring::gui
