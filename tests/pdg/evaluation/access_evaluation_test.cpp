// SPDX-License-Identifier: GPL-3.0-or-later
// What accesses cost on graphs made by hand, against every warp of every group and iteration by itself.
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/access_evaluation.h"
#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/random_access.h"
#include "tests/pdg/evaluation/expr_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;

HardwareSpec deviceOf(CoalescingRule rule) {
    HardwareSpec spec;
    spec.execution.warpSize = 32;
    spec.globalMemory.coalescing = rule;
    const bool isHalf = rule == CoalescingRule::StrictHalfWarp || rule == CoalescingRule::SegmentHalfWarp;
    spec.globalMemory.lanesPerRequest = spec.sharedMemory.lanesPerAccess = isHalf ? 16 : 32;
    spec.sharedMemory.banks = isHalf ? 16 : 32;
    return spec;
}

class AccessCosts : public testing::Test {
protected:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    /// Sums over all warps at all points of the cell, divided by the launch's warps.
    struct Truth {
        double transactions = 0, bytes = 0, sharedCycles = 0;
        int ways = 1;
    };

    static Truth truthOf(const Pdg& pdg, const LaunchBinding& launch, const MemoryAccess& access,
                         const Cell& cell, const HardwareSpec& spec, double warps) {
        Truth truth;
        std::vector<oracle::ExprInterpreter> items;
        items.reserve(static_cast<std::size_t>(launch.groupSize));
        for (int item = 0; item < launch.groupSize; ++item) items.emplace_back(pdg, launch, item);
        for (const auto& point : oracle::pointsOf(cell.box))
            for (int first = 0; first < launch.groupSize; first += spec.execution.warpSize) {
                std::vector<std::int64_t> lanes(static_cast<std::size_t>(spec.execution.warpSize),
                                                inactiveLane);
                bool any = false;
                for (int lane = 0; lane < spec.execution.warpSize && first + lane < launch.groupSize; ++lane)
                    if (cell.may.contains(first + lane)) {
                        lanes[static_cast<std::size_t>(lane)] =
                            *items[static_cast<std::size_t>(first) + static_cast<std::size_t>(lane)].integer(
                                access.offset, point);
                        any = true;
                    }
                if (!any) continue;
                if (access.space == MemorySpace::Shared) {
                    const auto conflicts = bankConflicts(spec.sharedMemory, lanes, access.bytes);
                    truth.sharedCycles += conflicts.cycles / warps;
                    truth.ways = std::max(truth.ways, conflicts.ways);
                } else {
                    const auto moved = transactions(spec.globalMemory, lanes, access.bytes);
                    truth.transactions += moved.count / warps;
                    truth.bytes += moved.bytes / warps;
                }
            }
        return truth;
    }

