// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of counters, and whether two accesses meet: held against all iterations of small loops.
#include "generate/nests/affine.h"

#include <gtest/gtest.h>

#include <random>

#include "generate/form/build.h"

namespace warpstring::generate {
namespace {

NestLoop loopOf(const std::string& name, std::int64_t trips) {
    return {std::make_shared<const Variable>(Variable{name, Type::of({ScalarType::Int, 1})}), trips, true, {}};
}

TEST(Affine, isFoundInSumsAndProducts) {
    const std::vector<NestLoop> loops = {loopOf("i", 10), loopOf("j", 4)};
    const Expr i = build::use(loops[0].counter);
    const Expr j = build::use(loops[1].counter);
    const Expr sum = build::operation(
        "-", {build::operation("*", {build::integer(4), build::operation("+", {i, build::integer(2)})}), j});
    const auto affine = affineOf(sum);
    ASSERT_TRUE(affine);
    EXPECT_EQ(toText(*affine, loops), "4 * i - j + 8");
    EXPECT_EQ(rangeOf(*affine, loops), (NatRange{5, 44}));
    EXPECT_EQ(affineOf(exprOf(*affine, loops)), affine);
    EXPECT_FALSE(affineOf(build::operation("*", {i, j})));
    EXPECT_FALSE(affineOf(build::operation("/", {i, build::integer(2)})));
}

std::int64_t valueOf(const Affine& affine, const std::vector<NestLoop>& loops,
                     const std::vector<std::int64_t>& counters) {
    std::int64_t value = affine.constant;
    for (std::size_t i = 0; i < loops.size(); ++i) value += affine.factor(loops[i].counter.get()) * counters[i];
    return value;
}

/// All iterations, the last loop's counter fastest.
std::vector<std::vector<std::int64_t>> iterationsOf(const std::vector<NestLoop>& loops) {
    std::vector<std::vector<std::int64_t>> all = {{}};
    for (const NestLoop& loop : loops) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const auto& begun : all) {
            for (std::int64_t i = 0; i < loop.trips; ++i) {
                longer.push_back(begun);
                longer.back().push_back(i);
            }
        }
        all = longer;
    }
    return all;
}

TEST(Affine, accessesMeetWhereSomeIterationsDo) {
    std::mt19937_64 random(20);
    const auto between = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    int meetings = 0;
    int undecided = 0;
    for (int round = 0; round < 600; ++round) {
        std::vector<NestLoop> loops;
        for (std::int64_t i = between(1, 3); i > 0; --i)
            loops.push_back(loopOf("l" + std::to_string(i), between(1, 5)));
        const auto grown = [&] {
            Affine affine;
            affine.constant = between(-6, 6);
            for (const NestLoop& loop : loops) {
                const std::int64_t factor = between(-3, 6);
                if (factor != 0) affine.factors[loop.counter.get()] = factor;
            }
            return affine;
        };
        const Affine first = grown();
        const Affine second = round % 3 == 0 ? first : grown();
        bool isThere = false;
        for (const auto& x : iterationsOf(loops)) {
            for (const auto& y : iterationsOf(loops))
                isThere = isThere || (x != y && valueOf(first, loops, x) == valueOf(second, loops, y));
        }
        std::vector<const Variable*> apart;
        for (const NestLoop& loop : loops) apart.push_back(loop.counter.get());
        Meeting meeting;
        const Decision decision = meets({first, loops}, {second, loops}, apart, meeting);
        if (decision == Decision::Undecided) {
            ++undecided;
            continue;
        }
        EXPECT_EQ(decision == Decision::Meets, isThere) << round;
        if (decision != Decision::Meets) continue;
        ++meetings;
        std::vector<std::int64_t> x;
        std::vector<std::int64_t> y;
        for (const NestLoop& loop : loops) {
            x.push_back(meeting.first[loop.counter.get()]);
            y.push_back(meeting.second[loop.counter.get()]);
            EXPECT_GE(x.back(), 0);
            EXPECT_LT(x.back(), loop.trips);
            EXPECT_GE(y.back(), 0);
            EXPECT_LT(y.back(), loop.trips);
        }
        EXPECT_NE(x, y);
        EXPECT_EQ(valueOf(first, loops, x), meeting.element);
        EXPECT_EQ(valueOf(second, loops, y), meeting.element);
    }
    EXPECT_GT(meetings, 100);
    EXPECT_LT(undecided, 150);
}

TEST(Affine, manyIterationsAreDecidedAtOnce) {
    const std::vector<NestLoop> loops = {loopOf("i", 1 << 20), loopOf("j", 1 << 20), loopOf("k", 1 << 10)};
    Affine rows;
    rows.factors[loops[0].counter.get()] = std::int64_t{1} << 30;
    rows.factors[loops[1].counter.get()] = 1 << 10;
    rows.factors[loops[2].counter.get()] = 1;
    std::vector<const Variable*> apart;
    for (const NestLoop& loop : loops) apart.push_back(loop.counter.get());
    Meeting meeting;
    EXPECT_EQ(meets({rows, loops}, {rows, loops}, apart, meeting), Decision::Never);
    rows.factors[loops[1].counter.get()] = 1000; // rows overlap
    EXPECT_EQ(meets({rows, loops}, {rows, loops}, apart, meeting), Decision::Meets);
}

} // namespace
} // namespace warpstring::generate
