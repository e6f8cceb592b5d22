// SPDX-License-Identifier: GPL-3.0-or-later
// List scheduling of random blocks, against the rule of the header applied step by step, and the registers that
// orders take, counted anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "stringmodel/machine/instruction_schedule.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;

std::vector<ScheduledNode> randomBlock(std::mt19937_64& random) {
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    std::vector<ScheduledNode> nodes(1 + below(60));
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        auto& node = nodes[i];
        node.isLoad = below(4) == 0;
        node.issueCycles = static_cast<double>(1 + below(3));
        node.latency = node.isLoad ? 100 : static_cast<double>(2 + below(20));
        std::set<std::uint32_t> before;
        for (std::size_t edges = i == 0 ? 0 : below(4); edges > 0; --edges)
            before.insert(static_cast<std::uint32_t>(below(i)));
        for (const auto from : before) (below(4) == 0 ? node.after : node.needs).push_back(from);
    }
    return nodes;
}

/// The state of a block of which a part has issued, found anew from the nodes at every step.
struct Replay {
    const std::vector<ScheduledNode>& nodes;
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
bool leadsToLoad(const std::vector<ScheduledNode>& nodes, std::uint32_t node) {
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
        const auto nodes = randomBlock(random);
        const int limit = GetParam();
        const auto order = listSchedule(nodes, limit);
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
        std::vector<ScheduledNode> nodes(80);
        for (std::uint32_t i = 0; i < 40; ++i) {
            nodes[std::size_t{2} * i].isLoad = true;
            nodes[std::size_t{2} * i].latency = 100;
            nodes[std::size_t{2} * i + 1].needs = {2 * i};
        }
        Replay replay{nodes};
        int most = 0;
        for (const auto node : listSchedule(nodes, limit)) {
            replay.issue(node);
            most = std::max(most, replay.loadsInFlight());
        }
        EXPECT_EQ(most, limit);
    }
}

TEST(Schedule, PutsLoadsAndWhatLeadsToThemFirst) {
    // 0: for 1; 1, 3: loads; 2: leads nowhere.
    std::vector<ScheduledNode> nodes(4);
    nodes[0].latency = 1;
    nodes[1].isLoad = nodes[3].isLoad = true;
    nodes[1].needs = {0};
    EXPECT_EQ(listSchedule(nodes, 16), (std::vector<std::uint32_t>{0, 1, 3, 2}));
}

/// Six loads of four registers each, each with a chain of six operations.
std::vector<ScheduledNode> sixChains() {
    std::vector<ScheduledNode> nodes;
    for (std::uint32_t chain = 0; chain < 6; ++chain)
        for (std::uint32_t place = 0; place < 7; ++place) {
            ScheduledNode node;
            node.isLoad = node.isFar = place == 0;
            node.latency = place == 0 ? 100 : 4;
            node.registers = place == 0 ? 4 : 1;
            if (place > 0) node.needs.push_back(chain * 7 + place - 1);
            nodes.push_back(node);
        }
    return nodes;
}

// As NVIDIA's assembler does where registers are short: it loads what leaves room, goes through one chain, and
// loads the next.
TEST(Schedule, GoesThroughOneChainAfterAnotherWhileLoadsAreHeldBack) {
    const auto nodes = sixChains();
    const auto placesOf = [&](int spare) {
        const auto order = listSchedule(nodes, 16, spare);
        std::vector<std::size_t> places(nodes.size());
        for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
        return places;
    };
    const auto free = placesOf(1 << 20);
    EXPECT_LT(std::max({free[0], free[7], free[14], free[21], free[28], free[35]}), 6U) << "all loads first";
    // The order of fewest registers takes 4 or 5: those of a load, and of what is made of it.
    const auto tight = placesOf(13);
    EXPECT_LT(tight[7], tight[1]) << "two of them fit beside what is computed";
    EXPECT_GT(tight[14], tight[1]);
    EXPECT_LT(tight[6], tight[8]) << "the first chain ends before the second one begins";
}

// --- registers -------------------------------------------------------------------------------------------

