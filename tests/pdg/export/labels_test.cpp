// SPDX-License-Identifier: GPL-3.0-or-later
// The words for nodes, weights, and what is suggested to be hidden, on graphs made by hand.
#include <gtest/gtest.h>

#include "pdg/export/dot.h"
#include "pdg/export/labels.h"
#include "pdg/export/region_weight.h"
#include "pdg/export/suggested_collapse.h"
#include "pdg/export/text_tree.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::pdg_export {
namespace {

using oracle::GraphBuilder;

TEST(GraphLabels, placesNameTheFileWhereItIsAnother) {
    GraphBuilder graph("k");
    const Pdg pdg = graph.finish();
    EXPECT_EQ(label::line(pdg, {"k.cl", 12, 3}), "line 12");
    EXPECT_EQ(label::line(pdg, {"", 12, 3}), "line 12");
    EXPECT_EQ(label::line(pdg, {"tile.h", 3, 1}), "tile.h line 3");
    EXPECT_EQ(label::line(pdg, {"k.cl", 0, 0}), "");
    EXPECT_EQ(label::place(pdg, {{"tile.h", 3, 1}, {{"k.cl", 20, 1}, {"k.cl", 30, 1}}}),
              "tile.h line 3 called at line 20 called at line 30");
}

TEST(GraphLabels, accessesTellKindSpaceObjectOffsetAndBytes) {
    GraphBuilder graph;
    const auto data = graph.buffer("data");
    const auto tile = graph.array("tile", MemorySpace::Shared, 64);
    const AccessId load = graph.access(entryRegion, AccessKind::Load, data, graph.times(graph.lid(), 4), 4);
    const AccessId store = graph.accessArray(entryRegion, AccessKind::Store, tile, graph.number(8), 16);
    Pdg pdg = graph.finish();
    EXPECT_EQ(label::access(pdg, pdg.accesses[load]).find("load global data + "), 0U);
    EXPECT_EQ(label::access(pdg, pdg.accesses[store]), "store shared tile + 8, 16 bytes");
    EXPECT_EQ(label::statement(pdg, pdg.statements[1]), label::access(pdg, pdg.accesses[store]));
    pdg.accesses[load].object = none;
    EXPECT_EQ(label::object(pdg, pdg.accesses[load]), "?");
}

TEST(GraphLabels, runsAreCutAtAccessesBarriersAndRegions) {
    GraphBuilder graph;
    const auto data = graph.buffer("data");
    graph.compute(entryRegion, OperationClass::IntegerAdd);
    graph.compute(entryRegion, OperationClass::FloatMad);
    graph.access(entryRegion, AccessKind::Load, data, graph.number(0));
    graph.compute(entryRegion, OperationClass::FloatMad);
    graph.barrier(entryRegion);
    const RegionId inside = graph.branch(entryRegion, graph.less(graph.lid(), graph.number(3)));
    graph.compute(inside, OperationClass::Move);
    graph.compute(entryRegion, OperationClass::Move);
    const Pdg pdg = graph.finish();
    std::vector<std::size_t> runs;
    for (const auto& item : label::items(pdg, pdg.regions[0])) runs.push_back(item.run.size());
    EXPECT_EQ(runs, (std::vector<std::size_t>{2, 0, 1, 0, 0, 0, 1}))
        << "run, load, run, barrier, branch, region, run";
}

TEST(GraphLabels, rowsCountTheOperationsOfALine) {
    GraphBuilder graph;
    for (const auto operation :
         {OperationClass::FloatMad, OperationClass::IntegerAdd, OperationClass::FloatMad})
        graph.compute(entryRegion, operation);
    Pdg pdg = graph.finish();
    for (auto& statement : pdg.statements) statement.place.at.line = 7;
    pdg.statements[1].count = 4; // of a vector
    const std::vector<StatementId> all{StatementId(0), StatementId(1), StatementId(2)};
    EXPECT_EQ(label::row(pdg, all), "6x compute line 7: 2x float_mad, 4x integer_add");
    pdg.statements[2].place.at.line = 8;
    EXPECT_EQ(label::rows(pdg, all).size(), 2U) << "another line is another row";
    pdg.statements[0].kind = StatementKind::Register;
    pdg.statements[0].text = "store sum";
    EXPECT_EQ(label::row(pdg, {StatementId(0)}), "no instruction line 7: store sum (register)");
}

TEST(RegionWeights, areShortAndSayWhatIsNotKnown) {
    EXPECT_EQ(toText(evaluation::Bounded{8, 8, 8}), "8");
    EXPECT_EQ(toText(evaluation::Bounded{1.0 / 3, 1.0 / 3, 1.0 / 3}), "0.333");
    EXPECT_EQ(toText(evaluation::Bounded{2, 3, 4}), "2..4");
    EXPECT_EQ(toText(evaluation::Bounded{1234.5, 1234.5, 1234.5}), "1234")
        << "of large ones what stands before the point";
    EXPECT_EQ(toText(evaluation::Bounded{0, 0, 0}), "0");
}

TEST(RegionWeights, areThoseOfTheEvaluation) {
    GraphBuilder graph;
    const RegionId half = graph.branch(entryRegion, graph.less(graph.lid(), graph.number(32)));
    const LoopId loop = graph.loop(entryRegion);
    graph.goOn(loop, graph.less(graph.counter(loop), graph.number(7)));
    const Pdg pdg = graph.finish();
    HardwareSpec spec;
    const auto evaluation = evaluation::evaluate(pdg, oracle::launchOf(pdg, oracle::rangeOf(1, 64)), spec);
    ASSERT_TRUE(evaluation.ok());
    EXPECT_EQ(weightText(*evaluation, half), "x0.5");
    EXPECT_EQ(weightText(*evaluation, pdg.loops[loop].region), "x8");
    EXPECT_EQ(weightText(*evaluation, RegionId(99)), "");
    EXPECT_EQ(tripsText(pdg.loops[loop], *evaluation), "W = 8");
    EXPECT_EQ(tripsText(pdg.loops[loop], evaluation::Evaluation{}), "W = ?");
    const std::string dot = toDot(pdg, {{}, &*evaluation});
    EXPECT_NE(dot.find("T x0.5"), std::string::npos);
    EXPECT_EQ(toDot(pdg).find("x0.5"), std::string::npos);
}

/// Regions in regions: `width` branches on each of `depth` levels.
void fill(GraphBuilder& graph, RegionId region, int depth, int width) {
    graph.compute(region, OperationClass::Move);
    for (int i = 0; i < width && depth > 0; ++i)
        fill(graph, graph.branch(region, graph.less(graph.lid(), graph.number(i + 10 * depth))), depth - 1,
             width);
}

TEST(SuggestedCollapse, drawsNoMoreThanAskedFor) {
    GraphBuilder graph;
    fill(graph, entryRegion, 3, 3);
    const Pdg pdg = graph.finish();
    const std::size_t all = drawnGraph(pdg).nodes.size();
    EXPECT_TRUE(suggestedCollapse(pdg, all).empty());
    EXPECT_TRUE(suggestedCollapse(Pdg{}, 10).empty());
    std::size_t before = 0;
    for (const std::size_t most : {12U, 20U, 40U, 60U}) {
        const auto collapsed = suggestedCollapse(pdg, most);
        EXPECT_FALSE(collapsed.empty());
        EXPECT_FALSE(collapsed.contains(entryRegion)) << "the kernel itself is drawn";
        const std::size_t drawn = drawnGraph(pdg, {collapsed, nullptr}).nodes.size();
        EXPECT_LE(drawn, most);
        EXPECT_GE(drawn, before) << "with more room no less is drawn";
        before = drawn;
    }
}

TEST(TextTrees, haveALineForEveryRegionPredicateAndAccess) {
    GraphBuilder graph("tree");
    const auto data = graph.buffer("data");
    const LoopId loop = graph.loop(entryRegion);
    const RegionId inside = graph.branch(graph.body(loop), graph.less(graph.lid(), graph.number(9)));
    graph.access(inside, AccessKind::Store, data, graph.times(graph.lid(), 4));
    graph.goOn(loop, graph.less(graph.counter(loop), graph.number(7)));
    const Pdg pdg = graph.finish();
    const std::string text = toTextTree(pdg);
    EXPECT_EQ(text.find("kernel tree in tree.cl"), 0U);
    EXPECT_NE(text.find("loop 0"), std::string::npos);
    EXPECT_NE(text.find("store global data"), std::string::npos);
    EXPECT_NE(text.find("(closes the loop)"), std::string::npos);
    // Each child is drawn further in than its parent.
    const auto indent = [&](const std::string& part) {
        const std::size_t at =
            text.find("─ " + part); // a line of its own, rather than a predicate's word of it
        return at - text.rfind('\n', at);
    };
    EXPECT_LT(indent("loop 0"), indent("region 2"));
    EXPECT_LT(indent("region 2"), indent("store global data"));
}

} // namespace
} // namespace warpstring::pdg_export
