// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions on all work-items and all points of a box at once, against an interpreter of one
// work-item at one point: recurrences, what loops leave behind, and loads of data that the launch has.
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/expr_evaluator.h"
#include "tests/pdg/evaluation/expr_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;

constexpr int evaluatedItems = 5;
constexpr std::int64_t outerTrips = 6;

class Expressions : public testing::Test {
protected:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    /// An outer loop of six trips, in it an inner one whose trips hang on work-item and outer counter, values
    /// that both carry, and a buffer whose contents are known.
    struct Nest {
        GraphBuilder graph;
        LoopId outer, inner;
        std::vector<ExprId> terms;
    };

    void build(Nest& nest) {
        GraphBuilder& graph = nest.graph;
        auto& exprs = graph.pdg().exprs;
        const auto table = graph.buffer("table", {ScalarType::Int, 1}, true);
        const auto n = graph.scalar("n");
        nest.outer = graph.loop(entryRegion);
        nest.inner = graph.loop(graph.body(nest.outer));
        graph.goOn(nest.outer, graph.less(graph.counter(nest.outer), graph.number(outerTrips - 1)));
        const ExprId bound = between(0, 1) == 0 ? graph.number(between(0, 5))
                             : between(0, 1) == 0
                                 ? graph.binary(ExprOp::URem, graph.lid(), graph.number(3))
                                 : graph.binary(ExprOp::URem, graph.counter(nest.outer), graph.number(4));
        graph.goOn(nest.inner, graph.less(graph.counter(nest.inner), bound));
        nest.terms = {graph.lid(),
                      graph.group(),
                      graph.globalId(),
                      graph.counter(nest.outer),
                      graph.parameter(n),
                      graph.number(between(-5, 40)),
                      graph.number(std::int64_t{1} << between(0, 6))};
        // A sum that grows by the same, and ones that do not: geometric, or by what differs between iterations.
        const ExprId even =
            exprs.recurrence(nest.outer, 32, nest.terms[static_cast<std::size_t>(between(0, 2))]);
        exprs.setNext(even, graph.add(even, graph.number(between(-7, 7))));
        const ExprId doubled = exprs.recurrence(nest.outer, 32, graph.number(between(1, 3)));
        exprs.setNext(doubled, graph.binary(ExprOp::Shl, doubled, graph.number(1)));
        const ExprId growing = exprs.recurrence(nest.outer, 32, graph.lid());
        exprs.setNext(growing, graph.add(growing, graph.counter(nest.outer)));
        const ExprId within = exprs.recurrence(nest.inner, 32, term(nest));
        exprs.setNext(within, graph.add(graph.times(within, between(1, 3)), graph.counter(nest.inner)));
        const AccessId load =
            graph.access(graph.body(nest.outer), AccessKind::Load, table,
                         graph.times(graph.binary(ExprOp::And, term(nest), graph.number(1023)), 4));
        for (const ExprId more : {even, doubled, growing, exprs.final(nest.inner, within), graph.loaded(load),
                                  exprs.final(nest.inner, graph.counter(nest.inner))})
            nest.terms.push_back(more);
    }

