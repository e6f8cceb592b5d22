// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of the last wave against a dispatcher that fills one place after another, on all multiprocessors.
#include "stringmodel/timeline/last_wave.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>

#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::timeline {
namespace {

/// By multiprocessor, the fastest first.
std::vector<std::uint64_t> placeByPlace(const LastWave& launch) {
    std::vector<std::uint64_t> held(launch.multiprocessors, launch.resident);
    std::vector<std::size_t> ended(launch.multiprocessors, 0);
    using Free = std::pair<double, std::uint64_t>;
    std::priority_queue<Free, std::vector<Free>, std::greater<>> places;
    const auto next = [&](std::uint64_t m) {
        const double faster =
            1 +
            fasterAtMost * (2.0 * static_cast<double>(m) / static_cast<double>(launch.multiprocessors - 1) - 1);
        if (ended[m] < launch.ends.size()) places.emplace(faster * launch.ends[ended[m]++], m);
    };
    for (std::uint64_t m = 0; m < launch.multiprocessors; ++m) next(m);
    for (auto left = launch.groups - launch.multiprocessors * launch.resident; left > 0 && !places.empty();
         --left) {
        const auto m = places.top().second;
        places.pop();
        ++held[m];
        next(m);
    }
    return held;
}

TEST(LastWave, IsThatOfADispatcher) {
    std::mt19937_64 random(oracle::randomSeed());
    const auto between = [&](std::uint64_t low, std::uint64_t high) {
        return std::uniform_int_distribution<std::uint64_t>(low, high)(random);
    };
    for (int round = 0; round < 300; ++round) {
        LastWave launch;
        launch.multiprocessors = between(2, 40);
        launch.resident = between(1, 12);
        const std::uint64_t waves = between(1, 4);
        launch.groups = launch.multiprocessors * launch.resident * waves +
                        between(0, launch.multiprocessors * launch.resident - 1);
        const double apart = std::pow(10.0, -static_cast<double>(between(0, 4)));
        for (std::uint64_t wave = 1; wave <= waves; ++wave)
            for (std::uint64_t place = 0; place < launch.resident; ++place)
                launch.ends.push_back(1000.0 * static_cast<double>(wave) *
                                      (1 + apart * std::uniform_real_distribution<double>(0, 1)(random)));
        std::sort(launch.ends.begin(), launch.ends.end());
        const std::uint64_t even = (launch.groups + launch.multiprocessors - 1) / launch.multiprocessors;
        // Of places that become free at the same instant either may come first.
        EXPECT_EQ(mostGroupsOfOne(launch), std::max(even, placeByPlace(launch).front())) << "round " << round;
    }
}

TEST(LastWave, IsEvenWhereGroupsEndOneAfterAnother) {
    LastWave launch{760, 132, 5, {1000, 1200, 1400, 1600, 1800}};
    EXPECT_EQ(mostGroupsOfOne(launch), 6);
    launch.ends = {1798, 1799, 1800, 1800.5, 1801}; // together: 20 multiprocessors take five each
    EXPECT_EQ(mostGroupsOfOne(launch), 10);
}

TEST(LastWave, IsTheOnlyOneWhereAllFit) {
    EXPECT_EQ(mostGroupsOfOne({660, 132, 5, {1, 1, 1, 1, 1}}), 5);
    EXPECT_EQ(mostGroupsOfOne({7, 132, 5, {}}), 1);
}

} // namespace
} // namespace warpstring::timeline
