// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads/step_cursor.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/gui/drawing/lane_picture.h"
#include "app/gui/models/threads/replay_table_model.h"
#include "app/gui/models/threads/threads_loader.h"
#include "stringmodel/string/notation.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

using evaluation::StepSubject;

namespace {

using test::analysisOf;

SharedThreadsGraph graphOf(const SharedAnalysis& analysis, bool asWritten = true) {
    batch::GraphCache graphs;
    auto graph = threadsGraph(analysis, asWritten, graphs);
    EXPECT_TRUE(graph.ok());
    return *graph;
}

/// The first subject at a line, of a kind.
int subjectAt(const StepCursor& cursor, int line, StepSubject::Kind kind) {
    const auto& subjects = cursor.graph()->subjects;
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].place.at.line == line && subjects[i].kind == kind) return static_cast<int>(i);
    return -1;
}

class ThreadsOfScan : public testing::Test {
protected:
    ThreadsOfScan() { cursor_.setGraph(graphOf(analysis_)); }

    SharedAnalysis analysis_ = analysisOf("scan/scan-init");
    StepCursor cursor_;
};

// The analysis has the loops unrolled; the pane shows them as the source and the paper do.
TEST_F(ThreadsOfScan, BeginsWithTheFirstConditionInALoop) {
    ASSERT_NE(cursor_.subject(), nullptr);
    EXPECT_EQ(cursor_.subject()->place.at.line, 22);
    EXPECT_EQ(cursor_.stepCount(), 8U);
    EXPECT_NE(cursor_.graph()->pdg, analysis_->pdg);
    EXPECT_EQ(graphOf(analysis_, false)->pdg, analysis_->pdg);
}

// Step 4 has one active work-item in sixteen.
TEST_F(ThreadsOfScan, SaysWhatAStepDoes) {
    cursor_.setStep(4);
    EXPECT_EQ(cursor_.lanes()->activeWarps, 4);
    EXPECT_EQ(cursor_.summary(), QStringLiteral("4 of 4 warps active; 2 of 32 lanes active in warp 0"));
    EXPECT_TRUE(cursor_.itemText(15).endsWith(QStringLiteral(": active")))
        << cursor_.itemText(15).toStdString();
    EXPECT_TRUE(cursor_.itemText(16).endsWith(QStringLiteral(": masked")));
    cursor_.setSubject(subjectAt(cursor_, 23, StepSubject::Kind::Access));
    EXPECT_EQ(cursor_.step(), 4U) << "accesses behind the condition have its steps";
    cursor_.setStep(0);
    EXPECT_TRUE(cursor_.summary().contains(QStringLiteral("worst bank conflict 2-way: 32 cycles")))
        << cursor_.summary().toStdString();
    // Work-item 3 of group 1 reads shared[7].
    cursor_.setGroup({1, 0, 0});
    EXPECT_EQ(cursor_.itemText(3),
              QStringLiteral(
                  "lane 3 of warp 0, local ID 3, global ID 131: active, byte 28, bank 7 (one of 2 turns)"));
}

// The tile loop of a matrix product: in every iteration of it the inner loop reads another part of `a`.
TEST(StepCursor, GoesThroughIterationsOfLoopsAround) {
    const SharedAnalysis analysis = analysisOf("matmul/matmul-tiled");
    StepCursor cursor;
    cursor.setGraph(graphOf(analysis));
    int inner = -1;
    const auto& subjects = cursor.graph()->subjects;
    for (std::size_t i = 0; i < subjects.size() && inner < 0; ++i)
        if (subjects[i].loop != none && cursor.graph()->pdg->loops[subjects[i].loop].parent != none)
            inner = static_cast<int>(i);
    ASSERT_GE(inner, 0);
    cursor.setSubject(inner);
    ASSERT_EQ(cursor.loopsAround().size(), 1U);
    EXPECT_EQ(cursor.loopsAround()[0].at, 0U);
    const quint64 tiles = cursor.loopsAround()[0].count;
    EXPECT_GT(tiles, 1U);
    QSignalSpy changed(&cursor, &StepCursor::stepChanged);
    cursor.setIteration(0, 3);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(cursor.loopsAround()[0].at, 3U);
    EXPECT_TRUE(
        cursor.stepText().contains(QStringLiteral("in iteration 3 of %1 of the loop of line").arg(tiles)))
        << cursor.stepText().toStdString();
    cursor.setIteration(0, UINT64_MAX);
    EXPECT_EQ(cursor.loopsAround()[0].at, tiles - 1);
    cursor.setIteration(7, 1); // there is no such loop
    EXPECT_EQ(changed.count(), 2);
    // Another loop begins anew.
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].loop != subjects[std::size_t(inner)].loop) {
            cursor.setSubject(static_cast<int>(i));
            break;
        }
    for (const auto& loop : cursor.loopsAround()) EXPECT_EQ(loop.at, 0U);
}