    ExprId term(Nest& nest) {
        return nest
            .terms[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(nest.terms.size()) - 1))];
    }

    ExprId randomExpression(Nest& nest, int depth) {
        if (depth == 0) return term(nest);
        GraphBuilder& graph = nest.graph;
        const ExprId a = randomExpression(nest, depth - 1), b = randomExpression(nest, depth - 1);
        const ExprOp ops[] = {ExprOp::Add,  ExprOp::Add,  ExprOp::Sub, ExprOp::Mul,  ExprOp::UDiv,
                              ExprOp::URem, ExprOp::SRem, ExprOp::And, ExprOp::Or,   ExprOp::Xor,
                              ExprOp::SMin, ExprOp::UMax, ExprOp::Shl, ExprOp::LShr, ExprOp::AShr,
                              ExprOp::SDiv, ExprOp::UMin, ExprOp::SMax};
        switch (between(0, 5)) {
        case 0: {
            const ExprOp comparisons[] = {ExprOp::Equal, ExprOp::ULess, ExprOp::SLessEqual};
            return graph.pdg().exprs.ternary(ExprOp::Select, 32, graph.binary(comparisons[between(0, 2)], a, b),
                                             term(nest), b);
        }
        case 1: return graph.times(a, between(-3, 9));
        case 2: return graph.binary(ExprOp::URem, a, graph.number(between(1, 9)));
        default: return graph.binary(ops[static_cast<std::size_t>(between(0, std::size(ops) - 1))], a, b);
        }
    }

    static LaunchBinding bind(const Pdg& pdg) {
        Launch launch = oracle::launchOf(pdg, oracle::rangeOf(4, evaluatedItems));
        auto& table = std::get<BufferArgument>(launch.arguments.at("table"));
        table.init = BufferInit::Random;
        table.range = {0, 20};
        std::get<ScalarArgument>(launch.arguments.at("n")).value = std::int64_t{17};
        auto bound = bindLaunch(pdg, launch);
        EXPECT_TRUE(bound.ok());
        return *std::move(bound);
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(Expressions, areWhatEveryWorkItemComputesAtEveryPoint) {
    SCOPED_TRACE(seed_);
    double known = 0, asked = 0;
    for (int round = 0; round < 400; ++round) {
        Nest nest;
        build(nest);
        std::vector<ExprId> expressions;
        expressions.reserve(4);
        for (int i = 0; i < 4; ++i)
            expressions.push_back(randomExpression(nest, static_cast<int>(between(0, 3))));
        const Pdg pdg = nest.graph.finish();
        const auto launch = bind(pdg);
        ExprEvaluator evaluator(pdg, launch, 1e6);
        for (int visit = 0; visit < 6; ++visit) { // boxes in turn: what is kept must fit each
            const bool isPoint = between(0, 1) == 0;
            Box box{{{between(0, 2), 1, isPoint ? 1U : 2U}, {}, {}, {between(0, 4), 1, isPoint ? 1U : 2U}, {}}};
            evaluator.enter(box);
            const auto points = oracle::pointsOf(box);
            const auto indices = oracle::indicesOf(box);
            for (const ExprId expression : expressions) {
                const LaneValue value = evaluator.value(expression);
                (void)evaluator.takeHints();
                for (std::size_t p = 0; p < points.size(); ++p)
                    for (int item = 0; item < evaluatedItems; ++item) {
                        const auto truth =
                            oracle::ExprInterpreter(pdg, launch, item).integer(expression, points[p]);
                        if (!truth) continue;
                        asked += isPoint ? 1 : 0;
                        if (value.isUnknown()) continue;
                        std::int64_t moved = 0;
                        for (const auto& own : value.terms) moved += own.coefficient * indices[p][own.variable];
                        const auto i = static_cast<std::size_t>(item);
                        ASSERT_TRUE(value.lowAt(i) + moved <= *truth && *truth <= value.highAt(i) + moved)
                            << exprText(pdg.exprs, expression, pdg.parameterNames()) << " is " << *truth
                            << " for work-item " << item << " of group " << points[p].group[0] << ", iteration "
                            << points[p].counters[0] << ", said " << value.lowAt(i) + moved << " to "
                            << value.highAt(i) + moved;
                        known += isPoint && value.lowAt(i) == value.highAt(i) ? 1 : 0;
                    }
            }
        }
    }
    EXPECT_GT(asked, 10000);
    EXPECT_GT(known / asked, 0.95) << "at single points nearly everything is known";
}

TEST_F(Expressions, affineOnesNeedNoSplitting) {
    GraphBuilder graph;
    const LoopId loop = graph.loop(entryRegion);
    graph.goOn(loop, graph.less(graph.counter(loop), graph.number(99)));
    const ExprId index = graph.add(graph.times(graph.globalId(), 12), graph.times(graph.counter(loop), -8));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1000, evaluatedItems));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    evaluator.enter(Box{{{10, 2, 400}, {}, {}, {5, 1, 90}}});
    const LaneValue& value = evaluator.value(index);
    ASSERT_TRUE(value.isExact());
    // 12 (5 (10 + 2 j) + lid) - 8 (5 + k)
    for (std::size_t item = 0; item < evaluatedItems; ++item)
        EXPECT_EQ(value.lowAt(item), 12 * (50 + static_cast<std::int64_t>(item)) - 40);
    EXPECT_EQ(value.terms, (std::vector<LaneValue::Term>{{0, 120}, {3, -8}}));
    EXPECT_TRUE(evaluator.takeHints().empty());
}

TEST_F(Expressions, evenRecurrencesAreAffine) {
    GraphBuilder graph;
    auto& exprs = graph.pdg().exprs;
    const LoopId loop = graph.loop(entryRegion);
    const ExprId carried = exprs.recurrence(loop, 32, graph.lid());
    exprs.setNext(carried, graph.add(carried, exprs.leaf(ExprOp::GlobalSize, 0, 32)));
    graph.goOn(loop, graph.less(carried, graph.number(1'000'000)));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(8, evaluatedItems));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    evaluator.enter(Box{{{0, 1, 8}, {}, {}, {0, 1, 1000}}});
    EXPECT_EQ(evaluator.value(carried).terms,
              (std::vector<LaneValue::Term>{{3, std::int64_t{8} * evaluatedItems}}));
}

TEST_F(Expressions, otherRecurrencesAskForPoints) {
    GraphBuilder graph;
    auto& exprs = graph.pdg().exprs;
    const LoopId loop = graph.loop(entryRegion);
    const ExprId carried = exprs.recurrence(loop, 32, graph.number(1));
    exprs.setNext(carried, graph.times(carried, 3));
    graph.goOn(loop, graph.less(carried, graph.number(1000)));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, evaluatedItems));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    evaluator.enter(Box{{{}, {}, {}, {0, 1, 5}}});
    EXPECT_FALSE(evaluator.value(carried).isExact());
    EXPECT_EQ(evaluator.takeHints(), (std::vector<SplitHint>{{loopVariable(loop), 0}}));
    EXPECT_TRUE(evaluator.takeHints().empty()) << "they are taken once";
    std::int64_t power = 1;
    for (std::int64_t i = 0; i < 12; ++i, power *= 3) {
        evaluator.enter(Box{{{}, {}, {}, {i, 1, 1}}});
        ASSERT_TRUE(evaluator.value(carried).isUniformConstant());
        EXPECT_EQ(evaluator.value(carried).low[0], power);
    }
}

