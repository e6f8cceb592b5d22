// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes of all sizes, held and given back at random: nobody else's entries change.
#include "pdg/evaluation/lane_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

namespace warpstring::evaluation {
namespace {

TEST(LaneMemory, GivesEachItsOwnBlock) {
    std::mt19937 random(7);
    std::vector<Lanes> held(64);
    for (int round = 0; round < 20000; ++round) {
        const std::size_t own = random() % held.size();
        ASSERT_TRUE(std::all_of(held[own].begin(), held[own].end(),
                                [&](auto entry) { return entry == static_cast<std::int64_t>(own); }));
        const std::size_t most = std::size_t{1} << random() % 12; // beyond what is kept, too
        held[own] = Lanes(random() % most, static_cast<std::int64_t>(own));
    }
}

TEST(LaneMemory, TakesBackWhatAnotherThreadHasMade) {
    for (int round = 0; round < 100; ++round) {
        Lanes made;
        std::thread([&] { made = Lanes(256, round); }).join(); // that thread's memory is gone
        EXPECT_EQ(made, Lanes(256, round));
    }
}

} // namespace
} // namespace warpstring::evaluation