TEST_F(ThreadsOfScan, ClipsStepsAndGroups) {
    cursor_.setStep(1'000'000);
    EXPECT_EQ(cursor_.step(), 7U);
    cursor_.setGroup({UINT64_MAX, 5, 5});
    EXPECT_EQ(cursor_.group(), (evaluation::GroupId{cursor_.groupCounts()[0] - 1, 0, 0}));
    cursor_.chooseWarp(99);
    EXPECT_EQ(cursor_.warp(), 3);
    cursor_.chooseWarp(-5);
    EXPECT_EQ(cursor_.warp(), 0);
}

TEST_F(ThreadsOfScan, FollowsTheSelectionAndLeadsBack) {
    EXPECT_TRUE(cursor_.showFocus(analysis_->elements.fromLine(24)));
    EXPECT_EQ(cursor_.subject()->place.at.line, 24);
    EXPECT_TRUE(cursor_.focus().hasLine(24));
    EXPECT_FALSE(cursor_.showFocus({}));
    EXPECT_EQ(cursor_.subject()->place.at.line, 24);
    cursor_.setGraph(graphOf(analysis_, false));
    EXPECT_EQ(cursor_.subject()->place.at.line, 24) << "another shape keeps the line";
    for (const auto& access : analysis_->pdg->accesses) {
        ASSERT_TRUE(cursor_.showFocus(analysis_->elements.fromStatement(access.statement)));
        EXPECT_EQ(cursor_.subject()->access, access.id);
        EXPECT_TRUE(cursor_.focus().hasStatement(access.statement));
    }
}

TEST_F(ThreadsOfScan, KeepsItsPlaceWhenTheSourceIsAnalysedAgain) {
    cursor_.setSubject(subjectAt(cursor_, 36, StepSubject::Kind::Condition));
    cursor_.setGroup({7, 0, 0});
    cursor_.setStep(5);
    cursor_.setGraph(graphOf(analysisOf("scan/scan-init", "nvidia-h200")));
    EXPECT_EQ(cursor_.subject()->place.at.line, 36);
    EXPECT_EQ(cursor_.step(), 5U);
    EXPECT_EQ(cursor_.group()[0], 7U);
    cursor_.setGraph(graphOf(analysisOf("matmul/matmul-tiled")));
    EXPECT_EQ(cursor_.step(), 0U);
    EXPECT_EQ(cursor_.group(), evaluation::GroupId{});
    cursor_.setGraph(nullptr);
    EXPECT_EQ(cursor_.subject(), nullptr);
    EXPECT_FALSE(cursor_.lanes().has_value());
    EXPECT_FALSE(cursor_.summary().isEmpty());
}

TEST(StepCursor, CountsTransactionsOfAStridedWrite) {
    StepCursor cursor;
    for (const auto& [spec, bytes] : {std::pair("geforce-8800-gtx", 64), std::pair("nvidia-h200", 32)}) {
        cursor.setGraph(graphOf(analysisOf("transpose/transpose-strided-write", spec)));
        const auto& subjects = cursor.graph()->subjects;
        for (std::size_t i = 0; i < subjects.size(); ++i)
            if (subjects[i].text.starts_with("store")) cursor.setSubject(static_cast<int>(i));
        ASSERT_FALSE(cursor.lanes()->warps.empty());
        for (const auto& transaction : cursor.lanes()->warps[0].transactions)
            EXPECT_EQ(transaction.bytes, bytes) << spec;
        // A row of the tile per lane: no two lanes of a half-warp share a transaction.
        EXPECT_GE(cursor.lanes()->warps[0].transactions.size(), 16U) << spec;
    }
}

// The launch says how many trips the loop makes, not who makes them.
TEST(StepCursor, NamesNobodyWhereAnAnnotationDecides) {
    StepCursor cursor;
    cursor.setGraph(graphOf(analysisOf("mandelbrot/mandelbrot-sizes")));
    const auto& subjects = cursor.graph()->subjects;
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].kind == StepSubject::Kind::Loop) cursor.setSubject(static_cast<int>(i));
    ASSERT_EQ(cursor.subject()->kind, StepSubject::Kind::Loop);
    EXPECT_TRUE(cursor.lanes()->active.empty());
    EXPECT_FALSE(cursor.lanes()->perhaps.empty());
    EXPECT_TRUE(cursor.summary().contains(QStringLiteral("perhaps"))) << cursor.summary().toStdString();
    EXPECT_TRUE(cursor.doubt().contains(QStringLiteral("annotation")));
    EXPECT_TRUE(cursor.itemText(0).contains(QStringLiteral("perhaps active")));
    for (const auto& text : cursor.subjectTexts()) EXPECT_LT(text.size(), 200);
}