TEST_F(Expressions, valuesAfterLoopsAreThoseOfEachOnesLastIteration) {
    GraphBuilder graph;
    auto& exprs = graph.pdg().exprs;
    const LoopId loop = graph.loop(entryRegion);
    const ExprId carried = exprs.recurrence(loop, 32, graph.number(1));
    exprs.setNext(carried, graph.times(carried, 2));
    graph.goOn(loop, graph.less(graph.counter(loop), graph.lid())); // lid + 1 trips
    const ExprId left = exprs.final(loop, carried);
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, evaluatedItems));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    evaluator.enter(Box{{{}, {}, {}, {}}});
    const LaneValue& value = evaluator.value(left);
    ASSERT_TRUE(value.isFixed());
    EXPECT_EQ(value.low, (Lanes{1, 2, 4, 8, 16}));
}

TEST_F(Expressions, dataThatTheKernelMayWriteIsNotTakenForKnown) {
    for (const bool readOnly : {true, false}) {
        GraphBuilder graph;
        const auto table = graph.buffer("table", {ScalarType::Float, 1}, readOnly);
        const AccessId load = graph.access(entryRegion, AccessKind::Load, table, graph.times(graph.lid(), 4));
        const ExprId value = graph.loaded(load);
        const Pdg pdg = graph.finish();
        Launch launch = oracle::launchOf(pdg, oracle::rangeOf(1, evaluatedItems));
        auto& buffer = std::get<BufferArgument>(launch.arguments.at("table"));
        buffer.init = BufferInit::Constant;
        buffer.constant = 2.5;
        const auto bound = bindLaunch(pdg, launch);
        ASSERT_TRUE(bound.ok());
        ExprEvaluator evaluator(pdg, *bound, 1e6);
        evaluator.enter(Box{{{}, {}, {}}});
        if (readOnly) {
            EXPECT_EQ(evaluator.value(value).realAt(3), 2.5);
        } else {
            EXPECT_TRUE(evaluator.value(value).isUnknown());
        }
    }
}

TEST_F(Expressions, floatsAreComputedAsOneWorkItemDoes) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 300; ++round) {
        GraphBuilder graph;
        auto& exprs = graph.pdg().exprs;
        ExprId value = exprs.unary(ExprOp::SIntToFloat, 32, graph.times(graph.lid(), between(-5, 5)));
        for (int depth = 0; depth < 4; ++depth) {
            const ExprId other =
                exprs.floatConstant(static_cast<double>(static_cast<float>(between(-40, 40)) / 8), 32);
            const ExprOp ops[] = {ExprOp::FAdd, ExprOp::FSub, ExprOp::FMul, ExprOp::FMin, ExprOp::FMax};
            value = between(0, 3) == 0 ? exprs.unary(ExprOp::FAbs, 32, value)
                                       : exprs.binary(ops[between(0, 4)], 32, value, other);
        }
        const ExprId rounded = exprs.unary(ExprOp::FloatToSInt, 32, exprs.unary(ExprOp::FFloor, 32, value));
        const ExprId positive = exprs.binary(ExprOp::FLess, 1, exprs.floatConstant(0, 32), value);
        const Pdg pdg = graph.finish();
        const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, evaluatedItems));
        ExprEvaluator evaluator(pdg, launch, 1e6);
        const Box box{{{}, {}, {}}};
        evaluator.enter(box);
        for (int item = 0; item < evaluatedItems; ++item) {
            oracle::ExprInterpreter truth(pdg, launch, item);
            const auto i = static_cast<std::size_t>(item);
            for (const ExprId whole : {rounded, positive}) {
                const auto expected = truth.integer(whole, {});
                ASSERT_TRUE(expected.has_value());
                EXPECT_EQ(evaluator.value(whole).lowAt(i), *expected);
                EXPECT_EQ(evaluator.value(whole).highAt(i), *expected);
            }
        }
    }
}

TEST_F(Expressions, workIsCountedOnceForWhatIsKept) {
    GraphBuilder graph;
    const ExprId index = graph.times(graph.globalId(), 4);
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(4, evaluatedItems));
    ExprEvaluator evaluator(pdg, launch, 1e6);
    const Box box{{{0, 1, 4}, {}, {}}};
    evaluator.enter(box);
    (void)evaluator.value(index);
    const double once = evaluator.work();
    EXPECT_GT(once, 0);
    evaluator.enter(box);
    (void)evaluator.value(index);
    EXPECT_EQ(evaluator.work(), once);
    evaluator.countWork(10);
    EXPECT_EQ(evaluator.work(), once + 10);
}

} // namespace
} // namespace warpstring::evaluation
