// SPDX-License-Identifier: GPL-3.0-or-later
// Transactions and bank conflicts, against the rules as the programming guides state them, on random addresses.
#include <map>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "pdg/evaluation/last_conflicts.h"
#include "pdg/evaluation/memory_rules.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

using Addresses = std::vector<std::int64_t>;

class MemoryRules : public testing::Test {
protected:
    std::int64_t below(std::int64_t limit) {
        return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random_);
    }

    /// A warp's addresses, aligned to the access: strided, scattered or in order, some lanes not active.
    Addresses randomLanes(int bytes) {
        Addresses lanes(32, inactiveLane);
        const std::int64_t stride = below(2) == 0 ? 1 : below(36),
                           start = below(2) == 0 ? 16 * below(8) : below(99);
        const std::int64_t spread = 1 + below(300), kind = below(3), idle = below(3);
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
            if (idle == 0 || below(4) >= idle)
                lanes[lane] =
                    (kind == 0 ? below(spread) : start + stride * static_cast<std::int64_t>(lane)) * bytes;
        return lanes;
    }

    static HardwareSpec::GlobalMemory memoryOf(CoalescingRule rule) {
        HardwareSpec::GlobalMemory memory;
        memory.coalescing = rule;
        const bool isHalf = rule == CoalescingRule::StrictHalfWarp || rule == CoalescingRule::SegmentHalfWarp;
        memory.lanesPerRequest = isHalf ? 16 : 32;
        return memory;
    }

    /// Of one half-warp or warp, by the words of the guide.
    static Transactions byTheGuide(const HardwareSpec::GlobalMemory& memory, Addresses lanes, int bytes) {
        Transactions total;
        const auto add = [&](std::int64_t size) {
            total.count += 1;
            total.bytes += static_cast<double>(size);
        };
        if (memory.coalescing == CoalescingRule::SegmentHalfWarp) {
            // G.3.2.2: the segment of the lowest numbered active thread, and of all that lie in it; halved
            // while only one half is used; until all are served.
            for (std::size_t first = 0; first < lanes.size(); ++first) {
                if (lanes[first] == inactiveLane) continue;
                std::int64_t size = bytes == 1 ? 32 : bytes == 2 ? 64 : 128;
                std::int64_t low = lanes[first] / size * size;
                std::set<std::int64_t> used;
                for (auto& address : lanes)
                    if (address != inactiveLane && address / size * size == low) {
                        used.insert(address);
                        address = inactiveLane;
                    }
                for (; size > 32; size /= 2) {
                    if (*used.rbegin() < low + size / 2) continue;
                    if (*used.begin() < low + size / 2) break;
                    low += size / 2;
                }
                add(size);
            }
            return total;
        }
        if (memory.coalescing == CoalescingRule::StrictHalfWarp) {
            // G.3.2.1: words of 4, 8 or 16 bytes, all in one aligned segment, the k-th thread at the k-th word.
            int active = 0;
            bool together = bytes == 4 || bytes == 8 || bytes == 16;
            std::set<std::int64_t> segments;
            for (std::size_t k = 0; k < lanes.size(); ++k) {
                if (lanes[k] == inactiveLane) continue;
                ++active;
                segments.insert(lanes[k] / (std::int64_t{16} * bytes));
                together = together && lanes[k] / bytes % 16 == static_cast<std::int64_t>(k);
            }
            together = together && segments.size() == 1;
            if (active == 0) return total;
            if (!together)
                for (int lane = 0; lane < active; ++lane) add(std::max(memory.uncoalescedBytes, bytes));
            else if (bytes == 16) // one of 64, one of 128, two of 128 bytes
                for (const int half : {128, 128}) add(half);
            else
                add(std::int64_t{16} * bytes);
            return total;
        }
        std::set<std::int64_t> blocks;
        const std::int64_t block = memory.coalescing == CoalescingRule::LineWarp ? 128 : 32;
        for (const auto address : lanes)
            for (int b = 0; b < bytes && address != inactiveLane; ++b) blocks.insert((address + b) / block);
        for (std::size_t i = 0; i < blocks.size(); ++i) add(block);
        return total;
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

constexpr CoalescingRule allRules[] = {CoalescingRule::StrictHalfWarp, CoalescingRule::SegmentHalfWarp,
                                       CoalescingRule::LineWarp, CoalescingRule::SectorWarp};

TEST_F(MemoryRules, transactionsAreThoseOfTheProgrammingGuides) {
    SCOPED_TRACE(seed_);
    for (const auto rule : allRules)
        for (int round = 0; round < 4000; ++round) {
            const auto memory = memoryOf(rule);
            const int bytes = 1 << below(5);
            const Addresses lanes = randomLanes(bytes);
            Transactions truth;
            for (auto at = lanes.begin(); at != lanes.end(); at += memory.lanesPerRequest) {
                const auto own = byTheGuide(memory, Addresses(at, at + memory.lanesPerRequest), bytes);
                truth.count += own.count;
                truth.bytes += own.bytes;
            }
            const auto counted = transactions(memory, lanes, bytes);
            ASSERT_EQ(counted.count, truth.count)
                << "rule " << static_cast<int>(rule) << ", " << bytes << " bytes, lane 0 at " << lanes[0]
                << ", lane 1 at " << lanes[1];
            ASSERT_EQ(counted.bytes, truth.bytes)
                << "rule " << static_cast<int>(rule) << ", " << bytes << " bytes";
        }
}

TEST_F(MemoryRules, sectorsLieInLinesFetchesAndSpans) {
    SCOPED_TRACE(seed_);
    auto memory = memoryOf(CoalescingRule::SectorWarp);
    memory.fetchBytes = 64;
    memory.spanBytes = 256;
    for (int round = 0; round < 2000; ++round) {
        const int bytes = 1 << below(5);
        const Addresses lanes = randomLanes(bytes);
        const auto blocks = [&](std::int64_t size) {
            double count = 0;
            for (auto at = lanes.begin(); at != lanes.end(); at += memory.lanesPerRequest) {
                std::set<std::int64_t> touched;
                for (auto lane = at; lane != at + memory.lanesPerRequest; ++lane)
                    for (int b = 0; b < bytes && *lane != inactiveLane; ++b) touched.insert((*lane + b) / size);
                count += static_cast<double>(touched.size());
            }
            return count;
        };
        const auto counted = transactions(memory, lanes, bytes).touched;
        ASSERT_EQ(counted.lines, blocks(128));
        ASSERT_EQ(counted.fetches, blocks(64));
        ASSERT_EQ(counted.spans, blocks(256));
        const auto idle = std::count(lanes.begin(), lanes.end(), inactiveLane);
        ASSERT_EQ(counted.asked,
                  static_cast<double>((static_cast<std::ptrdiff_t>(lanes.size()) - idle) * bytes));
    }
    EXPECT_EQ(transactions(memoryOf(CoalescingRule::LineWarp), randomLanes(4), 4).touched.lines, 0);
}

TEST_F(MemoryRules, conflictsAreTheDistinctWordsOfTheFullestBank) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 4000; ++round) {
        HardwareSpec::SharedMemory memory;
        memory.banks = below(2) == 0 ? 16 : 32;
        memory.lanesPerAccess = static_cast<int>(16 + 16 * below(2));
        memory.cyclesPerAccess = 1.5;
        memory.broadcast = below(3) != 0;
        const int bytes = 1 << below(4);
        const Addresses lanes = randomLanes(bytes);
        double cycles = 0;
        int worst = 1;
        for (std::size_t first = 0; first < lanes.size();
             first += static_cast<std::size_t>(memory.lanesPerAccess)) {
            std::map<std::int64_t, std::multiset<std::int64_t>> words; // by bank
            for (std::size_t k = first; k < first + static_cast<std::size_t>(memory.lanesPerAccess); ++k) {
                if (lanes[k] == inactiveLane) continue;
                std::set<std::int64_t> own;
                for (int b = 0; b < bytes; ++b) own.insert((lanes[k] + b) / 4);
                for (const auto word : own) words[word % memory.banks].insert(word);
            }
            int ways = 1;
            for (const auto& [bank, all] : words) {
                const std::set<std::int64_t> distinct(all.begin(), all.end());
                ways = std::max(ways, static_cast<int>(memory.broadcast ? distinct.size() : all.size()));
            }
            cycles += 1.5 * ways;
            worst = std::max(worst, ways);
        }
        const auto counted = bankConflicts(memory, lanes, bytes);
        ASSERT_EQ(counted.ways, worst);
        ASSERT_EQ(counted.cycles, cycles);
    }
}

