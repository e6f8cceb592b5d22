// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads/threads_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "app/gui/drawing/lane_picture.h"
#include "app/gui/models/threads/replay_table_model.h"
#include "app/gui/models/threads/threads_loader.h"
#include "stringmodel/string/notation.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using test::analysisOf;

SharedThreadsGraph graphOf(const SharedAnalysis& analysis, bool asWritten = true) {
    GraphCache graphs;
    auto graph = threadsGraph(analysis, asWritten, graphs);
    EXPECT_TRUE(graph.ok());
    return *graph;
}

/// The first subject at a line, of a kind.
int subjectAt(const ThreadsView& view, int line, StepSubject::Kind kind) {
    const auto& subjects = view.graph()->subjects;
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].place.at.line == line && subjects[i].kind == kind) return static_cast<int>(i);
    return -1;
}

class ThreadsOfScan : public testing::Test {
protected:
    ThreadsOfScan() { view_.setGraph(graphOf(analysis_)); }

    SharedAnalysis analysis_ = analysisOf("scan/scan-init");
    ThreadsView view_;
};

// The analysis has the loops unrolled; the pane shows them as the source and the paper do.
TEST_F(ThreadsOfScan, BeginsWithTheFirstConditionInALoop) {
    ASSERT_NE(view_.subject(), nullptr);
    EXPECT_EQ(view_.subject()->place.at.line, 22);
    EXPECT_EQ(view_.stepCount(), 8U);
    EXPECT_NE(view_.graph()->pdg, analysis_->pdg);
    EXPECT_EQ(graphOf(analysis_, false)->pdg, analysis_->pdg);
}

// Step 4 has one active work-item in sixteen.
TEST_F(ThreadsOfScan, SaysWhatAStepDoes) {
    view_.setStep(4);
    EXPECT_EQ(view_.lanes()->activeWarps, 4);
    EXPECT_EQ(view_.summary(), QStringLiteral("4 of 4 warps active; 2 of 32 lanes active in warp 0"));
    EXPECT_TRUE(view_.itemText(15).endsWith(QStringLiteral(": active"))) << view_.itemText(15).toStdString();
    EXPECT_TRUE(view_.itemText(16).endsWith(QStringLiteral(": masked")));
    view_.setSubject(subjectAt(view_, 23, StepSubject::Kind::Access));
    EXPECT_EQ(view_.step(), 4U) << "accesses behind the condition have its steps";
    view_.setStep(0);
    EXPECT_TRUE(view_.summary().contains(QStringLiteral("worst bank conflict 2-way: 32 cycles")))
        << view_.summary().toStdString();
    // Work-item 3 of group 1 reads shared[7].
    view_.setGroup({1, 0, 0});
    EXPECT_EQ(view_.itemText(3),
              QStringLiteral(
                  "lane 3 of warp 0, local ID 3, global ID 131: active, byte 28, bank 7 (one of 2 turns)"));
}

// The tile loop of a matrix product: in every iteration of it the inner loop reads another part of `a`.
TEST(ThreadsView, GoesThroughIterationsOfLoopsAround) {
    const SharedAnalysis analysis = analysisOf("matmul/matmul-tiled");
    ThreadsView view;
    view.setGraph(graphOf(analysis));
    int inner = -1;
    const auto& subjects = view.graph()->subjects;
    for (std::size_t i = 0; i < subjects.size() && inner < 0; ++i)
        if (subjects[i].loop != none && view.graph()->pdg->loops[subjects[i].loop].parent != none)
            inner = static_cast<int>(i);
    ASSERT_GE(inner, 0);
    view.setSubject(inner);
    ASSERT_EQ(view.loopsAround().size(), 1U);
    EXPECT_EQ(view.loopsAround()[0].at, 0U);
    const quint64 tiles = view.loopsAround()[0].count;
    EXPECT_GT(tiles, 1U);
    QSignalSpy changed(&view, &ThreadsView::stepChanged);
    view.setIteration(0, 3);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(view.loopsAround()[0].at, 3U);
    EXPECT_TRUE(view.stepText().contains(QStringLiteral("in iteration 3 of %1 of the loop of line").arg(tiles)))
        << view.stepText().toStdString();
    view.setIteration(0, UINT64_MAX);
    EXPECT_EQ(view.loopsAround()[0].at, tiles - 1);
    view.setIteration(7, 1); // there is no such loop
    EXPECT_EQ(changed.count(), 2);
    // Another loop begins anew.
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].loop != subjects[std::size_t(inner)].loop) {
            view.setSubject(static_cast<int>(i));
            break;
        }
    for (const auto& loop : view.loopsAround()) EXPECT_EQ(loop.at, 0U);
}

TEST_F(ThreadsOfScan, ClipsStepsAndGroups) {
    view_.setStep(1'000'000);
    EXPECT_EQ(view_.step(), 7U);
    view_.setGroup({UINT64_MAX, 5, 5});
    EXPECT_EQ(view_.group(), (GroupId{view_.groupCounts()[0] - 1, 0, 0}));
    view_.chooseWarp(99);
    EXPECT_EQ(view_.warp(), 3);
    view_.chooseWarp(-5);
    EXPECT_EQ(view_.warp(), 0);
}

