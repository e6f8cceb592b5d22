// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas of time: what they are worth and what is refused.
#include <gtest/gtest.h>

#include "symbolic/transfers/time_formula.h"

namespace warpstring::transfers {
namespace {

double valueOf(const std::string& text) {
    const auto formula = TimeFormula::parse(text);
    EXPECT_TRUE(formula.ok()) << text;
    if (!formula) return -1;
    const auto value = formula->evaluate({{"n", 8}, {"m", 3}});
    EXPECT_TRUE(value.ok()) << text;
    return value ? *value : -1;
}

TEST(TimeFormulas, areWhatTheySay) {
    EXPECT_DOUBLE_EQ(valueOf("3e-9*n^2"), 3e-9 * 64);
    EXPECT_DOUBLE_EQ(valueOf("1 + 2 * 3 - 4 / 8"), 6.5);
    EXPECT_DOUBLE_EQ(valueOf("2^3^2"), 512);
    EXPECT_DOUBLE_EQ(valueOf("-2^2 + 5"), 1);
    EXPECT_DOUBLE_EQ(valueOf("2^-1"), 0.5);
    EXPECT_DOUBLE_EQ(valueOf("n*log2(n)"), 24);
    EXPECT_DOUBLE_EQ(valueOf("max(n, m) - min(n, m) + sqrt(4)"), 7);
    EXPECT_DOUBLE_EQ(valueOf(" ( n ) "), 8);
}

TEST(TimeFormulas, areRefusedByPlace) {
    for (const std::string text : {"", "3*", "(n", "n)", "3 n", "cos(n)", "min(n)", "1e999", "n @ 2"}) {
        const auto formula = TimeFormula::parse(text);
        ASSERT_FALSE(formula.ok()) << text;
        EXPECT_EQ(formula.diagnostics()[0].code, "transfers.bad-formula");
    }
    EXPECT_FALSE(TimeFormula::parse(std::string(100'000, '(')).ok());
    EXPECT_FALSE(TimeFormula::parse(std::string(100'000, '-') + "1").ok());
    for (const std::string text : {"k", "1 - n", "1 / (n - 8)", "log2(m - 3)"}) {
        const auto formula = TimeFormula::parse(text);
        ASSERT_TRUE(formula.ok()) << text;
        EXPECT_FALSE(formula->evaluate({{"n", 8}, {"m", 3}}).ok()) << text;
    }
}

} // namespace
} // namespace warpstring::transfers