    static Cell wholeCell(const Pdg& pdg, const LaunchBinding& launch, std::uint64_t iterations) {
        Cell cell;
        for (int d = 0; d < 3; ++d) cell.box.variables.push_back({0, 1, launch.range.groups(d)});
        cell.box.variables.resize(3 + pdg.loops.size());
        if (!pdg.loops.empty()) cell.box.variables[3] = {0, 1, iterations};
        cell.must = cell.may = ActiveSet::all(launch.groupSize);
        return cell;
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(AccessCosts, areThoseOfAllWarpsAtAllPoints) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 300; ++round) {
        const auto spec = deviceOf(static_cast<CoalescingRule>(between(0, 3)));
        GraphBuilder graph;
        const LoopId loop = graph.loop(entryRegion);
        graph.goOn(loop, graph.less(graph.counter(loop), graph.number(99)));
        const bool isShared = between(0, 1) == 0;
        const auto array = graph.array("tile", MemorySpace::Shared, 1 << 20);
        const auto buffer = graph.buffer("data");
        const int bytes = 1 << between(0, 4);
        ExprId index = graph.add(graph.times(graph.lid(), between(0, 5)),
                                 graph.times(graph.counter(loop), between(0, 40)));
        index = graph.add(index, graph.times(graph.group(), between(0, 3) == 0 ? 0 : between(1, 70)));
        if (between(0, 2) == 0) index = graph.binary(ExprOp::URem, index, graph.number(between(3, 50)));
        if (between(0, 3) == 0) index = graph.binary(ExprOp::Xor, index, graph.number(between(1, 7)));
        const ExprId offset = graph.times(index, bytes);
        const AccessId id = isShared
                                ? graph.accessArray(graph.body(loop), AccessKind::Load, array, offset, bytes)
                                : graph.access(graph.body(loop), AccessKind::Load, buffer, offset, bytes);
        const Pdg pdg = graph.finish();
        Launch made = oracle::launchOf(pdg, oracle::rangeOf(static_cast<std::uint64_t>(between(1, 4)), 48));
        std::get<BufferArgument>(made.arguments.at("data")).count = 1 << 20;
        const auto launch = bindLaunch(pdg, made);
        ASSERT_TRUE(launch.ok());
        Cell cell = wholeCell(pdg, *launch, static_cast<std::uint64_t>(between(1, 9)));
        for (int item = 0; item < 48; ++item)
            if (between(0, 9) == 0) {
                ActiveSet one;
                one.insert(item);
                cell.must -= one;
                cell.may -= one;
            }
        ExprEvaluator evaluator(pdg, *launch, 1e6);
        Diagnostics faults;
        const double warps = static_cast<double>(launch->range.groupCount()) * 2;
        const auto found = evaluateAccess(evaluator, pdg.accesses[id], {cell}, spec, warps, 1e6, faults);
        const Truth truth = truthOf(pdg, *launch, pdg.accesses[id], cell, spec, warps);
        const std::string what = exprText(pdg.exprs, offset, pdg.parameterNames());
        EXPECT_TRUE(faults.empty()) << faults.front().message;
        ASSERT_EQ(found.certainty, Certainty::Exact) << what;
        EXPECT_NEAR(found.transactions.value, truth.transactions, 1e-9 * (1 + truth.transactions)) << what;
        EXPECT_NEAR(found.bytes.value, truth.bytes, 1e-9 * (1 + truth.bytes)) << what;
        EXPECT_NEAR(found.sharedCycles.value, truth.sharedCycles, 1e-9 * (1 + truth.sharedCycles)) << what;
        EXPECT_EQ(found.worstWays, truth.ways) << what;
        EXPECT_TRUE(found.transactions.isExact() && found.bytes.isExact() && found.sharedCycles.isExact());
        // The pieces are the addresses: all points of the cell, each in one of them.
        double points = 0;
        for (const auto& piece : found.pieces) points += piece.box.points();
        EXPECT_EQ(points, cell.box.points());
    }
}

struct StoreOutcome {
    AccessEvaluation cost;
    Diagnostics faults;
};

/// Of a store to a buffer of `count` integers by all work-items of a range.
template <class Offset>
StoreOutcome outcomeOfStore(const NDRange& range, std::uint64_t count, Offset&& offsetIn) {
    GraphBuilder graph;
    const auto buffer = graph.buffer("data");
    const AccessId id = graph.access(entryRegion, AccessKind::Store, buffer, offsetIn(graph));
    const Pdg pdg = graph.finish();
    Launch made = oracle::launchOf(pdg, range);
    std::get<BufferArgument>(made.arguments.at("data")).count = count;
    const auto launch = bindLaunch(pdg, made);
    ExprEvaluator evaluator(pdg, *launch, 1e6);
    Cell cell;
    cell.box.variables.resize(3);
    cell.box.variables[0].count = range.groupCount();
    cell.must = cell.may = ActiveSet::all(static_cast<int>(range.groupSize()));
    StoreOutcome outcome;
    outcome.cost = evaluateAccess(evaluator, pdg.accesses[id], {cell}, deviceOf(CoalescingRule::SectorWarp),
                                  static_cast<double>(range.groupCount()), 1e6, outcome.faults);
    return outcome;
}

/// An access of lid * 4 + `offset` to a buffer of 64 integers by 16 work-items.
Diagnostics faultsOf(std::int64_t offset) {
    return outcomeOfStore(oracle::rangeOf(1, 16), 64,
                          [&](GraphBuilder& graph) {
                              return graph.add(graph.times(graph.lid(), 4), graph.number(offset));
                          })
        .faults;
}

