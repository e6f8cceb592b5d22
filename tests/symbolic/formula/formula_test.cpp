// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "symbolic/formula/formula.h"

namespace warpstring::symbolic {
namespace {

Polynomial name(const char* text) { return Polynomial::name(text); }

TEST(Formula, PolynomialsAreWrittenAsPeopleDo) {
    const Polynomial n = name("n");
    EXPECT_EQ((Polynomial(Rational(2, 16)) * n * n * n - n + 1).text(), "n^3/8 - n + 1");
    EXPECT_EQ((Polynomial() - n).text(), "-n");
    EXPECT_EQ(Polynomial().text(), "0");
    EXPECT_EQ((n * name("m") * Polynomial(3)).text(), "3*m*n");
}

TEST(Formula, QuotientsLetOutWhatDivides) {
    const Polynomial n = name("n");
    EXPECT_EQ(Polynomial::floorOf(Polynomial(16) * n + 35, 16).text(), "n + 2");
    EXPECT_EQ(Polynomial::floorOf(n + 15, 16).text(), "floor((n + 15)/16)");
    EXPECT_EQ(Polynomial::floorOf(Polynomial(-1) * n, 4).text(), "-floor((n + 3)/4)");
    EXPECT_EQ(Polynomial::floorOf(Polynomial(6) * n + 3, 4).text(), "floor((3*n + 1)/2)");
    EXPECT_EQ(Polynomial::floorOf(n, 4).evaluate({{"n", -5}}), Rational(-2));
    for (std::int64_t value = -9; value < 10; ++value)
        EXPECT_EQ(Polynomial::floorOf(Polynomial(6) * n + 3, 4).evaluate({{"n", value}}),
                  Rational(6 * value + 3, 4).floor());
}

TEST(Formula, PowersAreSummedByFaulhaber) {
    for (int power = 0; power <= 6; ++power) {
        Rational sum = 0;
        for (std::int64_t x = 1; x <= 9; ++x) {
            Rational term = 1;
            for (int i = 0; i < power; ++i) term = term * Rational(x);
            sum = sum + term;
            EXPECT_EQ(powerSum(power, name("x")).evaluate({{"x", x}}), sum) << power << ' ' << x;
        }
    }
}

TEST(Formula, WhatDoesNotFitHasNoValue) {
    Polynomial great = name("n");
    for (int i = 0; i < 6; ++i) great = great * great; // n^64
    EXPECT_FALSE(great.evaluate({{"n", 1'000'000'000'000}}));
    EXPECT_EQ(Formula(name("n") * name("n")).evaluate({{"n", 1'000'000'000}}), 1'000'000'000'000'000'000);
    EXPECT_FALSE(Formula(name("n") * name("n")).evaluate({{"n", 10'000'000'000}}));
    EXPECT_FALSE(Formula(Polynomial(Rational(1, 16)) * name("n")).evaluate({{"n", 17}}));
}

TEST(Formula, SignsAreSeen) {
    const Polynomial n = name("n");
    EXPECT_TRUE((n * n - n).isSurelyNonNegative());
    EXPECT_FALSE((n - 2).isSurelyNonNegative());
    EXPECT_TRUE((Polynomial(16) * Polynomial::floorOf(n + 15, 16) - n).isSurelyNonNegative());
    EXPECT_FALSE((n - Polynomial(16) * Polynomial::floorOf(n + 15, 16)).isSurelyNonNegative());
}

TEST(Formula, PiecesExcludeEachOther) {
    const Polynomial n = name("n");
    const Formula least({{{{Polynomial(8) - n}}, n}, {{{n - 9}}, 8}});
    EXPECT_EQ(least.text(), "n where n <= 8; 8 where n >= 9");
    EXPECT_EQ(least.evaluate({{"n", 5}}), 5);
    EXPECT_EQ(least.evaluate({{"n", 50}}), 8);
    EXPECT_FALSE(least.everywhere());
}

} // namespace
} // namespace warpstring::symbolic
