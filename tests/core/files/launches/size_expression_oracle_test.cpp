// SPDX-License-Identifier: GPL-3.0-or-later
// Random expressions of sizes, against an evaluator that builds them: as text they have only the parentheses
// that C's precedence asks for.
#include <random>

#include <gtest/gtest.h>

#include "core/files/launches/size_expression.h"

namespace warpstring::files {
namespace {

__extension__ using Wide = __int128;

struct Made {
    std::string text;
    /// Of the outermost operator: 8 prefixes, 7 products, 6 sums, 5 shifts, 4 relations, 3 equalities, 2 &&, 1
    /// ||, 0 ?:; 9 needs no parentheses.
    int precedence = 0;
    std::optional<Wide> value; ///< none where C leaves it undefined
};

class RandomSizes : public testing::Test {
protected:
    std::int64_t between(std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
    }

    static std::string within(const Made& operand, int least) {
        return operand.precedence < least ? "(" + operand.text + ")" : operand.text;
    }

    /// Operators of one precedence group from the left, so that the right operand needs more.
    Made operation(const char* symbol, int precedence, const Made& a, const Made& b) const {
        Made made{within(a, precedence) + " " + symbol + " " + within(b, precedence + 1), precedence, {}};
        if (!a.value || !b.value) return made;
        const Wide x = *a.value, y = *b.value;
        switch (symbol[0]) {
        case '+': made.value = x + y; break;
        case '-': made.value = x - y; break;
        case '*': made.value = x * y; break;
        case '/':
            if (y != 0) made.value = x / y;
            break;
        case '%':
            if (y != 0) made.value = x % y;
            break;
        case '=': made.value = x == y ? 1 : 0; break;
        case '!': made.value = x != y ? 1 : 0; break;
        case '<':
            if (symbol[1] != '<') {
                made.value = (symbol[1] == '=' ? x <= y : x < y) ? 1 : 0;
                break;
            }
            if (y >= 0 && y < 20 && x >= 0) made.value = x << y;
            break;
        default:
            if (symbol[1] != '>')
                made.value = (symbol[1] == '=' ? x >= y : x > y) ? 1 : 0;
            else if (y >= 0 && y < 20 && x >= 0)
                made.value = x >> y;
        }
        if (made.value && (*made.value > Wide{INT64_MAX} || *made.value < Wide{INT64_MIN})) made.value.reset();
        return made;
    }

    /// && and ||: the right side may be undefined where the left one decides.
    static Made logical(bool isOr, const Made& a, const Made& b) {
        const int precedence = isOr ? 1 : 2;
        Made made{within(a, precedence) + (isOr ? " || " : " && ") + within(b, precedence + 1), precedence, {}};
        if (a.value && (*a.value != 0) == isOr)
            made.value = isOr ? 1 : 0;
        else if (a.value && b.value)
            made.value = *b.value != 0 ? 1 : 0;
        return made;
    }

    static Made choice(const Made& condition, const Made& a, const Made& b) {
        Made made{within(condition, 1) + " ? " + a.text + " : " + b.text, 0, {}};
        if (condition.value) made.value = *condition.value != 0 ? a.value : b.value;
        return made;
    }

    static Made inverse(const Made& a) {
        Made made{"!" + within(a, 8), 8, {}};
        if (a.value) made.value = *a.value == 0 ? 1 : 0;
        return made;
    }

