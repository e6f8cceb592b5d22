// SPDX-License-Identifier: GPL-3.0-or-later
// Expectations of random accesses in closed form, against many draws with a fixed seed.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/random_access.h"

namespace warpstring::evaluation {
namespace {

constexpr int rounds = 40'000;

/// The mean of the fullest bank's turns over draws, and its standard error.
struct Drawn {
    double mean = 0, error = 0;
};

Drawn fullestBank(int lanes, const RandomWords& drawn) {
    std::mt19937_64 random(20261123);
    // No end of words: so many that two lanes never meet at one in practice, as many in each bank.
    const auto words =
        drawn.words > 0 ? static_cast<std::uint64_t>(drawn.words) : std::uint64_t{1} << 40 << (drawn.banks & 1);
    double sum = 0, squares = 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::multiset<std::uint64_t>> banks(static_cast<std::size_t>(drawn.banks));
        std::size_t fullest = 0;
        for (int lane = 0; lane < lanes; ++lane) {
            const std::uint64_t word = std::uniform_int_distribution<std::uint64_t>(0, words - 1)(random);
            auto& bank = banks[word % static_cast<std::uint64_t>(drawn.banks)];
            if (!drawn.areShared || bank.count(word) == 0) bank.insert(word);
            fullest = std::max(fullest, bank.size());
        }
        const auto turns = static_cast<double>(fullest);
        sum += turns;
        squares += turns * turns;
    }
    const double mean = sum / rounds;
    return {mean, std::sqrt((squares / rounds - mean * mean) / rounds)};
}

struct Case {
    int lanes;
    RandomWords words;
};

class FullestBank : public testing::TestWithParam<Case> {};

TEST_P(FullestBank, TakesAsManyTurnsAsDrawsSay) {
    const auto& [lanes, words] = GetParam();
    const Drawn drawn = fullestBank(lanes, words);
    EXPECT_NEAR(expectedFullestBank(lanes, words), drawn.mean, 5 * drawn.error + 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Sizes, FullestBank,
                         testing::Values(Case{32, {32, 0, true}}, Case{32, {32, 256, true}},
                                         Case{32, {32, 256, false}}, Case{32, {32, 40, true}},
                                         Case{32, {32, 40, false}}, Case{32, {32, 16, true}},
                                         Case{32, {32, 16, false}}, Case{32, {32, 1, false}},
                                         Case{16, {16, 1000, true}}, Case{5, {32, 64, true}},
                                         Case{32, {8, 24, true}}, Case{64, {32, 100, true}},
                                         Case{1, {32, 77, true}}));

// The birthday figure of a warp over 32 banks, as in textbooks on hashing: about 3.53.
TEST(FullestBank, OfAWarpOverAsManyBanksIsThreeAndAHalf) {
    EXPECT_NEAR(expectedFullestBank(32, {32, 0, true}), 3.53, 0.01);
}

TEST(FullestBank, IsBoundedByWhatThereIs) {
    EXPECT_DOUBLE_EQ(expectedFullestBank(32, {32, 16, true}), 1) << "each word has a bank of its own";
    EXPECT_DOUBLE_EQ(expectedFullestBank(32, {32, 1, false}), 32) << "all meet at the one word";
    EXPECT_DOUBLE_EQ(expectedFullestBank(0, {32, 16, true}), 0);
    EXPECT_LE(expectedFullestBank(32, {32, 64, true}), 2) << "two words a bank";
}

TEST(FullestBank, IsNeverLessForMoreLanes) {
    for (const RandomWords& words :
         {RandomWords{32, 0, true}, {32, 96, true}, {32, 96, false}, {16, 20, true}}) {
        double before = 0;
        for (int lanes = 1; lanes <= 64; ++lanes) {
            const double turns = expectedFullestBank(lanes, words);
            EXPECT_GE(turns, before - 1e-9) << lanes;
            before = turns;
        }
    }
}

TEST(ExpectedDistinct, IsTheMeanNumberOfOccupiedPlaces) {
    std::mt19937_64 random(7);
    for (const int places : {1, 2, 7, 32, 1000})
        for (const int draws : {1, 2, 31, 32}) {
            double sum = 0;
            for (int round = 0; round < rounds; ++round) {
                std::set<int> found;
                for (int draw = 0; draw < draws; ++draw)
                    found.insert(std::uniform_int_distribution<int>(0, places - 1)(random));
                sum += static_cast<double>(found.size());
            }
            EXPECT_NEAR(expectedDistinct(places, draws), sum / rounds, 0.05) << places << " " << draws;
        }
    EXPECT_DOUBLE_EQ(expectedDistinct(0, 32), 32) << "no end of places";
}

// Wide and narrow lanes through the rules themselves.
TEST(RandomConflicts, AreThoseOfTheBankRules) {
    HardwareSpec::SharedMemory memory;
    memory.banks = 32;
    memory.bankBytes = 4;
    memory.cyclesPerAccess = 1;
    memory.lanesPerAccess = 32;
    std::mt19937_64 random(11);
    for (const int bytes : {1, 4, 8, 16})
        for (const int objectBytes : {64, 1024, 1 << 15}) {
            double sum = 0;
            for (int round = 0; round < rounds / 4; ++round) {
                std::vector<std::int64_t> lanes(32);
                for (auto& lane : lanes)
                    lane =
                        std::uniform_int_distribution<std::int64_t>(0, objectBytes / bytes - 1)(random) * bytes;
                sum += bankConflicts(memory, lanes, bytes).cycles;
            }
            const double mean = sum / (rounds / 4);
            EXPECT_NEAR(expectedConflictCycles(memory, 32, 32, bytes, objectBytes), mean, 0.02 * mean)
                << bytes << " of " << objectBytes;
        }
}

} // namespace
} // namespace warpstring::evaluation
