// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pdg/expr.h"
#include "pdg/pdg.h"

namespace warpstring {
namespace {

class ExprText : public testing::Test {
protected:
    std::string text(ExprId id) { return exprText(pool_, id, {"n", "width", "scale"}); }
    ExprId number(std::int64_t value, int bits = 32) { return pool_.constant(value, bits); }
    ExprId real(double value, int bits = 32) { return pool_.floatConstant(value, bits); }
    ExprId of(ExprOp op, ExprId a, ExprId b, int bits = 32) { return pool_.binary(op, bits, a, b); }
    ExprId of(ExprOp op, ExprId a, int bits = 32) { return pool_.unary(op, bits, a); }
    ExprId test(ExprOp op, ExprId a, ExprId b) { return pool_.binary(op, 1, a, b); }
    ExprId leaf(ExprOp op, std::uint32_t index = 0) { return pool_.leaf(op, index, 32); }

    ExprPool pool_;
    ExprId lid_ = leaf(ExprOp::LocalId);
    ExprId n_ = leaf(ExprOp::Parameter, 0);
    ExprId width_ = leaf(ExprOp::Parameter, 1);
    ExprId i_ = leaf(ExprOp::Counter);
};

TEST_F(ExprText, LeavesHaveOpenClNames) {
    EXPECT_EQ(text(leaf(ExprOp::LocalId, 1)), "lid.y");
    EXPECT_EQ(text(leaf(ExprOp::GroupId, 2)), "group.z");
    EXPECT_EQ(text(leaf(ExprOp::LocalSize)), "local_size.x");
    EXPECT_EQ(text(leaf(ExprOp::GlobalSize)), "global_size.x");
    EXPECT_EQ(text(leaf(ExprOp::GroupCount)), "groups.x");
    EXPECT_EQ(text(leaf(ExprOp::WorkDimensions)), "work_dim");
    EXPECT_EQ(text(leaf(ExprOp::Counter, 3)), "i3");
    EXPECT_EQ(text(leaf(ExprOp::Load, 7)), "load#7");
    EXPECT_EQ(text(width_), "width");
    EXPECT_EQ(text(leaf(ExprOp::Parameter, 9)), "arg9");
    EXPECT_EQ(text(pool_.unknown(32)), "?");
    EXPECT_EQ(text(ExprId{}), "?");
}

TEST_F(ExprText, ConstantsShowTheirType) {
    EXPECT_EQ(text(number(-3)), "-3");
    EXPECT_EQ(text(pool_.truth()), "true");
    EXPECT_EQ(text(number(std::numeric_limits<std::int64_t>::min(), 64)), "-9223372036854775808");
    EXPECT_EQ(text(real(0.1F)), "0.1f");
    EXPECT_EQ(text(real(0.1, 64)), "0.1");
    EXPECT_EQ(text(real(2)), "2.0f");
    EXPECT_EQ(text(real(1e30, 64)), "1e+30");
    EXPECT_EQ(text(real(-0.0, 64)), "-0.0");
    EXPECT_EQ(text(real(0.5, 16)), "0.5h");
    EXPECT_EQ(text(real(std::nan(""))), "NAN");
    EXPECT_EQ(text(real(-INFINITY)), "-INFINITY");
}

TEST_F(ExprText, ThePapersCondition) {
    const auto position = of(ExprOp::Add, of(ExprOp::Mul, number(2), lid_), number(1));
    const auto stride = of(ExprOp::Shl, number(2), i_);
    EXPECT_EQ(text(test(ExprOp::Equal, of(ExprOp::URem, position, stride), number(0))),
              "(2 * lid.x + 1) % (2 << i0) == 0");
}

TEST_F(ExprText, ParenthesesOnlyWherePrecedenceAsksForThem) {
    EXPECT_EQ(text(of(ExprOp::Add, lid_, of(ExprOp::Add, n_, width_))), "lid.x + n + width");
    EXPECT_EQ(text(of(ExprOp::Sub, lid_, of(ExprOp::Sub, n_, width_))), "lid.x - (n - width)");
    EXPECT_EQ(text(of(ExprOp::Sub, of(ExprOp::Sub, lid_, n_), width_)), "lid.x - n - width");
    EXPECT_EQ(text(of(ExprOp::Mul, lid_, of(ExprOp::SDiv, n_, width_))), "lid.x * (n / width)");
    EXPECT_EQ(text(of(ExprOp::Mul, of(ExprOp::SDiv, n_, width_), lid_)), "n / width * lid.x");
    EXPECT_EQ(text(of(ExprOp::And, of(ExprOp::Or, n_, number(1)), number(6))), "(n | 1) & 6");
    EXPECT_EQ(text(test(ExprOp::Equal, of(ExprOp::And, n_, number(3)), number(0))), "(n & 3) == 0");
    EXPECT_EQ(text(of(ExprOp::Power, of(ExprOp::Power, n_, i_), i_)), "(n ** i0) ** i0");
    EXPECT_EQ(text(of(ExprOp::Power, number(-3), i_)), "-3 ** i0") << "a sign binds tighter than **";
    EXPECT_EQ(text(of(ExprOp::Mul, n_, of(ExprOp::Power, number(3), i_))), "n * 3 ** i0");
}

TEST_F(ExprText, FloatingPointSumsKeepTheirOrder) {
    const auto a = of(ExprOp::SIntToFloat, n_);
    const auto b = pool_.leaf(ExprOp::Parameter, 2, 32);
    EXPECT_EQ(text(of(ExprOp::FAdd, a, of(ExprOp::FAdd, b, b))), "(float)n + (scale + scale)");
    EXPECT_EQ(text(of(ExprOp::FNeg, of(ExprOp::FMul, a, b))), "-((float)n * scale)");
    EXPECT_EQ(text(pool_.ternary(ExprOp::FMad, 32, a, b, real(1))), "mad((float)n, scale, 1.0f)");
    EXPECT_EQ(text(of(ExprOp::FSqrt, b)), "sqrt(scale)");
    EXPECT_EQ(text(test(ExprOp::FLess, b, real(0))), "scale < 0.0f");
}

TEST_F(ExprText, NegativeTermsAreSubtracted) {
    EXPECT_EQ(text(of(ExprOp::Add, n_, number(-1))), "n - 1");
    EXPECT_EQ(text(of(ExprOp::Add, n_, of(ExprOp::Mul, number(-1), i_))), "n - i0");
    EXPECT_EQ(text(of(ExprOp::Add, of(ExprOp::Mul, i_, number(-4)), n_)), "n - 4 * i0");
    EXPECT_EQ(text(of(ExprOp::Mul, number(-1), i_)), "-i0");
    EXPECT_EQ(text(of(ExprOp::Sub, n_, number(-1))), "n - -1");
}

TEST_F(ExprText, UnsignedIsMarkedWhereASignCouldMatter) {
    EXPECT_EQ(text(test(ExprOp::ULess, lid_, leaf(ExprOp::LocalSize))), "lid.x < local_size.x");
    EXPECT_EQ(text(test(ExprOp::ULess, lid_, n_)), "lid.x u< n");
    EXPECT_EQ(text(test(ExprOp::SLess, lid_, n_)), "lid.x < n");
    EXPECT_EQ(text(test(ExprOp::ULessEqual, n_, number(-16))), "n u<= 4294967280");
    EXPECT_EQ(text(of(ExprOp::UDiv, n_, number(3))), "n u/ 3");
    EXPECT_EQ(text(of(ExprOp::SDiv, n_, number(3))), "n / 3");
    EXPECT_EQ(text(of(ExprOp::URem, lid_, number(3))), "lid.x % 3");
    EXPECT_EQ(text(of(ExprOp::LShr, n_, n_)), "n u>> n");
    EXPECT_EQ(text(of(ExprOp::LShr, lid_, n_)), "lid.x >> n");
    EXPECT_EQ(text(of(ExprOp::AShr, n_, n_)), "n >> n");
    EXPECT_EQ(text(of(ExprOp::UMin, n_, lid_)), "umin(n, lid.x)");
    EXPECT_EQ(text(of(ExprOp::UMin, i_, lid_)), "min(i0, lid.x)");
    EXPECT_EQ(text(of(ExprOp::SMax, n_, lid_)), "max(n, lid.x)");
}

TEST_F(ExprText, ConversionsAreShownWhereTheyChangeTheValue) {
    EXPECT_EQ(text(of(ExprOp::ZExt, lid_, 64)), "lid.x");
    EXPECT_EQ(text(of(ExprOp::SExt, n_, 64)), "n");
    EXPECT_EQ(text(of(ExprOp::ZExt, n_, 64)), "(uint)n");
    EXPECT_EQ(text(of(ExprOp::Trunc, of(ExprOp::Add, n_, lid_), 16)), "(short)(n + lid.x)");
    EXPECT_EQ(text(of(ExprOp::Trunc, n_, 1)), "n & 1");
    EXPECT_EQ(text(of(ExprOp::UIntToFloat, n_)), "(float)(uint)n");
    EXPECT_EQ(text(of(ExprOp::SExt, test(ExprOp::Equal, n_, lid_))), "n == lid.x ? -1 : 0");
}

TEST_F(ExprText, ConditionsReadAsInC) {
    const auto first = test(ExprOp::SLess, lid_, n_);
    const auto second = test(ExprOp::NotEqual, i_, number(0));
    const auto third = test(ExprOp::Equal, width_, number(2));
    EXPECT_EQ(text(pool_.conjunction(first, pool_.disjunction(second, third))),
              "lid.x < n && (i0 != 0 || width == 2)");
    const auto both = pool_.conjunction(first, second);
    EXPECT_EQ(text(pool_.negation(both)), "!(lid.x < n && i0 != 0)");
    const auto inner = pool_.ternary(ExprOp::Select, 32, second, n_, width_);
    EXPECT_EQ(text(pool_.ternary(ExprOp::Select, 32, first, inner, inner)), "i0 != 0 ? n : width");
    EXPECT_EQ(text(pool_.ternary(ExprOp::Select, 32, first, inner, lid_)),
              "lid.x < n ? (i0 != 0 ? n : width) : lid.x");
    EXPECT_EQ(text(pool_.ternary(ExprOp::Select, 32, first, lid_, inner)),
              "lid.x < n ? lid.x : i0 != 0 ? n : width");
}

TEST_F(ExprText, RecurrencesReferToThemselves) {
    const auto outer = pool_.recurrence(LoopId(0), 32, number(1));
    EXPECT_EQ(text(outer), "rec(i0: 1 -> ?)") << "not completed yet";
    const auto inner = pool_.recurrence(LoopId(1), 32, outer);
    pool_.setNext(inner, of(ExprOp::Add, inner, leaf(ExprOp::Load, 2)));
    pool_.setNext(outer, pool_.final(LoopId(1), of(ExprOp::Mul, inner, outer)));
    EXPECT_EQ(text(inner),
              "rec(i1: rec(i0: 1 -> final(i1, rec(i1: prev -> prev + load#2) * prev)) -> prev + load#2)");
}

TEST_F(ExprText, MutualRecurrencesEnd) {
    const auto a = pool_.recurrence(LoopId(0), 32, number(0));
    const auto b = pool_.recurrence(LoopId(0), 32, number(1));
    pool_.setNext(a, b);
    pool_.setNext(b, of(ExprOp::Add, a, b));
    EXPECT_EQ(text(a), "rec(i0: 0 -> rec(i0: 1 -> prev1 + prev))");
}

TEST_F(ExprText, DeepAndSharedExpressionsStayReadable) {
    ExprId deep = lid_;
    for (int i = 0; i < 100000; ++i) deep = of(ExprOp::SDiv, n_, deep);
    EXPECT_NE(text(deep).find("..."), std::string::npos);
    EXPECT_LT(text(deep).size(), 2000U);
    ExprId wide = n_;
    for (int i = 0; i < 40; ++i) wide = of(ExprOp::SDiv, wide, wide); // 2^40 leaves as a tree
    EXPECT_NE(text(wide).find("..."), std::string::npos);
    EXPECT_LT(text(wide).size(), 20000U);
}

TEST(PdgNames, ArgumentsInOrder) {
    Pdg pdg;
    EXPECT_TRUE(pdg.parameterNames().empty());
    pdg.arguments.resize(2);
    pdg.arguments[0].name = "out";
    pdg.arguments[1].name = "n";
    EXPECT_EQ(pdg.parameterNames(), (std::vector<std::string>{"out", "n"}));
}

} // namespace
} // namespace warpstring
