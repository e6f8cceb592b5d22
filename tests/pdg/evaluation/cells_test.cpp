// SPDX-License-Identifier: GPL-3.0-or-later
// Cells and the ways to split them: every point stays in one part, and conditions hold where an interpreter of
// single points says so.
#include <functional>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/cells.h"
#include "pdg/evaluation/thin_cells.h"
#include "tests/pdg/evaluation/expr_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;
using oracle::Point;

Cell cellOf(std::vector<Progression> variables, int groupSize = 1) {
    Cell cell;
    cell.box.variables = std::move(variables);
    cell.must = cell.may = ActiveSet::all(groupSize);
    return cell;
}

std::multiset<Point> pointsOfAll(const std::vector<Cell>& cells) {
    std::multiset<Point> points;
    for (const auto& cell : cells)
        for (auto& point : oracle::pointsOf(cell.box)) points.insert(std::move(point));
    return points;
}

TEST(Cells, splittingLosesNoPointAndDoublesNone) {
    for (const std::uint64_t count : {2, 3, 7, 12, 13})
        for (const std::uint64_t residues : {0, 1, 2, 3, 5, 12, 50}) {
            const Cell whole = cellOf({{3, 2, count}, {0, 1, 2}, {5, 1, 1}});
            const auto parts = splitCell(whole, {0, residues}, 100);
            EXPECT_GT(parts.size(), 1U);
            EXPECT_EQ(pointsOfAll(parts), pointsOfAll({whole})) << count << " values by " << residues;
            for (const auto& part : parts) EXPECT_LT(part.box.points(), whole.box.points());
        }
}

TEST(Cells, splittingIntoHalvesResiduesAndPoints) {
    const Cell whole = cellOf({{0, 1, 10}});
    const auto halves = splitCell(whole, {0, 1}, 100);
    ASSERT_EQ(halves.size(), 2U);
    EXPECT_EQ(halves[0].box.variables[0], (Progression{0, 1, 5}));
    EXPECT_EQ(halves[1].box.variables[0], (Progression{5, 1, 5}));
    const auto thirds = splitCell(whole, {0, 3}, 100);
    ASSERT_EQ(thirds.size(), 3U);
    for (const auto& part : thirds)
        for (std::uint64_t i = 0; i < part.box.variables[0].count; ++i)
            EXPECT_EQ(part.box.variables[0].at(i) % 3, part.box.variables[0].first % 3);
    const auto points = splitCell(whole, {0, 0}, 100);
    ASSERT_EQ(points.size(), 10U);
    for (const auto& point : points) EXPECT_EQ(point.box.points(), 1);
}

TEST(Cells, thereIsNoSplittingBeyondTheLimitNorOfOneValue) {
    EXPECT_TRUE(splitCell(cellOf({{0, 1, 10}}), {0, 0}, 9).empty());
    EXPECT_EQ(splitCell(cellOf({{0, 1, 10}}), {0, 0}, 10).size(), 10U);
    EXPECT_TRUE(splitCell(cellOf({{0, 1, 10}}), {0, 4}, 3).empty());
    EXPECT_TRUE(splitCell(cellOf({{4, 1, 1}}), {0, 0}, 100).empty());
    EXPECT_TRUE(splitCell(cellOf({{4, 1, 1}}), {0, 1}, 100).empty());
}

TEST(Cells, hintsAreFollowedFromTheCheapest) {
    const Cell whole = cellOf({{0, 1, 8}, {0, 1, 8}, {0, 1, 8}});
    const auto halves = splitByHints(whole, {{0, 0}, {1, 4}, {2, 1}}, 100);
    ASSERT_EQ(halves.size(), 2U);
    EXPECT_EQ(halves[0].box.variables[2].count, 4U);
    const auto parts = splitByHints(whole, {{0, 0}, {2, 1, 7}}, 100);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].box.variables[2], (Progression{0, 1, 7}));
    EXPECT_EQ(parts[1].box.variables[2], (Progression{7, 1, 1}));
    const auto residues = splitByHints(whole, {{0, 0}, {1, 4}}, 100);
    ASSERT_EQ(residues.size(), 4U);
    EXPECT_EQ(residues[0].box.variables[1], (Progression{0, 4, 2}));
    EXPECT_EQ(splitByHints(whole, {{0, 0}, {1, 4}}, 3).size(), 0U) << "neither fits";
    EXPECT_EQ(splitByHints(whole, {{0, 8}, {1, 2}}, 3).size(), 2U) << "the first does not fit, the second does";
    EXPECT_TRUE(splitByHints(whole, {}, 100).empty());
}

