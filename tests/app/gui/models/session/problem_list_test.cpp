// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/problem_list.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

const Diagnostics some{{"a.note", Severity::Note, {"/k/a.cl", 4, 0}, "by the way", ""},
                       {"b.error", Severity::Error, {"/k/a.cl", 7, 3}, "wrong", "mend it"},
                       {"c.warning", Severity::Warning, {"/k/a.toml", 0, 0}, "doubtful", "look"},
                       {"d.error", Severity::Error, {}, "wrong too", ""}};

TEST(ProblemList, IsAGoodModel) {
    ProblemList list;
    const QAbstractItemModelTester tester(&list, QAbstractItemModelTester::FailureReportingMode::Fatal);
    list.setProblems(some, {"every lane is alike", "L2 holds all"});
    EXPECT_EQ(list.rowCount(), 6);
    EXPECT_EQ(list.columnCount(), ProblemList::Columns);
    list.setProblems({}, {});
    EXPECT_EQ(list.rowCount(), 0);
    list.setProblems(some, {});
    EXPECT_EQ(list.rowCount(), 4);
}

TEST(ProblemList, ListsTheWorstFirstAndAssumptionsLast) {
    ProblemList list;
    list.setProblems(some, {"every lane is alike"});
    QStringList kinds, codes;
    for (int row = 0; row < list.rowCount(); ++row) {
        kinds += list.index(row, ProblemList::KindColumn).data().toString();
        codes += list.index(row, ProblemList::CodeColumn).data().toString();
    }
    EXPECT_EQ(kinds.join(QLatin1Char(' ')), QStringLiteral("error error warning note assumption"));
    EXPECT_EQ(codes.join(QLatin1Char(' ')), QStringLiteral("b.error d.error c.warning a.note "));
    EXPECT_EQ(list.count(Severity::Error), 2);
    EXPECT_EQ(list.count(Severity::Warning), 1);
    EXPECT_EQ(list.count(Severity::Note), 1) << "an assumption is no note";
}

TEST(ProblemList, SaysWhereWhatAndHow) {
    ProblemList list;
    list.setProblems(some, {"every lane is alike"});
    EXPECT_EQ(list.index(0, ProblemList::PlaceColumn).data().toString(), QStringLiteral("a.cl:7:3"));
    EXPECT_EQ(list.index(0, ProblemList::MessageColumn).data().toString(), QStringLiteral("wrong"));
    EXPECT_EQ(list.index(0, ProblemList::HintColumn).data().toString(), QStringLiteral("mend it"));
    EXPECT_TRUE(list.index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("/k/a.cl")));
    EXPECT_EQ(list.index(2, ProblemList::PlaceColumn).data().toString(), QStringLiteral("a.toml"));
    EXPECT_EQ(list.placeOf(0).line, 7);
    EXPECT_EQ(list.placeOf(4), SourceLocation{});
    EXPECT_EQ(list.placeOf(-1), SourceLocation{});
    EXPECT_EQ(list.placeOf(99), SourceLocation{});
    for (int column = 0; column < ProblemList::Columns; ++column)
        EXPECT_FALSE(list.headerData(column, Qt::Horizontal).toString().isEmpty());
}

} // namespace

} // namespace warpstring::gui
