// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/graph/collapsible_graph.h"

#include <QSignalSpy>
#include <algorithm>
#include <gtest/gtest.h>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

using test::analysisOf;

constexpr int patience = 60000; ///< milliseconds

void waitFor(CollapsibleGraph& collapsible) {
    QSignalSpy changed(&collapsible, &CollapsibleGraph::stateChanged);
    while (collapsible.busy())
        if (!changed.wait(patience)) break;
    ASSERT_FALSE(collapsible.busy());
}

RegionId aLoop(const Pdg& pdg) {
    for (const Region& region : pdg.regions)
        if (region.kind == Region::Kind::LoopBody) return region.id;
    return none;
}

TEST(CollapsibleGraph, showsNothingAtFirst) {
    CollapsibleGraph collapsible;
    EXPECT_EQ(collapsible.shown(), nullptr);
    EXPECT_FALSE(collapsible.busy());
    EXPECT_TRUE(collapsible.focusOf(0).empty());
    EXPECT_TRUE(collapsible.markedNodes({}).empty());
    collapsible.toggle(entryRegion);
    collapsible.collapseAll();
    EXPECT_FALSE(collapsible.busy()) << "there is nothing to lay out";
}

TEST(CollapsibleGraph, laysOutOffTheThreadAndTells) {
    CollapsibleGraph collapsible;
    QSignalSpy changed(&collapsible, &CollapsibleGraph::layoutChanged);
    const auto analysis = analysisOf("scan/scan-init");
    collapsible.show(analysis);
    EXPECT_TRUE(collapsible.busy());
    EXPECT_EQ(collapsible.shown(), nullptr) << "not on this thread";
    waitFor(collapsible);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_FALSE(changed.front().front().toBool());
    ASSERT_NE(collapsible.shown(), nullptr);
    EXPECT_EQ(collapsible.shown()->analysis, analysis);
    EXPECT_EQ(collapsible.shown()->layout.nodes.size(), pdg_export::drawnGraph(*analysis->pdg).nodes.size());
    const auto weighted = [](const pdg_export::LaidOutEdge& edge) { return !edge.drawn.weight.empty(); };
    EXPECT_TRUE(std::any_of(collapsible.shown()->layout.edges.begin(), collapsible.shown()->layout.edges.end(),
                            weighted));
}

TEST(CollapsibleGraph, dropsWhatIsStale) {
    CollapsibleGraph collapsible;
    QSignalSpy changed(&collapsible, &CollapsibleGraph::layoutChanged);
    const auto last = analysisOf("matmul/matmul-naive");
    for (int i = 0; i < 5; ++i) collapsible.show(analysisOf("scan/scan-init"));
    collapsible.show(last);
    waitFor(collapsible);
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(collapsible.shown()->analysis, last);
    collapsible.show(analysisOf("scan/scan-init"));
    collapsible.show(nullptr);
    EXPECT_FALSE(collapsible.busy());
    EXPECT_EQ(collapsible.shown(), nullptr);
    QSignalSpy later(&collapsible, &CollapsibleGraph::layoutChanged);
    EXPECT_FALSE(later.wait(200)) << "nothing comes after nothing was asked for";
}

TEST(CollapsibleGraph, collapsesAndExpands) {
    CollapsibleGraph collapsible;
    const auto analysis = analysisOf("matmul/matmul-naive");
    collapsible.show(analysis);
    waitFor(collapsible);
    const std::size_t whole = collapsible.shown()->layout.nodes.size();
    const RegionId loop = aLoop(*analysis->pdg);
    ASSERT_NE(loop, none);
    collapsible.toggle(loop);
    waitFor(collapsible);
    EXPECT_LT(collapsible.shown()->layout.nodes.size(), whole);
    EXPECT_TRUE(collapsible.shown()->collapsed.contains(loop));
    EXPECT_TRUE(collapsible.summary().contains(QString::number(whole))) << collapsible.summary().toStdString();
    collapsible.toggle(loop);
    waitFor(collapsible);
    EXPECT_EQ(collapsible.shown()->layout.nodes.size(), whole);
    collapsible.collapseAll();
    waitFor(collapsible);
    for (const auto& node : collapsible.shown()->layout.nodes)
        EXPECT_TRUE(node.drawn.node.kind != NodeRef::Kind::Region || node.drawn.node == NodeRef(entryRegion) ||
                    node.drawn.collapsed);
    collapsible.openWhatFits();
    waitFor(collapsible);
    EXPECT_EQ(collapsible.shown()->layout.nodes.size(), whole);
    EXPECT_FALSE(collapsible.canToggle(none));
}

TEST(CollapsibleGraph, keepsCollapsedRegionsWhileTheShapeStays) {
    CollapsibleGraph collapsible;
    auto request = test::requestFor("matmul/matmul-naive");
    batch::GraphCache graphs;
    const auto before = analyse(request, graphs);
    ASSERT_TRUE(before);
    collapsible.show(*before);
    collapsible.toggle(aLoop(*(*before)->pdg));
    waitFor(collapsible);
    request.sourceText += "\n// a remark\n";
    const auto after = analyse(request, graphs);
    ASSERT_TRUE(after);
    QSignalSpy changed(&collapsible, &CollapsibleGraph::layoutChanged);
    collapsible.show(*after);
    waitFor(collapsible);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_TRUE(changed.front().front().toBool());
    EXPECT_TRUE(collapsible.collapsed().contains(aLoop(*(*after)->pdg)));
    collapsible.show(analysisOf("scan/scan-init"));
    waitFor(collapsible);
    EXPECT_FALSE(changed.back().front().toBool());
    EXPECT_TRUE(collapsible.collapsed().empty()) << "another kernel";
}

TEST(CollapsibleGraph, marksTheNodesThatStandForAFocus) {
    CollapsibleGraph collapsible;
    const auto analysis = analysisOf("scan/scan-init");
    collapsible.show(analysis);
    waitFor(collapsible);
    const auto& nodes = collapsible.shown()->layout.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Focus focus = collapsible.focusOf(i);
        EXPECT_FALSE(focus.empty()) << i;
        const auto marked = collapsible.markedNodes(focus);
        EXPECT_TRUE(marked[i]) << "a node is marked by its own focus";
        if (nodes[i].drawn.shape != pdg_export::GraphShape::Box) continue;
        EXPECT_EQ(std::count(marked.begin(), marked.end(), true), 1) << "and a box is marked alone";
    }
    // Each token of the string marks the nodes of its statements, collapsed or not.
    for (TokenIndex token = 0; token < analysis->elements.tokens(); ++token) {
        const Focus focus = analysis->elements.fromToken(token);
        const auto marked = collapsible.markedNodes(focus);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto& own = nodes[i].drawn.statements;
            const bool shares =
                std::any_of(own.begin(), own.end(), [&](StatementId id) { return focus.hasStatement(id); });
            EXPECT_EQ(marked[i], shares) << "token " << token << ", node " << i;
        }
    }
    collapsible.toggle(entryRegion);
    waitFor(collapsible);
    EXPECT_EQ(collapsible.markedNodes(analysis->elements.fromStatement(StatementId(2))),
              std::vector<bool>{true});
}

TEST(CollapsibleGraph, goesWhileALayoutIsUnderWay) {
    CollapsibleGraph collapsible;
    collapsible.show(analysisOf("scan/scan-init"));
}

} // namespace

} // namespace warpstring::gui
