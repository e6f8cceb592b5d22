// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a graph, held against the graph itself, on the samples and on random kernels.
#include <map>
#include <random>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "pdg/export/drawn_graph.h"
#include "pdg/export/region_weight.h"
#include "pdg/export/suggested_collapse.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/pdg/evaluation/random_kernel.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/pdg/export/sample_graphs.h"

namespace warpstring::pdg_export {
namespace {

using Ends = std::tuple<std::string, std::string, GraphEdgeKind>;

std::vector<Pdg> randomGraphs(int count) {
    std::mt19937_64 random(oracle::randomSeed());
    std::vector<Pdg> graphs;
    for (int i = 0; i < count; ++i) {
        const auto form = static_cast<oracle::KernelForm>(i % 4);
        const auto kernel = oracle::randomKernel(form, random);
        auto pdg = frontend::buildPdg({"k.cl", kernel.text}, "k", {});
        EXPECT_TRUE(pdg) << kernel.text;
        if (pdg) graphs.push_back(*std::move(pdg));
    }
    return graphs;
}

bool isBelow(const Pdg& pdg, RegionId region, RegionId ancestor) {
    for (RegionId at = pdg.regions[region].parent; at != none; at = pdg.regions[at].parent)
        if (at == ancestor) return true;
    return false;
}

std::set<Ends> endsOf(const DrawnGraph& graph) {
    std::set<Ends> ends;
    for (const auto& edge : graph.edges)
        EXPECT_TRUE(ends.emplace(elementId(graph.nodes[edge.from].node), elementId(graph.nodes[edge.to].node),
                                 edge.kind)
                        .second)
            << "drawn twice";
    return ends;
}

/// Every element of the graph stands in exactly one node.
void expectEverythingOnce(const Pdg& pdg, const DrawnGraph& graph) {
    std::map<std::string, int> seen;
    for (const auto& node : graph.nodes) {
        for (const auto id : node.statements) ++seen[elementId(id)];
        for (const auto id : node.predicates) ++seen[elementId(id)];
        for (const auto id : node.regions) ++seen[elementId(id)];
        if (node.collapsed) continue;
        EXPECT_EQ(node.node.kind == NodeRef::Kind::Region, node.regions.size() == 1) << elementId(node.node);
        EXPECT_EQ(node.node.kind == NodeRef::Kind::Predicate, node.predicates.size() == 1);
        EXPECT_EQ(node.node.kind == NodeRef::Kind::Statement, !node.statements.empty());
    }
    EXPECT_EQ(seen.size(), pdg.statements.size() + pdg.predicates.size() + pdg.regions.size());
    for (const auto& [id, times] : seen) EXPECT_EQ(times, 1) << id;
}

/// Contracting what is below `region` to its node gives the nodes and edges that collapsing draws.
void expectContraction(const Pdg& pdg, const DrawnGraph& whole, RegionId region) {
    const DrawnGraph collapsed = drawnGraph(pdg, {{region}, nullptr});
    expectEverythingOnce(pdg, collapsed);
    const std::string stand = elementId(region);
    std::map<std::string, std::string> shown;
    std::set<std::string> expectedNodes;
    for (const auto& node : whole.nodes) {
        const std::string id = elementId(node.node);
        const bool below = node.node.kind == NodeRef::Kind::Region ? isBelow(pdg, node.node.region(), region)
                           : node.node.kind == NodeRef::Kind::Predicate
                               ? pdg.predicates[node.node.predicate()].region == region ||
                                     isBelow(pdg, pdg.predicates[node.node.predicate()].region, region)
                               : pdg.statements[node.node.statement()].region == region ||
                                     isBelow(pdg, pdg.statements[node.node.statement()].region, region);
        shown[id] = below ? stand : id;
        expectedNodes.insert(shown[id]);
    }
    std::set<Ends> expectedEdges;
    for (const auto& [from, to, kind] : endsOf(whole))
        if (shown[from] != shown[to]) expectedEdges.emplace(shown[from], shown[to], kind);
    std::set<std::string> nodes;
    for (const auto& node : collapsed.nodes) nodes.insert(elementId(node.node));
    EXPECT_EQ(nodes, expectedNodes) << stand;
    EXPECT_EQ(endsOf(collapsed), expectedEdges) << stand;
}

void expectSound(const Pdg& pdg) {
    const DrawnGraph whole = drawnGraph(pdg);
    expectEverythingOnce(pdg, whole);
    for (const auto& region : pdg.regions) expectContraction(pdg, whole, region.id);
}

void expectFewNodes(const Pdg& pdg, std::size_t most) {
    const auto collapse = suggestedCollapse(pdg, most);
    const std::size_t drawn = drawnGraph(pdg, {collapse, nullptr}).nodes.size();
    std::set<RegionId> allBelowEntry;
    for (const auto& region : pdg.regions)
        if (region.id != entryRegion) allBelowEntry.insert(region.id);
    const std::size_t fewest = drawnGraph(pdg, {allBelowEntry, nullptr}).nodes.size();
    EXPECT_LE(drawn, std::max(most, fewest)) << pdg.kernel;
    EXPECT_FALSE(collapse.contains(entryRegion));
    for (const RegionId id : collapse) {
        for (const RegionId other : collapse) EXPECT_FALSE(isBelow(pdg, id, other)) << "not seen at all";
        auto oneMore = collapse;
        oneMore.erase(id);
        EXPECT_GT(drawnGraph(pdg, {oneMore, nullptr}).nodes.size(), most) << pdg.kernel << ": would have fit";
    }
}

TEST(DrawnGraph, samplesAreDrawnOnceAndCollapseToTheirContraction) {
    ASSERT_GT(sampleGraphs().size(), 30U);
    for (const auto& sample : sampleGraphs()) {
        SCOPED_TRACE(sample.name);
        if (sample.pdg.statements.size() <= 3000) expectSound(sample.pdg);
    }
}

TEST(DrawnGraph, randomKernelsAreDrawnOnceAndCollapseToTheirContraction) {
    for (const Pdg& pdg : randomGraphs(60)) {
        SCOPED_TRACE("seed " + std::to_string(oracle::randomSeed()) + "\n" + pdg.source);
        expectSound(pdg);
    }
}

TEST(DrawnGraph, collapsingTheEntryLeavesOneNode) {
    for (const auto& sample : sampleGraphs()) {
        const DrawnGraph graph = drawnGraph(sample.pdg, {{entryRegion}, nullptr});
        EXPECT_EQ(graph.nodes.size(), 1U) << sample.name;
        EXPECT_TRUE(graph.edges.empty()) << sample.name;
    }
}

TEST(DrawnGraph, rowsNameTheLinesOfTheirStatements) {
    for (const auto& sample : sampleGraphs())
        for (const auto& node : drawnGraph(sample.pdg).nodes) {
            std::set<int> lines;
            std::set<int> rows;
            for (const auto& row : node.rows) rows.insert(row.line);
            for (const auto id : node.statements) {
                const CodePlace& place = sample.pdg.statements[id].place;
                if (place.inlinedAt.empty() && place.at.file == sample.pdg.sourceName)
                    lines.insert(place.at.line);
            }
            for (const int line : lines) EXPECT_TRUE(rows.contains(line)) << sample.name << " line " << line;
        }
}

TEST(DrawnGraph, collapsedRegionsMayNotExist) {
    const auto& sample = sampleGraphs().front();
    EXPECT_EQ(drawnGraph(sample.pdg, {{RegionId(12345), none}, nullptr}).nodes.size(),
              drawnGraph(sample.pdg).nodes.size());
    EXPECT_TRUE(drawnGraph(Pdg{}, {{entryRegion}, nullptr}).nodes.empty());
}

TEST(SuggestedCollapse, opensAllThatFits) {
    for (const auto& sample : sampleGraphs()) {
        SCOPED_TRACE(sample.name);
        for (const std::size_t most : {1U, 20U, 100U, 400U}) expectFewNodes(sample.pdg, most);
        EXPECT_TRUE(suggestedCollapse(sample.pdg, 1000000).empty());
    }
    EXPECT_TRUE(suggestedCollapse(Pdg{}, 5).empty());
}

const char* const halves = R"(__kernel void k(__global float* a, __global int* flags, int n) {
    int i = get_global_id(0);
    #pragma nounroll
    for (int j = 0; j < n; ++j) a[i + j * 64] += 1.0f;
    if (get_local_id(0) < 32) a[i] = sin(a[i]);
    if (flags[i]) a[i] += sin(a[i + 1]);
})";

