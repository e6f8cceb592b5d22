// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluator against the definitions of seeds/003, section 5.3, each written out on the numbers 1, 2, ...
#include "generate/form/evaluate.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"

namespace warpstring::generate {
namespace {

using namespace build;

const Type wholeNumber = Type::of({ScalarType::Int, 1});

Value listed(const std::vector<double>& numbers) {
    return Value(std::vector<Value>(numbers.begin(), numbers.end()));
}

Value listed(const std::vector<std::vector<double>>& rows) {
    std::vector<Value> values;
    values.reserve(rows.size());
    for (const std::vector<double>& row : rows) values.push_back(listed(row));
    return Value(std::move(values));
}

Value firstNumbers(std::int64_t count) {
    std::vector<double> numbers;
    for (std::int64_t i = 1; i <= count; ++i) numbers.push_back(static_cast<double>(i));
    return listed(numbers);
}

/// What `body` makes of 1, 2, ... `length`.
Value of(std::int64_t length, const Body1& body) {
    const auto xs = std::make_shared<const Variable>(Variable{"xs", Type::array(wholeNumber, length)});
    const Expr expr = body(use(xs));
    EXPECT_FALSE(expr.empty());
    if (expr.empty()) return {};
    const Result<Value> value = evaluate(expr, {{xs.get(), firstNumbers(length)}});
    EXPECT_TRUE(value) << (value ? "" : toText(value.diagnostics().front()));
    return value ? *value : Value();
}

Function sum() {
    return function({wholeNumber, wholeNumber},
                    [](const std::vector<Expr>& own) { return operation("+", own); });
}

/// Neither associative nor commutative: the order of calls is seen.
Function tenTimesPlus() {
    return function({wholeNumber, wholeNumber}, [](const std::vector<Expr>& own) {
        return operation("+", {operation("*", {own[0], integer(10)}), own[1]});
    });
}

TEST(Evaluate, mapAppliesToEachAtEveryLevel) { // 5.1
    for (const Level level : {Level::Abstract, Level::Workgroup, Level::Global, Level::Local, Level::Warp,
                              Level::Lane, Level::Sequential}) {
        const Value squares = of(4, [&](const Expr& xs) {
            return map({.level = level}, xs, [](const Expr& x) { return operation("*", {x, x}); });
        });
        EXPECT_EQ(squares, listed({1, 4, 9, 16}));
    }
}

TEST(Evaluate, reduceGivesOneElement) { // 5.2
    EXPECT_EQ(of(6, [](const Expr& xs) { return reduce({}, sum(), integer(0), xs); }),
              listed(std::vector<double>{21}));
}

TEST(Evaluate, zipPairs) { // 5.3
    EXPECT_EQ(of(2, [](const Expr& xs) { return zip({xs, reorderStride(1, xs)}); }), listed({{1, 1}, {2, 2}}));
}

TEST(Evaluate, splitParts) { // 5.4
    EXPECT_EQ(of(6, [](const Expr& xs) { return split(2, xs); }), listed({{1, 2}, {3, 4}, {5, 6}}));
}

TEST(Evaluate, joinAndSplitUndoEachOther) { // 5.5
    for (const std::int64_t n : {1, 2, 3, 4, 6, 12})
        EXPECT_EQ(of(12, [&](const Expr& xs) { return join(split(n, xs)); }), firstNumbers(12)) << n;
}

TEST(Evaluate, iterateShrinksByItsFunction) { // 5.6
    const auto pairs = [](const Expr& xs) {
        return join(
            map({}, split(2, xs), [](const Expr& pair) { return reduce({}, sum(), integer(0), pair); }));
    };
    EXPECT_EQ(of(8, [&](const Expr& xs) { return iterate(0, xs, pairs); }), firstNumbers(8));
    EXPECT_EQ(of(8, [&](const Expr& xs) { return iterate(2, xs, pairs); }), listed({10, 26}));
    EXPECT_EQ(of(8, [&](const Expr& xs) { return iterate(3, xs, pairs); }), listed(std::vector<double>{36}));
}

TEST(Evaluate, reorderKeepsTheOrder) { // 5.7 leaves the permutation open
    EXPECT_EQ(of(5, [](const Expr& xs) { return reorder(xs); }), firstNumbers(5));
}

TEST(Evaluate, sequentialReductionGoesFromLeftToRight) { // 5.8
    EXPECT_EQ(
        of(4,
           [](const Expr& xs) { return reduce({.level = Level::Sequential}, tenTimesPlus(), integer(9), xs); }),
        listed(std::vector<double>{91234}));
}

TEST(Evaluate, reorderStrideIsDefinition59) {
    for (const std::int64_t length : {1, 6, 8, 12, 24}) {
        for (std::int64_t s = 1; s <= length; ++s) {
            if (length % s != 0) continue;
            const std::int64_t n = length / s;
            std::vector<double> expected;
            for (std::int64_t i = 1; i <= length; ++i) {
                const std::int64_t place = (i - 1) / n + s * ((i - 1) % n) + 1;
                expected.push_back(static_cast<double>(place));
            }
            EXPECT_EQ(of(length, [&](const Expr& xs) { return reorderStride(s, xs); }), listed(expected));
            EXPECT_EQ(of(length, [&](const Expr& xs) { return reorderStrideOfLength(n, xs); }),
                      listed(expected));
        }
    }
}

TEST(Evaluate, whereResultsLieChangesNothing) { // 5.10, 5.11
    EXPECT_EQ(of(3, [](const Expr& xs) { return toLocal(toGlobal(toPrivate(xs))); }), firstNumbers(3));
}

TEST(Evaluate, vectorsGroupComponents) { // 5.12, 5.13
    EXPECT_EQ(of(4, [](const Expr& xs) { return asVector(2, xs); }), listed({{1, 2}, {3, 4}}));
    EXPECT_EQ(of(8, [](const Expr& xs) { return asScalar(asVector(4, xs)); }), firstNumbers(8));
}

TEST(Evaluate, operatorsOfVectorsGoByComponents) { // 5.14
    EXPECT_EQ(of(4,
                 [](const Expr& xs) {
                     return asScalar(map({}, asVector(2, xs), [](const Expr& x) {
                         return operation("-", {operation("*", {x, integer(3)}), x});
                     }));
                 }),
              listed({2, 4, 6, 8}));
}

TEST(Evaluate, partRedReducesEachPart) { // 5.15
    EXPECT_EQ(of(6, [](const Expr& xs) { return partRed(sum(), integer(0), 3, xs); }), listed({6, 15}));
    EXPECT_EQ(of(4, [](const Expr& xs) { return partRed(sum(), integer(0), 1, xs); }), firstNumbers(4));
}

TEST(Evaluate, scanLeavesOutTheElement) {
    EXPECT_EQ(of(4, [](const Expr& xs) { return scan({}, sum(), integer(0), xs); }), listed({0, 1, 3, 6}));
}

TEST(Evaluate, letNames) {
    EXPECT_EQ(of(3,
                 [](const Expr& xs) {
                     return let(
                         reduce({}, sum(), integer(0), xs),
                         [&](const Expr& total) { return join(split(1, total)); }, "total");
                 }),
              listed(std::vector<double>{6}));
}

TEST(Evaluate, shapes) {
    EXPECT_EQ(of(6, [](const Expr& xs) { return transpose(split(3, xs)); }), listed({{1, 4}, {2, 5}, {3, 6}}));
    EXPECT_EQ(of(5, [](const Expr& xs) { return slide(3, 2, xs); }), listed({{1, 2, 3}, {3, 4, 5}}));
    EXPECT_EQ(of(5, [](const Expr& xs) { return take(2, xs); }), listed({1, 2}));
    EXPECT_EQ(of(2, [](const Expr&) { return iota(3); }), listed({0, 1, 2}));
    EXPECT_EQ(of(2, [](const Expr&) { return fill(2, integer(7)); }), listed({7, 7}));
    EXPECT_EQ(of(3, [](const Expr& xs) { return pad(1, 2, Boundary::Nearest, {}, xs); }),
              listed({1, 1, 2, 3, 3, 3}));
    EXPECT_EQ(of(3, [](const Expr& xs) { return pad(1, 2, Boundary::Wrap, {}, xs); }),
              listed({3, 1, 2, 3, 1, 2}));
    EXPECT_EQ(of(3, [](const Expr& xs) { return pad(1, 1, Boundary::Constant, integer(0), xs); }),
              listed({0, 1, 2, 3, 0}));
    EXPECT_EQ(of(3,
                 [](const Expr& xs) {
                     return gather(xs, 3, [](const Expr& i) { return operation("-", {integer(2), i}); });
                 }),
              listed({3, 2, 1}));
}

double scalarOf(const Expr& expr) {
    const Result<Value> value = evaluate(expr, {});
    EXPECT_TRUE(value);
    return value ? value->number() : 0;
}

TEST(Evaluate, integersAreThoseOfOpenCl) {
    EXPECT_EQ(scalarOf(operation("/", {integer(-7), integer(2)})), -3);
    EXPECT_EQ(scalarOf(operation("%", {integer(-7), integer(2)})), -1);
    EXPECT_EQ(scalarOf(operation("+", {integer(2147483647), integer(1)})), -2147483648.0);
    EXPECT_EQ(scalarOf(operation(">>", {integer(-8), integer(1)})), -4);
    EXPECT_EQ(scalarOf(operation("int", {literal({ScalarType::Float, 1}, -2.75)})), -2);
    EXPECT_EQ(scalarOf(operation("uchar", {integer(300)})), 44);
    EXPECT_EQ(scalarOf(operation("-", {literal({ScalarType::UInt, 1}, 1), literal({ScalarType::UInt, 1}, 2)})),
              4294967295.0);
}

TEST(Evaluate, floatsAreRounded) {
    EXPECT_EQ(scalarOf(literal({ScalarType::Float, 1}, 0.1)), static_cast<double>(0.1F));
    EXPECT_EQ(scalarOf(operation(
                  "+", {literal({ScalarType::Float, 1}, 16777216), literal({ScalarType::Float, 1}, 1)})),
              16777216);
    EXPECT_EQ(scalarOf(operation(
                  "+", {literal({ScalarType::Double, 1}, 16777216), literal({ScalarType::Double, 1}, 1)})),
              16777217);
}

std::string faultOf(const Expr& expr) {
    const Result<Value> value = evaluate(expr, {});
    return value ? "" : value.diagnostics().front().code;
}

TEST(Evaluate, faultsAreTold) {
    const auto x = std::make_shared<const Variable>(Variable{"x", wholeNumber});
    EXPECT_EQ(faultOf(use(x)), "evaluate.variable");
    EXPECT_EQ(faultOf(at(iota(3), operation("+", {integer(2), integer(1)}))), "evaluate.index");
    EXPECT_EQ(faultOf(operation("/", {integer(1), integer(0)})), "evaluate.division");
    Node call;
    call.op = Op::Call;
    call.name = "square";
    call.type = wholeNumber;
    call.inputs = {integer(3)};
    const Expr square = node(std::move(call));
    EXPECT_EQ(faultOf(square), "evaluate.function");
    const Result<Value> nine =
        evaluate(square, {}, {{"square", [](const std::vector<Value>& arguments) {
                                   return Value(arguments[0].number() * arguments[0].number());
                               }}});
    ASSERT_TRUE(nine);
    EXPECT_EQ(nine->number(), 9);
}

TEST(Evaluate, valuesAsText) {
    EXPECT_EQ(toText(listed({{1, 2.5}, {3, -4}})), "[[1, 2.5], [3, -4]]");
    EXPECT_LT(toText(firstNumbers(1000)).size(), 120U);
}

} // namespace
} // namespace warpstring::generate
