// SPDX-License-Identifier: GPL-3.0-or-later
// Work by work-group against a count over all cells and groups.
#include "pdg/evaluation/group_work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

/// A graph of an entry with two nodes and of branches with one each, evaluated to the given cells.
struct Made {
    Pdg pdg;
    Evaluation evaluation;
};

Made made(NDRange range, const std::vector<std::vector<Cell>>& branches) {
    Made result;
    const auto add = [&](RegionId parent, int nodes, const std::vector<Cell>& cells) {
        Region region;
        region.id = static_cast<RegionId>(result.pdg.regions.size());
        region.parent = parent;
        region.kind = parent == none ? Region::Kind::Entry : Region::Kind::Branch;
        region.children.assign(static_cast<std::size_t>(nodes), StatementId(0));
        result.pdg.regions.push_back(region);
        result.evaluation.regions.emplace_back().cells = cells;
    };
    result.evaluation.launch.range = range;
    result.evaluation.launch.groupSize = static_cast<int>(range.local[0] * range.local[1] * range.local[2]);
    result.evaluation.warpSize = 32;
    Cell whole;
    for (int d = 0; d < 3; ++d) whole.box.variables.push_back({0, 1, range.groups(d)});
    whole.must = whole.may = ActiveSet::all(result.evaluation.launch.groupSize);
    add(none, 2, {whole});
    for (const auto& cells : branches) add(entryRegion, 1, cells);
    return result;
}

Cell cellAt(const NDRange& range, std::array<Progression, 3> groups, int items) {
    Cell cell;
    cell.box.variables.assign(groups.begin(), groups.end());
    cell.must = cell.may = ActiveSet::all(static_cast<int>(range.local[0]));
    ActiveSet active;
    for (int i = 0; i < items; ++i) active.insert(i);
    cell.must &= active;
    cell.may &= active;
    return cell;
}

