// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/size_expression.h"

#include <gtest/gtest.h>

namespace warpstring::files {
namespace {

std::int64_t value(std::string_view text, const std::vector<std::int64_t>& names = {}) {
    const auto expression = SizeExpression::parse(text);
    if (!expression) {
        ADD_FAILURE() << toText(expression.diagnostics().front());
        return -1;
    }
    const auto result = expression->evaluate(names);
    if (!result) {
        ADD_FAILURE() << toText(result.diagnostics().front());
        return -1;
    }
    return *result;
}

/// The message of the fault, from parsing or from evaluation.
std::string fault(std::string_view text, const std::vector<std::int64_t>& names = {}) {
    const auto expression = SizeExpression::parse(text);
    if (!expression) {
        EXPECT_EQ(expression.diagnostics().front().code, "launch.bad-expression");
        EXPECT_FALSE(expression.diagnostics().front().hint.empty());
        return expression.diagnostics().front().message;
    }
    const auto result = expression->evaluate(names);
    return result ? "value " + std::to_string(*result) : result.diagnostics().front().message;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SizeExpression, FollowsThePrecedenceOfC) {
    EXPECT_EQ(value("1+2*3"), 7);
    EXPECT_EQ(value("(1+2)*3"), 9);
    EXPECT_EQ(value("1<<2+3"), 32);
    EXPECT_EQ(value("10-4-3"), 3);
    EXPECT_EQ(value("64/8/2"), 4);
    EXPECT_EQ(value("7 % 4 * 2"), 6);
    EXPECT_EQ(value("-2 * -3"), 6);
    EXPECT_EQ(value("- - 5"), 5);
    EXPECT_EQ(value("256 >> 2 >> 1"), 32);
    EXPECT_EQ(value("0x10 + 1"), 17);
}

TEST(SizeExpression, ComparesAndChoosesAsC) {
    EXPECT_EQ(value("1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2 && 2 == 2 && 2 != 3"), 1);
    EXPECT_EQ(value("3 > 2 > 1"), 0); // (3 > 2) > 1
    EXPECT_EQ(value("7 && 0 || 5"), 1);
    EXPECT_EQ(value("!7 + !0"), 1);
    EXPECT_EQ(value("-!0 == 0 - 1"), 1);
    EXPECT_EQ(value("1 ? 2 : 0 ? 3 : 4"), 2);
    EXPECT_EQ(value("0 ? 2 : 0 ? 3 : 4"), 4);
    EXPECT_EQ(value("1 < 2 == 2 > 1"), 1);
    EXPECT_EQ(value("min(1 < 2 ? 8 : 4, 6)"), 6);
    EXPECT_EQ(value("1 << 2 < 5"), 1);
}

TEST(SizeExpression, DoesNotEvaluateWhatCDoesNot) {
    EXPECT_EQ(value("n != 0 && 8 / n > 1", {0}), 0);
    EXPECT_EQ(value("n == 0 || 8 / n > 1", {0}), 1);
    EXPECT_EQ(value("n == 0 ? 3 : 8 / n", {0}), 3);
    EXPECT_TRUE(has(fault("n == 0 ? 8 / n : 3", {0}), "divides by zero"));
    EXPECT_TRUE(has(fault("n == 0 && 8 / n", {0}), "divides by zero"));
    EXPECT_TRUE(has(fault("1 ? 2"), "ends too early"));
    EXPECT_TRUE(has(fault("1 &"), "unexpected \"&\""));
    EXPECT_TRUE(has(fault("n = 1"), "unexpected \"=\""));
    std::string chain;
    for (int i = 0; i < 80; ++i) chain += "0 ? 1 : ";
    EXPECT_TRUE(has(fault(chain + "2"), "nested deeper"));
}

TEST(SizeExpression, HasTheFunctionsOfSizes) {
    EXPECT_EQ(value("ceil_div(1000, 256) * 256"), 1024);
    EXPECT_EQ(value("ceil_div(1024, 256)"), 4);
    EXPECT_EQ(value("ceil_div(-7, 2)"), -3);
    EXPECT_EQ(value("min(3, max(1, 2))"), 2);
    EXPECT_EQ(value("log2(1)"), 0);
    EXPECT_EQ(value("log2(1023)"), 9);
    EXPECT_EQ(value("log2(1 << 40)"), 40);
}

TEST(SizeExpression, ListsItsNamesOnceAndInOrder) {
    const auto expression = SizeExpression::parse("n*m + n/min");
    ASSERT_TRUE(expression);
    EXPECT_EQ(expression->names(), (std::vector<std::string>{"n", "m", "min"}));
    EXPECT_EQ(*expression->evaluate({10, 3, 2}), 35);
}

TEST(SizeExpression, RefusesWhatDoesNotFit) {
    EXPECT_TRUE(has(fault("n*n", {std::int64_t{1} << 32}), "64 bits"));
    EXPECT_TRUE(has(fault("9223372036854775807 + 1"), "64 bits"));
    EXPECT_TRUE(has(fault("9223372036854775808"), "64 bits"));
    EXPECT_TRUE(has(fault("n - 1", {std::numeric_limits<std::int64_t>::min()}), "64 bits"));
    EXPECT_TRUE(has(fault("-n", {std::numeric_limits<std::int64_t>::min()}), "64 bits"));
    EXPECT_TRUE(has(fault("n / -1", {std::numeric_limits<std::int64_t>::min()}), "64 bits"));
    EXPECT_TRUE(has(fault("n % -1", {std::numeric_limits<std::int64_t>::min()}), "64 bits"));
    EXPECT_TRUE(has(fault("2 << 62"), "64 bits"));
    EXPECT_TRUE(has(fault("1 << 64"), "shifts by 64"));
    EXPECT_TRUE(has(fault("1 >> -1"), "shifts by -1"));
}

TEST(SizeExpression, RefusesDivisionByZeroAndLogarithmOfNothing) {
    for (const char* text : {"1/n", "1%n", "ceil_div(1,n)"})
        EXPECT_TRUE(has(fault(text, {0}), "divides by zero")) << text;
    EXPECT_TRUE(has(fault("log2(0)"), "log2 of 0"));
}

TEST(SizeExpression, TellsWhereItDoesNotUnderstand) {
    EXPECT_TRUE(has(fault("1 $ 2"), "\"$\" at character 3"));
    EXPECT_TRUE(has(fault("1 +"), "ends too early"));
    EXPECT_TRUE(has(fault("(1"), "ends too early"));
    EXPECT_TRUE(has(fault("1)"), "\")\" at character 2"));
    EXPECT_TRUE(has(fault("2 3"), "\"3\" at character 3"));
    EXPECT_TRUE(has(fault("1.5*n"), "malformed number"));
    EXPECT_TRUE(has(fault("16K"), "malformed number"));
    EXPECT_TRUE(has(fault("0x"), "expression"));
    EXPECT_TRUE(has(fault(""), "is empty"));
    EXPECT_TRUE(has(fault("  "), "is empty"));
    EXPECT_TRUE(has(fault("min(1)"), "second argument"));
    EXPECT_TRUE(has(fault("log2(1,2)"), "\",\""));
}

TEST(SizeExpression, SuggestsTheFunctionThatWasMeant) {
    const auto expression = SizeExpression::parse("ceildiv(n, 2)");
    ASSERT_FALSE(expression);
    EXPECT_EQ(expression.diagnostics().front().hint, "did you mean \"ceil_div\"?");
}

TEST(SizeExpression, BoundsItsRecursion) {
    EXPECT_EQ(value(std::string(60, '(') + "7" + std::string(60, ')')), 7);
    EXPECT_TRUE(has(fault(std::string(4000, '(')), "nested deeper"));
    EXPECT_EQ(value(std::string(4000, '-') + "7"), 7);
    EXPECT_TRUE(has(fault(std::string(5000, '1')), "longer than"));
}

} // namespace
} // namespace warpstring::files