TEST(Cells, samplesStandForTheirStrata) {
    for (const std::uint64_t count : {1, 5, 16, 17, 1000})
        for (const std::uint64_t samples : {1, 3, 16}) {
            Cell whole = cellOf({{10, 3, count}});
            whole.scale = 2;
            whole.scaleLow = 1;
            whole.scaleHigh = 4;
            const auto parts = sampleCell(whole, 0, samples);
            ASSERT_EQ(parts.size(), std::min(samples, count));
            double sum = 0, low = 0, high = 0;
            std::uint64_t from = 0; // strata are consecutive and hold as many values as their scale says
            for (const auto& part : parts) {
                const Progression& own = part.box.variables[0];
                ASSERT_EQ(own.count, 1U);
                const auto index = static_cast<std::uint64_t>((own.first - 10) / 3);
                const auto share = static_cast<std::uint64_t>(part.scale / 2);
                EXPECT_GE(index, from);
                EXPECT_LT(index, from + share);
                from += share;
                sum += part.scale;
                low += part.scaleLow;
                high += part.scaleHigh;
            }
            EXPECT_EQ(sum, 2.0 * static_cast<double>(count));
            EXPECT_EQ(low, static_cast<double>(count));
            EXPECT_EQ(high, 4.0 * static_cast<double>(count));
        }
}

TEST(Cells, theLongestVariableIsAmongThoseNamed) {
    const Box box{{{0, 1, 5}, {0, 1, 9}, {0, 1, 1}, {0, 1, 7}}};
    EXPECT_EQ(longestVariable(box, ~DependenceMask{0}), std::optional<BoxVariable>(1));
    EXPECT_EQ(longestVariable(box, groupDependence(0) | loopDependence(LoopId(0))),
              std::optional<BoxVariable>(3));
    EXPECT_EQ(longestVariable(box, groupDependence(2)), std::nullopt) << "it has one value";
    EXPECT_EQ(longestVariable(box, localDependence | dataDependence), std::nullopt) << "no variables of a box";
}

/// Conditions over IDs and one counter, as kernels write them.
class Selections : public testing::Test {
protected:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    ExprId randomTerm(GraphBuilder& graph, LoopId loop) {
        switch (between(0, 5)) {
        case 0: return graph.lid();
        case 1: return graph.group();
        case 2: return graph.counter(loop);
        case 3: return graph.globalId();
        case 4: return graph.times(graph.lid(), between(1, 4));
        default: return graph.times(graph.counter(loop), between(1, 4));
        }
    }

    ExprId randomCondition(GraphBuilder& graph, LoopId loop, int depth) {
        if (depth > 0) {
            const ExprId a = randomCondition(graph, loop, depth - 1);
            const ExprId b = randomCondition(graph, loop, depth - 1);
            switch (between(0, 2)) {
            case 0: return graph.pdg().exprs.conjunction(a, b);
            case 1: return graph.pdg().exprs.disjunction(a, b);
            default: return graph.pdg().exprs.negation(a);
            }
        }
        const ExprOp ops[] = {ExprOp::Equal,      ExprOp::NotEqual, ExprOp::ULess,
                              ExprOp::ULessEqual, ExprOp::SLess,    ExprOp::SLessEqual};
        const ExprId sum = graph.add(randomTerm(graph, loop), randomTerm(graph, loop));
        const ExprOp op = ops[between(0, 5)];
        if (between(0, 2) == 0) { // the scan's: which work-items are left
            const ExprId rest = graph.binary(ExprOp::URem, sum, graph.number(between(2, 6)));
            return graph.binary(between(0, 1) == 0 ? ExprOp::Equal : op, rest, graph.number(between(0, 3)));
        }
        return graph.binary(op, sum, graph.number(between(-3, 25)));
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(Selections, holdExactlyWhereTheirConditionDoes) {
    SCOPED_TRACE(seed_);
    constexpr int groupSize = 6;
    for (int round = 0; round < 1500; ++round) {
        GraphBuilder graph;
        const LoopId loop = graph.loop(entryRegion);
        const ExprId condition = randomCondition(graph, loop, static_cast<int>(between(0, 2)));
        const Pdg pdg = graph.finish();
        const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(5, groupSize));
        ExprEvaluator evaluator(pdg, launch, 1e6);
        const Cell whole = cellOf({{0, 1, 5}, {0, 1, 1}, {0, 1, 1}, {0, 1, 9}}, groupSize);
        ConditionReport report;
        const auto kept = selectCells(evaluator, {whole}, condition, 1e6, report);
        ASSERT_EQ(report.certainty, Certainty::Exact);
        std::map<Point, ActiveSet> active;
        for (const auto& cell : kept) {
            EXPECT_EQ(cell.must, cell.may);
            EXPECT_FALSE(cell.may.empty());
            EXPECT_EQ(cell.scale, 1);
            for (const auto& point : oracle::pointsOf(cell.box))
                EXPECT_TRUE(active.emplace(point, cell.may).second) << "cells overlap";
        }
        for (const auto& point : oracle::pointsOf(whole.box))
            for (int item = 0; item < groupSize; ++item) {
                const auto truth = oracle::ExprInterpreter(pdg, launch, item).integer(condition, point);
                ASSERT_TRUE(truth.has_value());
                ASSERT_EQ(active.contains(point) && active[point].contains(item), *truth != 0)
                    << exprText(pdg.exprs, condition, {}) << " for work-item " << item << " of group "
                    << point.group[0] << ", iteration " << point.counters[0];
            }
    }
}

TEST_F(Selections, keepTheCellsOfTheConditionAround) {
    GraphBuilder graph;
    const ExprId outer = graph.less(graph.group(), graph.number(3));
    const ExprId inner = graph.less(graph.lid(), graph.number(2));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(8, 4));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    ConditionReport report;
    const auto around = selectCells(evaluator, {cellOf({{0, 1, 8}, {}, {}}, 4)}, outer, 1e6, report);
    EXPECT_FALSE(report.threadDependent);
    const auto within = selectCells(evaluator, around, inner, 1e6, report);
    EXPECT_TRUE(report.threadDependent);
    ASSERT_EQ(within.size(), 1U);
    EXPECT_EQ(within[0].box.variables[0], (Progression{0, 1, 3}));
    EXPECT_EQ(within[0].may, ActiveSet::all(2));
}

