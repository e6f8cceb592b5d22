// SPDX-License-Identifier: GPL-3.0-or-later
// Floating-point operations on lane values, against the same in float and double, work-item by work-item.
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "pdg/evaluation/lane_value.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

constexpr std::size_t floatItems = 4;

class LaneFloats : public testing::Test {
protected:
    /// As a kernel would hold them: floats are floats.
    LaneValue randomValue(int bits) {
        RealLanes values;
        for (std::size_t i = 0, width = random_() % 2 == 0 ? 1 : floatItems; i < width; ++i) {
            const double own = std::uniform_real_distribution<double>(-100, 100)(random_);
            values.push_back(bits == 32 ? static_cast<double>(static_cast<float>(own)) : own);
        }
        return LaneValue::reals(values);
    }

    /// In the type itself, for which C++ rounds each operation once.
    template <class Real>
    static double computed(ExprOp op, double a, double b, double c) {
        const auto x = static_cast<Real>(a), y = static_cast<Real>(b), z = static_cast<Real>(c);
        switch (op) {
        case ExprOp::FAdd: return static_cast<double>(static_cast<Real>(x + y));
        case ExprOp::FSub: return static_cast<double>(static_cast<Real>(x - y));
        case ExprOp::FMul: return static_cast<double>(static_cast<Real>(x * y));
        case ExprOp::FDiv: return static_cast<double>(static_cast<Real>(x / y));
        case ExprOp::FNeg: return static_cast<double>(-x);
        case ExprOp::FMad: return static_cast<double>(std::fma(x, y, z));
        case ExprOp::FAbs: return static_cast<double>(x < 0 ? -x : x);
        case ExprOp::FMin: return static_cast<double>(x < y ? x : y);
        case ExprOp::FMax: return static_cast<double>(x < y ? y : x);
        case ExprOp::FSqrt: return static_cast<double>(std::sqrt(x));
        case ExprOp::FFloor: return static_cast<double>(std::floor(x));
        default: return a;
        }
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
};

TEST_F(LaneFloats, roundAsTheirTypeDoes) {
    SCOPED_TRACE(seed_);
    for (const ExprOp op : {ExprOp::FAdd, ExprOp::FSub, ExprOp::FMul, ExprOp::FDiv, ExprOp::FNeg, ExprOp::FMad,
                            ExprOp::FAbs, ExprOp::FMin, ExprOp::FMax, ExprOp::FSqrt, ExprOp::FFloor})
        for (const int bits : {32, 64})
            for (int round = 0; round < 500; ++round) {
                const LaneValue a = randomValue(bits), b = randomValue(bits), c = randomValue(bits);
                const LaneValue result = applyFloat(op, bits, a, b, c);
                ASSERT_EQ(result.kind, LaneValue::Kind::Float);
                for (std::size_t i = 0; i < floatItems; ++i) {
                    const double truth = bits == 32
                                             ? computed<float>(op, a.realAt(i), b.realAt(i), c.realAt(i))
                                             : computed<double>(op, a.realAt(i), b.realAt(i), c.realAt(i));
                    if (std::isnan(truth)) {
                        EXPECT_TRUE(std::isnan(result.realAt(i)));
                    } else {
                        EXPECT_EQ(result.realAt(i), truth) << static_cast<int>(op) << " of " << bits << " bits";
                    }
                }
            }
}

TEST_F(LaneFloats, conversionRoundsToTheNarrowerType) {
    const LaneValue third = LaneValue::reals({1.0 / 3.0});
    EXPECT_EQ(applyFloat(ExprOp::FloatConvert, 32, third, {}, {}).realAt(0), static_cast<double>(1.0F / 3.0F));
    EXPECT_EQ(applyFloat(ExprOp::FloatConvert, 64, third, {}, {}).realAt(0), 1.0 / 3.0);
}

// OpenCL's comparisons but != are false where one side is no number; these are LLVM's ordered ones, all false.
TEST_F(LaneFloats, orderedComparisonsOfNotANumberAreFalse) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const LaneValue a = LaneValue::reals({1, 2, 3, nan}), b = LaneValue::reals({2});
    const auto truth = [&](ExprOp op) { return applyFloat(op, 32, a, b, {}).low; };
    EXPECT_EQ(truth(ExprOp::FEqual), (Lanes{0, 1, 0, 0}));
    EXPECT_EQ(truth(ExprOp::FNotEqual), (Lanes{1, 0, 1, 0}));
    EXPECT_EQ(truth(ExprOp::FLess), (Lanes{1, 0, 0, 0}));
    EXPECT_EQ(truth(ExprOp::FLessEqual), (Lanes{1, 1, 0, 0}));
}

TEST_F(LaneFloats, whatIsNotKnownStaysUnknownAndLeavesComparisonsOpen) {
    const LaneValue known = LaneValue::reals({1}), unknown;
    EXPECT_TRUE(applyFloat(ExprOp::FAdd, 32, known, unknown, {}).isUnknown());
    EXPECT_TRUE(applyFloat(ExprOp::FMad, 32, known, known, unknown).isUnknown());
    EXPECT_TRUE(applyFloat(ExprOp::FNeg, 32, unknown, {}, {}).isUnknown());
    EXPECT_TRUE(applyFloat(ExprOp::FAdd, 32, known, LaneValue::constant(1), {}).isUnknown())
        << "an integer is no float";
    const LaneValue open = applyFloat(ExprOp::FLess, 32, known, unknown, {});
    EXPECT_EQ(open.lowAt(0), 0);
    EXPECT_EQ(open.highAt(0), 1);
}

} // namespace
} // namespace warpstring::evaluation
