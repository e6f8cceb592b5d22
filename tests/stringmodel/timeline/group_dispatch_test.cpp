// SPDX-License-Identifier: GPL-3.0-or-later
// Groups by multiprocessor against a dispatcher that takes work off every resident group, step by step.
#include "stringmodel/timeline/group_dispatch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::timeline {
namespace {

struct Resident {
    double left;
    std::uint64_t multiprocessor;
};

std::vector<std::vector<std::uint64_t>> stepByStep(const GroupDispatch& launch) {
    std::vector<std::vector<std::uint64_t>> groupsOf(launch.multiprocessors);
    std::vector<Resident> residents;
    const auto start = [&](std::uint64_t group, std::uint64_t multiprocessor) {
        groupsOf[multiprocessor].push_back(group);
        residents.push_back({launch.work(group), multiprocessor});
    };
    for (std::uint64_t group = 0; group < launch.groups; ++group) {
        if (group < launch.multiprocessors * launch.resident) {
            start(group, group % launch.multiprocessors);
            continue;
        }
        std::vector<double> held(launch.multiprocessors, 0);
        for (const auto& r : residents) ++held[r.multiprocessor];
        const auto endOf = [&](const Resident& r) { return r.left * held[r.multiprocessor]; };
        const auto next =
            std::min_element(residents.begin(), residents.end(), [&](const auto& a, const auto& b) {
                const auto order = [&](const Resident& r) {
                    return std::tuple(endOf(r), groupsOf[r.multiprocessor].size(), r.multiprocessor);
                };
                return order(a) < order(b);
            });
        const double passed = endOf(*next);
        const std::uint64_t free = next->multiprocessor;
        residents.erase(next);
        for (auto& r : residents) r.left -= passed / held[r.multiprocessor];
        start(group, free);
    }
    return groupsOf;
}

TEST(GroupDispatch, GivesTheNextGroupToWhoeverIsFreeFirst) {
    const auto seed = oracle::randomSeed();
    RecordProperty("seed", std::to_string(seed));
    std::mt19937_64 random(seed);
    for (int round = 0; round < 200; ++round) {
        std::vector<double> work(1 + random() % 60);
        for (double& each : work)
            each = std::uniform_real_distribution<>(1, random() % 4 == 0 ? 1000 : 10)(random);
        const GroupDispatch launch{work.size(), 1 + random() % 7, 1 + random() % 4,
                                   [&](std::uint64_t group) { return work[group]; }};
        EXPECT_EQ(dispatch(launch), stepByStep(launch)) << "seed " << seed << ", round " << round;
    }
}

TEST(GroupDispatch, EqualGroupsGoRound) {
    const auto each = dispatch({13, 4, 2, [](std::uint64_t) { return 5.0; }});
    EXPECT_EQ(each[0], (std::vector<std::uint64_t>{0, 4, 8, 12}));
    EXPECT_EQ(each[3], (std::vector<std::uint64_t>{3, 7, 11}));
}

// One group in 16 works: by number a quarter of 132 multiprocessors would get all of them, 15 or 16 each. On an
// H200 the slowest one takes as long as 12 (few-groups-iterate,n=1048576,EVERY=16).
TEST(GroupDispatch, NoMultiprocessorGetsAllTheWorkOfAPeriod) {
    const auto work = [](std::uint64_t group) { return group % 16 == 0 ? 1000.0 : 1.0; };
    const auto each = dispatch({8192, 132, 16, work});
    for (const auto& groups : each)
        EXPECT_LE(std::count_if(groups.begin(), groups.end(), [](auto group) { return group % 16 == 0; }), 12);
}

} // namespace
} // namespace warpstring::timeline
