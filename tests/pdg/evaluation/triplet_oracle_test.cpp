// SPDX-License-Identifier: GPL-3.0-or-later
// Triplets against brute force over every thread and step.
#include <algorithm>
#include <iostream>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/triplet.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

__extension__ using Wide = __int128;
constexpr double noThreshold = 1e18;

/// g(i) in arithmetic wide enough for what the tests make; false beyond 64 bits.
bool valueAt(const StepSequence& g, std::int64_t step, Wide& value) {
    constexpr Wide limit = std::numeric_limits<std::int64_t>::max();
    value = g.kind == StepSequence::Kind::Linear ? Wide(g.c) * step + g.d : Wide(g.c);
    if (g.kind == StepSequence::Kind::Geometric)
        for (std::int64_t i = 0; i < step; ++i) {
            value *= g.d;
            if (value > limit || value < -limit) return false;
        }
    return value <= limit && value >= -limit;
}

bool holds(const Triplet& triplet, std::size_t thread, Wide g) {
    const Wide left = triplet.threads[thread];
    switch (triplet.op) {
    case TripletOp::LessEqual: return left <= g;
    case TripletOp::Less: return left < g;
    case TripletOp::GreaterEqual: return left >= g;
    case TripletOp::Greater: return left > g;
    case TripletOp::Equal: return left == g;
    case TripletOp::NotEqual: return left != g;
    case TripletOp::ModuloEqual: return g != 0 && left % g == triplet.remainder;
    case TripletOp::ModuloNotEqual: return g != 0 && left % g != triplet.remainder;
    }
    return false;
}

std::string toText(const Triplet& t) {
    return "<" + std::to_string(t.threads.size()) + " threads from " + std::to_string(t.threads[0]) + " by " +
           std::to_string(t.threads.size() > 1 ? t.threads[1] - t.threads[0] : 0) + ", op " +
           std::to_string(static_cast<int>(t.op)) +
           (t.g.kind == StepSequence::Kind::Linear ? ", linear " : ", geometric ") + std::to_string(t.g.c) +
           " " + std::to_string(t.g.d) + "> remainder " + std::to_string(t.remainder) + ", steps " +
           std::to_string(t.firstStep) + " + " + std::to_string(t.steps);
}

