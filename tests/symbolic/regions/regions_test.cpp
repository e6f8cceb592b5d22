// SPDX-License-Identifier: GPL-3.0-or-later
// The thesis' own cases, and random groups of regions beside the sets of their places.
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "symbolic/regions/bytes_together.h"
#include "symbolic/regions/region_union.h"
#include "symbolic/regions/union_bytes.h"

namespace warpstring::regions {
namespace {

AffineRegion region(std::int64_t base, std::vector<RegionDimension> dimensions) {
    return {base, 1, std::move(dimensions), 1};
}

std::vector<std::vector<std::int64_t>> indicesOf(const AffineRegion& region) {
    std::vector<std::vector<std::int64_t>> all{{}};
    for (const auto& dimension : region.dimensions) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const auto& start : all)
            for (std::int64_t i = 0; i < dimension.count; ++i) {
                longer.push_back(start);
                longer.back().push_back(i);
            }
        all = std::move(longer);
    }
    return all;
}

std::int64_t placeAt(const AffineRegion& region, const std::vector<std::int64_t>& indices) {
    std::int64_t place = region.base;
    for (std::size_t k = 0; k < indices.size(); ++k) place += indices[k] * region.dimensions[k].stride;
    return place;
}

std::set<std::int64_t> bytesOf(const AffineRegion& region) {
    std::set<std::int64_t> bytes;
    for (const auto& indices : indicesOf(region))
        for (int b = 0; b < region.bytes; ++b) bytes.insert(placeAt(region, indices) + b);
    return bytes;
}

/// Whether a packed copy has each byte once, and within its size.
void expectSound(const std::vector<AffineRegion>& group, const PackedUnion& packed) {
    std::map<std::int64_t, std::int64_t> elements, places;
    for (std::size_t m = 0; m < group.size(); ++m)
        for (const auto& indices : indicesOf(group[m])) {
            const std::int64_t place = placeAt(group[m], indices), element = packed.element(m, indices);
            EXPECT_GE(element, 0);
            EXPECT_LT(element, packed.places);
            EXPECT_EQ(elements.emplace(place, element).first->second, element) << place;
            EXPECT_EQ(places.emplace(element, place).first->second, place) << element;
        }
}

TEST(Regions, ThesisSixtyOfAHundredAndFourteenOfWhichFifty) {
    // Garg 2009, section 5.3.3: 0 + 20 i + 3 j and 21 + 20 i + 3 j, 5 x 5.
    const std::vector<AffineRegion> group{region(0, {{20, 5}, {3, 5}}), region(21, {{20, 5}, {3, 5}})};
    const auto packed = packedUnion(group);
    ASSERT_TRUE(packed);
    EXPECT_EQ(packed->places, 60);
    EXPECT_EQ(packed->bases, (std::vector<std::int64_t>{0, 1}));
    EXPECT_EQ(packed->counts, (std::vector<std::int64_t>{6, 5}));
    expectSound(group, *packed);
    const auto around = intervalAround(group);
    ASSERT_TRUE(around);
    EXPECT_EQ(around->end - around->begin, 114); // the thesis prints 113
    EXPECT_EQ(enumeratedBytes(group), 50);
    EXPECT_EQ(unionBytes(group)->bytes, 50);
    EXPECT_EQ(unionBytes(group)->packedBytes, 60);
}

TEST(Regions, BasesThatAreNotNeighboursDoNotCollide) {
    // By the thesis' line 12 of algorithm 5, which takes differences of bases for ranks, they do.
    const std::vector<AffineRegion> group{region(0, {{20, 5}, {3, 5}}), region(22, {{20, 5}, {3, 5}})};
    const auto packed = packedUnion(group);
    ASSERT_TRUE(packed);
    EXPECT_EQ(packed->bases, (std::vector<std::int64_t>{0, 2}));
    expectSound(group, *packed);
}

TEST(Regions, AStencilIsItsGrid) {
    // Interior points of 10 x 10 and their four neighbours: all but the corners.
    std::vector<AffineRegion> group;
    for (const std::int64_t base : {11, 10, 12, 1, 21}) group.push_back(region(base, {{10, 8}, {1, 8}}));
    const auto packed = packedUnion(group);
    ASSERT_TRUE(packed);
    EXPECT_EQ(packed->places, 100);
    expectSound(group, *packed);
    EXPECT_EQ(unionBytes(group)->bytes, 96);
}

TEST(Regions, NormalisedTurnsDropsAndJoins) {
    const auto turned = normalised(region(90, {{-10, 10}, {0, 7}, {1, 10}, {5, 1}}));
    ASSERT_TRUE(turned);
    EXPECT_EQ(turned->base, 0);
    EXPECT_EQ(turned->repeats, 7);
    EXPECT_EQ(turned->dimensions, (std::vector<RegionDimension>{{1, 100}}));
    EXPECT_EQ(normalised(region(0, {{1, 8}, {1, 3}}))->dimensions, (std::vector<RegionDimension>{{1, 10}}));
    EXPECT_FALSE(normalised(region(0, {{-(std::int64_t{1} << 40), std::int64_t{1} << 40}})));
}

