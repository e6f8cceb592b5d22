// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "pdg/pdg.h"

namespace warpstring {
namespace {

template <class A, class B>
concept HaveEquality = requires(A a, B b) { a == b; };
template <class A, class B>
concept HaveOrder = requires(A a, B b) { a < b; };

// A parameter, a field or an element of this type takes these and no others.
template <class To, class... From>
constexpr bool takesNone = !(std::is_convertible_v<From, To> || ...);

static_assert(std::is_convertible_v<StatementId, StatementId> && std::is_convertible_v<NoId, StatementId>);
static_assert(takesNone<StatementId, RegionId, PredicateId, LoopId, AccessId>);
static_assert(takesNone<RegionId, StatementId, PredicateId, LoopId, AccessId>);
static_assert(takesNone<StatementId, int, unsigned, std::size_t, std::uint32_t, bool, char>);
static_assert(!std::is_assignable_v<StatementId&, RegionId> && !std::is_assignable_v<StatementId&, int>);

// Not even where that is written out.
static_assert(!std::is_constructible_v<StatementId, RegionId>);
static_assert(std::is_constructible_v<StatementId, std::uint32_t>);

static_assert(HaveEquality<StatementId, StatementId> && HaveOrder<StatementId, StatementId>);
static_assert(HaveEquality<StatementId, NoId> && HaveEquality<NoId, StatementId>);
static_assert(!HaveEquality<StatementId, RegionId> && !HaveOrder<StatementId, RegionId>);
static_assert(!HaveEquality<StatementId, int> && !HaveEquality<std::uint32_t, StatementId>);
static_assert(!HaveOrder<StatementId, std::size_t> && !HaveOrder<int, StatementId>);

// A subscript and nothing narrower; the first statement is not false.
static_assert(std::is_convertible_v<StatementId, std::size_t>);
static_assert(takesNone<std::uint32_t, StatementId> && takesNone<int, StatementId> &&
              takesNone<double, StatementId>);
static_assert(!std::is_constructible_v<bool, StatementId>);

// It costs what a number does.
static_assert(sizeof(StatementId) == sizeof(std::uint32_t) && std::is_trivially_copyable_v<StatementId>);

TEST(Id, isTheFirstRowWhereNothingIsSaid) {
    EXPECT_EQ(StatementId().index(), 0U);
    EXPECT_NE(StatementId(), none);
    EXPECT_EQ(std::vector<StatementId>(2), (std::vector<StatementId>{StatementId(0), StatementId(0)}));
}

TEST(Id, noneComesAfterEveryRow) {
    const RegionId nowhere = none;
    EXPECT_EQ(nowhere, none);
    EXPECT_EQ(nowhere.index(), static_cast<std::uint32_t>(none));
    EXPECT_GT(nowhere, RegionId(1u << 31));
    EXPECT_NE(RegionId(7), none);
}

TEST(Id, isOrderedAndHashedAsItsIndex) {
    const std::set<LoopId> sorted{LoopId(30), LoopId(2), LoopId(100), LoopId(2)};
    EXPECT_TRUE(
        std::is_sorted(sorted.begin(), sorted.end(), [](LoopId a, LoopId b) { return a.index() < b.index(); }));
    EXPECT_EQ(sorted.size(), 3U);
    EXPECT_EQ((std::unordered_set<LoopId>{LoopId(5), LoopId(6), LoopId(5)}).size(), 2U);
}

TEST(Id, subscripts) {
    const std::vector<char> letters{'a', 'b', 'c'};
    AccessId at{1};
    EXPECT_EQ(letters[at], 'b');
    EXPECT_EQ(letters[++at], 'c');
}

TEST(NodeRef, isOfTheKindOfItsId) {
    EXPECT_EQ(NodeRef(StatementId(3)).kind, NodeRef::Kind::Statement);
    EXPECT_EQ(NodeRef(PredicateId(3)).kind, NodeRef::Kind::Predicate);
    EXPECT_EQ(NodeRef(RegionId(3)).kind, NodeRef::Kind::Region);
    EXPECT_EQ(NodeRef(StatementId(3)).statement(), StatementId(3));
    EXPECT_EQ(NodeRef(PredicateId(4)).predicate(), PredicateId(4));
    EXPECT_EQ(NodeRef(RegionId(5)).region(), RegionId(5));
    EXPECT_NE(NodeRef(StatementId(3)), NodeRef(RegionId(3)));
}

static_assert(!std::is_constructible_v<NodeRef, LoopId> && !std::is_constructible_v<NodeRef, int>);

} // namespace
} // namespace warpstring
