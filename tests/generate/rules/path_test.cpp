// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/path.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"

namespace warpstring::generate {
namespace {

using namespace build;

Expr squares() {
    return map({.level = Level::Workgroup}, split(2, iota(8)), [](const Expr& pair) {
        return map({.level = Level::Local}, pair, [](const Expr& x) { return operation("*", {x, x}); });
    });
}

TEST(Path, inputsComeBeforeFunctions) {
    const Expr expr = squares();
    EXPECT_EQ(siteAt(expr, {})->op, Op::Map);
    EXPECT_EQ(siteAt(expr, {0})->op, Op::Split);
    EXPECT_EQ(siteAt(expr, {0, 0})->op, Op::Iota);
    EXPECT_EQ(siteAt(expr, {1})->op, Op::Map);
    EXPECT_EQ(siteAt(expr, {1, 1})->op, Op::Operator);
    EXPECT_TRUE(siteAt(expr, {2}).empty());
    EXPECT_TRUE(siteAt(expr, {0, 0, 0, 0}).empty());
    EXPECT_TRUE(siteAt(expr, {-1}).empty());
    const std::vector<Path> all = positions(expr);
    EXPECT_EQ(all.size(), 8U);
    EXPECT_EQ(all[1], Path{0});
}

TEST(Path, levelsAroundAPlace) {
    EXPECT_TRUE(around(squares(), {0}).empty());
    const std::vector<Around> levels = around(squares(), {1, 1});
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].level, Level::Workgroup);
    EXPECT_EQ(levels[1].level, Level::Local);
}

TEST(Path, typesAreInferredAnewUpwards) {
    const Result<Expr> halves = replacedAt(squares(), {0, 0}, map({}, iota(8), [](const Expr& i) {
                                               return operation("*", {i, literal({ScalarType::Float, 1}, 0.5)});
                                           }));
    ASSERT_TRUE(halves) << toText(halves.diagnostics().front());
    EXPECT_EQ(toText(halves->type()), "float[4][2]");
    EXPECT_EQ(toText(siteAt(*halves, {1, 1}).type()), "float");
}

TEST(Path, whatDoesNotFitIsTold) {
    const Result<Expr> odd = replacedAt(squares(), {0, 0}, iota(7));
    ASSERT_FALSE(odd);
    EXPECT_EQ(odd.diagnostics().front().code, "pattern.type");
    const Result<Expr> nowhere = replacedAt(squares(), {0, 5}, iota(8));
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.diagnostics().front().code, "derivation.place");
}

TEST(Path, aFormHasToFitEachTimeOfAnIterate) {
    const Function sum =
        function({Type(), Type()}, [](const std::vector<Expr>& own) { return operation("+", own); });
    const Expr tree = iterate(3, iota(8), [&](const Expr& xs) { return partRed(sum, integer(0), 2, xs); });
    const Expr body = siteAt(tree, {1});
    const Result<Expr> fits =
        replacedAt(tree, {1}, partRed(sum, integer(0), 2, reorderStrideOfLength(2, body->inputs[0])));
    EXPECT_TRUE(fits);
    const Result<Expr> firstTimeOnly = replacedAt(tree, {1, 0}, reorderStride(4, body->inputs[0]));
    EXPECT_FALSE(firstTimeOnly);
    const Result<Expr> otherLength = replacedAt(tree, {1}, take(4, pad(0, 4, Boundary::Nearest, {}, body)));
    ASSERT_FALSE(otherLength);
    EXPECT_EQ(otherLength.diagnostics().front().code, "derivation.iterate");
}

} // namespace
} // namespace warpstring::generate
