// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/graph/graph_view.h"

#include <QSignalSpy>
#include <algorithm>
#include <gtest/gtest.h>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using test::analysisOf;

constexpr int patience = 60000; ///< milliseconds

void waitFor(GraphView& view) {
    QSignalSpy changed(&view, &GraphView::stateChanged);
    while (view.busy())
        if (!changed.wait(patience)) break;
    ASSERT_FALSE(view.busy());
}

RegionId aLoop(const Pdg& pdg) {
    for (const Region& region : pdg.regions)
        if (region.kind == Region::Kind::LoopBody) return region.id;
    return none;
}

TEST(GraphView, showsNothingAtFirst) {
    GraphView view;
    EXPECT_EQ(view.shown(), nullptr);
    EXPECT_FALSE(view.busy());
    EXPECT_TRUE(view.focusOf(0).empty());
    EXPECT_TRUE(view.markedNodes({}).empty());
    view.toggle(0);
    view.collapseAll();
    EXPECT_FALSE(view.busy()) << "there is nothing to lay out";
}

TEST(GraphView, laysOutOffTheThreadAndTells) {
    GraphView view;
    QSignalSpy changed(&view, &GraphView::layoutChanged);
    const auto analysis = analysisOf("scan/scan-init");
    view.show(analysis);
    EXPECT_TRUE(view.busy());
    EXPECT_EQ(view.shown(), nullptr) << "not on this thread";
    waitFor(view);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_FALSE(changed.front().front().toBool());
    ASSERT_NE(view.shown(), nullptr);
    EXPECT_EQ(view.shown()->analysis, analysis);
    EXPECT_EQ(view.shown()->layout.nodes.size(), drawnGraph(*analysis->pdg).nodes.size());
    const auto weighted = [](const LaidOutEdge& edge) { return !edge.drawn.weight.empty(); };
    EXPECT_TRUE(std::any_of(view.shown()->layout.edges.begin(), view.shown()->layout.edges.end(), weighted));
}

TEST(GraphView, dropsWhatIsStale) {
    GraphView view;
    QSignalSpy changed(&view, &GraphView::layoutChanged);
    const auto last = analysisOf("matmul/matmul-naive");
    for (int i = 0; i < 5; ++i) view.show(analysisOf("scan/scan-init"));
    view.show(last);
    waitFor(view);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(view.shown()->analysis, last);
    view.show(analysisOf("scan/scan-init"));
    view.show(nullptr);
    EXPECT_FALSE(view.busy());
    EXPECT_EQ(view.shown(), nullptr);
    QSignalSpy later(&view, &GraphView::layoutChanged);
    EXPECT_FALSE(later.wait(200)) << "nothing comes after nothing was asked for";
}

TEST(GraphView, collapsesAndExpands) {
    GraphView view;
    const auto analysis = analysisOf("matmul/matmul-naive");
    view.show(analysis);
    waitFor(view);
    const std::size_t whole = view.shown()->layout.nodes.size();
    const RegionId loop = aLoop(*analysis->pdg);
    ASSERT_NE(loop, none);
    view.toggle(loop);
    waitFor(view);
    EXPECT_LT(view.shown()->layout.nodes.size(), whole);
    EXPECT_TRUE(view.shown()->collapsed.contains(loop));
    EXPECT_TRUE(view.summary().contains(QString::number(whole))) << view.summary().toStdString();
    view.toggle(loop);
    waitFor(view);
    EXPECT_EQ(view.shown()->layout.nodes.size(), whole);
    view.collapseAll();
    waitFor(view);
    for (const auto& node : view.shown()->layout.nodes)
        EXPECT_TRUE(node.drawn.node.kind != NodeRef::Kind::Region || node.drawn.node.id == 0 ||
                    node.drawn.collapsed);
    view.openWhatFits();
    waitFor(view);
    EXPECT_EQ(view.shown()->layout.nodes.size(), whole);
    EXPECT_FALSE(view.canToggle(none));
}

TEST(GraphView, keepsCollapsedRegionsWhileTheShapeStays) {
    GraphView view;
    auto request = test::requestFor("matmul/matmul-naive");
    GraphCache graphs;
    const auto before = analyse(request, graphs);
    ASSERT_TRUE(before);
    view.show(*before);
    view.toggle(aLoop(*(*before)->pdg));
    waitFor(view);
    request.sourceText += "\n// a remark\n";
    const auto after = analyse(request, graphs);
    ASSERT_TRUE(after);
    QSignalSpy changed(&view, &GraphView::layoutChanged);
    view.show(*after);
    waitFor(view);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_TRUE(changed.front().front().toBool());
    EXPECT_TRUE(view.collapsed().contains(aLoop(*(*after)->pdg)));
    view.show(analysisOf("scan/scan-init"));
    waitFor(view);
    EXPECT_FALSE(changed.back().front().toBool());
    EXPECT_TRUE(view.collapsed().empty()) << "another kernel";
}

TEST(GraphView, marksTheNodesThatStandForAFocus) {
    GraphView view;
    const auto analysis = analysisOf("scan/scan-init");
    view.show(analysis);
    waitFor(view);
    const auto& nodes = view.shown()->layout.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Focus focus = view.focusOf(i);
        EXPECT_FALSE(focus.empty()) << i;
        const auto marked = view.markedNodes(focus);
        EXPECT_TRUE(marked[i]) << "a node is marked by its own focus";
        if (nodes[i].drawn.shape != GraphShape::Box) continue;
        EXPECT_EQ(std::count(marked.begin(), marked.end(), true), 1) << "and a box is marked alone";
    }
    // Each token of the string marks the nodes of its statements, collapsed or not.
    for (TokenIndex token = 0; token < analysis->elements.tokens(); ++token) {
        const Focus focus = analysis->elements.fromToken(token);
        const auto marked = view.markedNodes(focus);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto& own = nodes[i].drawn.statements;
            const bool shares =
                std::any_of(own.begin(), own.end(), [&](StatementId id) { return focus.hasStatement(id); });
            EXPECT_EQ(marked[i], shares) << "token " << token << ", node " << i;
        }
    }
    view.toggle(0);
    waitFor(view);
    EXPECT_EQ(view.markedNodes(analysis->elements.fromStatement(2)), std::vector<bool>{true});
}

TEST(GraphView, goesWhileALayoutIsUnderWay) {
    GraphView view;
    view.show(analysisOf("scan/scan-init"));
}

} // namespace

} // namespace warpstring::gui