TEST(ReplayTableModel, HasTheFiguresOfTheReplay) {
    const auto analysis = analysisOf("scan/scan-init");
    const auto graph = graphOf(analysis);
    ReplayTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.columnCount(), 0);
    const auto replays = replay(*graph->pdg, graph->evaluation, analysis->spec());
    ASSERT_FALSE(replays.empty());
    for (const auto& expected : replays) {
        model.show(graph, expected.region);
        const int rows = static_cast<int>(expected.rows.size());
        ASSERT_EQ(model.rowCount(), rows + 3);
        ASSERT_EQ(model.columnCount(), 3 + 2 * static_cast<int>(expected.accesses.size()));
        for (int row = 0; row < rows; ++row) {
            const auto& own = expected.rows[static_cast<std::size_t>(row)];
            EXPECT_EQ(model.index(row, 2).data().toInt(), own.activeWarps);
            EXPECT_EQ(model.index(row, 4).data().toDouble(), own.cycles[0]);
            EXPECT_EQ(model.rowOfStep(static_cast<quint64>(own.firstStep)), row);
            EXPECT_EQ(model.stepOfRow(row), static_cast<quint64>(own.firstStep));
        }
        EXPECT_EQ(model.index(rows, 2).data().toString().toStdString(),
                  token_string::shortNumber(expected.activeWarpSteps));
        EXPECT_EQ(model.stepOfRow(rows), std::nullopt);
        EXPECT_EQ(model.rowOfStep(100), -1);
        QSet<QString> headings;
        for (int column = 0; column < model.columnCount(); ++column)
            headings.insert(model.headerData(column, Qt::Horizontal).toString());
        EXPECT_EQ(headings.size(), model.columnCount());
    }
    // Table 3 of the paper, with its erratum corrected.
    model.show(graph, replays.front().region);
    EXPECT_EQ(model.index(9, 2).data().toString(), QStringLiteral("27/32 = 0.844"));
    EXPECT_EQ(model.index(10, 4).data().toString(), QStringLiteral("172/32 = 5.38"));
    model.show(nullptr, std::nullopt);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(ThreadsLoader, TellsTheLatestAlone) {
    ThreadsLoader loader;
    QSignalSpy spy(&loader, &ThreadsLoader::loaded);
    QList<SharedThreadsGraph> told;
    QObject::connect(&loader, &ThreadsLoader::loaded, [&](const SharedThreadsGraph& graph) { told << graph; });
    const auto first = analysisOf("scan/scan-init"), second = analysisOf("matmul/matmul-naive");
    loader.load(first, true);
    loader.load(second, true);
    ASSERT_TRUE(spy.wait(30000));
    ASSERT_EQ(told.size(), 1);
    EXPECT_EQ(told[0]->analysis, second);
    loader.load(first, true);
    loader.cancel();
    EXPECT_FALSE(spy.wait(500));
}

TEST(ThreadsLoader, SaysWhyThereIsNoGraph) {
    auto broken = std::make_shared<Analysis>(*analysisOf("scan/scan-init"));
    broken->request.sourceText = "__kernel void scan_init(";
    ThreadsLoader loader;
    Diagnostics diagnostics;
    SharedThreadsGraph graph = graphOf(analysisOf("scan/scan-init"));
    QObject::connect(&loader, &ThreadsLoader::loaded,
                     [&](const SharedThreadsGraph& own, const Diagnostics& why) {
                         graph = own;
                         diagnostics = why;
                     });
    QSignalSpy spy(&loader, &ThreadsLoader::loaded);
    loader.load(broken, true);
    ASSERT_TRUE(spy.wait(30000));
    EXPECT_EQ(graph, nullptr);
    EXPECT_FALSE(diagnostics.empty());
}

// Under the mouse is what is drawn there, in all parts of the drawing.
TEST(LanePicture, FindsTheItemUnderThePoint) {
    StepCursor cursor;
    cursor.setGraph(graphOf(analysisOf("scan/scan-init")));
    cursor.setSubject(subjectAt(cursor, 23, StepSubject::Kind::Access));
    const auto scene = laneScene(cursor);
    ASSERT_TRUE(scene.has_value());
    for (const double width : {420.0, 900.0}) {
        const auto layout = layoutLanes(*scene, width, false);
        for (int item = 0; item < scene->step.groupSize; ++item)
            EXPECT_EQ(layout.hit(layout.grid.cellOf(item).center()).item, item);
        EXPECT_TRUE(layout.hit({-5, -5}).empty());
        ASSERT_TRUE(layout.banks.has_value());
        ASSERT_EQ(layout.banks->blocks.size(), 2U);
        const auto& block = layout.banks->blocks[1];
        EXPECT_EQ(layout.hit(block.origin + QPointF(1, layout.banks->cell * 3.5)).item,
                  cursor.warp() * 32 + 19);
    }
}

} // namespace

} // namespace warpstring::gui
