// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/graph/graph_navigation.h"

#include <gtest/gtest.h>
#include <set>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

/// Nodes of 20 x 10 points.
pdg_export::GraphLayout nodesAt(const std::vector<pdg_export::GraphPoint>& places) {
    pdg_export::GraphLayout layout;
    for (const pdg_export::GraphPoint& at : places) {
        pdg_export::LaidOutNode node;
        node.drawn.node = StatementId(layout.nodes.size());
        node.drawn.statements = {node.drawn.node.statement()};
        node.centre = at;
        node.width = 20;
        node.height = 10;
        layout.nodes.push_back(node);
    }
    return layout;
}

pdg_export::LaidOutEdge edge(std::size_t from, std::size_t to, pdg_export::GraphEdgeKind kind) {
    pdg_export::LaidOutEdge edge;
    edge.drawn = {from, to, kind, {}};
    return edge;
}

TEST(GraphNavigation, goesToTheNearestThatWay) {
    const pdg_export::GraphLayout layout = nodesAt({{0, 0}, {100, 0}, {50, 5}, {0, 40}, {0, -30}, {-60, 0}});
    EXPECT_EQ(neighbour(layout, 0, Direction::Right), 2U);
    EXPECT_EQ(neighbour(layout, 0, Direction::Down), 3U) << "node 2 is hardly below";
    EXPECT_EQ(neighbour(layout, 0, Direction::Up), 4U);
    EXPECT_EQ(neighbour(layout, 0, Direction::Left), 5U);
    EXPECT_EQ(neighbour(layout, 5, Direction::Left), std::nullopt);
    EXPECT_EQ(neighbour(layout, 17, Direction::Left), std::nullopt);
}

TEST(GraphNavigation, followsControlRatherThanDependences) {
    pdg_export::GraphLayout layout = nodesAt({{0, 0}, {100, 300}, {50, 0}, {60, 0}});
    layout.edges.push_back(edge(0, 3, pdg_export::GraphEdgeKind::Data));
    EXPECT_EQ(neighbour(layout, 0, Direction::Right), 2U);
    layout.edges.push_back(edge(0, 1, pdg_export::GraphEdgeKind::ControlTrue));
    EXPECT_EQ(neighbour(layout, 0, Direction::Right), 1U);
    EXPECT_EQ(neighbour(layout, 1, Direction::Left), 0U);
}

TEST(GraphNavigation, everyNodeOfASampleIsReachedFromTheEntry) {
    const auto layout = pdg_export::layOut(*test::analysisOf("scan/scan-init")->pdg);
    ASSERT_TRUE(layout);
    std::set<std::size_t> reached{0};
    std::vector<std::size_t> open{0};
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (const auto direction : {Direction::Left, Direction::Right, Direction::Up, Direction::Down})
            if (const auto next = neighbour(*layout, at, direction); next && reached.insert(*next).second)
                open.push_back(*next);
    }
    EXPECT_EQ(reached.size(), layout->nodes.size());
}

TEST(GraphNavigation, findsWhatIsCollapsed) {
    const auto analysis = test::analysisOf("scan/scan-init");
    const auto layout = pdg_export::layOut(*analysis->pdg, {{entryRegion}, nullptr});
    ASSERT_TRUE(layout);
    EXPECT_EQ(nodeFor(*layout, StatementId(3)), 0U);
    EXPECT_EQ(nodeFor(*layout, RegionId(1)), 0U);
    EXPECT_EQ(nodeFor(*layout, RegionId(12345)), std::nullopt);
}

TEST(GraphNavigation, theNearestNode) {
    EXPECT_EQ(nearestNode(nodesAt({{0, 0}, {100, 0}}), {70, 10}), 1U);
    EXPECT_EQ(nearestNode({}, {0, 0}), std::nullopt);
}

} // namespace

} // namespace warpstring::gui
