// SPDX-License-Identifier: GPL-3.0-or-later
// Bitwise or and exclusive or of numbers that share no bit are sums, and stay affine.
#include <gtest/gtest.h>

#include <random>

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation {
namespace {

Box boxOf(std::uint64_t count) {
    Box box;
    box.variables.push_back({0, 1, count});
    return box;
}

LaneValue affine(Lanes lanes, std::int64_t coefficient) {
    LaneValue value = LaneValue::integers(std::move(lanes));
    if (coefficient != 0) value.terms.push_back({0, coefficient});
    return value;
}

std::int64_t at(const LaneValue& value, std::size_t lane, std::int64_t point) {
    std::int64_t sum = value.lowAt(lane);
    for (const auto& term : value.terms) sum += term.coefficient * point;
    return sum;
}

TEST(DisjointOr, isAffineWhereNoBitIsShared) {
    std::vector<SplitHint> hints;
    const Box box = boxOf(4);
    const LaneValue rows = affine({0, 64, 128, 192}, 1024);
    const LaneValue column = affine({5}, 16); // 5, 21, 37, 53
    for (const ExprOp op : {ExprOp::Or, ExprOp::Xor})
        for (const bool swapped : {false, true}) {
            const LaneValue result =
                applyInteger(op, 32, 32, swapped ? column : rows, swapped ? rows : column, box, hints);
            ASSERT_TRUE(result.isExact());
            for (std::size_t lane = 0; lane < 4; ++lane)
                for (std::int64_t point = 0; point < 4; ++point)
                    EXPECT_EQ(at(result, lane, point), at(rows, lane, point) | at(column, 0, point));
        }
    EXPECT_TRUE(hints.empty());
}

/// Whatever is claimed to be exact is: random rows and columns, shared bits and negative numbers among them.
TEST(DisjointOr, neverClaimsWhatIsNotSo) {
    std::mt19937 random(17);
    int exact = 0;
    for (int round = 0; round < 20000; ++round) {
        const auto number = [&](int most) { return static_cast<std::int64_t>(random() % most) - most / 8; };
        const std::int64_t unit = std::int64_t{1} << random() % 8;
        const std::uint64_t points = 1 + random() % 5;
        const LaneValue a = affine({number(8) * unit, number(8) * unit}, number(6) * unit);
        const LaneValue b = affine({number(2 * static_cast<int>(unit) + 8)}, number(6));
        std::vector<SplitHint> hints;
        const ExprOp op = random() % 2 == 0 ? ExprOp::Or : ExprOp::Xor;
        const LaneValue result = applyInteger(op, 32, 32, a, b, boxOf(points), hints);
        if (!result.isExact()) continue;
        ++exact;
        for (std::size_t lane = 0; lane < 2; ++lane)
            for (std::int64_t point = 0; point < static_cast<std::int64_t>(points); ++point) {
                const std::int64_t x = at(a, lane, point);
                const std::int64_t y = at(b, 0, point);
                ASSERT_EQ(at(result, lane, point), op == ExprOp::Or ? x | y : x ^ y) << x << " " << y;
            }
    }
    EXPECT_GT(exact, 2000);
}

} // namespace
} // namespace warpstring::evaluation
