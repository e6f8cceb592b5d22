// SPDX-License-Identifier: GPL-3.0-or-later
// List scheduling of random blocks, against the rule of the header applied step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "stringmodel/machine/instruction_schedule.h"

namespace {

using namespace warpstring;

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
            nodes[2 * i].isLoad = true;
            nodes[2 * i].latency = 100;
            nodes[2 * i + 1].needs = {2 * i};
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

TEST(Schedule, OfNothingIsNothing) { EXPECT_TRUE(listSchedule({}, 4).empty()); }

} // namespace
