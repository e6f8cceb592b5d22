// SPDX-License-Identifier: GPL-3.0-or-later
// Drawn work-groups stand for the launch in all of its dimensions.
#include "pdg/evaluation/launch_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

std::vector<Cell> drawn(std::array<std::uint64_t, 3> groups, std::uint64_t samples) {
    LaunchBinding launch;
    launch.range.local = {32, 1, 1};
    for (std::size_t d = 0; d < 3; ++d) launch.range.global[d] = groups[d] * launch.range.local[d];
    launch.groupSize = 32;
    return representativeGroups(wholeLaunch(Pdg{}, launch).front(), samples);
}

double scaleOf(const std::vector<Cell>& cells) {
    double sum = 0;
    for (const Cell& cell : cells) sum += cell.scale;
    return sum;
}

/// Work-groups that those cells stand for which lie below `limit` along a dimension.
double below(const std::vector<Cell>& cells, BoxVariable dimension, double limit) {
    double sum = 0;
    for (const Cell& cell : cells)
        if (static_cast<double>(cell.box.variables[dimension].first) < limit) sum += cell.scale;
    return sum;
}

TEST(RepresentativeGroups, StandForAllGroupsAndForEachOnce) {
    const auto seed = oracle::randomSeed();
    RecordProperty("seed", std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto draw = [&](std::uint64_t least, std::uint64_t below) {
        return least + random() % (below - least);
    };
    for (int round = 0; round < 300; ++round) {
        const std::array<std::uint64_t, 3> groups{draw(1, 40), draw(1, 300), draw(1, 6)};
        const std::uint64_t samples = draw(1, 33);
        const auto cells = drawn(groups, samples);
        const auto all = static_cast<double>(groups[0] * groups[1] * groups[2]);
        EXPECT_NEAR(scaleOf(cells), all, 1e-6 * all);
        std::vector<std::array<std::int64_t, 3>> places;
        for (const Cell& cell : cells) {
            std::array<std::int64_t, 3> place{};
            for (BoxVariable d = 0; d < 3; ++d) {
                ASSERT_EQ(cell.box.variables[d].count, 1u);
                place[d] = cell.box.variables[d].first;
                ASSERT_GE(place[d], 0);
                ASSERT_LT(place[d], static_cast<std::int64_t>(groups[d]));
            }
            EXPECT_EQ(std::find(places.begin(), places.end(), place), places.end()) << "drawn twice";
            places.push_back(place);
        }
        if (all <= static_cast<double>(samples)) {
            EXPECT_EQ(static_cast<double>(cells.size()), all);
        }
    }
}

TEST(RepresentativeGroups, AreSpreadAlongEachDimension) {
    for (const std::array<std::uint64_t, 3> groups :
         {std::array<std::uint64_t, 3>{8, 2048, 1}, {2048, 8, 1}, {64, 64, 1}, {2, 1000, 1}, {16, 16, 64}}) {
        const auto cells = drawn(groups, 16);
        EXPECT_LE(cells.size(), 16u);
        const double all = scaleOf(cells);
        for (BoxVariable d = 0; d < 3; ++d) {
            if (groups[d] == 1) continue;
            const double half = static_cast<double>(groups[d]) / 2;
            // One of 16 groups may lie on the other side of a border between strata.
            EXPECT_NEAR(below(cells, d, half) / all, 0.5, 1.0 / 16 + 1e-9) << "dimension " << d;
        }
    }
}

TEST(RepresentativeGroups, OfTwoDimensionsAreNotOnALine) {
    // Those in the left half lie in the upper and in the lower half of the launch.
    const auto cells = drawn({256, 256, 1}, 16);
    std::vector<Cell> left;
    std::copy_if(cells.begin(), cells.end(), std::back_inserter(left),
                 [](const Cell& cell) { return cell.box.variables[0].first < 128; });
    const double upper = below(left, 1, 128) / scaleOf(left);
    EXPECT_GT(upper, 0.25);
    EXPECT_LT(upper, 0.75);
}

} // namespace
} // namespace warpstring::evaluation
