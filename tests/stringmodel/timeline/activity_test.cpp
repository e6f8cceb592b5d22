// SPDX-License-Identifier: GPL-3.0-or-later
// Which warps execute what, against every lane of random kernels walked on its own.
#include <gtest/gtest.h>

#include <iostream>

#include "pdg/frontend/build_pdg.h"
#include "stringmodel/timeline/activity.h"
#include "tests/pdg/evaluation/joined_regions.h"
#include "tests/pdg/evaluation/kernel_printer.h"
#include "tests/pdg/evaluation/lane_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using oracle::KernelForm;
using oracle::KernelTruth;
using oracle::RandomKernel;

/// All warps of a launch walked through the tree of regions, as the timeline does: executions by line.
class ActivityWalk {
public:
    ActivityWalk(const Pdg& pdg, const evaluation::Evaluation& evaluation)
        : pdg_(pdg), activity_(pdg, evaluation), point_(3 + pdg.loops.size(), -1) {
        const auto& range = evaluation.launch.range;
        const int warps = (evaluation.launch.groupSize + evaluation.warpSize - 1) / evaluation.warpSize;
        for (std::uint64_t group = 0; group < range.groupCount(); ++group) {
            point_[0] = static_cast<std::int64_t>(group % range.groups(0));
            point_[1] = static_cast<std::int64_t>(group / range.groups(0) % range.groups(1));
            point_[2] = static_cast<std::int64_t>(group / range.groups(0) / range.groups(1));
            for (warp_ = 0; warp_ < warps; ++warp_) execute(entryRegion);
        }
    }

    [[nodiscard]] bool isKnown(RegionId region) const { return activity_.isKnown(region); }
    std::map<int, double> executions; ///< by line

private:
    void execute(RegionId id) {
        for (const auto& child : pdg_.regions[id].children) {
            if (child.kind == NodeRef::Kind::Statement) {
                const auto& statement = pdg_.statements[child.statement()];
                if (statement.kind == StatementKind::Memory) executions[statement.place.at.line] += 1;
            } else if (child.kind == NodeRef::Kind::Region) {
                enter(pdg_.regions[child.region()]);
            }
        }
    }

    void enter(const Region& region) {
        if (!activity_.isKnown(region.id)) return;
        if (region.kind != Region::Kind::LoopBody) {
            if (activity_.isActive(region.id, warp_, point_, activity_.standInOf(0, point_)))
                execute(region.id);
            return;
        }
        const std::int64_t trips = activity_.trips(region.id, warp_, point_, activity_.standInOf(0, point_));
        auto& counter = point_[evaluation::loopVariable(region.loop)];
        for (counter = 0; counter < trips; ++counter) execute(region.id);
        counter = -1;
    }

    const Pdg& pdg_;
    Activity activity_;
    Point point_;
    int warp_ = 0;
};

/// Whether the compiler made several copies of a line, which a diverging warp executes one after another.
bool isCopied(const Pdg& pdg, int line) {
    int copies = 0;
    for (const auto& statement : pdg.statements)
        copies += statement.kind == StatementKind::Memory && statement.place.at.line == line ? 1 : 0;
    return copies > 1;
}

TEST(Activity, AgreesWithEveryLane) {
    const auto seed = oracle::randomSeed();
    std::mt19937_64 random(seed);
    int lines = 0, known = 0;
    for (int made = 0; made < 250;) {
        RandomKernel kernel = oracle::randomKernel(KernelForm::Affine, random);
        const KernelTruth truth = oracle::interpret(kernel);
        if (!truth.valid || *std::max_element(truth.counts.begin(), truth.counts.end()) > (1 << 18)) continue;
        ++made;
        for (std::size_t i = 0; i < truth.counts.size(); ++i)
            kernel.arrays[i].count = std::max(kernel.arrays[i].count, truth.counts[i]);
        oracle::print(kernel);
        const auto pdg = frontend::buildPdg({"k.cl", kernel.text}, "k", {});
        ASSERT_TRUE(pdg.ok());
        const auto evaluation = evaluation::evaluate(*pdg, kernel.launch(), HardwareSpec{}, {});
        ASSERT_TRUE(evaluation.ok());
        const ActivityWalk walk(*pdg, *evaluation);
        std::set<int> inLoops;
        oracle::addLinesInLoops(kernel.body, false, inLoops);
        for (const auto& statement : pdg->statements) {
            const int line = statement.place.at.line;
            if (statement.kind != StatementKind::Memory || isCopied(*pdg, line) ||
                (inLoops.contains(line) && oracle::isJoined(*pdg, statement.region)))
                continue;
            ++lines;
            if (!walk.isKnown(statement.region)) continue;
            ++known;
            const auto found = walk.executions.find(line);
            const auto expected = truth.lines.find(line);
            ASSERT_EQ(found == walk.executions.end() ? 0 : found->second,
                      expected == truth.lines.end() ? 0 : expected->second.executions)
                << "seed " << seed << ", line " << line << "\n"
                << kernel.text;
        }
    }
    std::cout << "seed " << seed << ": " << lines << " lines, " << known << " known point by point\n";
    EXPECT_GT(lines, 1000);
    EXPECT_GT(known, lines / 2);
}

} // namespace
