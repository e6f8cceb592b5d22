// SPDX-License-Identifier: GPL-3.0-or-later
// The cache against what holds of any cache of its size, and against one without sets.
#include <gtest/gtest.h>

#include <bit>
#include <list>
#include <random>
#include <unordered_map>

#include "stringmodel/timeline/l1_cache.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;

constexpr int lineBytes = 128;
constexpr std::uint32_t allSectors = 15;

/// Hits among `rounds` passes over lines 0, pitch, 2 * pitch, ... after a first one.
double hitRate(double cacheLines, std::int64_t lines, std::int64_t pitch, int rounds = 4) {
    L1Cache cache(cacheLines * lineBytes, lineBytes);
    double hits = 0;
    for (int round = 0; round <= rounds; ++round)
        for (std::int64_t i = 0; i < lines; ++i)
            hits += cache.read(i * pitch, allSectors, true).missing == 0 && round > 0 ? 1 : 0;
    return hits / static_cast<double>(lines * rounds);
}

TEST(L1Cache, HoldsAWorkingSetBelowItsCapacity) {
    for (const std::int64_t pitch : {1, 2, 16, 1024, 4096, 3}) {
        EXPECT_EQ(hitRate(2048, 16, pitch), 1) << pitch; // fits one set
        EXPECT_EQ(hitRate(2048, 512, pitch), 1) << pitch;
        EXPECT_GT(hitRate(2048, 1024, pitch), 0.97) << pitch;
    }
}

TEST(L1Cache, ThrashesOnAWorkingSetAboveIt) {
    for (const std::int64_t pitch : {1, 32, 1024}) EXPECT_LT(hitRate(1024, 2560, pitch), 0.02) << pitch;
}

TEST(L1Cache, WithoutBytesAlwaysMisses) {
    L1Cache cache(0, lineBytes);
    for (int i = 0; i < 10; ++i) {
        const auto found = cache.read(7, 5, true);
        EXPECT_EQ(found.missing, 5U);
        cache.arrive(7, 5, 100);
        EXPECT_EQ(found.ready, 0);
    }
}

TEST(L1Cache, CountsSectorsApart) {
    L1Cache cache(1 << 18, lineBytes);
    EXPECT_EQ(cache.read(3, 0b0001, true).missing, 0b0001U);
    EXPECT_EQ(cache.read(3, 0b0011, true).missing, 0b0010U);
    EXPECT_EQ(cache.read(3, 0b0011, true).missing, 0U);
    EXPECT_EQ(cache.read(3, 0b1111, true).missing, 0b1100U);
    EXPECT_EQ(cache.read(4, 0b0001, true).missing, 0b0001U) << "another line";
    EXPECT_EQ(cache.read(-3, 0b0001, true).missing, 0b0001U) << "before the start of an object";
}

TEST(L1Cache, WithoutAllocationKeepsNothing) {
    L1Cache cache(1 << 18, lineBytes);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(cache.read(9, allSectors, false).missing, allSectors);
    static_cast<void>(cache.read(9, 1, true));
    EXPECT_EQ(cache.read(9, 3, false).missing, 2U);
    EXPECT_EQ(cache.read(9, 3, false).missing, 2U);
}

TEST(L1Cache, TellsWhenSectorsArrive) {
    L1Cache cache(1 << 18, lineBytes);
    static_cast<void>(cache.read(5, 0b0011, true));
    cache.arrive(5, 0b0001, 300);
    cache.arrive(5, 0b0010, 500);
    EXPECT_EQ(cache.read(5, 0b0001, true).ready, 300);
    EXPECT_EQ(cache.read(5, 0b0011, true).ready, 500);
    EXPECT_EQ(cache.read(5, 0b0101, true).ready, 300) << "of those that were there alone";
    cache.arrive(6, 1, 900); // not held: nobody asks
    EXPECT_EQ(cache.read(6, 1, true).ready, 0);
}

/// The oracle: one set for all lines.
class LruLines {
public:
    explicit LruLines(std::size_t lines) : most_(lines) {}

    std::uint32_t read(std::int64_t number, std::uint32_t sectors) {
        const auto known = at_.find(number);
        if (known != at_.end()) {
            order_.splice(order_.begin(), order_, known->second);
            auto& present = order_.front().second;
            const std::uint32_t missing = sectors & ~present;
            present |= sectors;
            return missing;
        }
        if (order_.size() == most_) {
            at_.erase(order_.back().first);
            order_.pop_back();
        }
        order_.emplace_front(number, sectors);
        at_[number] = order_.begin();
        return sectors;
    }

private:
    std::size_t most_;
    std::list<std::pair<std::int64_t, std::uint32_t>> order_;
    std::unordered_map<std::int64_t, std::list<std::pair<std::int64_t, std::uint32_t>>::iterator> at_;
};

TEST(L1Cache, MissesAsOftenAsOneSetOfAllLines) {
    constexpr std::size_t lines = 1024;
    for (const double spread : {0.3, 1.0, 2.0, 6.0}) { // of the accesses, in capacities
        std::mt19937_64 random(7);
        std::exponential_distribution<double> distance(1 / (spread * static_cast<double>(lines) / 2));
        L1Cache cache(lines * lineBytes, lineBytes);
        LruLines oracle(lines);
        double missing = 0, expected = 0, all = 0;
        for (int i = 0; i < 100'000; ++i) {
            const auto line = static_cast<std::int64_t>(distance(random));
            const std::uint32_t sectors = 1u << (random() % 4);
            missing += std::popcount(cache.read(line, sectors, true).missing);
            expected += std::popcount(oracle.read(line, sectors));
            all += 1;
        }
        EXPECT_NEAR(missing / all, expected / all, 0.02) << spread;
    }
}

} // namespace
