// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on lane values, against every work-item at every point of random boxes.
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/lane_value.h"
#include "tests/pdg/evaluation/expr_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

constexpr std::size_t valueItems = 3;

class LaneValues : public testing::Test {
protected:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }
    bool chance(int oneIn) { return between(1, oneIn) == 1; }

    Box randomBox() {
        Box box;
        for (int v = 0; v < 2; ++v)
            box.variables.push_back(
                {between(0, 5), between(1, 3), static_cast<std::uint64_t>(chance(3) ? 1 : between(2, 9))});
        return box;
    }

    static std::int64_t limitOf(int bits) { return bits == 1 ? 1 : std::int64_t{1} << std::min(bits - 1, 50); }

    /// Values and steps as kernels have them: small ones, powers of two, and such as are near the type's
    /// limits.
    std::int64_t figure(int bits) {
        const std::int64_t limit = limitOf(bits);
        switch (between(0, 5)) {
        case 0: return between(-limit, limit - 1);
        case 1: return between(limit - std::min<std::int64_t>(limit, 40), limit - 1);
        case 2: return std::int64_t{1} << between(0, std::min(bits, 40) - 2);
        case 3: return -between(0, std::min<std::int64_t>(limit, 40));
        default: return between(0, std::min<std::int64_t>(limit, 64) - 1);
        }
    }

    /// Exact or an interval per work-item, all of it within the type over the whole box.
    LaneValue randomValue(int bits, const Box& box) {
        if (chance(12)) return {};
        const std::int64_t limit = limitOf(bits);
        for (;;) {
            Lanes low, high;
            for (std::size_t i = 0, width = chance(2) ? 1 : valueItems; i < width; ++i) {
                low.push_back(bits == 1 ? between(0, 1) : figure(bits));
                high.push_back(bits == 1 ? between(low.back(), 1) : low.back() + between(0, 9));
            }
            LaneValue value = chance(2) ? LaneValue::integers(low) : LaneValue::range(low, high);
            if (bits > 1)
                for (BoxVariable v = 0; v < 2; ++v)
                    if (const std::int64_t step = figure(std::min(bits, 12)); step != 0 && chance(2))
                        value.terms.push_back({v, step});
            bool fits = true;
            for (const auto& indices : oracle::indicesOf(box))
                for (std::size_t i = 0; i < valueItems; ++i) {
                    const auto [least, most] = at(value, indices, i);
                    fits = fits && least >= (bits == 1 ? 0 : -limit) && most <= limit - (bits == 1 ? 0 : 1);
                }
            if (fits) return value;
        }
    }

    /// What the value can be for one work-item at one point.
    static std::pair<std::int64_t, std::int64_t>
    at(const LaneValue& value, const std::vector<std::int64_t>& indices, std::size_t item) {
        std::int64_t moved = 0;
        for (const auto& term : value.terms) moved += term.coefficient * indices[term.variable];
        return {value.lowAt(item) + moved, value.highAt(item) + moved};
    }

    /// Members of the interval: its ends and one between; of what is unknown, any number of the type.
    std::vector<std::int64_t> membersOf(const LaneValue& value, const std::vector<std::int64_t>& indices,
                                        std::size_t item, int bits) {
        if (value.isUnknown()) {
            if (bits == 1) return {0, 1};
            return {-limitOf(bits), limitOf(bits) - 1, figure(bits), 0, -1};
        }
        const auto [least, most] = at(value, indices, item);
        if (least == most) return {least};
        return {least, most, between(least, most)};
    }

    static bool holds(const LaneValue& value, const std::vector<std::int64_t>& indices, std::size_t item,
                      std::int64_t truth) {
        if (value.isUnknown()) return true;
        const auto [least, most] = at(value, indices, item);
        return least <= truth && truth <= most;
    }

    static std::string described(const LaneValue& value) {
        if (value.isUnknown()) return "unknown";
        std::string text = "[";
        for (const auto entry : value.low) text += std::to_string(entry) + " ";
        text += "to ";
        for (const auto entry : value.high) text += std::to_string(entry) + " ";
        for (const auto& term : value.terms)
            text += "+ " + std::to_string(term.coefficient) + " v" + std::to_string(term.variable) + " ";
        return text + "]";
    }

    static void expectUseful(const std::vector<SplitHint>& hints, const Box& box) {
        for (const auto& hint : hints) {
            ASSERT_LT(hint.variable, box.variables.size());
            EXPECT_GT(box.variables[hint.variable].count, 1U) << "nothing of this variable can be split";
            EXPECT_LT(hint.cut, box.variables[hint.variable].count) << "nothing is left for the second part";
        }
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

constexpr ExprOp integerOps[] = {
    ExprOp::Add,      ExprOp::Sub,   ExprOp::Mul,        ExprOp::UDiv,  ExprOp::SDiv,      ExprOp::URem,
    ExprOp::SRem,     ExprOp::Shl,   ExprOp::LShr,       ExprOp::AShr,  ExprOp::And,       ExprOp::Or,
    ExprOp::Xor,      ExprOp::UMin,  ExprOp::UMax,       ExprOp::SMin,  ExprOp::SMax,      ExprOp::Equal,
    ExprOp::NotEqual, ExprOp::ULess, ExprOp::ULessEqual, ExprOp::SLess, ExprOp::SLessEqual};

TEST_F(LaneValues, integerOperationsHoldWhatEveryWorkItemComputes) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 60000; ++round) {
        const ExprOp op = integerOps[static_cast<std::size_t>(between(0, std::size(integerOps) - 1))];
        const int widths[] = {8, 16, 32, 64};
        const int operandBits = widths[between(0, 3)];
        const int bits = isIntegerComparison(op) ? 1 : operandBits;
        const Box box = randomBox();
        const LaneValue a = randomValue(operandBits, box);
        // Shifts and divisions mostly go by a constant.
        const bool byConstant = (op >= ExprOp::UDiv && op <= ExprOp::And) && chance(2);
        const LaneValue b = byConstant ? LaneValue::constant(chance(2) ? between(0, 7) : figure(8))
                                       : randomValue(operandBits, box);
        std::vector<SplitHint> hints;
        const LaneValue result = applyInteger(op, bits, operandBits, a, b, box, hints);
        expectUseful(hints, box);
        ASSERT_NE(result.kind, LaneValue::Kind::Float);
        for (const auto& indices : oracle::indicesOf(box))
            for (std::size_t i = 0; i < valueItems; ++i)
                for (const auto x : membersOf(a, indices, i, operandBits))
                    for (const auto y : membersOf(b, indices, i, operandBits)) {
                        const auto truth = oracle::integerOperation(op, bits, operandBits, x, y);
                        ASSERT_TRUE(!truth || holds(result, indices, i, *truth))
                            << "operation " << static_cast<int>(op) << " of " << operandBits << " bits on " << x
                            << " and " << y << " is " << *truth << ", said " << described(result) << " of "
                            << described(a) << " and " << described(b);
                    }
    }
}