TEST_F(AccessCosts, whatLeavesItsBufferIsToldWithItsBytes) {
    EXPECT_TRUE(faultsOf(0).empty());
    EXPECT_TRUE(faultsOf(256 - 64).empty()) << "the last byte belongs to it";
    const Diagnostics beyond = faultsOf(256 - 60);
    ASSERT_EQ(beyond.size(), 1U);
    EXPECT_EQ(beyond[0].code, outOfRangeCode);
    EXPECT_EQ(beyond[0].severity, Severity::Warning);
    EXPECT_EQ(beyond[0].place.line, 1);
    EXPECT_NE(beyond[0].message.find("196 to 259 of 'data', which has 256"), std::string::npos)
        << beyond[0].message;
    ASSERT_EQ(faultsOf(-4).size(), 1U);
}

/// Of a store of 4 bytes at lid * 4 + gid * stride + shift, as it stands or with min and max written out.
AccessEvaluation costOfStore(std::int64_t stride, std::int64_t shift, bool isBoundedBySource) {
    auto [cost, faults] = outcomeOfStore(oracle::rangeOf(16, 32), 256, [&](GraphBuilder& graph) {
        ExprId offset = graph.add(graph.add(graph.times(graph.lid(), 4), graph.times(graph.group(), stride)),
                                  graph.number(shift));
        if (isBoundedBySource) {
            offset = graph.binary(ExprOp::SMax, offset, graph.number(0));
            offset = graph.binary(ExprOp::SMin, offset, graph.number(1024 - 4));
        }
        return offset;
    });
    EXPECT_EQ(faults.empty(), isBoundedBySource);
    return cost;
}

TEST_F(AccessCosts, whatLeavesItsBufferCountsAsIfTheSourceHeldItThere) {
    for (const auto& [stride, shift] : {std::pair{128, 0}, {128, -64}, {64, 700}, {0, 5000}, {-128, 100}}) {
        SCOPED_TRACE(std::to_string(stride) + " " + std::to_string(shift));
        const auto cost = costOfStore(stride, shift, false), oracle = costOfStore(stride, shift, true);
        EXPECT_EQ(cost.transactions.value, oracle.transactions.value);
        EXPECT_EQ(cost.bytes.value, oracle.bytes.value);
        EXPECT_EQ(cost.certainty, Certainty::Exact);
        ASSERT_TRUE(cost.reach && oracle.reach);
        EXPECT_EQ(cost.reach->least, shift + std::min(0, 15 * stride));
        EXPECT_EQ(cost.reach->most, shift + std::max(0, 15 * stride) + 128);
        EXPECT_GE(oracle.reach->least, 0);
        EXPECT_LE(oracle.reach->most, 1024);
    }
}

TEST_F(AccessCosts, unknownAddressesLieBetweenOneAndAll) {
    GraphBuilder graph;
    const auto index = graph.buffer("index"), data = graph.buffer("data");
    const AccessId load = graph.access(entryRegion, AccessKind::Load, index, graph.times(graph.lid(), 4));
    const AccessId gathered =
        graph.access(entryRegion, AccessKind::Load, data, graph.times(graph.loaded(load), 4));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(3, 32));
    const auto spec = deviceOf(CoalescingRule::SectorWarp);
    ExprEvaluator evaluator(pdg, launch, 1e6);
    Diagnostics faults;
    const auto found =
        evaluateAccess(evaluator, pdg.accesses[gathered], {wholeCell(pdg, launch, 1)}, spec, 3, 1e6, faults);
    EXPECT_EQ(found.certainty, Certainty::Bounded);
    EXPECT_NE(found.reason.find("data"), std::string::npos);
    EXPECT_EQ(found.transactions.lower, 1) << "all on one sector";
    EXPECT_EQ(found.transactions.upper, 32) << "each on its own";
    // 4096 floats are 512 sectors, of which 32 lanes touch 512 (1 - (511/512)^32).
    EXPECT_NEAR(found.transactions.value, 31.04, 0.3);
    EXPECT_NEAR(found.bytes.value, 31.04 * 32, 0.3 * 32);
    EXPECT_TRUE(found.isDrawn);
    EXPECT_TRUE(found.pieces.empty());
}

