// SPDX-License-Identifier: GPL-3.0-or-later
// Source, string and graph mark and pin the same things.
#include <QHeaderView>
#include <QTableView>

#include "app/gui/panes/lines_pane.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowLinking : public test::WindowTest {
protected:
    void SetUp() override {
        test::WindowTest::SetUp();
        ASSERT_TRUE(openSample("matmul/matmul-tiled"));
        ASSERT_EQ(session().state(), Session::State::Good);
        auto& graph = pane<GraphPane>();
        raise(graph);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !graph.graph().busy(); }, test::patienceMs));
        raise(window_->string());
    }

    const Analysis& analysis() { return *session().analysis(); }
    TokenIndex firstLoad() {
        for (TokenIndex i = 0; i < analysis().tokens.size(); ++i)
            if (analysis().tokens[i].token->kind == token_string::TokenKind::Load) return i;
        ADD_FAILURE() << "no load";
        return 0;
    }
    std::vector<std::size_t> pinnedNodes() {
        std::vector<std::size_t> nodes;
        const auto& items = pane<GraphPane>().canvas().graphScene().nodeItems();
        for (std::size_t i = 0; i < items.size(); ++i)
            if (items[i]->mark().pinned) nodes.push_back(i);
        return nodes;
    }
    /// Lines with a mark of pinning, from 1.
    std::vector<int> pinnedLines() {
        std::vector<int> lines;
        constexpr unsigned pinMarker = 4;
        for (int line = 0; line < editor().lines(); ++line)
            if ((editor().markersAtLine(line) >> pinMarker & 1U) != 0) lines.push_back(line + 1);
        return lines;
    }
};

TEST_F(WindowLinking, FromALineToTokensAndNodes) {
    const auto& access = analysis().pdg->accesses.front();
    const int line = analysis().pdg->statements[access.statement].place.at.line;
    editor().setFocus();
    editor().setCursorPosition(line - 1, 0);
    QTest::keyClick(&editor(), Qt::Key_Return, Qt::ControlModifier);
    const Focus pinned = window_->selection().pinned();
    EXPECT_EQ(pinned, analysis().elements.fromLine(line));
    EXPECT_TRUE(pinned.hasLine(line));
    EXPECT_FALSE(pinned.tokens.empty());
    EXPECT_EQ(pinnedLines(), pinned.lines);
    EXPECT_FALSE(pinnedNodes().empty());
    QTest::keyClick(&editor(), Qt::Key_Return, Qt::ControlModifier);
    EXPECT_TRUE(window_->selection().pinned().empty()) << "the same once more frees it";
    EXPECT_TRUE(pinnedLines().empty());
    EXPECT_TRUE(pinnedNodes().empty());
}

TEST_F(WindowLinking, FromATokenToLinesAndNodesAndBack) {
    auto& canvas = window_->string().canvas();
    const TokenIndex load = firstLoad();
    const ShownIndex box = canvas.shown().places[load];
    const QPoint at = canvas.page().boxes[box].rect.center().toPoint();
    QTest::mouseMove(&canvas, at);
    // The pointer of a display moves when the display says so.
    EXPECT_TRUE(QTest::qWaitFor([&] { return window_->selection().hovered().hasToken(load); }));
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
    const Focus pinned = window_->selection().pinned();
    EXPECT_TRUE(pinned.hasToken(load));
    EXPECT_EQ(pinnedLines(), pinned.lines);
    const auto nodes = pinnedNodes();
    ASSERT_FALSE(nodes.empty());
    // Details are of that token.
    const auto labels = window_->string().findChildren<QLabel*>();
    const QString title = tokenTitle(analysis(), canvas.shown().tokens[box].copies);
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [&](auto* each) { return each->text() == title; }));
    // And from the node back.
    bool comesBack = false;
    for (const std::size_t node : nodes)
        comesBack = comesBack || pane<GraphPane>().graph().focusOf(node).hasToken(load);
    EXPECT_TRUE(comesBack);
}