TEST_F(Selections, areBoundedWhereNothingIsKnownOfTheData) {
    GraphBuilder graph;
    const auto flags = graph.buffer("flags");
    const AccessId load = graph.access(entryRegion, AccessKind::Load, flags, graph.times(graph.lid(), 4));
    const ExprId isSet = graph.binary(ExprOp::NotEqual, graph.loaded(load), graph.number(0));
    const ExprId early = graph.less(graph.lid(), graph.number(3));
    const ExprId both = graph.pdg().exprs.conjunction(isSet, early);
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, 8));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    ConditionReport report;
    const auto kept = selectCells(evaluator, {cellOf({{}, {}, {}}, 8)}, both, 1e6, report);
    EXPECT_EQ(report.certainty, Certainty::Bounded);
    EXPECT_FALSE(report.reason.empty());
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_TRUE(kept[0].must.empty());
    EXPECT_EQ(kept[0].may, ActiveSet::all(3)) << "whatever the data, the others are not active";
}

TEST_F(Selections, beyondTheThresholdAreBounded) {
    GraphBuilder graph;
    // Neither affine nor of a constant modulus: the groups have to be tried one by one.
    const ExprId square = graph.binary(ExprOp::Mul, graph.group(), graph.group());
    const ExprId rest = graph.binary(ExprOp::URem, square, graph.number(7));
    const ExprId condition = graph.binary(ExprOp::Equal, rest, graph.number(2));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1000, 8));
    const Cell whole = cellOf({{0, 1, 1000}, {}, {}}, 8);
    ConditionReport cheap, dear;
    ExprEvaluator first(pdg, launch, 1e6), second(pdg, launch, 1e6);
    const auto bounded = selectCells(first, {whole}, condition, 80, cheap);
    EXPECT_EQ(cheap.certainty, Certainty::Bounded);
    std::size_t certain = 0;
    for (const auto& cell : bounded) certain += cell.must.empty() ? 0 : 1;
    const auto exact = selectCells(second, {whole}, condition, 1e6, dear);
    EXPECT_EQ(dear.certainty, Certainty::Exact);
    double held = 0, truth = 0;
    for (const auto& cell : exact) held += cell.box.points();
    for (std::int64_t g = 0; g < 1000; ++g) truth += g * g % 7 == 2 ? 1 : 0;
    EXPECT_EQ(held, truth);
    EXPECT_LT(certain, exact.size());
}

TEST(Cells, thinnedOnesStandForAll) {
    std::vector<Cell> cells;
    cells.reserve(1000);
    for (std::int64_t i = 0; i < 1000; ++i)
        cells.push_back(cellOf({{i, 1, static_cast<std::uint64_t>(1 + i % 5)}}));
    const auto pointsOf = [](const std::vector<Cell>& some) {
        double points = 0;
        for (const auto& cell : some) points += cell.box.points() * cell.scale;
        return points;
    };
    const double points = pointsOf(cells);
    auto few = cells;
    thinCells(few, 1000);
    EXPECT_EQ(few.front().scale, 1) << "there are few enough";
    thinCells(few, 16);
    ASSERT_EQ(few.size(), 16u);
    EXPECT_NEAR(pointsOf(few), points, 1e-9 * points);
    for (std::size_t i = 1; i < few.size(); ++i)
        EXPECT_NEAR(static_cast<double>(few[i].box.variables[0].first - few[i - 1].box.variables[0].first),
                    62.5, 1)
            << "spread evenly";
}

} // namespace
} // namespace warpstring::evaluation
