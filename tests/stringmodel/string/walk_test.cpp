// SPDX-License-Identifier: GPL-3.0-or-later
// Table 1, walked by hand.
#include <gtest/gtest.h>

#include <iostream>
#include <random>

#include "stringmodel/string/walk.h"
#include "tests/stringmodel/string/strings.h"

namespace {

using namespace warpstring;
using namespace warpstring::token_string;
using namespace warpstring::test;

WarpLatency walkBy(WalkRule rule, std::vector<StringItem> items, double warps = 1, double nonBlocking = 0) {
    return walk({std::move(items)}, {warps, nonBlocking, 250, rule});
}

const WalkRule rules[] = {WalkRule::Paper, WalkRule::Corrected};

TEST(Walk, TokensThatDoNotWaitAddUp) {
    for (const auto rule : rules) {
        const auto latency = walkBy(rule, {compute(24), load(1, 10), store(2, 10), sharedLoad(32), barrier()});
        EXPECT_DOUBLE_EQ(latency.cycles, 80);
        EXPECT_DOUBLE_EQ(latency.compute, 24);
        EXPECT_DOUBLE_EQ(latency.memory, 20);
        EXPECT_DOUBLE_EQ(latency.shared, 32);
        EXPECT_DOUBLE_EQ(latency.barrier, 4);
        EXPECT_DOUBLE_EQ(latency.waiting, 0);
    }
}

// C^16 M1^4 C^20 G1 C^8, one warp. MemStart 16, MemDone 266; at G the clock is 40, 24 after the start.
// Corrected: waits 266 - 40 = 226; 16 + 4 + 20 + 226 + 8 = 274.
// As printed: covered 24, waits 226 - 24 = 202; 250.
TEST(Walk, OneLoadAlone) {
    const std::vector<StringItem> items{compute(16), load(1), compute(20), waitFor(1), compute(8)};
    const auto corrected = walkBy(WalkRule::Corrected, items), paper = walkBy(WalkRule::Paper, items);
    EXPECT_DOUBLE_EQ(corrected.waiting, 226);
    EXPECT_DOUBLE_EQ(corrected.cycles, 274);
    EXPECT_DOUBLE_EQ(paper.waiting, 202);
    EXPECT_DOUBLE_EQ(paper.cycles, 250);
    EXPECT_DOUBLE_EQ(paper.waits, 1);
}

// The same with five warps and NBC_avg 44: 4 * 44 = 176 cycles more are covered.
// Corrected: 226 - 176 = 50; as printed: 202 - 176 = 26. With seven warps both waits vanish (264 covered).
TEST(Walk, OtherWarpsCover) {
    const std::vector<StringItem> items{compute(16), load(1), compute(20), waitFor(1), compute(8)};
    EXPECT_DOUBLE_EQ(walkBy(WalkRule::Corrected, items, 5, 44).waiting, 50);
    EXPECT_DOUBLE_EQ(walkBy(WalkRule::Paper, items, 5, 44).waiting, 26);
    for (const auto rule : rules) EXPECT_DOUBLE_EQ(walkBy(rule, items, 7, 44).cycles, 48);
}

// M1^4 M2^4 G1 C^12 G2, one warp. M1: 0..250, M2: 4..254. At G1 the clock is 8.
// Corrected: waits 242 to 250, computes to 262, M2 is done: 262.
// As printed: G1 waits 242 - 8 = 234 to 242, computes to 254, G2 waits max(0, 0 - 250) = 0: 254.
TEST(Walk, TwoLoadsOverlap) {
    const std::vector<StringItem> items{load(1), load(2), waitFor(1), compute(12), waitFor(2)};
    EXPECT_DOUBLE_EQ(walkBy(WalkRule::Corrected, items).cycles, 262);
    EXPECT_DOUBLE_EQ(walkBy(WalkRule::Paper, items).cycles, 254);
}

// ( M1^4 G1 C^6 )x3, one warp: 250 + 6 an iteration, and as printed 4 + (246 - 4) + 6 = 252.
TEST(Walk, LoopThatWaitsInItsIteration) {
    const std::vector<StringItem> items{repeat(3, {load(1), waitFor(1), compute(6)})};
    EXPECT_DOUBLE_EQ(walkBy(WalkRule::Corrected, items).cycles, 768);
    EXPECT_DOUBLE_EQ(walkBy(WalkRule::Paper, items).cycles, 756);
}

// M1^4 ( G1 M1^4 C^100 )x4: software pipelining. Load of one iteration is waited for in the next.
// Corrected: G at 4, done at 250: waits 246. Then M at 250, done 500, C ends at 354: waits 146, three times
// alike: M1 4 + 246 + 4 + 100 + 3 * (146 + 4 + 100) = 1104. The last load is not waited for.
TEST(Walk, LoadsWaitedForInTheNextIteration) {
    const std::vector<StringItem> items{load(1), repeat(4, {waitFor(1), load(1), compute(100)})};
    const auto latency = walkBy(WalkRule::Corrected, items);
    EXPECT_DOUBLE_EQ(latency.waiting, 246 + 3 * 146);
    EXPECT_DOUBLE_EQ(latency.cycles, 1104);
}

/// The oracle: every iteration written out.
std::vector<StringItem> unrolled(const std::vector<StringItem>& items) {
    std::vector<StringItem> flat;
    for (const auto& item : items) {
        if (std::holds_alternative<Token>(item.content)) {
            flat.push_back(item);
            continue;
        }
        const auto& loop = std::get<Repeat>(item.content);
        const auto body = unrolled(loop.body);
        for (int i = 0; i < static_cast<int>(loop.count); ++i)
            flat.insert(flat.end(), body.begin(), body.end());
    }
    return flat;
}

class RandomStrings {
public:
    explicit RandomStrings(std::uint64_t seed) : random_(seed) {}

