// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of points beside going through them.
#include <random>

#include <gtest/gtest.h>

#include "symbolic/sets/point_set.h"

namespace warpstring::symbolic {
namespace {

Polynomial name(const char* text) { return Polynomial::name(text); }

PointSpacePointer spaceOf(std::initializer_list<const char*> names) {
    auto space = std::make_shared<PointSpace>();
    for (const char* one : names) space->assume({name(one) - 1});
    return space;
}

PointSet all(const PointSpacePointer& space, std::vector<std::string> variables,
             const std::vector<Condition>& where) {
    PointSet set(space, std::move(variables));
    for (const Condition& condition : where) set = set.where(condition).value();
    return set;
}

std::string countText(const PointSet& set) {
    std::string reason;
    const auto count = set.count(reason);
    return count ? count->text() : "no: " + reason;
}

TEST(PointSets, GuardsRowsAndTriangles) {
    const Polynomial n = name("n"), x = name("x"), y = name("y"), c = name("c");
    const Polynomial padded = Polynomial(256) * Polynomial::floorOf(n + 255, 256);
    const auto space = spaceOf({"n"});
    EXPECT_EQ(countText(all(space, {"x"}, {{x}, {padded - 1 - x}, {n - 1 - x}})), "n");
    EXPECT_EQ(countText(all(space, {"x", "y"}, {{x}, {n - 1 - x}, {y}, {x - y}})), "n^2/2 + n/2");
    EXPECT_EQ(
        countText(all(space, {"x", "c"}, {{x}, {Polynomial(255) - x}, {c}, {n - 1 - x - Polynomial(256) * c}})),
        "n");
    EXPECT_EQ(
        countText(all(space, {"x"}, {{x}, {n - 1 - x}, {x - Polynomial(2) * Polynomial::floorOf(x, 2), true}})),
        "floor((n + 1)/2)");
    EXPECT_EQ(countText(all(space, {"x"}, {{x}})), "no: it has no bounds");
    EXPECT_FALSE(PointSet(space, {"x"}).where({n * x - 1})); // not affine
}

TEST(PointSets, ImagesAreProjected) {
    const Polynomial x = name("x"), s = name("s");
    const auto space = spaceOf({});
    const PointSet touched = all(space, {"x", "s"},
                                 {{x},
                                  {Polynomial(1023) - x},
                                  {Polynomial(12) * x - Polynomial(32) * s},
                                  {Polynomial(32) * s + 31 - Polynomial(12) * x}});
    EXPECT_EQ(countText(touched.projected("x")), "384");
    EXPECT_TRUE(touched.isWithin(all(space, {"x", "s"}, {{s}})));
    EXPECT_TRUE(touched.without(all(space, {"x", "s"}, {{s}})).isEmpty());
}

TEST(PointSets, AShareOfOperationsEndsIt) {
    auto space = std::make_shared<PointSpace>(50);
    const Polynomial n = name("n"), x = name("x"), y = name("y");
    const PointSet set =
        all(space, {"x", "y"}, {{x - 1}, {n - 2 - x - y}, {y - 3}, {Polynomial(7) * x - Polynomial(3) * y}});
    std::string reason;
    EXPECT_FALSE(set.count(reason));
    EXPECT_FALSE(reason.empty());
}

TEST(PointSets, RandomSetsAreCountedRight) {
    std::mt19937_64 random(7);
    const auto number = [&](int low, int high) {
        return std::uniform_int_distribution<int>(low, high)(random);
    };
    int counted = 0;
    for (int round = 0; round < 6; ++round) {
        const auto space = spaceOf({"n"});
        const Polynomial n = name("n"), x = name("x"), y = name("y");
        std::vector<Condition> where{{x}, {n + number(0, 6) - x}, {y}, {Polynomial(number(3, 9)) - y}};
        for (int extra = number(1, 2); extra > 0; --extra) {
            Polynomial left = Polynomial(number(-3, 3)) * x + Polynomial(number(-3, 3)) * y +
                              Polynomial(number(0, 1)) * n + number(-6, 9);
            if (number(0, 3) == 0)
                left = left - Polynomial(number(1, 2)) * Polynomial::floorOf(x + number(0, 3), number(2, 4));
            where.push_back({left, number(0, 5) == 0});
        }
        const PointSet set = all(space, {"x", "y"}, where);
        std::string reason;
        const auto formula = set.count(reason);
        if (!formula) continue;
        ++counted;
        for (std::int64_t value = 1; value <= 14; ++value) {
            std::int64_t truth = 0;
            for (std::int64_t i = 0; i <= value + 6; ++i)
                for (std::int64_t j = 0; j <= 9; ++j) {
                    bool isIn = true;
                    for (const Condition& condition : where)
                        isIn = isIn && *condition.holds({{"n", value}, {"x", i}, {"y", j}});
                    truth += isIn;
                }
            EXPECT_EQ(formula->evaluate({{"n", value}}), truth)
                << formula->text() << " at " << value << ", round " << round;
        }
    }
    EXPECT_GE(counted, 5);
}

} // namespace
} // namespace warpstring::symbolic