// Properties that every textbook names.
TEST_F(MemoryRules, stridesConflictByWhatTheyShareWithTheBanks) {
    HardwareSpec::SharedMemory memory;
    memory.banks = 32;
    memory.lanesPerAccess = 32;
    for (int stride = 1; stride <= 64; ++stride) {
        Addresses lanes;
        for (int k = 0; k < 32; ++k) lanes.push_back(4LL * stride * k);
        EXPECT_EQ(bankConflicts(memory, lanes, 4).ways, std::gcd(stride, 32)) << "stride " << stride;
    }
    const Addresses same(32, 64);
    EXPECT_EQ(bankConflicts(memory, same, 4).ways, 1) << "a broadcast";
    memory.broadcast = false;
    EXPECT_EQ(bankConflicts(memory, same, 4).ways, 32);
}

TEST_F(MemoryRules, movingAllAddressesByThePeriodChangesNothing) {
    SCOPED_TRACE(seed_);
    for (const auto rule : allRules)
        for (int round = 0; round < 500; ++round) {
            const auto memory = memoryOf(rule);
            const int bytes = 1 << below(5);
            const Addresses lanes = randomLanes(bytes);
            Addresses moved = lanes;
            for (auto& address : moved)
                if (address != inactiveLane) address += 3 * globalPeriod;
            const auto a = transactions(memory, lanes, bytes), b = transactions(memory, moved, bytes);
            ASSERT_EQ(a.count, b.count);
            ASSERT_EQ(a.bytes, b.bytes);
        }
}