    std::vector<StringItem> next(int depth) {
        std::vector<StringItem> items;
        for (int left = 1 + below(6); left > 0; --left) {
            switch (below(depth > 0 ? 7 : 5)) {
            case 0: items.push_back(compute(4 * (1 + below(40)))); break;
            case 1: items.push_back(load(1 + below(4), 4 + below(60))); break;
            case 2: items.push_back(waitFor(1 + below(4))); break;
            case 3: items.push_back(below(2) == 0 ? sharedLoad(4 + below(60)) : store(5, 4 + below(60))); break;
            case 4: items.push_back(barrier()); break;
            default: items.push_back(repeat(1 + below(14), next(depth - 1)));
            }
        }
        return items;
    }

    int below(int end) { return static_cast<int>(random_() % static_cast<std::uint64_t>(end)); }

private:
    std::mt19937_64 random_;
};

TEST(Walk, ExtrapolationEqualsWalkingEveryIteration) {
    const char* given = std::getenv("WARPSTRING_TEST_SEED");
    const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::cout << "WARPSTRING_TEST_SEED=" << seed << "\n";
    RandomStrings strings(seed);
    for (int i = 0; i < 3000; ++i) {
        const auto items = strings.next(3);
        const double warps = 1 + strings.below(8), nonBlocking = strings.below(60);
        for (const auto rule : rules) {
            const auto asRepeats = walkBy(rule, items, warps, nonBlocking),
                       literal = walkBy(rule, unrolled(items), warps, nonBlocking);
            ASSERT_NEAR(asRepeats.cycles, literal.cycles, 1e-6 * literal.cycles) << "string " << i;
            ASSERT_NEAR(asRepeats.waiting, literal.waiting, 1e-6 * (1 + literal.waiting)) << "string " << i;
            ASSERT_NEAR(asRepeats.waits, literal.waits, 1e-6 * (1 + literal.waits)) << "string " << i;
            ASSERT_NEAR(asRepeats.cycles, asRepeats.busy() + asRepeats.waiting, 1e-6 * (1 + asRepeats.cycles));
        }
    }
}

// Two loads in a loop that waits for both: each G has its part, and together they are all of the waiting.
TEST(Walk, WaitingByTokenAddsUp) {
    const TokenString string{{compute(16),
                              repeat(1000, {load(1), load(2), compute(8), waitFor(1), compute(4), waitFor(2)}),
                              load(3), waitFor(3)}};
    for (const auto rule : rules) {
        const WalkParameters parameters{3, 20, 250, rule};
        const auto cycles = waitingByToken(string, parameters);
        ASSERT_EQ(cycles.size(), 9u);
        EXPECT_GT(cycles[4], 0);
        EXPECT_EQ(cycles[0], 0);
        EXPECT_EQ(cycles[3], 0);
        EXPECT_GT(cycles[8], 0);
        double sum = 0;
        for (const double each : cycles) sum += each;
        EXPECT_NEAR(sum, walk(string, parameters).waiting, 1e-9 * sum);
    }
}

TEST(Walk, ABillionIterationsInEachOfABillionAreNotStepped) {
    const std::vector<StringItem> items{
        load(1),
        repeat(1e9, {waitFor(1), load(1), repeat(1e9, {compute(4), load(2), waitFor(2)}), compute(100)})};
    for (const auto rule : rules) EXPECT_GT(walkBy(rule, items, 3, 10).cycles, 1e18);
}

TEST(Walk, FractionsOfIterationsAndWeightsScale) {
    for (const auto rule : rules) {
        EXPECT_DOUBLE_EQ(walkBy(rule, {repeat(2.5, {compute(8)})}).cycles, 20);
        EXPECT_DOUBLE_EQ(walkBy(rule, {repeat(0, {compute(8), load(1), waitFor(1)})}).cycles, 0);
        auto half = repeat(4, {compute(8)});
        std::get<Repeat>(half.content).weight = 0.5;
        EXPECT_DOUBLE_EQ(walkBy(rule, {half}).cycles, 16);
    }
}

} // namespace
