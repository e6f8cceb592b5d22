// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of work-items, against the standard library's.
#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "pdg/evaluation/active_set.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

class ActiveSets : public testing::Test {
protected:
    struct Both {
        ActiveSet set;
        std::set<int> truth;
    };

    Both randomSet() {
        Both both;
        const int items = std::uniform_int_distribution<int>(0, 60)(random_);
        for (int i = 0; i < items; ++i) {
            const int item = std::uniform_int_distribution<int>(0, maxGroupSize - 1)(random_);
            both.set.insert(item);
            both.truth.insert(item);
        }
        return both;
    }

    static void expectSame(const ActiveSet& set, const std::set<int>& truth) {
        for (int item = 0; item < maxGroupSize; ++item)
            ASSERT_EQ(set.contains(item), truth.contains(item)) << "work-item " << item;
        EXPECT_EQ(set.count(), static_cast<int>(truth.size()));
        EXPECT_EQ(set.empty(), truth.empty());
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(ActiveSets, combineAsSetsDo) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 200; ++round) {
        const Both a = randomSet(), b = randomSet();
        std::set<int> both, either = a.truth, without;
        std::set_intersection(a.truth.begin(), a.truth.end(), b.truth.begin(), b.truth.end(),
                              std::inserter(both, both.end()));
        either.insert(b.truth.begin(), b.truth.end());
        std::set_difference(a.truth.begin(), a.truth.end(), b.truth.begin(), b.truth.end(),
                            std::inserter(without, without.end()));
        expectSame(a.set, a.truth);
        expectSame(a.set & b.set, both);
        expectSame(a.set | b.set, either);
        expectSame(a.set - b.set, without);
        EXPECT_EQ(a.set == b.set, a.truth == b.truth);
    }
}

TEST_F(ActiveSets, warpsAreActiveWithOneOfTheirWorkItems) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 200; ++round) {
        const Both own = randomSet();
        for (const int warpSize : {1, 16, 32, 64, 100}) {
            std::set<int> warps;
            for (const int item : own.truth) warps.insert(item / warpSize);
            EXPECT_EQ(own.set.activeWarps(warpSize), static_cast<int>(warps.size())) << warpSize << " lanes";
        }
    }
}

TEST_F(ActiveSets, allOfAGroupAreItsWorkItems) {
    for (const int size : {0, 1, 63, 64, 65, 1000, maxGroupSize}) {
        std::set<int> items;
        for (int item = 0; item < size; ++item) items.insert(item);
        expectSame(ActiveSet::all(size), items);
    }
}

} // namespace
} // namespace warpstring::evaluation