/// Registers of results that have been made and of whose users some have not issued.
class Alive {
public:
    explicit Alive(const std::vector<ScheduledNode>& nodes) : nodes_(nodes), users_(nodes.size()) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            for (const auto from : nodes[i].needs) users_[from].insert(i);
    }
    [[nodiscard]] int after(const std::set<std::uint32_t>& issued) const {
        int registers = 0;
        for (const auto node : issued)
            if (!std::includes(issued.begin(), issued.end(), users_[node].begin(), users_[node].end()))
                registers += nodes_[node].registers;
        return registers;
    }
    [[nodiscard]] int peak(const std::vector<std::uint32_t>& order) const {
        int most = 0;
        std::set<std::uint32_t> issued;
        for (const auto node : order) {
            issued.insert(node);
            most = std::max(most, after(issued));
        }
        return most;
    }

private:
    const std::vector<ScheduledNode>& nodes_;
    std::vector<std::set<std::uint32_t>> users_;
};

/// Of all orders, by what has issued: the least peak with which a set of nodes can come first.
int leastPeak(const std::vector<ScheduledNode>& nodes) {
    const std::size_t sets = std::size_t{1} << nodes.size();
    const Alive alive(nodes);
    std::vector<int> least(sets, std::numeric_limits<int>::max());
    least[0] = 0;
    for (std::size_t set = 0; set < sets; ++set) {
        if (least[set] == std::numeric_limits<int>::max()) continue;
        std::set<std::uint32_t> issued;
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            if ((set >> i & 1) != 0) issued.insert(i);
        least[set] = std::max(least[set], alive.after(issued));
        for (std::uint32_t next = 0; next < nodes.size(); ++next) {
            const auto done = [&](auto from) { return issued.contains(from); };
            if (done(next) || !std::all_of(nodes[next].needs.begin(), nodes[next].needs.end(), done) ||
                !std::all_of(nodes[next].after.begin(), nodes[next].after.end(), done))
                continue;
            int& following = least[set | std::size_t{1} << next];
            following = std::min(following, least[set]);
        }
    }
    return least.back();
}

bool respectsEdges(const std::vector<ScheduledNode>& nodes, const std::vector<std::uint32_t>& order) {
    Replay replay{nodes};
    for (const auto node : order) {
        if (node >= nodes.size() || !replay.isReady(node)) return false;
        replay.issue(node);
    }
    return order.size() == nodes.size();
}

/// Results of at most `widest` registers; compilers see values of one, and those that need none.
std::vector<ScheduledNode> randomBlockWithRegisters(std::mt19937_64& random, std::uint64_t widest) {
    auto nodes = randomBlock(random);
    for (auto& node : nodes) node.registers = static_cast<int>(random() % (widest + 1));
    return nodes;
}

class SpareRegisters : public testing::TestWithParam<int> {};