    Made random(int depth) {
        if (depth == 0 || between(0, 5) == 0) {
            if (between(0, 2) == 0) {
                const auto index = between(0, 2);
                return {std::string(1, "nmk"[index]), 9, Wide{values_[static_cast<std::size_t>(index)]}};
            }
            const std::int64_t literal = between(0, 40);
            return {std::to_string(literal), 9, Wide{literal}};
        }
        const Made a = random(depth - 1), b = random(depth - 1);
        switch (between(0, 20)) {
        case 0: return operation("+", 6, a, b);
        case 1: return operation("-", 6, a, b);
        case 2: return operation("*", 7, a, b);
        case 3: return operation("/", 7, a, b);
        case 4: return operation("%", 7, a, b);
        case 5: return operation("<<", 5, a, b);
        case 6: return operation(">>", 5, a, b);
        case 9: return operation("<", 4, a, b);
        case 10: return operation("<=", 4, a, b);
        case 11: return operation(">", 4, a, b);
        case 12: return operation(">=", 4, a, b);
        case 13: return operation("==", 3, a, b);
        case 14: return operation("!=", 3, a, b);
        case 15: return logical(false, a, b);
        case 16: return logical(true, a, b);
        case 17: return choice(random(depth - 1), a, b);
        case 18: return inverse(a);
        case 7: return function("min", a, b, [](Wide x, Wide y) { return x < y ? x : y; });
        case 8: return function("max", a, b, [](Wide x, Wide y) { return x > y ? x : y; });
        default: return operation("+", 6, a, b);
        }
    }

    template <class Apply>
    static Made function(const char* name, const Made& a, const Made& b, Apply apply) {
        Made made{std::string(name) + "(" + a.text + ", " + b.text + ")", 9, {}};
        if (a.value && b.value) made.value = apply(*a.value, *b.value);
        return made;
    }

    std::mt19937_64 random_{20100109};
    std::vector<std::int64_t> values_{1024, 7, 3};
};

TEST_F(RandomSizes, areWhatCMakesOfThem) {
    int defined = 0;
    for (int round = 0; round < 5000; ++round) {
        const Made made = random(static_cast<int>(between(1, 4)));
        const auto expression = SizeExpression::parse(made.text);
        ASSERT_TRUE(expression.ok()) << made.text << ": " << toText(expression.diagnostics().front());
        std::vector<std::int64_t> values;
        for (const auto& name : expression->names()) values.push_back(values_[std::string("nmk").find(name)]);
        const auto result = expression->evaluate(values);
        if (!made.value)
            continue; // whatever is undefined in C is refused, or a shift that only the oracle avoids
        ++defined;
        ASSERT_TRUE(result.ok()) << made.text << ": " << toText(result.diagnostics().front());
        EXPECT_EQ(*result, static_cast<std::int64_t>(*made.value)) << made.text;
    }
    EXPECT_GT(defined, 3000);
}

TEST_F(RandomSizes, blanksMeanNothing) {
    for (int round = 0; round < 500; ++round) {
        const Made made = random(3);
        std::string tight;
        for (const char c : made.text)
            if (c != ' ') tight += c;
        const auto loose = SizeExpression::parse("  " + made.text + " "), close = SizeExpression::parse(tight);
        ASSERT_TRUE(loose.ok() && close.ok()) << made.text;
        EXPECT_EQ(loose->names(), close->names());
        std::vector<std::int64_t> values(loose->names().size(), 5);
        const auto a = loose->evaluate(values), b = close->evaluate(values);
        ASSERT_EQ(a.ok(), b.ok());
        if (a) {
            EXPECT_EQ(*a, *b);
        }
    }
}

// ceil_div(a, b) groups of b hold a, and no fewer do; log2 is the highest bit.
TEST_F(RandomSizes, functionsAreWhatTheyAreFor) {
    const auto divide = SizeExpression::parse("ceil_div(a, b)"), logarithm = SizeExpression::parse("log2(a)");
    ASSERT_TRUE(divide.ok() && logarithm.ok());
    for (int round = 0; round < 2000; ++round) {
        const std::int64_t a = between(1, 1'000'000), b = between(1, 300);
        const auto groups = divide->evaluate({a, b});
        ASSERT_TRUE(groups.ok());
        EXPECT_GE(*groups * b, a);
        EXPECT_LT((*groups - 1) * b, a);
        const auto bit = logarithm->evaluate({a});
        ASSERT_TRUE(bit.ok());
        EXPECT_LE(std::int64_t{1} << *bit, a);
        EXPECT_GT(std::int64_t{2} << *bit, a);
    }
}

} // namespace
} // namespace warpstring::files
