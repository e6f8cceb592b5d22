// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/known_values.h"

#include <gtest/gtest.h>

namespace warpstring::evaluation {
namespace {

TEST(KnownValues, StayWhereTheyAreUntilTheyAreForgotten) {
    KnownValues known;
    EXPECT_TRUE(known.empty());
    EXPECT_EQ(known.find(ExprId{5}), nullptr);
    for (int round = 0; round < 3; ++round) {
        const LaneValue* const first = &known.set(ExprId{5}, LaneValue::constant(round));
        for (std::uint32_t id = 6; id < 300; ++id) known.set(ExprId{id}, LaneValue::constant(id));
        KnownValues moved = std::move(known);
        EXPECT_EQ(moved.find(ExprId{5}), first);
        EXPECT_EQ(first->low, Lanes{round});
        EXPECT_EQ(moved.find(ExprId{299})->low, Lanes{299});
        EXPECT_EQ(&moved.set(ExprId{5}, LaneValue::constant(-1)), first) << "another value takes its place";
        EXPECT_EQ(first->low, Lanes{-1});
        EXPECT_EQ(moved.find(ExprId{4}), nullptr);
        EXPECT_EQ(moved.find(ExprId{1000}), nullptr);
        moved.forget();
        EXPECT_TRUE(moved.empty());
        EXPECT_EQ(moved.find(ExprId{5}), nullptr);
        known = std::move(moved);
    }
}

} // namespace
} // namespace warpstring::evaluation