TEST_F(WindowLinking, AFoldedTokenStandsForAllOfItsCopies) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    auto& graph = pane<GraphPane>();
    raise(graph);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !graph.graph().busy(); }, test::patienceMs));
    raise(window_->string());
    auto& canvas = window_->string().canvas();
    const auto& tokens = canvas.shown().tokens;
    const auto folded = std::find_if(tokens.begin(), tokens.end(),
                                     [](const ShownToken& token) { return token.copies.size() > 1; });
    ASSERT_NE(folded, tokens.end());
    const auto box = static_cast<ShownIndex>(folded - tokens.begin());
    const auto copies = folded->copies;
    const auto boxesBefore = canvas.page().boxes.size();
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.page().boxes[box].rect.center().toPoint());
    const Focus pinned = window_->selection().pinned();
    EXPECT_EQ(pinned.tokens, copies);
    EXPECT_EQ(pinnedLines(), pinned.lines);
    EXPECT_FALSE(pinnedNodes().empty());
    // A line leads to it as to its copies.
    window_->selection().pin(analysis().elements.fromLine(pinned.lines.front()));
    EXPECT_TRUE(window_->selection().pinned().hasAnyOf(copies));
    // Without the fold each copy has its box; the keyboard stays at the first.
    trigger(QStringLiteral("&Fold Unrolled Iterations"));
    EXPECT_GT(canvas.page().boxes.size(), boxesBefore);
    EXPECT_EQ(canvas.page().boxes.size(), analysis().tokens.size());
    EXPECT_EQ(canvas.current(), copies.front());
    trigger(QStringLiteral("&Fold Unrolled Iterations"));
    EXPECT_EQ(canvas.page().boxes.size(), boxesBefore);
    EXPECT_EQ(canvas.current(), box);
}

TEST_F(WindowLinking, FromTheTableOfLinesToTheSourceAndBack) {
    raise(window_->lines());
    QTableView& view = window_->lines().view();
    const LineTable& table = window_->lines().lines();
    ASSERT_GT(table.rowCount(), 3);
    const int hottest = table.lineAt(0), second = table.lineAt(1);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_Down);
    EXPECT_EQ(window_->selection().hovered(), analysis().elements.fromLine(second)) << "where the keyboard is";
    QTest::keyClick(&view, Qt::Key_Return);
    EXPECT_EQ(window_->selection().pinned(), analysis().elements.fromLine(second));
    EXPECT_FALSE(window_->selection().pinned().tokens.empty());
    EXPECT_EQ(pinnedLines(), std::vector<int>{second});
    int line = 0, column = 0;
    editor().getCursorPosition(&line, &column);
    EXPECT_EQ(line + 1, second) << "the source is there";
    const QPoint at = view.visualRect(table.index(0, 0)).center();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(window_->selection().pinned(), analysis().elements.fromLine(hottest));
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(window_->selection().pinned(), analysis().elements.fromLine(hottest)) << "it stays";
    // What is marked elsewhere is chosen here.
    window_->selection().hover({});
    window_->selection().clear();
    EXPECT_FALSE(view.selectionModel()->hasSelection());
    window_->selection().pin(analysis().elements.fromLine(table.lineAt(2)));
    EXPECT_TRUE(view.selectionModel()->isRowSelected(2));
    EXPECT_FALSE(view.selectionModel()->isRowSelected(0));
    // A click on a heading sorts, and the line stays chosen.
    const int chosen = table.lineAt(2);
    view.sortByColumn(0, Qt::AscendingOrder);
    EXPECT_TRUE(view.selectionModel()->isRowSelected(table.rowOf(chosen)));
}

