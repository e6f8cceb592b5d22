// SPDX-License-Identifier: GPL-3.0-or-later
// Single steps say what the replay of all steps says, on every sample kernel.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "pdg/evaluation/lane_steps.h"
#include "pdg/evaluation/replay.h"
#include "tests/sample_files.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

std::vector<std::string> everySample() {
    std::vector<std::string> files;
    for (const auto& file : sampleLaunchFiles(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples", false))
        files.push_back(file.string());
    return files;
}

class SampleSteps : public testing::TestWithParam<std::string> {
protected:
    static void check(const Pdg& pdg, const evaluation::Evaluation& evaluation, const HardwareSpec& spec) {
        const auto subjects = stepSubjects(pdg, evaluation);
        for (const auto& replay : replay(pdg, evaluation, spec)) {
            const auto condition = std::find_if(subjects.begin(), subjects.end(), [&](const auto& subject) {
                return subject.kind == evaluation::StepSubject::Kind::Condition &&
                       subject.region == replay.region;
            });
            ASSERT_NE(condition, subjects.end());
            EXPECT_EQ(condition->loop, replay.loop);
            EXPECT_EQ(condition->text, replay.condition);
            evaluation::LaneSteps steps(pdg, evaluation, spec, *condition);
            std::vector<evaluation::LaneSteps> accesses;
            for (const auto id : replay.accesses)
                for (const auto& subject : subjects)
                    if (subject.access == id) accesses.emplace_back(pdg, evaluation, spec, subject);
            ASSERT_EQ(accesses.size(), replay.accesses.size());
            double activeWarpSteps = 0;
            for (const auto& row : replay.rows) {
                activeWarpSteps += row.activeWarps * row.steps;
                const auto at = steps.at({}, static_cast<std::uint64_t>(row.firstStep));
                ASSERT_TRUE(at.ok()) << toText(at.diagnostics()[0]);
                EXPECT_EQ(at->perhaps, row.threads) << "step " << row.firstStep;
                EXPECT_EQ(at->activeWarps, row.activeWarps);
                for (std::size_t a = 0; a < accesses.size(); ++a) {
                    const auto served = accesses[a].at({}, static_cast<std::uint64_t>(row.firstStep));
                    ASSERT_TRUE(served.ok());
                    EXPECT_EQ(served->perhaps, row.threads);
                    EXPECT_EQ(served->ways, row.conflictWays[a]);
                    EXPECT_EQ(served->cycles, row.cycles[a]);
                }
            }
            EXPECT_EQ(activeWarpSteps, replay.activeWarpSteps);
            // Steps of no row have no active work-item.
            double told = 0;
            const std::uint64_t count = steps.count({});
            if (count > 4096) continue;
            for (std::uint64_t step = 0; step < count; ++step) {
                const auto at = steps.at({}, step);
                ASSERT_TRUE(at.ok());
                told += at->activeWarps;
            }
            EXPECT_EQ(told, replay.activeWarpSteps);
        }
    }

    /// Sums over all groups and steps of the first iterations are the evaluation's, where there is no loop.
    static void checkTransactions(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                  const HardwareSpec& spec) {
        constexpr double mostGroups = 64;
        if (static_cast<double>(evaluation.launch.range.groupCount()) > mostGroups) return;
        for (const auto& subject : stepSubjects(pdg, evaluation)) {
            if (subject.access == none || subject.loop != none || !subject.unknown.empty()) continue;
            evaluation::LaneSteps steps(pdg, evaluation, spec, subject);
            double transactions = 0, bytes = 0, cycles = 0;
            const auto& range = evaluation.launch.range;
            for (std::uint64_t z = 0; z < range.groups(2); ++z)
                for (std::uint64_t y = 0; y < range.groups(1); ++y)
                    for (std::uint64_t x = 0; x < range.groups(0); ++x) {
                        const auto at = steps.at({x, y, z}, 0);
                        ASSERT_TRUE(at.ok());
                        transactions += at->transactionCount;
                        bytes += at->bytesMoved;
                        cycles += at->cycles;
                    }
            const auto& whole = evaluation.accesses[subject.access];
            EXPECT_NEAR(transactions, whole.transactions.value * evaluation.warps, 1e-6 * transactions);
            EXPECT_NEAR(bytes, whole.bytes.value * evaluation.warps, 1e-6 * bytes);
            EXPECT_NEAR(cycles, whole.sharedCycles.value * evaluation.warps, 1e-6 * cycles);
        }
    }
};

TEST_P(SampleSteps, AgreeWithTheReplay) {
    const Subject own = subject(sample(GetParam()).front());
    for (const auto* name : {"geforce-8800-gtx", "tesla-c1060", "nvidia-h200"}) {
        SCOPED_TRACE(name);
        const HardwareSpec& spec = device(name);
        for (const bool sourceShape : {true, false}) {
            frontend::BuildOptions options;
            options.options = own.launch.options;
            options.addressBits = spec.device.addressBits;
            options.images = imagesOf(own.launch);
            options.sourceShape = sourceShape;
            const auto pdg = buildPdg(own.source, own.launch.kernel, options);
            ASSERT_TRUE(pdg.ok());
            const auto evaluation = evaluation::evaluate(*pdg, own.launch, spec);
            if (!evaluation) continue; // a group that is too large for the device
            check(*pdg, *evaluation, spec);
            checkTransactions(*pdg, *evaluation, spec);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, SampleSteps, testing::ValuesIn(everySample()), [](const auto& file) {
    std::string name = file.param.substr(0, file.param.size() - 5);
    std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

} // namespace
