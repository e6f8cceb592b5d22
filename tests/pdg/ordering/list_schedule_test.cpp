// SPDX-License-Identifier: GPL-3.0-or-later
// List scheduling of random blocks, against the rule of the header applied step by step, and within registers.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

#include "blocks.h"
#include "pdg/ordering/frugal_order.h"
#include "pdg/ordering/list_schedule.h"

namespace {

using namespace warpstring;
using namespace warpstring::ordering;

/// The state of a block of which a part has issued, found anew from the nodes at every step.
struct Replay {
    const std::vector<InstructionNode>& nodes;
    std::vector<double> issued = std::vector<double>(nodes.size(), -1); ///< cycle; -1: not yet
    double now = 0;

    [[nodiscard]] bool isDone(std::uint32_t node) const { return issued[node] >= 0; }
    [[nodiscard]] bool isReady(std::uint32_t node) const {
        const auto done = [&](auto from) { return isDone(from); };
        return !isDone(node) && std::all_of(nodes[node].after.begin(), nodes[node].after.end(), done) &&
               std::all_of(nodes[node].needs.begin(), nodes[node].needs.end(), done);
    }
    [[nodiscard]] double earliest(std::uint32_t node) const {
        double at = 0;
        for (const auto from : nodes[node].after) at = std::max(at, issued[from]);
        for (const auto from : nodes[node].needs) at = std::max(at, issued[from] + nodes[from].latency);
        return at;
    }
    /// Loads that have issued and of whose users none has.
    [[nodiscard]] int loadsInFlight() const {
        int count = 0;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (!nodes[i].isLoad || !isDone(i)) continue;
            bool used = false;
            for (std::uint32_t user = 0; user < nodes.size(); ++user)
                used = used || (isDone(user) && std::find(nodes[user].needs.begin(), nodes[user].needs.end(),
                                                          i) != nodes[user].needs.end());
            count += used ? 0 : 1;
        }
        return count;
    }
    void issue(std::uint32_t node) {
        now = std::max(now, earliest(node));
        issued[node] = now;
        now += nodes[node].issueCycles;
    }
};

/// By a search through everything that uses a node.
bool leadsToLoad(const std::vector<InstructionNode>& nodes, std::uint32_t node) {
    if (nodes[node].isLoad) return true;
    for (std::uint32_t user = node + 1; user < nodes.size(); ++user)
        if (std::find(nodes[user].needs.begin(), nodes[user].needs.end(), node) != nodes[user].needs.end() &&
            leadsToLoad(nodes, user))
            return true;
    return false;
}

class Blocks : public testing::TestWithParam<int> {};