class TripletOracle : public testing::Test {
protected:
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }

    std::vector<std::int64_t> threads() {
        const std::int64_t a = between(-9, 9), b = between(-200, 200),
                           count = between(0, 3) == 0 ? between(1, 128) : between(1, 24);
        std::vector<std::int64_t> values;
        for (std::int64_t t = 0; t < count; ++t) values.push_back(a * t + b);
        if (between(0, 9) == 0)
            std::shuffle(values.begin(), values.end(), random_); // two-dimensional groups are not affine
        return values;
    }

    Triplet triplet() {
        Triplet made;
        made.threads = threads();
        made.op = static_cast<TripletOp>(between(0, 7));
        made.remainder = between(0, 2) == 0 ? between(-5, 5) : 0;
        if (between(0, 2) == 0) {
            made.g = {StepSequence::Kind::Geometric, between(-4, 4), between(-3, 4)};
            made.firstStep = between(0, 4);
            made.steps = between(0, 12);
        } else {
            made.g = {StepSequence::Kind::Linear, between(-6, 6), between(-300, 300)};
            made.firstStep = between(-20, 20);
            made.steps = between(0, 19) == 0 ? between(0, 5000) : between(0, 150);
        }
        return made;
    }

    /// The ranges follow each other without a gap, differ, and hold exactly the threads that brute force finds.
    static void compare(const Triplet& triplet, const std::vector<StepRange>& ranges, std::int64_t stride = 1) {
        std::int64_t step = triplet.firstStep;
        for (std::size_t r = 0; r < ranges.size(); ++r) {
            ASSERT_EQ(ranges[r].first, step) << toText(triplet);
            ASSERT_GT(ranges[r].count, 0) << toText(triplet);
            ASSERT_FALSE(r > 0 && ranges[r].threads == ranges[r - 1].threads) << toText(triplet);
            const std::int64_t last = step + ranges[r].count - 1;
            for (std::int64_t i = step; i <= last; i += (i < last ? std::min(stride, last - i) : 1)) {
                Wide g = 0;
                ASSERT_TRUE(valueAt(triplet.g, i, g)) << toText(triplet);
                for (std::size_t t = 0; t < triplet.threads.size(); ++t)
                    ASSERT_EQ(ranges[r].threads.contains(static_cast<int>(t)), holds(triplet, t, g))
                        << toText(triplet) << " at step " << i << ", thread " << t;
                ASSERT_LE(ranges[r].threads.count(), static_cast<int>(triplet.threads.size()));
            }
            step += ranges[r].count;
        }
        ASSERT_EQ(step, triplet.firstStep + std::max<std::int64_t>(triplet.steps, 0)) << toText(triplet);
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(TripletOracle, AgreesWithBruteForceOnRandomTriplets) {
    constexpr int wanted = 20'000;
    std::array<int, 4> byCase{};
    for (int n = 0; n < wanted; ++n) {
        const Triplet made = triplet();
        const auto ranges = solve(made, noThreshold);
        ASSERT_TRUE(ranges.has_value()) << toText(made);
        compare(made, *ranges);
        if (HasFatalFailure()) return;
        ++byCase[static_cast<std::size_t>(caseOf(made))];
    }
    std::cout << "seed " << seed_ << ": " << wanted << " triplets, " << byCase[1] << " of case 1, " << byCase[2]
              << " of case 2, " << byCase[3] << " of case 3\n";
    for (const int ofCase : {1, 2, 3}) EXPECT_GT(byCase[static_cast<std::size_t>(ofCase)], 1000);
}

TEST_F(TripletOracle, RefusesSequencesBeyond64Bits) {
    for (int n = 0; n < 500; ++n) {
        Triplet made = triplet();
        made.g = {StepSequence::Kind::Geometric, between(1, 4), between(2, 9)};
        made.firstStep = between(0, 4);
        made.steps = between(70, 100);
        EXPECT_FALSE(solve(made, noThreshold).has_value()) << toText(made);
        made.g = {StepSequence::Kind::Linear, between(1, 4) << 40, between(-9, 9)};
        made.steps = std::int64_t{1} << 40;
        EXPECT_FALSE(solve(made, noThreshold).has_value()) << toText(made);
    }
}

TEST_F(TripletOracle, RefusesFractions) {
    Triplet made{{0, 1, 2}, TripletOp::Less, {StepSequence::Kind::Geometric, 8, 2}, 0, -1, 3};
    EXPECT_FALSE(solve(made, noThreshold).has_value()) << "2^-1 is no integer";
    made.firstStep = 0;
    EXPECT_TRUE(solve(made, noThreshold).has_value());
}

TEST_F(TripletOracle, TakesHugeNumbersOfStepsAtOnce) {
    for (int n = 0; n < 500; ++n) {
        Triplet made = triplet();
        made.g = {StepSequence::Kind::Linear, between(-6, 6), between(-300, 300)};
        made.firstStep = between(-20, 20);
        made.steps = 1'000'000'000'000;
        const auto ranges = solve(made, 1 << 22);
        ASSERT_TRUE(ranges.has_value()) << toText(made);
        compare(made, *ranges, made.steps / 7);
        if (HasFatalFailure()) return;
        Triplet small = made; // near the start, where the threads change, step by step
        small.steps = 700;
        std::vector<StepRange> clipped;
        std::int64_t left = small.steps;
        for (auto range : *ranges) {
            range.count = std::min(range.count, left);
            left -= range.count;
            if (range.count > 0) clipped.push_back(range);
        }
        compare(small, clipped);
        if (HasFatalFailure()) return;
    }
}

TEST_F(TripletOracle, CostDoesNotGrowWithTheStepsOfALinearSequence) {
    for (int n = 0; n < 1000; ++n) {
        Triplet made = triplet();
        made.g = {StepSequence::Kind::Linear, between(-6, 6), between(-300, 300)};
        made.steps = static_cast<std::int64_t>(made.threads.size()) * 200;
        const double cost = solveCost(made);
        made.steps *= 1'000'000;
        EXPECT_EQ(solveCost(made), cost) << toText(made);
        EXPECT_GE(cost, 1.0);
    }
}

TEST_F(TripletOracle, ThresholdBoundsTheCost) {
    for (int n = 0; n < 1000; ++n) {
        const Triplet made = triplet();
        if (made.steps <= 0) continue;
        const double cost = solveCost(made);
        EXPECT_TRUE(solve(made, cost).has_value()) << toText(made);
        EXPECT_FALSE(solve(made, cost - 1).has_value()) << toText(made);
    }
}

/// The sums of section 3.1 for A = C = 1, B = D = 0, added up one by one.
TEST_F(TripletOracle, PaperCostFollowsTheSums) {
    Triplet made;
    for (std::int64_t t = 0; t < 128; ++t) made.threads.push_back(t);
    made.g = {StepSequence::Kind::Linear, 1, 0};
    made.steps = 64;
    EXPECT_EQ(caseOf(made), TripletCase::StepsToThreads);
    double sum = 0;
    for (int i = 1; i <= 64; ++i) sum += i + 1;
    EXPECT_NEAR(paperCost(made), sum, 1.0);
    made.steps = 1000;
    EXPECT_EQ(caseOf(made), TripletCase::ThreadsToSteps);
    sum = 0;
    for (int t = 0; t < 128; ++t) sum += 1000 - t + 1;
    EXPECT_NEAR(paperCost(made), 2 * sum, 1.0);
    made.op = TripletOp::ModuloEqual;
    EXPECT_EQ(caseOf(made), TripletCase::Divisors);
    EXPECT_NEAR(paperCost(made), 2 * (128.0 * 127 / 4), 1.0);
}

} // namespace
} // namespace warpstring::evaluation