TEST_F(ThreadsOfScan, FollowsTheSelectionAndLeadsBack) {
    EXPECT_TRUE(view_.showFocus(analysis_->elements.fromLine(24)));
    EXPECT_EQ(view_.subject()->place.at.line, 24);
    EXPECT_TRUE(view_.focus().hasLine(24));
    EXPECT_FALSE(view_.showFocus({}));
    EXPECT_EQ(view_.subject()->place.at.line, 24);
    view_.setGraph(graphOf(analysis_, false));
    EXPECT_EQ(view_.subject()->place.at.line, 24) << "another shape keeps the line";
    for (const auto& access : analysis_->pdg->accesses) {
        ASSERT_TRUE(view_.showFocus(analysis_->elements.fromStatement(access.statement)));
        EXPECT_EQ(view_.subject()->access, access.id);
        EXPECT_TRUE(view_.focus().hasStatement(access.statement));
    }
}

TEST_F(ThreadsOfScan, KeepsItsPlaceWhenTheSourceIsAnalysedAgain) {
    view_.setSubject(subjectAt(view_, 36, StepSubject::Kind::Condition));
    view_.setGroup({7, 0, 0});
    view_.setStep(5);
    view_.setGraph(graphOf(analysisOf("scan/scan-init", "nvidia-h200")));
    EXPECT_EQ(view_.subject()->place.at.line, 36);
    EXPECT_EQ(view_.step(), 5U);
    EXPECT_EQ(view_.group()[0], 7U);
    view_.setGraph(graphOf(analysisOf("matmul/matmul-tiled")));
    EXPECT_EQ(view_.step(), 0U);
    EXPECT_EQ(view_.group(), GroupId{});
    view_.setGraph(nullptr);
    EXPECT_EQ(view_.subject(), nullptr);
    EXPECT_FALSE(view_.lanes().has_value());
    EXPECT_FALSE(view_.summary().isEmpty());
}

TEST(ThreadsView, CountsTransactionsOfAStridedWrite) {
    ThreadsView view;
    for (const auto& [spec, bytes] : {std::pair("geforce-8800-gtx", 64), std::pair("nvidia-h200", 32)}) {
        view.setGraph(graphOf(analysisOf("transpose/transpose-strided-write", spec)));
        const auto& subjects = view.graph()->subjects;
        for (std::size_t i = 0; i < subjects.size(); ++i)
            if (subjects[i].text.starts_with("store")) view.setSubject(static_cast<int>(i));
        ASSERT_FALSE(view.lanes()->warps.empty());
        for (const auto& transaction : view.lanes()->warps[0].transactions)
            EXPECT_EQ(transaction.bytes, bytes) << spec;
        // A row of the tile per lane: no two lanes of a half-warp share a transaction.
        EXPECT_GE(view.lanes()->warps[0].transactions.size(), 16U) << spec;
    }
}

// The launch says how many trips the loop makes, not who makes them.
TEST(ThreadsView, NamesNobodyWhereAnAnnotationDecides) {
    ThreadsView view;
    view.setGraph(graphOf(analysisOf("mandelbrot/mandelbrot-sizes")));
    const auto& subjects = view.graph()->subjects;
    for (std::size_t i = 0; i < subjects.size(); ++i)
        if (subjects[i].kind == StepSubject::Kind::Loop) view.setSubject(static_cast<int>(i));
    ASSERT_EQ(view.subject()->kind, StepSubject::Kind::Loop);
    EXPECT_TRUE(view.lanes()->active.empty());
    EXPECT_FALSE(view.lanes()->perhaps.empty());
    EXPECT_TRUE(view.summary().contains(QStringLiteral("perhaps"))) << view.summary().toStdString();
    EXPECT_TRUE(view.doubt().contains(QStringLiteral("annotation")));
    EXPECT_TRUE(view.itemText(0).contains(QStringLiteral("perhaps active")));
    for (const auto& text : view.subjectTexts()) EXPECT_LT(text.size(), 200);
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
        EXPECT_EQ(model.index(rows, 2).data().toString().toStdString(), shortNumber(expected.activeWarpSteps));
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
    ThreadsView view;
    view.setGraph(graphOf(analysisOf("scan/scan-init")));
    view.setSubject(subjectAt(view, 23, StepSubject::Kind::Access));
    const auto scene = laneScene(view);
    ASSERT_TRUE(scene.has_value());
    for (const double width : {420.0, 900.0}) {
        const auto layout = layoutLanes(*scene, width, false);
        for (int item = 0; item < scene->step.groupSize; ++item)
            EXPECT_EQ(layout.hit(layout.grid.cellOf(item).center()).item, item);
        EXPECT_TRUE(layout.hit({-5, -5}).empty());
        ASSERT_TRUE(layout.banks.has_value());
        ASSERT_EQ(layout.banks->blocks.size(), 2U);
        const auto& block = layout.banks->blocks[1];
        EXPECT_EQ(layout.hit(block.origin + QPointF(1, layout.banks->cell * 3.5)).item, view.warp() * 32 + 19);
    }
}

} // namespace

} // namespace warpstring::gui
