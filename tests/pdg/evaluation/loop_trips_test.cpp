// SPDX-License-Identifier: GPL-3.0-or-later
// Trip counts against the loops themselves, in arithmetic of eight bits so that every one of them, wrapping
// round and round, comes to its end or back to where it was.
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/expr_evaluator.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;

constexpr std::uint64_t tripItems = 4;

/// for (i = first + item * apart;; i += step) { ...; if (!(i op bound)) break; } with the test at the end.
struct MadeLoop {
    ExprOp op = ExprOp::SLess;
    int first = 0, apart = 0, step = 1, bound = 0;

    [[nodiscard]] std::string text() const {
        return "operation " + std::to_string(static_cast<int>(op)) + " from " + std::to_string(first) + " + " +
               std::to_string(apart) + " * lid by " + std::to_string(step) + " to " + std::to_string(bound);
    }

    [[nodiscard]] bool holds(std::uint8_t value) const {
        const auto limit = static_cast<std::uint8_t>(bound);
        const auto own = static_cast<std::int8_t>(value), signedLimit = static_cast<std::int8_t>(limit);
        switch (op) {
        case ExprOp::SLess: return own < signedLimit;
        case ExprOp::SLessEqual: return own <= signedLimit;
        case ExprOp::ULess: return value < limit;
        case ExprOp::ULessEqual: return value <= limit;
        case ExprOp::Equal: return value == limit;
        default: return value != limit;
        }
    }

    /// endlessTrips where the counter has taken all values that it ever will.
    [[nodiscard]] std::int64_t trips(int item) const {
        auto i = static_cast<std::uint8_t>(first + item * apart);
        for (std::int64_t made = 1; made <= 256; ++made) {
            i = static_cast<std::uint8_t>(i + step);
            if (!holds(i)) return made;
        }
        return endlessTrips;
    }
};

enum class Form { Counted, Carried };

Pdg graphOf(const MadeLoop& made, Form form) {
    GraphBuilder graph;
    auto& exprs = graph.pdg().exprs;
    const LoopId loop = graph.loop(entryRegion);
    const ExprId item = exprs.unary(ExprOp::Trunc, 8, graph.lid());
    const ExprId first = graph.add(graph.times(item, made.apart), graph.number(made.first, 8));
    ExprId i;
    if (form == Form::Counted) {
        const ExprId done = graph.add(graph.counter(loop, 8), graph.number(1, 8));
        i = graph.add(first, graph.times(done, made.step));
    } else { // as the front end leaves what it finds no closed form of
        const ExprId carried = exprs.recurrence(loop, 8, first);
        const ExprId next = graph.binary(ExprOp::Sub, carried, graph.number(-made.step, 8));
        exprs.setNext(carried, next);
        i = next;
    }
    graph.goOn(loop, graph.binary(made.op, i, graph.number(made.bound, 8)));
    return graph.finish();
}