// max(8 g + l - 1, 0) of work-items l = 0 to 7 differs from its first operand in group 0 alone.
TEST_F(LaneValues, boundsAskForTheGroupAtWhichTheyBeginToHold) {
    const Box box{{{0, 1, 32}}};
    LaneValue at = LaneValue::integers({0, 1, 2, 3, 4, 5, 6, 7});
    at.terms = {{0, 8}};
    LaneValue before = LaneValue::integers({-1, 0, 1, 2, 3, 4, 5, 6});
    before.terms = {{0, 8}};
    const LaneValue zero = LaneValue::constant(0);
    std::vector<SplitHint> hints;
    EXPECT_EQ(applyInteger(ExprOp::SMax, 32, 32, at, zero, box, hints).terms, at.terms);
    EXPECT_TRUE(hints.empty()) << "where both are 0, either will do";
    EXPECT_FALSE(applyInteger(ExprOp::SMax, 32, 32, before, zero, box, hints).isExact());
    EXPECT_EQ(hints, (std::vector<SplitHint>{{0, 1, 1}}));
    hints.clear();
    // From group 31 on, the last one, a work-item reaches 250.
    EXPECT_FALSE(applyInteger(ExprOp::SMin, 32, 32, LaneValue::constant(250), at, box, hints).isExact());
    EXPECT_EQ(hints, (std::vector<SplitHint>{{0, 1, 31}}));
}

TEST_F(LaneValues, booleanOperationsHoldWhatEveryWorkItemDecides) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 5000; ++round) {
        const ExprOp ops[] = {ExprOp::And, ExprOp::Or, ExprOp::Xor, ExprOp::Equal, ExprOp::NotEqual};
        const ExprOp op = ops[between(0, 4)];
        const Box box = randomBox();
        const LaneValue a = randomValue(1, box), b = randomValue(1, box);
        std::vector<SplitHint> hints;
        const LaneValue result = applyInteger(op, 1, 1, a, b, box, hints);
        const std::vector<std::int64_t> anywhere{0, 0};
        ASSERT_FALSE(result.isUnknown()) << "one bit is 0 or 1 at worst";
        for (std::size_t i = 0; i < valueItems; ++i)
            for (const auto x : membersOf(a, anywhere, i, 1))
                for (const auto y : membersOf(b, anywhere, i, 1))
                    ASSERT_TRUE(holds(result, anywhere, i, *oracle::integerOperation(op, 1, 1, x, y)))
                        << static_cast<int>(op) << " of " << x << " and " << y;
    }
}