TEST_P(Blocks, AreOrderedByTheRule) {
    std::mt19937_64 random(2026);
    for (int seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomBlock(random);
        const auto& nodes = block.nodes;
        const int limit = GetParam();
        const auto order = listSchedule(block, limit, noRegisterLimit);
        ASSERT_EQ(order.size(), nodes.size());
        Replay replay{nodes};
        for (const auto chosen : order) {
            ASSERT_LT(chosen, nodes.size());
            ASSERT_TRUE(replay.isReady(chosen)) << "twice, or before what it depends on: " << chosen;
            const bool full = replay.loadsInFlight() >= limit;
            std::vector<std::uint32_t> candidates;
            for (const bool loadsToo : {!full, true}) { // only loads left: one of them, limit or not
                if (!candidates.empty()) break;
                for (std::uint32_t i = 0; i < nodes.size(); ++i)
                    if (replay.isReady(i) && (loadsToo || !nodes[i].isLoad)) candidates.push_back(i);
            }
            const auto rank = [&](std::uint32_t i) {
                return std::tuple(std::max(replay.earliest(i), replay.now), !leadsToLoad(nodes, i), i);
            };
            const auto best = *std::min_element(candidates.begin(), candidates.end(),
                                                [&](auto a, auto b) { return rank(a) < rank(b); });
            if (full && nodes[best].isLoad) {
                ASSERT_TRUE(nodes[chosen].isLoad);
            } else {
                ASSERT_EQ(chosen, best);
            }
            replay.issue(chosen);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(LoadsInFlight, Blocks, testing::Values(1, 2, 5, 1000));

// A load each with one user: the limit can always be kept.
TEST(Schedule, KeepsTheLimitOfLoadsInFlight) {
    for (const int limit : {1, 3, 16}) {
        std::vector<InstructionNode> nodes(80);
        for (std::uint32_t i = 0; i < 40; ++i) {
            nodes[std::size_t{2} * i].isLoad = true;
            nodes[std::size_t{2} * i].latency = 100;
            nodes[std::size_t{2} * i + 1].needs = {2 * i};
        }
        Replay replay{nodes};
        int most = 0;
        for (const auto node : listSchedule(oracle::blockOf(nodes), limit, noRegisterLimit)) {
            replay.issue(node);
            most = std::max(most, replay.loadsInFlight());
        }
        EXPECT_EQ(most, limit);
    }
}

TEST(Schedule, PutsLoadsAndWhatLeadsToThemFirst) {
    // 0: for 1; 1, 3: loads; 2: leads nowhere.
    std::vector<InstructionNode> nodes(4);
    nodes[0].latency = 1;
    nodes[1].isLoad = nodes[3].isLoad = true;
    nodes[1].needs = {0};
    EXPECT_EQ(listSchedule(oracle::blockOf(nodes), 16, noRegisterLimit), (Order{0, 1, 3, 2}));
}

TEST(Schedule, OfNothingIsNothing) { EXPECT_TRUE(listSchedule({}, 4, noRegisterLimit).empty()); }

// --- registers -------------------------------------------------------------------------------------------

/// Registers that the limit of a block comes to: the frugal order's and what is spared, or the room.
int mostOf(const InstructionBlock& block, RegisterLimit limit) {
    int far = 0;
    for (const auto& node : block.nodes)
        for (const auto name : node.makes) far += node.isFar ? block.registers[name].width : 0;
    return std::max(limit.room, frugalOrder(block).peak + std::max(limit.spare, std::min(far, 4)));
}

class SpareRegisters : public testing::TestWithParam<int> {};

TEST_P(SpareRegisters, AreNeverExceeded) {
    std::mt19937_64 random(7);
    int limited = 0;
    for (int seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomBody(random);
        for (const int loads : {1, 4, 1000})
            for (const RegisterLimit limit :
                 {RegisterLimit{0, GetParam()}, RegisterLimit{20 + GetParam(), 0}}) {
                const auto order = listSchedule(block, loads, limit);
                ASSERT_TRUE(oracle::respectsEdges(block, order)) << loads << " loads in flight";
                ASSERT_LE(oracle::peakOf(block, order), mostOf(block, limit));
                limited += order != listSchedule(block, loads, noRegisterLimit) ? 1 : 0;
            }
    }
    EXPECT_GT(limited, GetParam() < 8 ? 300 : -1) << "blocks in which the limit matters are what this is about";
}

INSTANTIATE_TEST_SUITE_P(Registers, SpareRegisters, testing::Values(0, 1, 2, 8, 1000));

// From the peak of the unlimited order on, there is nothing to limit.
TEST(RegisterLimit, WithEnoughSpareLeavesTheOrderAlone) {
    std::mt19937_64 random(9);
    for (int seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomBody(random);
        const auto unlimited = listSchedule(block, 4, noRegisterLimit);
        const int peak = oracle::peakOf(block, unlimited);
        for (const int room : {peak, peak + 1, 1000}) ASSERT_EQ(listSchedule(block, 4, {room, 0}), unlimited);
    }
}

// 8 times a long operation and its use. Without a limit latencies overlap; with one, each result goes at once.
TEST(RegisterLimit, DecidesBetweenOverlapAndFewRegisters) {
    std::vector<InstructionNode> nodes(16);
    std::vector<int> widths;
    for (std::uint32_t i = 0; i < 8; ++i) {
        nodes[std::size_t{2} * i].latency = 40;
        widths.insert(widths.end(), {1, 0});
        nodes[std::size_t{2} * i + 1].needs = {2 * i};
    }
    const auto block = oracle::blockOf(nodes, widths);
    EXPECT_EQ(listSchedule(block, 16, noRegisterLimit),
              (Order{0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15}));
    EXPECT_EQ(listSchedule(block, 16, {}), (Order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    for (int spare = 0; spare < 8; ++spare)
        EXPECT_EQ(oracle::peakOf(block, listSchedule(block, 16, {0, spare})), 1 + spare);
}

// What a loop keeps throughout leaves less for loads: eight sums that pass through, and a sum of eight loads.
TEST(RegisterLimit, CountsWhatPassesThroughTheBlock) {
    std::vector<InstructionNode> nodes(16);
    for (std::uint32_t i = 0; i < 8; ++i) {
        nodes[i].isLoad = nodes[i].isFar = true;
        nodes[i].latency = 100;
        nodes[i + 8].needs = {i};
        if (i > 0) nodes[i + 8].needs.push_back(i + 7);
    }
    auto block = oracle::blockOf(nodes, std::vector<int>(16, 1));
    const auto loadsInFront = [&] {
        const auto order = listSchedule(block, 16, {12, 0});
        return std::find_if(order.begin(), order.end(), [](auto node) { return node >= 8; }) - order.begin();
    };
    EXPECT_EQ(loadsInFront(), 8);
    for (int i = 0; i < 8; ++i) block.registers.push_back({1, true, true});
    EXPECT_LE(loadsInFront(), 6);
    EXPECT_GE(loadsInFront(), 4) << "a few loads are under way whatever the limit";
}

/// Six loads of four registers each, each with a chain of six operations.
InstructionBlock sixChains() {
    std::vector<InstructionNode> nodes;
    std::vector<int> widths;
    for (std::uint32_t chain = 0; chain < 6; ++chain)
        for (std::uint32_t place = 0; place < 7; ++place) {
            InstructionNode node;
            node.isLoad = node.isFar = place == 0;
            node.latency = place == 0 ? 100 : 4;
            widths.push_back(place == 0 ? 4 : 1);
            if (place > 0) node.needs.push_back(chain * 7 + place - 1);
            nodes.push_back(node);
        }
    return oracle::blockOf(nodes, widths);
}

// As NVIDIA's assembler does where registers are short: it loads what leaves room, goes through one chain, and
// loads the next.
TEST(RegisterLimit, LoadsTheNextWhenAChainHasMadeRoom) {
    const auto block = sixChains();
    const auto placesOf = [&](RegisterLimit limit) {
        const auto order = listSchedule(block, 16, limit);
        std::vector<std::size_t> places(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
        return places;
    };
    const auto free = placesOf(noRegisterLimit);
    EXPECT_LT(std::max({free[0], free[7], free[14], free[21], free[28], free[35]}), 6U) << "all loads first";
    const auto tight = placesOf({9, 0});
    EXPECT_LT(tight[7], tight[1]) << "two of them fit";
    EXPECT_GT(tight[14], tight[1]);
}

} // namespace