TEST_F(MemoryRules, boundsHoldWhoeverIsActive) {
    SCOPED_TRACE(seed_);
    for (const auto rule : allRules)
        for (int round = 0; round < 3000; ++round) {
            const auto memory = memoryOf(rule);
            const int bytes = 1 << below(5);
            const Addresses may = randomLanes(bytes);
            Addresses must = may, active = may;
            for (std::size_t k = 0; k < may.size(); ++k) {
                if (below(3) == 0) must[k] = inactiveLane;
                if (must[k] == inactiveLane && below(2) == 0) active[k] = inactiveLane;
            }
            const auto truth = transactions(memory, active, bytes);
            for (const bool known : {true, false}) {
                const auto bounds = transactionBounds(memory, must, may, known, bytes);
                ASSERT_LE(bounds.least.count, truth.count) << "rule " << static_cast<int>(rule);
                ASSERT_LE(bounds.least.bytes, truth.bytes) << "rule " << static_cast<int>(rule);
                ASSERT_GE(bounds.most.count, truth.count) << "rule " << static_cast<int>(rule);
                // Two lanes at the ends of a segment move more than two by themselves, which is what stands for
                // addresses that nobody knows.
                const bool isSegment = rule == CoalescingRule::SegmentHalfWarp && !known;
                ASSERT_GE(bounds.most.bytes * (isSegment ? 2 : 1), truth.bytes)
                    << "rule " << static_cast<int>(rule);
            }
        }
}

TEST_F(MemoryRules, certainLanesAndAddressesLeaveNoRoom) {
    SCOPED_TRACE(seed_);
    for (const auto rule : allRules)
        for (int round = 0; round < 500; ++round) {
            const auto memory = memoryOf(rule);
            const Addresses lanes = randomLanes(4);
            const auto bounds = transactionBounds(memory, lanes, lanes, true, 4);
            const auto truth = transactions(memory, lanes, 4);
            ASSERT_EQ(bounds.least.count, truth.count);
            ASSERT_EQ(bounds.most.count, truth.count);
            ASSERT_EQ(bounds.least.bytes, truth.bytes);
            ASSERT_EQ(bounds.most.bytes, truth.bytes);
        }
}

TEST_F(MemoryRules, privateArraysLieSideBySide) {
    constexpr int groupSize = 100, warp = 32;
    std::map<std::int64_t, std::pair<int, int>> owners; // address -> work-item, index
    for (int first = 0; first < groupSize; first += warp)
        for (int index = 0; index < 5; ++index) {
            Addresses lanes;
            for (int lane = 0; lane < warp && first + lane < groupSize; ++lane)
                lanes.push_back(std::int64_t{4} * index);
            lanes[3] = inactiveLane;
            interleavePrivate(lanes, first, groupSize);
            EXPECT_EQ(lanes[3], inactiveLane);
            for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
                if (lanes[lane] == inactiveLane) continue;
                EXPECT_TRUE(
                    owners.emplace(lanes[lane], std::pair(first + static_cast<int>(lane), index)).second)
                    << "two elements at one address";
                if (lane > 0 && lanes[lane - 1] != inactiveLane) {
                    EXPECT_EQ(lanes[lane] - lanes[lane - 1], 4);
                }
            }
        }
    EXPECT_EQ(privateWords(1), 1);
    EXPECT_EQ(privateWords(4), 1);
    EXPECT_EQ(privateWords(16), 4);
}

TEST_F(MemoryRules, conflictsOfAPatternElsewhereAreThoseOfThePattern) {
    HardwareSpec::SharedMemory memory;
    memory.banks = 32;
    memory.bankBytes = 4;
    memory.broadcast = true;
    LastConflicts last;
    Addresses lanes = randomLanes(4);
    for (int turn = 0; turn < 400; ++turn) {
        // Moved as a whole or by lanes, on and off the bounds of words, or another pattern.
        const std::int64_t moved = below(40), kind = below(4);
        if (kind == 0) lanes = randomLanes(below(2) == 0 ? 4 : 8);
        for (auto& lane : lanes)
            if (lane != inactiveLane && (kind > 1 || below(8) == 0)) lane += kind == 3 ? moved : moved * 4;
        const auto found = last.of(memory, lanes, 8), expected = bankConflicts(memory, lanes, 8);
        EXPECT_EQ(found.cycles, expected.cycles);
        EXPECT_EQ(found.ways, expected.ways);
    }
}

TEST_F(MemoryRules, nobodyActiveMovesNothing) {
    const Addresses idle(32, inactiveLane);
    for (const auto rule : allRules) {
        EXPECT_EQ(transactions(memoryOf(rule), idle, 4).count, 0);
        EXPECT_TRUE(transactionList(memoryOf(rule), idle, 4).empty());
        EXPECT_EQ(transactionBounds(memoryOf(rule), idle, idle, false, 4).most.count, 0);
    }
    EXPECT_EQ(bytesUsed(idle, 4), 0);
}

} // namespace
} // namespace warpstring::evaluation