TEST_F(LaneValues, whatIsFixedIsComputedExactly) {
    SCOPED_TRACE(seed_);
    const Box box = randomBox();
    for (int round = 0; round < 20000; ++round) {
        const ExprOp op = integerOps[static_cast<std::size_t>(between(0, std::size(integerOps) - 1))];
        const int operandBits = chance(2) ? 32 : 16;
        const int bits = isIntegerComparison(op) ? 1 : operandBits;
        const auto lanes = [&] {
            Lanes values;
            values.reserve(valueItems);
            for (std::size_t i = 0; i < valueItems; ++i) values.push_back(figure(operandBits));
            return LaneValue::integers(chance(2) ? values : Lanes{values[0]});
        };
        const LaneValue a = lanes(), b = lanes();
        std::vector<SplitHint> hints;
        const LaneValue result = applyInteger(op, bits, operandBits, a, b, box, hints);
        for (std::size_t i = 0; i < valueItems; ++i)
            if (const auto truth = oracle::integerOperation(op, bits, operandBits, a.lowAt(i), b.lowAt(i))) {
                ASSERT_FALSE(result.isUnknown());
                EXPECT_EQ(result.lowAt(i), *truth) << static_cast<int>(op);
                EXPECT_EQ(result.highAt(i), *truth) << static_cast<int>(op);
            }
    }
}

// What the evaluation of whole grids at once lives on: sums, multiples and aligned divisions stay affine.
TEST_F(LaneValues, affineValuesStayExact) {
    SCOPED_TRACE(seed_);
    std::vector<SplitHint> hints;
    for (int round = 0; round < 2000; ++round) {
        const Box box{{{0, 1, 9}, {0, 1, 5}}};
        LaneValue a = LaneValue::integers({between(0, 99), between(0, 99), between(0, 99)});
        a.terms = {{0, between(1, 50)}, {1, between(1, 50)}};
        const std::int64_t factor = between(1, 20);
        for (const ExprOp op : {ExprOp::Add, ExprOp::Sub, ExprOp::Mul})
            EXPECT_TRUE(applyInteger(op, 32, 32, a, LaneValue::constant(factor), box, hints).isExact());
        const LaneValue product = applyInteger(ExprOp::Mul, 32, 32, a, LaneValue::constant(factor), box, hints);
        const LaneValue back =
            applyInteger(ExprOp::UDiv, 32, 32, product, LaneValue::constant(factor), box, hints);
        EXPECT_EQ(back.low, a.low);
        EXPECT_EQ(back.terms, a.terms);
        const LaneValue rest =
            applyInteger(ExprOp::URem, 32, 32, product, LaneValue::constant(factor), box, hints);
        ASSERT_TRUE(rest.isFixed());
        for (std::size_t i = 0; i < valueItems; ++i) EXPECT_EQ(rest.lowAt(i), 0);
        EXPECT_TRUE(hints.empty()) << "nothing was lost that splitting would bring back";
    }
}

TEST_F(LaneValues, splittingAsHintedMakesRemaindersExact) {
    std::vector<SplitHint> hints;
    const Box box{{{0, 1, 60}, {0, 1, 1}}};
    LaneValue a = LaneValue::integers({0, 1, 2});
    a.terms = {{0, 6}};
    EXPECT_FALSE(applyInteger(ExprOp::URem, 32, 32, a, LaneValue::constant(16), box, hints).isExact());
    ASSERT_EQ(hints.size(), 1U);
    // 6 j mod 16 repeats after 8 values of j.
    EXPECT_EQ(hints[0], (SplitHint{0, 8}));
    const Box residue{{{0, 8, 7}, {0, 1, 1}}};
    a.terms = {{0, 48}};
    EXPECT_TRUE(applyInteger(ExprOp::URem, 32, 32, a, LaneValue::constant(16), residue, hints).isExact());
}

