// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses at single points where the launch does not tell all of them.
#include <gtest/gtest.h>

#include <set>

#include "pdg/evaluation/access_points.h"
#include "tests/pdg/graph_builder.h"

namespace warpstring::evaluation {
namespace {

using oracle::GraphBuilder;

constexpr std::uint64_t pointItems = 64;

/// A graph with a buffer of indices that the launch does not tell, and one of data.
class AccessPointsTest : public testing::Test {
protected:
    AccessPointsTest() : index_(graph_.buffer("index")), data_(graph_.buffer("data")) {}

    /// What the load of index[at] reads.
    ExprId indexAt(ExprId at) {
        return graph_.loaded(graph_.access(entryRegion, AccessKind::Load, index_, graph_.times(at, 4)));
    }
    /// Addresses of an access to data[element] by the work-items of a group.
    std::vector<std::int64_t> offsetsOf(ExprId element, std::int64_t group = 0, int bytes = 4) {
        const AccessId id =
            graph_.access(entryRegion, AccessKind::Load, data_, graph_.times(element, bytes), bytes);
        const Pdg pdg = graph_.finish();
        const LaunchBinding launch = oracle::bindingOf(pdg, oracle::rangeOf(8, pointItems));
        AccessPoints points(pdg, launch);
        Box point;
        point.variables.resize(3);
        point.variables[0].first = group;
        isUntold_ = points.isUntold(pdg.accesses[id]);
        const auto* found = points.at(pdg.accesses[id], point);
        if (found == nullptr) return {};
        return {found->begin(), found->end()};
    }

    GraphBuilder graph_;
    std::uint32_t index_, data_;
    bool isUntold_ = false;
};

TEST_F(AccessPointsTest, AreExactWhereTheyAreTold) {
    const auto offsets = offsetsOf(graph_.add(graph_.times(graph_.lid(), 3), graph_.group()), 5);
    EXPECT_FALSE(isUntold_);
    ASSERT_EQ(offsets.size(), pointItems);
    for (std::size_t item = 0; item < pointItems; ++item)
        EXPECT_EQ(offsets[item], static_cast<std::int64_t>(4 * (3 * item + 5)));
}

TEST_F(AccessPointsTest, OfUntoldIndicesLieAllOverTheObject) {
    const auto offsets = offsetsOf(indexAt(graph_.lid()));
    EXPECT_TRUE(isUntold_);
    ASSERT_EQ(offsets.size(), pointItems);
    std::set<std::int64_t> sixteenths; // of 4096 floats
    for (const auto offset : offsets) {
        EXPECT_TRUE(offset >= 0 && offset < 4 * 4096 && offset % 4 == 0) << offset;
        sixteenths.insert(offset / 1024);
    }
    EXPECT_GE(sixteenths.size(), 12U) << "64 draws miss one of 16 parts once in 60";
}

// data[lid * 16 + (index[lid] & 15)]: each work-item stays in a row of its own.
TEST_F(AccessPointsTest, KeepToTheRangeThatIsKnown) {
    const ExprId bits = graph_.binary(ExprOp::And, indexAt(graph_.lid()), graph_.number(15));
    const auto offsets = offsetsOf(graph_.add(graph_.times(graph_.lid(), 16), bits));
    std::set<std::int64_t> columns;
    for (std::size_t item = 0; item < pointItems; ++item) {
        EXPECT_EQ(offsets[item] / 64, static_cast<std::int64_t>(item));
        columns.insert(offsets[item] % 64);
    }
    EXPECT_GE(columns.size(), 12U);
}

// One address for all work-items holds one number, whatever it is: rows that start at it are side by side.
TEST_F(AccessPointsTest, AreTheSameWhereTheDataAre) {
    const auto offsets = offsetsOf(graph_.add(indexAt(graph_.group()), graph_.lid()));
    int apart = 0;
    for (std::size_t item = 1; item < pointItems; ++item)
        apart += offsets[item] - offsets[item - 1] == 4 ? 0 : 1;
    EXPECT_LE(apart, 1) << "unless the row runs over the object's end";
}

// min(max(i, 0), 99): random numbers are mostly far outside, and do not pile up at the limits.
TEST_F(AccessPointsTest, SpreadWithinLimits) {
    const ExprId atLeast = graph_.binary(ExprOp::SMax, indexAt(graph_.lid()), graph_.number(0));
    const auto offsets = offsetsOf(graph_.binary(ExprOp::SMin, atLeast, graph_.number(99)));
    std::set<std::int64_t> places;
    for (const auto offset : offsets) {
        EXPECT_TRUE(offset >= 0 && offset <= 4 * 99) << offset;
        places.insert(offset);
    }
    EXPECT_GE(places.size(), 35U) << "64 draws of 100 are 47 different ones on average";
}

TEST_F(AccessPointsTest, AreTheSameEveryTime) {
    const AccessId id =
        graph_.access(entryRegion, AccessKind::Load, data_, graph_.times(indexAt(graph_.lid()), 4));
    const Pdg pdg = graph_.finish();
    const LaunchBinding launch = oracle::bindingOf(pdg, oracle::rangeOf(8, pointItems));
    Box point;
    point.variables.resize(3);
    AccessPoints points(pdg, launch), others(pdg, launch);
    const auto once = *points.at(pdg.accesses[id], point);
    EXPECT_EQ(*others.at(pdg.accesses[id], point), once);
    points.drawAnew(1);
    EXPECT_NE(*points.at(pdg.accesses[id], point), once);
    points.drawAnew(0);
    EXPECT_EQ(*points.at(pdg.accesses[id], point), once);
}

} // namespace
} // namespace warpstring::evaluation