class LoopTripCounts : public testing::Test {
protected:
    int between(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

    static std::int64_t tripsOf(const LoopTrips& found, int item) {
        return found.trips.size() == 1 ? found.trips[0] : found.trips[static_cast<std::size_t>(item)];
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(LoopTripCounts, areThoseOfTheLoopItself) {
    SCOPED_TRACE(seed_);
    const ExprOp ops[] = {ExprOp::SLess,      ExprOp::SLessEqual, ExprOp::ULess,
                          ExprOp::ULessEqual, ExprOp::Equal,      ExprOp::NotEqual};
    int endless = 0, finite = 0, diverging = 0;
    for (int round = 0; round < 1500; ++round)
        for (const Form form : {Form::Counted, Form::Carried}) {
            MadeLoop made;
            made.op = ops[between(0, 5)];
            made.first = between(-128, 127);
            made.apart = between(0, 2) == 0 ? 0 : between(-3, 3);
            made.step = between(0, 3) == 0 ? between(-128, 127) : between(-4, 4);
            made.bound = between(-128, 127);
            const Pdg pdg = graphOf(made, form);
            const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
            ExprEvaluator evaluator(pdg, launch, 4000);
            const Box box{{{}, {}, {}, {}}};
            const LoopTrips found = evaluator.trips(LoopId(0), box);
            ASSERT_TRUE(found.known) << made.text() << ": " << found.reason;
            bool never = false;
            for (int item = 0; item < static_cast<int>(tripItems); ++item) {
                const std::int64_t truth = made.trips(item);
                never = never || truth == endlessTrips;
                // Who is followed for a thousand iterations is not seen to come round.
                if (truth == endlessTrips) {
                    ASSERT_LT(tripsOf(found, item), 0) << made.text();
                } else {
                    ASSERT_EQ(tripsOf(found, item), truth) << made.text() << ", work-item " << item;
                }
                diverging += truth != made.trips(0) ? 1 : 0;
            }
            if (!pdg.exprs.isConstant(pdg.loops[0].continues)) {
                EXPECT_EQ(found.infinite, never) << made.text();
            }
            ++(never ? endless : finite);
        }
    // The sample holds all kinds, else the comparison says little.
    EXPECT_GT(endless, 100);
    EXPECT_GT(finite, 500);
    EXPECT_GT(diverging, 100);
}

/// for (i = 0; i < bound; i += step) of 32 bits, tested at the end.
LoopTrips countUp(std::int64_t bound, std::int64_t step, double stepLimit, ExprOp op = ExprOp::SLess) {
    GraphBuilder graph;
    const LoopId loop = graph.loop(entryRegion);
    const ExprId i = graph.times(graph.add(graph.counter(loop), graph.number(1)), step);
    graph.goOn(loop, graph.binary(op, i, graph.number(bound)));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
    ExprEvaluator evaluator(pdg, launch, stepLimit);
    return evaluator.trips(loop, Box{{{}, {}, {}, {}}});
}

TEST_F(LoopTripCounts, inClosedFormTakeNoSteps) {
    const LoopTrips found = countUp(1'000'000'000, 1, 16);
    EXPECT_TRUE(found.known);
    EXPECT_EQ(found.trips, std::vector<std::int64_t>{1'000'000'000});
    EXPECT_EQ(countUp(1'000'000'000, 7, 16).trips, std::vector<std::int64_t>{(1'000'000'000 + 6) / 7});
}

TEST_F(LoopTripCounts, ofConditionsThatNeverChange) {
    EXPECT_EQ(countUp(-5, 1, 1000).trips, std::vector<std::int64_t>{1}) << "the body runs once";
    GraphBuilder graph;
    const LoopId forever = graph.loop(entryRegion);
    graph.goOn(forever, graph.pdg().exprs.truth());
    const LoopId once = graph.loop(entryRegion);
    graph.goOn(once, graph.pdg().exprs.falsehood());
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
    ExprEvaluator evaluator(pdg, launch, 1000);
    const Box box{{{}, {}, {}, {}, {}}};
    EXPECT_EQ(evaluator.trips(forever, box).trips, std::vector<std::int64_t>{endlessTrips});
    EXPECT_EQ(evaluator.trips(once, box).trips, std::vector<std::int64_t>{1});
}

TEST_F(LoopTripCounts, ofAConjunctionAreThoseOfWhatFailsFirst) {
    for (const auto& [a, b] : {std::pair(10, 25), std::pair(25, 10), std::pair(7, 7)}) {
        GraphBuilder graph;
        const LoopId loop = graph.loop(entryRegion);
        const ExprId i = graph.add(graph.counter(loop), graph.number(1));
        const ExprId twice = graph.times(i, 2);
        graph.goOn(loop, graph.pdg().exprs.conjunction(graph.less(i, graph.number(a)),
                                                       graph.less(twice, graph.number(b))));
        const Pdg pdg = graph.finish();
        const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
        ExprEvaluator evaluator(pdg, launch, 1000);
        std::int64_t truth = 1;
        for (; truth < a && 2 * truth < b; ++truth) {
        }
        EXPECT_EQ(evaluator.trips(loop, Box{{{}, {}, {}, {}}}).trips, std::vector<std::int64_t>{truth});
    }
}

// for (i = 0; i < n; ++i) for (j = 0; j <= i; ++j): the inner loop's trips hang on the outer counter.
TEST_F(LoopTripCounts, ofATriangleDependOnTheIterationAround) {
    GraphBuilder graph;
    const LoopId outer = graph.loop(entryRegion);
    const LoopId inner = graph.loop(graph.body(outer));
    graph.goOn(inner, graph.less(graph.counter(inner), graph.counter(outer)));
    graph.goOn(outer, graph.less(graph.counter(outer), graph.number(9)));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
    ExprEvaluator evaluator(pdg, launch, 1000);
    Box box{{{}, {}, {}, {0, 1, 10}, {}}};
    const LoopTrips together = evaluator.trips(inner, box);
    EXPECT_FALSE(together.known) << "no single number is true of all iterations";
    ASSERT_FALSE(together.hints.empty());
    EXPECT_EQ(together.hints[0].variable, loopVariable(outer));
    for (std::int64_t i = 0; i < 10; ++i) {
        box.variables[loopVariable(outer)] = {i, 1, 1};
        EXPECT_EQ(evaluator.trips(inner, box).trips, std::vector<std::int64_t>{i + 1});
    }
}

TEST_F(LoopTripCounts, areNotMadeUpWhereDataDecides) {
    GraphBuilder graph;
    const auto list = graph.buffer("list");
    const LoopId loop = graph.loop(entryRegion);
    const AccessId load =
        graph.access(graph.body(loop), AccessKind::Load, list, graph.times(graph.counter(loop), 4));
    graph.goOn(loop, graph.binary(ExprOp::NotEqual, graph.loaded(load), graph.number(0)));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
    ExprEvaluator evaluator(pdg, launch, 1e5);
    const LoopTrips found = evaluator.trips(loop, Box{{{}, {}, {}, {}}});
    EXPECT_FALSE(found.known);
    EXPECT_NE(found.reason.find("data"), std::string::npos) << found.reason;
}

// An early exit by data from a loop of at most 12 trips: between 1 and 12.
TEST_F(LoopTripCounts, ofAnEarlyExitLieBelowWhatCounts) {
    GraphBuilder graph;
    const auto list = graph.buffer("list");
    const LoopId loop = graph.loop(entryRegion);
    const AccessId load =
        graph.access(graph.body(loop), AccessKind::Load, list, graph.times(graph.counter(loop), 4));
    const ExprId isSet = graph.binary(ExprOp::NotEqual, graph.loaded(load), graph.number(0));
    graph.goOn(loop, graph.pdg().exprs.conjunction(isSet, graph.less(graph.counter(loop), graph.number(11))));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, tripItems));
    ExprEvaluator evaluator(pdg, launch, 1e5);
    const LoopTrips found = evaluator.trips(loop, Box{{{}, {}, {}, {}}});
    EXPECT_FALSE(found.known);
    ASSERT_EQ(found.fewest.size(), tripItems);
    for (int item = 0; item < static_cast<int>(tripItems); ++item) {
        EXPECT_EQ(found.fewest[static_cast<std::size_t>(item)], 1);
        EXPECT_EQ(tripsOf(found, item), 12);
    }
}

TEST_F(LoopTripCounts, isFollowedForLooksAtTheItemsAskedFor) {
    LoopTrips found;
    found.trips = {3, unknownTrips, 5, endlessTrips};
    ActiveSet first, second, last;
    first.insert(0);
    second.insert(1);
    last.insert(3);
    EXPECT_TRUE(found.isFollowedFor(first, 4));
    EXPECT_FALSE(found.isFollowedFor(second, 4));
    EXPECT_TRUE(found.isFollowedFor(last, 4)) << "that it never ends is known";
    found.trips = {unknownTrips};
    EXPECT_FALSE(found.isFollowedFor(first, 4));
    EXPECT_TRUE(found.isFollowedFor({}, 4)) << "nobody was given up on";
}

} // namespace
} // namespace warpstring::evaluation