/// What a load of `words` words of local memory costs a warp, at an index that its group reads from a buffer of
/// which nothing is told, masked by `mask`.
AccessEvaluation randomLocalLoad(std::uint64_t words, std::int64_t mask, int lanes = 32) {
    GraphBuilder graph;
    const auto index = graph.buffer("index"), tile = graph.array("tile", MemorySpace::Shared, 4 * words);
    const AccessId load = graph.access(entryRegion, AccessKind::Load, index, graph.times(graph.lid(), 4));
    const ExprId masked = graph.binary(ExprOp::And, graph.loaded(load), graph.number(mask));
    const AccessId id = graph.accessArray(entryRegion, AccessKind::Load, tile, graph.times(masked, 4));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, 32));
    auto spec = deviceOf(CoalescingRule::SectorWarp);
    spec.sharedMemory.cyclesPerAccess = 1;
    ExprEvaluator evaluator(pdg, launch, 1e6);
    Cell cell;
    cell.box.variables.resize(3);
    for (int item = 0; item < lanes; ++item) cell.may.insert(item);
    cell.must = cell.may;
    Diagnostics faults;
    return evaluateAccess(evaluator, pdg.accesses[id], {cell}, spec, 1, 1e6, faults);
}

TEST_F(AccessCosts, randomIndicesOfLocalMemoryConflictAsRandomBanksDo) {
    const auto found = randomLocalLoad(4096, 1023);
    EXPECT_EQ(found.sharedCycles.lower, 1);
    EXPECT_EQ(found.sharedCycles.upper, 32);
    EXPECT_NEAR(found.sharedCycles.value, expectedFullestBank(32, {32, 1024, true}), 0.6);
}

TEST_F(AccessCosts, ofFewWordsConflictNoMoreThanThereAreWords) {
    const auto one = randomLocalLoad(16, 15);
    EXPECT_EQ(one.sharedCycles.upper, 1) << "each of 16 words has a bank of its own";
    EXPECT_EQ(one.sharedCycles.value, 1);
    EXPECT_EQ(one.worstWays, 1);
    const auto two = randomLocalLoad(64, 63);
    EXPECT_EQ(two.sharedCycles.upper, 2);
    EXPECT_LE(two.sharedCycles.value, 2);
    // Nothing is known of the index but that it lies in the array.
    const auto any = randomLocalLoad(64, -1);
    EXPECT_EQ(any.sharedCycles.upper, 2);
}

TEST_F(AccessCosts, ofMoreLanesAreNeverLess) {
    double before = 0;
    for (const int lanes : {1, 2, 4, 8, 16, 32}) {
        const auto found = randomLocalLoad(1024, 1023, lanes);
        EXPECT_GE(found.sharedCycles.value, before);
        EXPECT_GE(found.sharedCycles.value, found.sharedCycles.lower);
        EXPECT_LE(found.sharedCycles.value, found.sharedCycles.upper);
        before = found.sharedCycles.value;
    }
}

TEST_F(AccessCosts, manyPointsAreSampledAndNearTheTruth) {
    // i * i mod 1021 for 100,000 iterations: neither affine nor with a period that is tried.
    GraphBuilder graph;
    const LoopId loop = graph.loop(entryRegion);
    graph.goOn(loop, graph.less(graph.counter(loop), graph.number(99'999)));
    const auto data = graph.buffer("data");
    const ExprId square = graph.binary(ExprOp::Mul, graph.counter(loop), graph.counter(loop));
    const ExprId index = graph.add(graph.lid(), graph.binary(ExprOp::URem, square, graph.number(1021)));
    const AccessId id = graph.access(graph.body(loop), AccessKind::Load, data, graph.times(index, 4));
    const Pdg pdg = graph.finish();
    const auto launch = oracle::bindingOf(pdg, oracle::rangeOf(1, 32));
    const auto spec = deviceOf(CoalescingRule::SectorWarp);
    ExprEvaluator evaluator(pdg, launch, 1e6);
    Diagnostics faults;
    const auto found =
        evaluateAccess(evaluator, pdg.accesses[id], {wholeCell(pdg, launch, 100'000)}, spec, 1, 1e4, faults);
    EXPECT_EQ(found.certainty, Certainty::Sampled);
    double truth = 0; // 128 bytes from 4 k on: 4 sectors where k is a multiple of 8, else 5
    for (std::int64_t i = 0; i < 100'000; ++i) truth += i * i % 1021 % 8 == 0 ? 4 : 5;
    EXPECT_NEAR(found.transactions.value, truth, 0.05 * truth);
}

} // namespace
} // namespace warpstring::evaluation
