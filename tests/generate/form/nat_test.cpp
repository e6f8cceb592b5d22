// SPDX-License-Identifier: GPL-3.0-or-later
// Index arithmetic: what simplifies is worth what was written, for every value of the variables.
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "generate/form/nat.h"

namespace {

using warpstring::generate::divides;
using warpstring::generate::Nat;

/// A number as it was written, and as Nat keeps it.
struct Written {
    Nat nat;
    std::function<std::int64_t(std::int64_t, std::int64_t, std::int64_t)> plain;
};

Written grown(std::mt19937& random, int depth) {
    const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    if (depth == 0 || draw(4) == 0) {
        switch (draw(3)) {
        case 0: return {Nat::variable("l", {0, 7}), [](auto l, auto, auto) { return l; }};
        case 1: return {Nat::variable("i", {0, 3}), [](auto, auto i, auto) { return i; }};
        case 2: return {Nat::variable("g", {0, 4}), [](auto, auto, auto g) { return g; }};
        default: {
            const std::int64_t value = draw(12);
            return {Nat(value), [value](auto, auto, auto) { return value; }};
        }
        }
    }
    const Written a = grown(random, depth - 1);
    const std::int64_t by = 1 + draw(15);
    switch (draw(4)) {
    case 0: {
        const Written b = grown(random, depth - 1);
        return {a.nat + b.nat, [=](auto l, auto i, auto g) { return a.plain(l, i, g) + b.plain(l, i, g); }};
    }
    case 1: return {a.nat * by, [=](auto l, auto i, auto g) { return a.plain(l, i, g) * by; }};
    case 2: return {a.nat / by, [=](auto l, auto i, auto g) { return a.plain(l, i, g) / by; }};
    case 3: return {a.nat % by, [=](auto l, auto i, auto g) { return a.plain(l, i, g) % by; }};
    default:
        return {Nat::clamped(a.nat, 1, by), [=](auto l, auto i, auto g) {
                    return std::min(std::max(a.plain(l, i, g), std::int64_t{1}), by);
                }};
    }
}

TEST(Nat, simplifiesToWhatWasWritten) {
    std::mt19937 random(7);
    for (int round = 0; round < 4000; ++round) {
        const Written number = grown(random, 5);
        const auto range = number.nat.range();
        for (std::int64_t l = 0; l < 8; ++l) {
            for (std::int64_t i = 0; i < 4; ++i) {
                for (std::int64_t g = 0; g < 5; ++g) {
                    const std::int64_t plain = number.plain(l, i, g);
                    ASSERT_EQ(number.nat.evaluate({{"l", l}, {"i", i}, {"g", g}}), plain)
                        << number.nat.code() << " at l = " << l << ", i = " << i << ", g = " << g;
                    ASSERT_TRUE(range.low <= plain && plain <= range.high) << number.nat.code();
                }
            }
        }
    }
}

TEST(Nat, simplifiesWhatViewsMake) {
    const Nat l = Nat::variable("l", {0, 127});
    const Nat i = Nat::variable("i", {0, 1});
    const Nat h = Nat::variable("h", {1, 64});
    const Nat j = l * 2 + i;
    EXPECT_EQ((j / 2).code(), "l");
    EXPECT_EQ((j % 2).code(), "i");
    // A reorder by a stride of h over parts of 2: listing 5.14's index.
    EXPECT_EQ((j / 2 + h * (j % 2)), l + h * i);
    EXPECT_EQ((l / 4) * 4 + l % 4, l);
    EXPECT_EQ(((l / 2) / 8), l / 16);
    EXPECT_EQ((l % 64) % 16, l % 16);
    EXPECT_EQ((l % 64) / 16, (l / 16) % 4);
    EXPECT_EQ((l / 4).code(), "(l >> 2)");
    EXPECT_EQ((l % 3).code(), "(l % 3)");
    EXPECT_TRUE(divides(4, l * 8 + 4));
    EXPECT_FALSE(divides(4, l * 8 + 2));
}

} // namespace
