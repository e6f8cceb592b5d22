// SPDX-License-Identifier: GPL-3.0-or-later
// The counts of the memory rules are the sums of their details, on random addresses and every rule.
#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "pdg/evaluation/memory_rules.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

class MemoryDetails : public testing::Test {
protected:
    std::int64_t below(std::int64_t limit) {
        return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random_);
    }

    /// Even strides, scattered ones and masks, aligned to the access as OpenCL demands.
    std::vector<std::int64_t> addresses(int lanes, int bytes) {
        const std::int64_t stride = below(3) == 0 ? below(40) : 1, start = below(64), spread = 1 + below(512);
        const bool isScattered = below(3) == 0;
        const std::int64_t mask = below(4); // of 4 lanes, how many are not active
        std::vector<std::int64_t> own(static_cast<std::size_t>(lanes), inactiveLane);
        for (std::size_t lane = 0; lane < own.size(); ++lane)
            if (below(4) >= mask || mask == 1)
                own[lane] =
                    (isScattered ? below(spread) : start + stride * static_cast<std::int64_t>(lane)) * bytes;
        return own;
    }

    static std::set<std::int64_t> bytesOf(const std::vector<std::int64_t>& addresses, int bytes) {
        std::set<std::int64_t> all;
        for (const auto address : addresses)
            for (int b = 0; b < bytes && address != inactiveLane; ++b) all.insert(address + b);
        return all;
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(MemoryDetails, TransactionsAreTheSumOfTheirList) {
    SCOPED_TRACE(seed_);
    for (const auto rule : {CoalescingRule::StrictHalfWarp, CoalescingRule::SegmentHalfWarp,
                            CoalescingRule::LineWarp, CoalescingRule::SectorWarp})
        for (int round = 0; round < 2000; ++round) {
            HardwareSpec::GlobalMemory memory;
            memory.coalescing = rule;
            const bool isHalf =
                rule == CoalescingRule::StrictHalfWarp || rule == CoalescingRule::SegmentHalfWarp;
            memory.lanesPerRequest = isHalf ? 16 : 32;
            const int bytes = 1 << below(5);
            const auto lanes = addresses(32, bytes);
            const auto counted = transactions(memory, lanes, bytes);
            const auto list = transactionList(memory, lanes, bytes);
            double moved = 0;
            std::vector<std::int64_t> served(lanes.size(), 0);
            for (const auto& transaction : list) {
                moved += static_cast<double>(transaction.bytes);
                // Strict half-warps move the whole segment, whoever of them is active.
                ASSERT_TRUE(!transaction.lanes.empty() || rule == CoalescingRule::StrictHalfWarp);
                for (const int lane : transaction.lanes) {
                    const std::int64_t address = lanes[static_cast<std::size_t>(lane)];
                    ASSERT_NE(address, inactiveLane);
                    const std::int64_t from = std::max(address, transaction.address),
                                       to = std::min(address + bytes, transaction.address + transaction.bytes);
                    ASSERT_LT(from, to) << "the transaction holds nothing of what lane " << lane << " asks for";
                    served[static_cast<std::size_t>(lane)] += to - from;
                }
            }
            EXPECT_EQ(counted.count, static_cast<double>(list.size()));
            EXPECT_EQ(counted.bytes, moved);
            // Every byte that a lane asks for comes once.
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                ASSERT_EQ(served[lane], lanes[lane] == inactiveLane ? 0 : bytes)
                    << "lane " << lane << ", rule " << static_cast<int>(rule) << ", " << bytes << " bytes";
            EXPECT_EQ(bytesUsed(lanes, bytes), static_cast<std::int64_t>(bytesOf(lanes, bytes).size()));
        }
}

TEST_F(MemoryDetails, ConflictsAreTheSumOfTheirBatches) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 4000; ++round) {
        HardwareSpec::SharedMemory memory;
        memory.banks = below(2) == 0 ? 16 : 32;
        memory.bankBytes = below(4) == 0 ? 8 : 4;
        memory.lanesPerAccess = below(2) == 0 ? 16 : 32;
        memory.broadcast = below(4) != 0;
        const int bytes = 1 << below(5);
        const auto lanes = addresses(32, bytes);
        const auto counted = bankConflicts(memory, lanes, bytes);
        const auto batches = bankBatches(memory, lanes, bytes);
        // 256 bytes at a time, at most.
        ASSERT_EQ(batches.size(), static_cast<std::size_t>(32 / std::min(memory.lanesPerAccess, 256 / bytes)));
        double cycles = 0;
        int ways = 1;
        for (const auto& batch : batches) {
            cycles += batch.cycles;
            ways = std::max(ways, batch.ways);
            // By definition: the words of each bank, or the requests where lanes cannot share.
            std::vector<std::set<std::int64_t>> words(static_cast<std::size_t>(memory.banks));
            std::vector<int> requests(static_cast<std::size_t>(memory.banks), 0);
            for (int lane = batch.firstLane; lane < batch.firstLane + batch.lanes; ++lane) {
                const auto address = lanes[static_cast<std::size_t>(lane)];
                if (address == inactiveLane) continue;
                for (auto word = address / memory.bankBytes; word <= (address + bytes - 1) / memory.bankBytes;
                     ++word) {
                    words[static_cast<std::size_t>(word % memory.banks)].insert(word);
                    ++requests[static_cast<std::size_t>(word % memory.banks)];
                }
            }
            std::size_t seen = 0;
            int worst = 1;
            for (const auto& use : batch.banks) {
                const auto bank = static_cast<std::size_t>(use.bank);
                std::set<std::int64_t> own;
                std::size_t asked = 0;
                for (const auto& word : use.words) {
                    own.insert(word.word);
                    asked += word.lanes.size();
                }
                EXPECT_EQ(own, words[bank]);
                EXPECT_EQ(asked, static_cast<std::size_t>(requests[bank]));
                EXPECT_EQ(use.turns, memory.broadcast ? static_cast<int>(words[bank].size()) : requests[bank]);
                worst = std::max(worst, use.turns);
                ++seen;
            }
            EXPECT_EQ(batch.ways, worst);
            EXPECT_EQ(seen, static_cast<std::size_t>(std::count_if(words.begin(), words.end(),
                                                                   [](const auto& w) { return !w.empty(); })));
        }
        EXPECT_EQ(counted.cycles, cycles);
        EXPECT_EQ(counted.ways, ways);
    }
}

} // namespace
} // namespace warpstring::evaluation