TEST_F(LaneValues, conversionsHoldWhatEveryWorkItemConverts) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 20000; ++round) {
        const int widths[] = {1, 8, 16, 32, 64};
        const auto narrow = between(0, 3), wide = between(narrow + 1, 4);
        const ExprOp ops[] = {ExprOp::ZExt, ExprOp::SExt, ExprOp::Trunc};
        const ExprOp op = ops[between(0, 2)];
        const int from = widths[op == ExprOp::Trunc ? wide : narrow],
                  to = widths[op == ExprOp::Trunc ? narrow : wide];
        const Box box = randomBox();
        const LaneValue a = randomValue(from, box);
        const LaneValue result = applyConversion(op, to, from, a, box);
        for (const auto& indices : oracle::indicesOf(box))
            for (std::size_t i = 0; i < valueItems; ++i)
                for (const auto x : membersOf(a, indices, i, from))
                    // Negative numbers are not cut to one bit: their lowest bit is asked for by a mask.
                    ASSERT_TRUE((to == 1 && x < 0) ||
                                holds(result, indices, i, *oracle::integerOperation(op, to, from, x, 0)))
                        << "conversion " << static_cast<int>(op) << " of " << x << " from " << from << " to "
                        << to << " bits, said " << described(result) << " of " << described(a);
    }
}

TEST_F(LaneValues, selectionsHoldWhatEveryWorkItemChooses) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 20000; ++round) {
        const Box box = randomBox();
        const LaneValue condition = randomValue(1, box);
        const LaneValue a = randomValue(32, box), b = randomValue(32, box);
        std::vector<SplitHint> hints;
        const LaneValue result = applySelect(condition, a, b, box, hints);
        expectUseful(hints, box);
        for (const auto& indices : oracle::indicesOf(box))
            for (std::size_t i = 0; i < valueItems; ++i)
                for (const auto chosen : membersOf(condition, {0, 0}, i, 1))
                    for (const auto x : membersOf(chosen != 0 ? a : b, indices, i, 32))
                        ASSERT_TRUE(holds(result, indices, i, x))
                            << x << " is not in " << described(result) << ", by " << described(condition)
                            << " of " << described(a) << " and " << described(b);
    }
}

TEST_F(LaneValues, decidedSelectionsOfFloatsTakeEachItsOwn) {
    std::vector<SplitHint> hints;
    const Box box{{{0, 1, 4}}};
    const LaneValue chosen = applySelect(LaneValue::integers({1, 0, 1}), LaneValue::reals({1.5}),
                                         LaneValue::reals({7, 8, 9}), box, hints);
    EXPECT_EQ(chosen.real, (RealLanes{1.5, 8, 1.5}));
    EXPECT_TRUE(
        applySelect(LaneValue::range({0}, {1}), LaneValue::reals({1}), LaneValue::reals({2}), box, hints)
            .isUnknown());
}

TEST_F(LaneValues, extentsAreTheLeastAndTheMostThatTermsAdd) {
    SCOPED_TRACE(seed_);
    for (int round = 0; round < 2000; ++round) {
        const Box box = randomBox();
        LaneValue value = LaneValue::constant(between(-9, 9)); // itself no part of the extent
        for (BoxVariable v = 0; v < 2; ++v)
            if (chance(2)) value.terms.push_back({v, between(-20, 20)});
        std::int64_t least = 0, most = 0;
        for (const auto& indices : oracle::indicesOf(box)) {
            std::int64_t sum = 0;
            for (const auto& term : value.terms) sum += term.coefficient * indices[term.variable];
            least = std::min(least, sum); // at index 0 everywhere the sum is 0
            most = std::max(most, sum);
        }
        const auto extent = termExtent(value, box);
        ASSERT_TRUE(extent.has_value());
        EXPECT_EQ(extent->least, least);
        EXPECT_EQ(extent->most, most);
    }
}

TEST_F(LaneValues, extentsBeyondSixtyFourBitsAreNone) {
    const Box box{{{0, 1, std::uint64_t{1} << 40}}};
    LaneValue value = LaneValue::constant(0);
    value.terms = {{0, std::int64_t{1} << 30}};
    EXPECT_FALSE(termExtent(value, box).has_value());
    value.terms = {{0, -(std::int64_t{1} << 30)}};
    EXPECT_FALSE(termExtent(value, box).has_value());
    value.terms = {{0, 1 << 10}};
    EXPECT_TRUE(termExtent(value, box).has_value());
}

TEST_F(LaneValues, rangesOfEqualEndsAreExact) {
    EXPECT_TRUE(LaneValue::range({4, 5, 6}, {4, 5, 6}).isFixed());
    EXPECT_FALSE(LaneValue::range({4, 5, 6}, {4, 5, 7}).isExact());
    EXPECT_TRUE(LaneValue::range({4}, {4}).isUniformConstant());
    EXPECT_TRUE(LaneValue{}.isUnknown());
    EXPECT_EQ(LaneValue::range({1}, {1, 2, 3}).width(), 3U);
}

} // namespace
} // namespace warpstring::evaluation
