// SPDX-License-Identifier: GPL-3.0-or-later
// Registers that orders take, counted anew, and the least of all orders.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "blocks.h"
#include "pdg/ordering/frugal_order.h"
#include "pdg/ordering/list_schedule.h"
#include "pdg/ordering/register_lives.h"
#include "pdg/ordering/register_room.h"

namespace {

using namespace warpstring;
using namespace warpstring::ordering;

TEST(RegisterLives, AreThoseOfEachPlaceCountedAnew) {
    std::mt19937_64 random(11);
    for (int seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomBody(random);
        const auto order = listSchedule(block, 4, noRegisterLimit);
        ASSERT_EQ(RegisterLives(block, order).peak(), oracle::peakOf(block, order));
    }
}

/// Of all orders, by what has issued: the least peak with which a set of nodes can come first.
int leastPeak(const InstructionBlock& block) {
    const auto& nodes = block.nodes;
    const auto aliveBehind = [&](std::size_t set) {
        int registers = 0;
        for (std::uint32_t name = 0; name < nodes.size(); ++name) {
            bool isNeeded = false;
            for (std::uint32_t user = 0; user < nodes.size(); ++user)
                isNeeded = isNeeded || ((set >> user & 1) == 0 &&
                                        std::find(nodes[user].reads.begin(), nodes[user].reads.end(), name) !=
                                            nodes[user].reads.end());
            if ((set >> name & 1) != 0 && isNeeded) registers += block.registers[name].width;
        }
        return registers;
    };
    std::vector<int> least(std::size_t{1} << nodes.size(), std::numeric_limits<int>::max());
    least[0] = 0;
    for (std::size_t set = 0; set < least.size(); ++set) {
        if (least[set] == std::numeric_limits<int>::max()) continue;
        least[set] = std::max(least[set], aliveBehind(set));
        for (std::uint32_t next = 0; next < nodes.size(); ++next) {
            const auto isDone = [&](auto from) { return (set >> from & 1) != 0; };
            if (isDone(next) || !std::all_of(nodes[next].needs.begin(), nodes[next].needs.end(), isDone))
                continue;
            int& following = least[set | std::size_t{1} << next];
            following = std::min(following, least[set]);
        }
    }
    return least.back();
}

// In chains, what frees most is never a mistake: the order that keeps fewest alive is found.
TEST(FrugalOrder, FindsTheLeastPeakOfAllOrdersOfChains) {
    std::mt19937_64 random(10);
    int better = 0;
    for (int seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomChains(random, random() % 3);
        const auto frugal = frugalOrder(block);
        ASSERT_EQ(frugal.peak, leastPeak(block));
        ASSERT_EQ(frugal.peak, oracle::peakOf(block, frugal.order));
        ASSERT_TRUE(oracle::respectsEdges(block, frugal.order));
        better += frugal.peak < oracle::peakOf(block, listSchedule(block, 16, noRegisterLimit)) ? 1 : 0;
    }
    EXPECT_GT(better, 20);
}

TEST(FrugalOrder, OfAnyBlockRespectsItsEdgesAndIsNoWorseThanTheSource) {
    std::mt19937_64 random(12);
    for (int seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomBody(random);
        const auto frugal = frugalOrder(block);
        ASSERT_TRUE(oracle::respectsEdges(block, frugal.order));
        ASSERT_EQ(frugal.peak, oracle::peakOf(block, frugal.order));
        Order source(block.nodes.size());
        for (std::uint32_t i = 0; i < source.size(); ++i) source[i] = i;
        ASSERT_LE(frugal.peak, oracle::peakOf(block, source));
    }
}

// Eight loaded values, each of which all of four sums use; the source goes through one sum after another.
TEST(FrugalOrder, UsesUpEachLoadedValueBeforeTheNext) {
    std::vector<InstructionNode> nodes(8 + 32);
    for (std::uint32_t load = 0; load < 8; ++load) nodes[load].isLoad = true;
    for (std::uint32_t sum = 0; sum < 4; ++sum)
        for (std::uint32_t load = 0; load < 8; ++load) {
            nodes[8 + 8 * sum + load].needs = {load};
            if (load > 0) nodes[8 + 8 * sum + load].needs.push_back(8 + 8 * sum + load - 1);
        }
    auto block = oracle::blockOf(nodes, std::vector<int>(nodes.size(), 1));
    for (std::uint32_t sum = 0; sum < 4; ++sum) block.registers[8 + 8 * sum + 7].isKept = true;
    EXPECT_EQ(frugalOrder(block).peak, 4 + 1);
}

// As long as nodes fit that go ahead of their turn, the rest of the order can be followed within the room.
TEST(RegisterRoom, LetsNothingAheadThatTheRestHasNoRoomFor) {
    std::mt19937_64 random(13);
    int ahead = 0, refused = 0;
    for (int seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        const auto block = oracle::randomBody(random);
        const auto frugal = frugalOrder(block);
        const int room = frugal.peak + static_cast<int>(random() % 6);
        RegisterRoom follows(block, frugal.order, room);
        Order issued;
        std::vector<bool> isDone(block.nodes.size(), false);
        while (issued.size() < block.nodes.size()) {
            Order fitting;
            for (std::uint32_t node = 0; node < block.nodes.size(); ++node) {
                const auto isBefore = [&](auto from) { return isDone[from]; };
                const auto &needs = block.nodes[node].needs, &after = block.nodes[node].after;
                if (isDone[node] || !std::all_of(needs.begin(), needs.end(), isBefore) ||
                    !std::all_of(after.begin(), after.end(), isBefore))
                    continue;
                if (!follows.fits(node)) {
                    ++refused;
                    continue;
                }
                Order whole = issued; // this one next, then the rest in the order's turn
                whole.push_back(node);
                for (const auto other : frugal.order)
                    if (!isDone[other] && other != node) whole.push_back(other);
                ASSERT_LE(oracle::peakOf(block, whole), room);
                fitting.push_back(node);
            }
            ASSERT_FALSE(fitting.empty());
            const auto next = fitting[random() % fitting.size()];
            ahead += next != follows.turn() ? 1 : 0;
            follows.issue(next);
            isDone[next] = true;
            issued.push_back(next);
        }
    }
    EXPECT_GT(ahead, 300);
    EXPECT_GT(refused, 300);
}

} // namespace