TEST(RegionWeight, countsExecutionsAndTrips) {
    const auto pdg = frontend::buildPdg({"k.cl", halves}, "k", {"", 32, true});
    ASSERT_TRUE(pdg);
    const auto spec = files::readHardwareSpec(WARPSTRING_SOURCE_DIR "/hwspecs/tesla-c1060.toml");
    ASSERT_TRUE(spec);
    Launch launch;
    launch.kernel = launch.name = "k";
    launch.range.local = {64, 1, 1};
    launch.range.global = {256, 1, 1};
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, 7};
    for (const char* name : {"a", "flags"}) {
        BufferArgument buffer;
        buffer.type = {name[0] == 'a' ? ScalarType::Float : ScalarType::Int, 1};
        buffer.count = 4096;
        launch.arguments[name] = buffer;
    }
    auto evaluation = evaluation::evaluate(*pdg, launch, *spec);
    ASSERT_TRUE(evaluation);
    std::set<std::string> weights;
    const DrawnGraph graph = drawnGraph(*pdg, {{}, &*evaluation});
    for (const auto& edge : graph.edges) {
        EXPECT_TRUE(edge.weight.empty() || isControl(edge.kind));
        if (!edge.weight.empty()) weights.insert(edge.weight);
    }
    EXPECT_TRUE(weights.contains("x7")) << "the loop";
    EXPECT_TRUE(weights.contains("x0.5")) << "one warp of two";

    std::set<std::string> rows;
    for (const auto& node : graph.nodes)
        for (const auto& row : node.rows) rows.insert(row.text);
    EXPECT_TRUE(rows.contains("W = 7"));
    rows.clear();
    for (const auto& node : drawnGraph(*pdg).nodes)
        for (const auto& row : node.rows) rows.insert(row.text);
    EXPECT_TRUE(rows.contains("W = ?")) << "without a launch";

    evaluation->regions[0].executions = {0.25, 1, 1234.5};
    EXPECT_EQ(weightText(*evaluation, entryRegion), "x0.25..1234") << "bounds where the figure is not exact";
    EXPECT_EQ(weightText(*evaluation, none), "");
    for (const auto& edge : drawnGraph(*pdg).edges) EXPECT_EQ(edge.weight, "") << "nobody evaluated it";
}

} // namespace
} // namespace warpstring::pdg_export