TEST_F(WindowLinking, TheTableOfLinesFitsItsPane) {
    raise(window_->lines());
    QTableView& view = window_->lines().view();
    for (const int width : {1280, 1600, 2200}) {
        window_->resize(width, 800);
        QTest::qWait(50);
        EXPECT_GE(view.horizontalHeader()->length(), view.viewport()->width()) << "the text takes what is left";
        for (int column = 0; column < view.model()->columnCount(); ++column) {
            const auto field = window_->lines().lines().columns()[static_cast<std::size_t>(column)].field;
            for (int row = 0; row < view.model()->rowCount(); ++row)
                EXPECT_GE(view.columnWidth(column),
                          field == LineTable::Field::Text
                              ? 120
                              : view.fontMetrics().horizontalAdvance(
                                    view.model()->index(row, column).data().toString()));
        }
    }
    EXPECT_EQ(view.horizontalHeader()->length(), view.viewport()->width()) << "of a wide window all is seen";
}

TEST_F(WindowLinking, FromTheSummaryToLinesTokensAndNodes) {
    raise(window_->summary());
    auto& canvas = window_->summary().canvas();
    const HotLine hottest = canvas.summary()->lines.front();
    bool clicked = false;
    for (const PageLink& link : canvas.page().links)
        if (!clicked && link.name.startsWith(QStringLiteral("line %1:").arg(hottest.line))) {
            clicked = true;
            QTest::mouseClick(&canvas, Qt::LeftButton, {}, link.rect.center().toPoint());
        }
    ASSERT_TRUE(clicked);
    EXPECT_EQ(window_->selection().pinned(), hottest.focus);
    EXPECT_EQ(pinnedLines(), hottest.focus.lines);
    EXPECT_FALSE(window_->selection().pinned().tokens.empty());
    EXPECT_FALSE(pinnedNodes().empty());
}

TEST_F(WindowLinking, FromANodeToTokensAndLines) {
    auto& graph = pane<GraphPane>();
    raise(graph);
    auto& canvas = graph.canvas();
    const TokenIndex load = firstLoad();
    const auto& nodes = graph.graph().shown()->layout.nodes;
    std::size_t node = nodes.size();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].drawn.node.kind == NodeRef::Kind::Statement && graph.graph().focusOf(i).hasToken(load))
            node = i;
    ASSERT_LT(node, nodes.size());
    QTest::keyClick(&canvas, Qt::Key_0);
    std::vector<bool> only(nodes.size(), false);
    only[node] = true;
    canvas.reveal(only);
    const QPoint at = canvas.mapFromScene(QPointF(nodes[node].centre.x, nodes[node].centre.y));
    QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, at);
    EXPECT_TRUE(window_->selection().pinned().hasToken(load));
    EXPECT_EQ(pinnedLines(), window_->selection().pinned().lines);
}

TEST_F(WindowLinking, NothingStaysPinnedWhenAnotherKernelIsShown) {
    window_->selection().pin(analysis().elements.fromToken(firstLoad()));
    ASSERT_FALSE(pinnedLines().empty());
    ASSERT_TRUE(openSample("scan/scan-init"));
    EXPECT_TRUE(window_->selection().pinned().empty());
    EXPECT_TRUE(pinnedLines().empty());
}

TEST_F(WindowLinking, APinStaysWhereItIsWhileTheTextIsEditedElsewhere) {
    const TokenIndex load = firstLoad();
    window_->selection().pin(analysis().elements.fromToken(load));
    const Focus before = window_->selection().pinned();
    const auto lines = pinnedLines();
    editor().setFocus();
    editor().setCursorPosition(editor().lines() - 1, 0);
    QTest::keyClicks(&editor(), QStringLiteral("// "));
    const auto old = session().analysis();
    ASSERT_TRUE(QTest::qWaitFor([&] { return session().analysis() != old; }, test::patienceMs));
    EXPECT_TRUE(window_->selection().pinned().hasToken(load));
    EXPECT_EQ(window_->selection().pinned().lines.front(), before.lines.front());
    EXPECT_FALSE(lines.empty());
    EXPECT_EQ(pinnedLines(), window_->selection().pinned().lines);
    EXPECT_FALSE(pinnedNodes().empty());
}

} // namespace

} // namespace warpstring::gui
