// SPDX-License-Identifier: GPL-3.0-or-later
// Single steps against brute force over every lane, on random kernels.
#include <algorithm>
#include <functional>
#include <iostream>
#include <set>

#include <gtest/gtest.h>

#include "pdg/evaluation/lane_steps.h"
#include "pdg/frontend/build_pdg.h"
#include "tests/pdg/evaluation/kernel_printer.h"
#include "tests/pdg/evaluation/lane_interpreter.h"
#include "tests/pdg/evaluation/random_seed.h"

namespace warpstring::evaluation {
namespace {

using oracle::AccessTrace;
using oracle::KernelForm;
using oracle::RandomKernel;

using Offsets = std::vector<std::optional<std::int64_t>>;

class LaneStepsOracle : public testing::Test {
protected:
    RandomKernel next(KernelForm form, AccessTrace& trace) {
        while (true) {
            RandomKernel kernel = oracle::randomKernel(form, random_);
            trace.clear();
            const auto truth = oracle::interpret(kernel, &trace);
            bool isSmall = truth.valid;
            for (const auto count : truth.counts) isSmall &= count <= 1 << 18;
            if (!isSmall) continue;
            for (std::size_t i = 0; i < truth.counts.size(); ++i)
                kernel.arrays[i].count = std::max(kernel.arrays[i].count, truth.counts[i]);
            oracle::print(kernel);
            return kernel;
        }
    }

    /// Every choice of iterations of the loops around.
    static void forEachOuter(LaneSteps& steps, const GroupId& group,
                             const std::function<void(const Iterations&)>& visit, Iterations outer = {}) {
        if (outer.size() == steps.around().size()) return visit(outer);
        const std::uint64_t count = steps.countAround(outer.size(), group, outer);
        outer.push_back(0);
        for (; outer.back() < count; ++outer.back()) forEachOuter(steps, group, visit, outer);
    }

    /// What the steps say of every access line in some groups, in all iterations.
    void check(const RandomKernel& kernel, const AccessTrace& trace, std::uint64_t sampledGroups) {
        frontend::BuildOptions options;
        options.sourceShape = true;
        const auto pdg = buildPdg({"k.cl", kernel.text}, "k", options);
        ASSERT_TRUE(pdg.ok());
        EvaluationOptions settings;
        settings.sampledGroups = sampledGroups;
        const auto evaluation = evaluate(*pdg, kernel.launch(), HardwareSpec{}, settings);
        ASSERT_TRUE(evaluation.ok());
        std::set<int> doubtful;
        std::map<oracle::AccessPoint, Offsets> told;
        const auto& range = kernel.range;
        const GroupId last{range.groups(0) - 1, range.groups(1) - 1, range.groups(2) - 1};
        const std::set<GroupId> groups{GroupId{}, last, GroupId{range.groups(0) / 2, 0, 0}};
        for (const auto& subject : stepSubjects(*pdg, *evaluation)) {
            if (subject.kind != StepSubject::Kind::Access) continue;
            const int line = subject.place.at.line;
            if (!subject.unknown.empty()) doubtful.insert(line);
            LaneSteps steps(*pdg, *evaluation, HardwareSpec{}, subject, settings);
            const auto tell = [&](const GroupId& group, const Iterations& outer) {
                for (std::uint64_t step = 0; step < steps.count(group, outer); ++step) {
                    const auto found = steps.at(group, step, outer);
                    ASSERT_TRUE(found.ok());
                    if (found->perhaps.empty()) continue;
                    std::vector<int> iterations(outer.begin(), outer.end());
                    if (subject.loop != none) iterations.push_back(static_cast<int>(step));
                    auto& items =
                        told[{{static_cast<std::int64_t>(group[0]), static_cast<std::int64_t>(group[1]),
                               static_cast<std::int64_t>(group[2])},
                              line,
                              iterations}];
                    items.resize(found->offsets.size());
                    for (std::size_t i = 0; i < items.size(); ++i) {
                        const bool isActive = found->perhaps.contains(static_cast<int>(i));
                        if (isActive && (!found->active.contains(static_cast<int>(i)) || !found->offsets[i]))
                            doubtful.insert(line);
                        if (isActive) items[i] = found->offsets[i];
                    }
                }
            };
            for (const auto& group : groups)
                forEachOuter(steps, group, [&](const Iterations& outer) { tell(group, outer); });
        }
        std::map<oracle::AccessPoint, Offsets> expected;
        for (const auto& [point, items] : trace) {
            const GroupId group{static_cast<std::uint64_t>(point.group[0]),
                                static_cast<std::uint64_t>(point.group[1]),
                                static_cast<std::uint64_t>(point.group[2])};
            if (groups.contains(group)) expected[point] = items;
        }
        // LLVM removes loops that make one trip: such lines have fewer counters than the source.
        std::map<int, std::set<std::size_t>> depths;
        for (const auto& [point, items] : expected) depths[point.line].insert(point.iterations.size());
        for (const auto& [point, items] : told) depths[point.line].insert(point.iterations.size());
        const auto isCompared = [&](int line) { return depths[line].size() == 1 && !doubtful.contains(line); };
        for (const auto& [line, own] : depths) ++(isCompared(line) ? compared_ : skipped_);
        std::erase_if(expected, [&](const auto& entry) { return !isCompared(entry.first.line); });
        std::erase_if(told, [&](const auto& entry) { return !isCompared(entry.first.line); });
        steps_ += static_cast<int>(expected.size());
        for (const auto& [point, items] : expected)
            if (const auto found = told.find(point); found == told.end() || found->second != items)
                return fail(kernel, point,
                            found == told.end() ? "is not told" : "has other lanes or addresses");
        for (const auto& [point, items] : told)
            if (!expected.contains(point)) return fail(kernel, point, "is told and never executed");
    }

