// SPDX-License-Identifier: GPL-3.0-or-later
// Laid out graphs against geometry: nothing overlaps, edges end where their nodes begin.
#include <cmath>
#include <future>
#include <random>

#include <gtest/gtest.h>

#include "pdg/export/graph_layout.h"
#include "pdg/export/suggested_collapse.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/pdg/evaluation/random_kernel.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/pdg/export/sample_graphs.h"

namespace warpstring::pdg_export {
namespace {

/// Points by which `at` is outside of the node's outline, to first order; negative inside.
double beyondBorder(const LaidOutNode& node, const GraphPoint& at) {
    const double a = node.width / 2;
    const double b = node.height / 2;
    const double x = std::abs(at.x - node.centre.x);
    const double y = std::abs(at.y - node.centre.y);
    switch (node.drawn.shape) {
    case GraphShape::Box: return x > a && y > b ? std::hypot(x - a, y - b) : std::max(x - a, y - b);
    case GraphShape::Diamond: return (x / a + y / b - 1) / std::hypot(1 / a, 1 / b);
    case GraphShape::Oval: break;
    }
    const double reach = std::hypot(x / a, y / b);
    return (reach - 1) * reach / std::hypot(x / a / a, y / b / b);
}

bool overlap(const LaidOutNode& a, const LaidOutNode& b) {
    return std::abs(a.centre.x - b.centre.x) < (a.width + b.width) / 2 - 0.5 &&
           std::abs(a.centre.y - b.centre.y) < (a.height + b.height) / 2 - 0.5;
}

void expectNodesInPlace(const GraphLayout& layout) {
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const LaidOutNode& node = layout.nodes[i];
        EXPECT_GT(node.width, 0);
        EXPECT_GT(node.height, 0);
        EXPECT_GE(node.centre.x - node.width / 2, -1);
        EXPECT_GE(node.centre.y - node.height / 2, -1);
        EXPECT_LE(node.centre.x + node.width / 2, layout.width + 1);
        EXPECT_LE(node.centre.y + node.height / 2, layout.height + 1);
        EXPECT_EQ(node.label.size(), node.drawn.rows.size());
        for (std::size_t k = i + 1; k < layout.nodes.size(); ++k)
            EXPECT_FALSE(overlap(node, layout.nodes[k]))
                << elementId(node.drawn.node) << " and " << elementId(layout.nodes[k].drawn.node);
    }
}

void expectEdgesEndAtNodes(const GraphLayout& layout) {
    for (const auto& edge : layout.edges) {
        const LaidOutNode& from = layout.nodes[edge.drawn.from];
        const LaidOutNode& to = layout.nodes[edge.drawn.to];
        SCOPED_TRACE(elementId(from.drawn.node) + " -> " + elementId(to.drawn.node));
        ASSERT_GE(edge.curve.size(), 4U);
        EXPECT_EQ(edge.curve.size() % 3, 1U);
        EXPECT_NEAR(beyondBorder(from, edge.curve.front()), 0, 2);
        EXPECT_NEAR(beyondBorder(to, edge.arrowTip), 0, 2);
        const bool labelled = !edge.side.empty() || !edge.drawn.weight.empty();
        EXPECT_EQ(edge.labelCentre.has_value(), labelled);
    }
}

void expectSound(const Pdg& pdg, const GraphDetail& detail) {
    const auto layout = layOut(pdg, detail);
    ASSERT_TRUE(layout) << toText(layout.diagnostics().front());
    const DrawnGraph drawn = drawnGraph(pdg, detail);
    ASSERT_EQ(layout->nodes.size(), drawn.nodes.size());
    ASSERT_EQ(layout->edges.size(), drawn.edges.size());
    for (std::size_t i = 0; i < drawn.nodes.size(); ++i)
        EXPECT_EQ(layout->nodes[i].drawn.node, drawn.nodes[i].node);
    expectNodesInPlace(*layout);
    expectEdgesEndAtNodes(*layout);
}

TEST(GraphLayout, samplesAreLaidOutWithoutOverlap) {
    ASSERT_GT(sampleGraphs().size(), 30U);
    for (const auto& sample : sampleGraphs()) {
        SCOPED_TRACE(sample.name);
        expectSound(sample.pdg, {suggestedCollapse(sample.pdg, 150), nullptr});
    }
}

TEST(GraphLayout, randomKernelsAreLaidOutWithoutOverlap) {
    std::mt19937_64 random(oracle::randomSeed());
    for (int i = 0; i < 40; ++i) {
        const auto kernel = oracle::randomKernel(static_cast<oracle::KernelForm>(i % 4), random);
        SCOPED_TRACE("seed " + std::to_string(oracle::randomSeed()) + "\n" + kernel.text);
        const auto pdg = frontend::buildPdg({"k.cl", kernel.text}, "k", {});
        ASSERT_TRUE(pdg);
        expectSound(*pdg, {});
        const auto region = static_cast<RegionId>(random() % pdg->regions.size());
        expectSound(*pdg, {{region}, nullptr});
    }
}

TEST(GraphLayout, ControlRunsFromLeftToRight) {
    const auto& sample = sampleGraphs().front();
    const auto layout = layOut(sample.pdg);
    ASSERT_TRUE(layout);
    for (const auto& edge : layout->edges) {
        if (edge.drawn.kind != GraphEdgeKind::Control) continue;
        EXPECT_LT(layout->nodes[edge.drawn.from].centre.x, layout->nodes[edge.drawn.to].centre.x);
    }
}

TEST(GraphLayout, anEmptyGraphIsEmpty) {
    const auto layout = layOut(Pdg{});
    ASSERT_TRUE(layout);
    EXPECT_TRUE(layout->nodes.empty());
    EXPECT_TRUE(layout->edges.empty());
}

TEST(GraphLayout, refusesWhatNobodyWouldWaitForButNotWhenItIsCollapsed) {
    Pdg pdg;
    pdg.regions.resize(1);
    for (StatementId id{0}; id.index() < 3001; ++id) {
        Statement barrier;
        barrier.id = id;
        barrier.kind = StatementKind::Barrier;
        barrier.region = entryRegion;
        pdg.regions[0].children.push_back(id);
        pdg.statements.push_back(barrier);
    }
    const auto layout = layOut(pdg);
    ASSERT_FALSE(layout);
    EXPECT_EQ(layout.diagnostics().front().code, "pdg.svg-failed");
    EXPECT_TRUE(layOut(pdg, {{entryRegion}, nullptr}));
}

TEST(GraphLayout, labelsAreCutAndTooltipsAreNot) {
    Pdg pdg;
    pdg.kernel = std::string(200, 'k') + "\xff";
    pdg.regions.resize(1);
    const auto layout = layOut(pdg);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->nodes.front().label.front(), "kernel " + std::string(65, 'k') + "...");
    EXPECT_EQ(layout->nodes.front().tooltip, "kernel " + std::string(200, 'k') + "\xEF\xBF\xBD");
}

TEST(GraphLayout, threadsLayOutTheSame) {
    const Pdg& pdg = sampleGraphs().front().pdg;
    std::vector<std::future<GraphPoint>> places;
    for (int i = 0; i < 4; ++i)
        places.push_back(std::async(std::launch::async, [&] { return layOut(pdg)->nodes.back().centre; }));
    const GraphPoint expected = layOut(pdg)->nodes.back().centre;
    for (auto& place : places) {
        const GraphPoint found = place.get();
        EXPECT_EQ(found.x, expected.x);
        EXPECT_EQ(found.y, expected.y);
    }
}

} // namespace
} // namespace warpstring::pdg_export