TEST_P(SpareRegisters, KeepTheOrderAPermutationThatRespectsEdges) {
    std::mt19937_64 random(7);
    for (int seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const auto nodes = randomBlockWithRegisters(random, 3);
        for (const int loads : {1, 4, 1000}) {
            const auto order = listSchedule(nodes, loads, GetParam());
            ASSERT_TRUE(respectsEdges(nodes, order)) << loads << " loads in flight";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Registers, SpareRegisters, testing::Values(0, 1, 2, 8, 1 << 20));

// Choosing step by step guarantees nothing: one in some thousands of such blocks takes one more. None of these.
TEST(RegisterLimit, OfNoneSpareTakesNoMoreThanTheUnlimitedOrder) {
    std::mt19937_64 random(8);
    int fewer = 0;
    for (int seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const auto nodes = randomBlockWithRegisters(random, 1);
        const Alive alive(nodes);
        const int unlimited = alive.peak(listSchedule(nodes, 16)),
                  none = alive.peak(listSchedule(nodes, 16, 0));
        ASSERT_LE(none, unlimited);
        fewer += none < unlimited ? 1 : 0;
    }
    EXPECT_GT(fewer, 100) << "blocks in which the limit matters are what this test is about";
}

// From the peak of the unlimited order on, there is nothing to limit.
TEST(RegisterLimit, WithEnoughSpareLeavesTheOrderAlone) {
    std::mt19937_64 random(9);
    for (int seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const auto nodes = randomBlockWithRegisters(random, 3);
        const auto unlimited = listSchedule(nodes, 4);
        const int peak = Alive(nodes).peak(unlimited);
        for (const int spare : {peak, peak + 1, 1000}) ASSERT_EQ(listSchedule(nodes, 4, spare), unlimited);
    }
}

/// Chains of nodes that use the one before; the first of each uses `roots` values that all have in common.
std::vector<ScheduledNode> randomChains(std::mt19937_64& random, std::size_t roots) {
    std::vector<ScheduledNode> nodes(roots);
    for (auto& root : nodes) root.registers = 1;
    const std::size_t chains = 1 + random() % 4;
    std::vector<std::uint32_t> ends(chains, std::numeric_limits<std::uint32_t>::max());
    for (std::size_t left = 12 - roots; left > 0; --left) { // interleaved: the source order is no help
        auto& end = ends[random() % chains];
        ScheduledNode node;
        node.registers = random() % 8 == 0 ? 0 : 1;
        node.latency = static_cast<double>(1 + random() % 30);
        node.isLoad = random() % 5 == 0;
        if (end != std::numeric_limits<std::uint32_t>::max())
            node.needs = {end};
        else
            for (std::uint32_t root = 0; root < roots; ++root) node.needs.push_back(root);
        end = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(node);
    }
    return nodes;
}

// In chains, what frees most is never a mistake: the order that keeps fewest alive is found, and the limit
// kept.
TEST(RegisterLimit, HoldsChainsToTheLeastPeakOfAllOrders) {
    std::mt19937_64 random(10);
    int limited = 0;
    for (int seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const auto nodes = randomChains(random, random() % 3);
        const Alive alive(nodes);
        const int least = leastPeak(nodes), unlimited = alive.peak(listSchedule(nodes, 16));
        ASSERT_EQ(alive.peak(listSchedule(nodes, 16, 0)), least);
        for (const int spare : {1, 2, 3}) ASSERT_LE(alive.peak(listSchedule(nodes, 16, spare)), least + spare);
        limited += least < unlimited ? 1 : 0;
    }
    EXPECT_GT(limited, 20);
}

// 8 times a long operation and its use. Without a limit latencies overlap; with one, each result goes at once.
TEST(RegisterLimit, DecidesBetweenOverlapAndFewRegisters) {
    std::vector<ScheduledNode> nodes(16);
    for (std::uint32_t i = 0; i < 8; ++i) {
        nodes[std::size_t{2} * i].latency = 40;
        nodes[std::size_t{2} * i].registers = 1;
        nodes[std::size_t{2} * i + 1].needs = {2 * i};
    }
    using Order = std::vector<std::uint32_t>;
    EXPECT_EQ(listSchedule(nodes, 16), (Order{0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15}));
    EXPECT_EQ(listSchedule(nodes, 16, 0), (Order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    for (int spare = 0; spare < 8; ++spare)
        EXPECT_EQ(Alive(nodes).peak(listSchedule(nodes, 16, spare)), 1 + spare);
}

// A sum of eight loads: with no register to spare each load would wait for the sum before it.
TEST(RegisterLimit, ExemptsAFewGlobalLoads) {
    const auto loadsInFront = [](bool isFar) {
        std::vector<ScheduledNode> nodes(16);
        for (std::uint32_t i = 0; i < 8; ++i) {
            nodes[std::size_t{2} * i].isLoad = true;
            nodes[std::size_t{2} * i].isFar = isFar;
            nodes[std::size_t{2} * i].latency = 100;
            nodes[std::size_t{2} * i].registers = 1;
            nodes[std::size_t{2} * i + 1].registers = 1;
            nodes[std::size_t{2} * i + 1].needs = {2 * i};
            if (i > 0) nodes[std::size_t{2} * i + 1].needs.push_back(2 * i - 1);
        }
        const auto order = listSchedule(nodes, 16, 0);
        return std::find_if(order.begin(), order.end(), [&](auto node) { return !nodes[node].isLoad; }) -
               order.begin();
    };
    EXPECT_LE(loadsInFront(false), 2);
    EXPECT_GE(loadsInFront(true), 4);
    EXPECT_LT(loadsInFront(true), 8);
}

// Two chains that take a register each, one after the other in the source.
TEST(RegisterLimit, TakesOfWhatCostsNothingTheOneThatCanIssue) {
    std::vector<ScheduledNode> nodes(8);
    for (std::uint32_t i = 0; i < 8; ++i) {
        nodes[i].registers = 1;
        if (i % 4 != 0) nodes[i].needs = {i - 1};
    }
    nodes[0].isLoad = nodes[4].isLoad = true; // both start at once
    const auto order = listSchedule(nodes, 16, 1);
    for (std::size_t i = 2; i + 1 < order.size(); ++i)
        EXPECT_NE(order[i] / 4, order[i + 1] / 4) << "position " << i;
}

TEST(Schedule, OfNothingIsNothing) { EXPECT_TRUE(listSchedule({}, 4).empty()); }

} // namespace