TEST(Regions, OrderedRegionsAreInjectiveAndGroupsApart) {
    EXPECT_EQ(distinctBytes(region(5, {{20, 7}, {3, 5}})), 35); // L815 of the thesis
    EXPECT_FALSE(distinctBytes(region(0, {{4, 5}, {3, 5}})));
    const auto groups = overlapGroups({region(0, {{1, 10}}), region(50, {{1, 5}}), region(5, {{1, 10}})});
    ASSERT_TRUE(groups);
    EXPECT_EQ(*groups, (std::vector<std::vector<std::size_t>>{{0, 2}, {1}}));
    // Theorem 3 fails by the loose condition: 24, 11, 4 with bounds 1, 2, 3 and bases 3 apart.
    EXPECT_FALSE(isOrdered(region(0, {{24, 1}, {11, 2}, {4, 3}}), 4));
}

TEST(Regions, GreatOnesAreToldAtOnce) {
    const std::int64_t rows = 1'000'000, width = 4'000'000;
    const std::vector<AffineRegion> group{region(0, {{width, rows}, {1, width - 1}}),
                                          region(1, {{width, rows}, {1, width - 1}})};
    EXPECT_EQ(unionBytes(group)->bytes, rows * width);
    EXPECT_FALSE(enumeratedBytes(group));
    EXPECT_FALSE(intervalOf(region(0, {{std::int64_t{1} << 40, std::int64_t{1} << 40}})));
}

TEST(Regions, RowsAreCountedOnceHoweverTheyBegin) {
    std::mt19937_64 random(9);
    const auto number = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    for (int round = 0; round < 400; ++round) { // rows of columns, long runs, pieces of rows
        const std::int64_t column = number(1, 3), row = column * number(4, 9), plane = row * number(3, 6);
        std::vector<AffineRegion> group;
        for (std::int64_t m = number(2, 7); m > 0; --m) {
            AffineRegion one = region(number(0, 2 * plane), {});
            if (number(0, 2) > 0) one.dimensions.push_back({plane, number(1, 3)});
            if (number(0, 2) > 0) one.dimensions.push_back({row, number(1, plane / row)});
            if (number(0, 3) > 0) one.dimensions.push_back({column, number(1, 3 * plane / column)});
            group.push_back(*normalised(one));
        }
        std::set<std::int64_t> all;
        for (const auto& one : group) all.merge(bytesOf(one));
        EXPECT_EQ(bytesTogether(group), static_cast<std::int64_t>(all.size()));
    }
    // Halves of a billion rows, and what two of them have in common.
    const std::int64_t many = 1'000'000'000;
    EXPECT_EQ(bytesTogether({region(0, {{100, many}, {1, 50}}), region(25, {{100, many}, {1, 50}}),
                             region(100 * many - 50, {{1, 100}})}),
              75 * many + 75);
}

TEST(Regions, RandomGroupsAreLikeTheirSets) {
    std::mt19937_64 random(4);
    const auto number = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    int packedGroups = 0;
    for (int round = 0; round < 400; ++round) {
        const bool isAlike = number(0, 2) > 0;
        const std::int64_t great = number(6, 30), small = number(1, 4);
        std::vector<AffineRegion> group;
        for (std::int64_t m = number(1, 4); m > 0; --m) {
            AffineRegion one = isAlike ? region(number(0, 60), {{great, number(1, 5)}, {small, number(1, 5)}})
                                       : region(number(50, 90),
                                                {{number(-9, 9), number(1, 5)}, {number(-5, 5), number(1, 6)}});
            one.bytes = isAlike ? static_cast<int>(small) : 2;
            group.push_back(*normalised(one));
            EXPECT_EQ(bytesOf(group.back()), bytesOf(one));
        }
        std::set<std::int64_t> all;
        for (const auto& one : group) all.merge(bytesOf(one));
        EXPECT_EQ(enumeratedBytes(group), static_cast<std::int64_t>(all.size()));
        EXPECT_EQ(bytesTogether(group), static_cast<std::int64_t>(all.size()));
        const auto bytes = unionBytes(group);
        ASSERT_TRUE(bytes);
        EXPECT_TRUE(bytes->isExact);
        EXPECT_EQ(bytes->bytes, static_cast<std::int64_t>(all.size()));
        EXPECT_GE(bytes->packedBytes, bytes->bytes);
        if (const auto packed = packedUnion(group)) {
            ++packedGroups;
            expectSound(group, *packed);
        }
    }
    EXPECT_GT(packedGroups, 50);
}

} // namespace
} // namespace warpstring::regions