TEST(GroupWork, IsTheSumOfTheCellsThatHoldAGroup) {
    const auto seed = oracle::randomSeed();
    RecordProperty("seed", std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto draw = [&](std::uint64_t below) { return random() % below; };
    for (int round = 0; round < 200; ++round) {
        const NDRange range{3, {64 * (1 + draw(9)), 1 + draw(7), 1 + draw(4)}, {64, 1, 1}};
        std::vector<std::vector<Cell>> branches(1 + draw(3));
        for (auto& cells : branches)
            for (std::uint64_t c = draw(4); c > 0; --c) {
                std::array<Progression, 3> groups;
                for (int d = 0; d < 3; ++d) {
                    const std::uint64_t along = range.groups(d), first = draw(along), step = 1 + draw(3);
                    groups[static_cast<std::size_t>(d)] = {static_cast<std::int64_t>(first),
                                                           static_cast<std::int64_t>(step),
                                                           1 + draw((along - first - 1) / step + 1)};
                }
                cells.push_back(cellAt(range, groups, static_cast<int>(1 + draw(64))));
            }
        const auto subject = made(range, branches);
        const GroupWork work(subject.pdg, subject.evaluation);
        const std::uint64_t all = range.groupCount();
        std::vector<double> counted(all, 0);
        for (std::uint64_t group = 0; group < all; ++group)
            for (std::size_t r = 0; r < subject.pdg.regions.size(); ++r)
                for (const auto& cell : subject.evaluation.regions[r].cells) {
                    const std::uint64_t at[3] = {group % range.groups(0),
                                                 group / range.groups(0) % range.groups(1),
                                                 group / range.groups(0) / range.groups(1)};
                    bool inside = true;
                    for (std::size_t d = 0; d < 3; ++d)
                        inside = inside && cell.box.variables[d].contains(static_cast<std::int64_t>(at[d]));
                    if (inside)
                        counted[group] += cell.may.activeWarps(32) *
                                          static_cast<double>(subject.pdg.regions[r].children.size());
                }
        double mean = 0;
        for (std::uint64_t group = 0; group < all; ++group) {
            EXPECT_DOUBLE_EQ(work.of(group), counted[group]) << "seed " << seed << ", round " << round;
            mean += counted[group] / static_cast<double>(all);
        }
        const double most = *std::max_element(counted.begin(), counted.end());
        EXPECT_DOUBLE_EQ(counted[work.heaviestGroup()], most) << "seed " << seed << ", round " << round;
        // At the border itself sums may be rounded either way.
        const bool isBorder = std::abs(most - 1.25 * mean) <= 1e-9 * most;
        EXPECT_TRUE(isBorder || work.isUneven() == (most >= 1.25 * mean))
            << "seed " << seed << ", round " << round;

        const std::uint64_t multiprocessors = 1 + draw(8), each = (all + multiprocessors - 1) / multiprocessors;
        const auto shareOf = [&](std::uint64_t first) {
            double sum = 0;
            for (std::uint64_t i = 0; i < each; ++i) sum += counted[(first + i * multiprocessors) % all];
            return sum;
        };
        double busiest = 0;
        for (std::uint64_t m = 0; m < std::min(multiprocessors, all); ++m)
            busiest = std::max(busiest, shareOf(m));
        EXPECT_NEAR(shareOf(work.busiestMultiprocessor(multiprocessors, each)), busiest, 1e-6 * busiest)
            << "seed " << seed << ", round " << round;
    }
}

TEST(GroupWork, EqualGroupsLeaveTheMultiprocessorInTheMiddle) {
    const NDRange range{1, {64000, 1, 1}, {64, 1, 1}};
    const auto subject = made(range, {});
    const GroupWork work(subject.pdg, subject.evaluation);
    EXPECT_FALSE(work.isUneven());
    EXPECT_EQ(work.busiestMultiprocessor(132, 8), 66u);
}

TEST(GroupWork, FindsTheOneGroupAmongMoreThanCanBeListed) {
    const NDRange range{2, {64ull << 12, 1 << 12, 1}, {64, 1, 1}};
    auto subject = made(range, {{cellAt(range, {Progression{77, 1, 1}, {4000, 1, 1}, {0, 1, 1}}, 64)}});
    subject.pdg.regions[1].children.assign(100, StatementId(0));
    const GroupWork work(subject.pdg, subject.evaluation);
    const std::uint64_t group = 77 + 4000ull * 4096;
    EXPECT_TRUE(work.isUneven());
    EXPECT_EQ(work.heaviestGroup(), group);
    EXPECT_EQ(work.busiestMultiprocessor(132, 1 << 17), group % 132);
}

// Cells that stand for others by strata do not make the group at which they were evaluated a heavier one.
TEST(GroupWork, StrataSayNothingOfSingleGroups) {
    const NDRange range{1, {6400, 1, 1}, {64, 1, 1}};
    Cell stratum = cellAt(range, {Progression{3, 1, 1}, {0, 1, 1}, {0, 1, 1}}, 64);
    stratum.scale = 100;
    const auto subject = made(range, {{stratum}});
    EXPECT_FALSE(GroupWork(subject.pdg, subject.evaluation).isUneven());
}

// Drawn groups tell nothing of single others; those that nothing was drawn from do what stands in the entry.
TEST(GroupWork, OfDrawnGroupsIsTheirMean) {
    const NDRange range{1, {32 * 100, 1, 1}, {32, 1, 1}};
    const Progression one{0, 1, 1};
    auto [pdg, evaluation] = made(range, {{}});
    evaluation.warps = 100;
    evaluation.drawn = {{{10, 0, 0}, 40}, {{30, 0, 0}, 10}};
    evaluation.drawnFrom = {Progression{0, 1, 50}, one, one};
    evaluation.regions[0].executions = {1, 1, 1};
    evaluation.regions[1].executions = {0.4, 0.4, 0.4}; // of all warps: 0.8 of those of the drawn groups' half
    const GroupWork work(pdg, evaluation);
    EXPECT_DOUBLE_EQ(work.of(3), 2 + 0.8);
    EXPECT_DOUBLE_EQ(work.of(49), 2 + 0.8);
    EXPECT_DOUBLE_EQ(work.of(50), 2);
    EXPECT_LT(work.heaviestGroup(), 50u);
}

} // namespace
} // namespace warpstring::evaluation