    void fail(const RandomKernel& kernel, const oracle::AccessPoint& point, const std::string& what) {
        std::string where = "group " + std::to_string(point.group[0]) + " " + std::to_string(point.group[1]) +
                            " " + std::to_string(point.group[2]) + ", line " + std::to_string(point.line) +
                            ", iterations";
        for (const int iteration : point.iterations) where += " " + std::to_string(iteration);
        ADD_FAILURE() << where << " " << what << "\nn0 = " << kernel.scalars[0]
                      << ", n1 = " << kernel.scalars[1] << ", local " << kernel.range.local[0] << " of "
                      << kernel.range.global[0] << "\n"
                      << kernel.text;
    }

    void run(KernelForm form, int kernels, std::uint64_t sampledGroups) {
        for (int i = 0; i < kernels && !HasFailure(); ++i) {
            AccessTrace trace;
            const RandomKernel kernel = next(form, trace);
            check(kernel, trace, sampledGroups);
        }
        std::cout << "seed " << seed_ << ": " << steps_ << " steps of " << compared_ << " lines, " << skipped_
                  << " lines not compared\n";
    }

    std::uint64_t seed_ = oracle::randomSeed();
    std::mt19937_64 random_{seed_};
    int compared_ = 0, skipped_ = 0, steps_ = 0;
};

TEST_F(LaneStepsOracle, AffineAndGeometricKernels) {
    run(KernelForm::Affine, 200, 16);
    EXPECT_GT(steps_, 3000);
    EXPECT_LT(skipped_, compared_ / 10);
}

TEST_F(LaneStepsOracle, OtherKernels) {
    run(KernelForm::General, 150, 16);
    EXPECT_GT(steps_, 2000);
    EXPECT_LT(skipped_, compared_ / 5);
}

// Two groups are evaluated; the others have to be looked up when they are asked for.
TEST_F(LaneStepsOracle, GroupsThatWereNotDrawn) {
    run(KernelForm::KnownData, 150, 2);
    EXPECT_GT(steps_, 1500);
    EXPECT_LT(skipped_, compared_ / 5);
}

TEST(LaneSteps, AMillionStepsAreFoundOneByOne) {
    frontend::BuildOptions options;
    options.sourceShape = true;
    const auto pdg = buildPdg({"k.cl", "__kernel void k(__global int* a, int n) {\n"
                                       "  for (int i = 0; i < n; ++i)\n"
                                       "    if (get_local_id(0) * 8 <= i) a[get_local_id(0)] += i;\n"
                                       "}\n"},
                              "k", options);
    ASSERT_TRUE(pdg.ok());
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range.global[0] = 256;
    launch.range.local[0] = 128;
    BufferArgument buffer;
    buffer.type = {ScalarType::Int, 1};
    buffer.count = 256;
    launch.arguments["a"] = buffer;
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{1'000'000}};
    const auto evaluation = evaluate(*pdg, launch, HardwareSpec{});
    ASSERT_TRUE(evaluation.ok());
    bool found = false;
    for (const auto& subject : stepSubjects(*pdg, *evaluation)) {
        if (subject.kind != StepSubject::Kind::Condition) continue;
        found = true;
        EXPECT_EQ(subject.place.at.line, 3);
        LaneSteps steps(*pdg, *evaluation, HardwareSpec{}, subject);
        ASSERT_EQ(steps.count({}), 1'000'000U);
        for (const std::uint64_t step : {0U, 7U, 8U, 500U, 999'999U}) {
            const auto at = steps.at({1, 0, 0}, step);
            ASSERT_TRUE(at.ok());
            EXPECT_EQ(at->active.count(), static_cast<int>(std::min<std::uint64_t>(128, step / 8 + 1)));
            EXPECT_EQ(at->active, at->perhaps);
        }
        EXPECT_EQ(steps.at({}, 1'000'000).diagnostics()[0].code, "lanes.no-such-step");
        EXPECT_EQ(steps.at({2, 0, 0}, 0).diagnostics()[0].code, "lanes.no-such-group");
        EXPECT_EQ(steps.count({2, 0, 0}), 0U);
    }
    EXPECT_TRUE(found);
}

} // namespace
} // namespace warpstring::evaluation
