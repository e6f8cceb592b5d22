// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of several sizes that share what they have in common, against every size on its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "stringmodel/timeline/multiprocessor.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

void expectSame(const MultiprocessorRun& a, const MultiprocessorRun& b) {
    EXPECT_EQ(a.cycles, b.cycles);
    EXPECT_EQ(a.operations, b.operations);
    EXPECT_EQ(a.issueBusy, b.issueBusy);
    EXPECT_EQ(a.dataBusy, b.dataBusy);
    EXPECT_EQ(a.dramBusy, b.dramBusy);
    EXPECT_EQ(a.stalls, b.stalls);
    ASSERT_EQ(a.groups.size(), b.groups.size());
    for (std::size_t i = 0; i < a.groups.size(); ++i) {
        EXPECT_EQ(a.groups[i].group, b.groups[i].group);
        EXPECT_EQ(a.groups[i].end, b.groups[i].end);
        EXPECT_EQ(a.groups[i].meanWarpCycles, b.groups[i].meanWarpCycles);
    }
    for (std::size_t i = 0; i < a.traffic.size(); ++i) {
        EXPECT_EQ(a.traffic[i].l1Misses, b.traffic[i].l1Misses);
        EXPECT_EQ(a.traffic[i].dramReadBytes, b.traffic[i].dramReadBytes);
    }
}

class Sizes : public testing::TestWithParam<const char*> {};

TEST_P(Sizes, runTogetherAsAlone) {
    const auto spec = device("nvidia-h200");
    const auto made = prepared(subject(GetParam(), {1, {1 << 16, 1, 1}, {128, 1, 1}}), spec);
    const auto program = machine::lower(made.pdg, made.evaluation, spec);
    const Activity activity(made.pdg, made.evaluation);
    AccessPatterns patterns(made.pdg, made.evaluation, spec);
    MultiprocessorTask task;
    task.residentGroups = 4;
    task.l1Bytes = 16384;
    task.l2BytesPerCycle = task.l2WriteBytesPerCycle = 20;
    task.dramBytesPerCycle = 8;
    task.dramReadFraction.assign(made.pdg.accesses.size(), 0.3);
    task.dramWriteFraction.assign(made.pdg.accesses.size(), 0.7);
    task.groups.resize(11);
    std::iota(task.groups.begin(), task.groups.end(), 5);
    std::vector<RunSize> sizes;
    for (const std::size_t groups : {11, 6, 3}) // the last does not fill the multiprocessor
        for (const std::int64_t part : {1, 3})
            sizes.push_back({groups, [part](LoopId, std::int64_t trips) { return (trips + part - 1) / part; }});
    const auto together =
        runMultiprocessor(made.pdg, made.evaluation, spec, program, activity, patterns, task, sizes);
    ASSERT_EQ(together.runs.size(), sizes.size());
    double apart = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto alone =
            runMultiprocessor(made.pdg, made.evaluation, spec, program, activity, patterns, task, {sizes[i]});
        expectSame(together.runs[i], alone.runs.front());
        EXPECT_EQ(alone.simulatedOperations, alone.runs.front().operations);
        apart += alone.simulatedOperations;
    }
    EXPECT_LT(together.simulatedOperations, apart);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Sizes,
    testing::Values("__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
                    "  const int i = get_global_id(0);\n  b[i] = a[i] * 2.0f;\n}\n",
                    "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
                    "  const int i = get_global_id(0);\n  float sum = 0;\n"
                    "  for (int j = 0; j < n; ++j) sum += a[i + j * 64] * 3.0f;\n  b[i] = sum;\n}\n",
                    "__kernel void k(__global float* a, __global float* b, int n) {\n  __local float s[128];\n"
                    "  const int l = get_local_id(0), i = get_global_id(0);\n  float sum = 0;\n"
                    "  for (int t = 0; t < n; ++t) {\n    s[l] = a[t * 128 + l];\n"
                    "    barrier(CLK_LOCAL_MEM_FENCE);\n    for (int j = 0; j < 2 * n; ++j) sum += s[(l + j) & "
                    "127];\n    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n  b[i] = sum;\n}\n",
                    "__kernel void k(__global float* a, __global float* b, int n) {\n"
                    "  const int i = get_global_id(0);\n  float x = a[i];\n"
                    "  for (int j = 0; j < i % 7; ++j) if (j % 2 == 0) x = x * 1.5f + a[i + j];\n"
                    "  b[i] = x;\n}\n"));

/// One multiprocessor that runs so many groups of a launch as `task` tells; `dramFraction` of what it reads
/// beyond L1 comes from DRAM.
MultiprocessorRun runOf(const std::string& kernel, const NDRange& range, const HardwareSpec& spec,
                        std::size_t groups, MultiprocessorTask task, const decltype(RunSize::trips)& trips = {},
                        double dramFraction = 0) {
    const auto made = prepared(subject(kernel, range), spec);
    const auto program = machine::lower(made.pdg, made.evaluation, spec);
    const Activity activity(made.pdg, made.evaluation);
    AccessPatterns patterns(made.pdg, made.evaluation, spec);
    task.groups.resize(groups);
    std::iota(task.groups.begin(), task.groups.end(), 0);
    task.dramReadFraction.assign(made.pdg.accesses.size(), dramFraction);
    task.dramWriteFraction.assign(made.pdg.accesses.size(), 0);
    return runMultiprocessor(made.pdg, made.evaluation, spec, program, activity, patterns, task,
                             {{groups, trips}})
        .runs.front();
}

/// Eight groups side by side, with a share of the device's bandwidths.
MultiprocessorTask eightGroups() {
    MultiprocessorTask task;
    task.residentGroups = 8;
    task.l2BytesPerCycle = task.l2WriteBytesPerCycle = 20;
    task.dramBytesPerCycle = 8;
    return task;
}

// One work-item of each group works on while the others wait. All on one of four schedulers, those would keep
// it busy four times as long as one scheduler for all warps, which issues four times as fast.
TEST(Multiprocessor, SpreadsFirstWarpsOverItsSchedulers) {
    const auto issueBusy = [](int schedulers) {
        auto spec = device("nvidia-h200");
        spec.execution.schedulers = schedulers;
        return runOf("__kernel void k(__global float* a, int n) {\n  if (get_local_id(0) == 0) {\n"
                     "    float x = a[get_group_id(0)], y = x + 1;\n"
                     "    for (int j = 0; j < 300; ++j) { x = x * y + x; y = y * x + y; }\n"
                     "    a[get_group_id(0)] = x + y;\n  }\n}\n",
                     {1, {1 << 16, 1, 1}, {256, 1, 1}}, spec, 8, eightGroups(),
                     [](LoopId, std::int64_t trips) { return trips; })
            .issueBusy;
    };
    EXPECT_LT(issueBusy(4), 1.2 * issueBusy(1));
}

/// When eight groups of 256 work-items end that start together, the first and the last.
std::pair<double, double> endsOf(const std::string& body, double dramFraction, const HardwareSpec& spec) {
    const auto run =
        runOf("__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
              "  const int i = get_global_id(0);\n  float x = i, y = 1, z = 2, w = 3;\n" +
                  body + "  b[i] = x + y + z + w;\n}\n",
              {1, {1 << 16, 1, 1}, {256, 1, 1}}, spec, 8, eightGroups(), {}, dramFraction);
    const auto [first, last] =
        std::minmax_element(run.groups.begin(), run.groups.end(),
                            [](const auto& one, const auto& other) { return one.end < other.end; });
    EXPECT_EQ(first->group, 0U);
    return {first->end, last->end};
}

// bench/device/warp-order.toml: where groups compete for issue slots the first ends after a quarter of the time
// of all, where they wait for memory all end together.
TEST(Multiprocessor, ServesTheOldestWarpsFirst) {
    const auto spec = device("nvidia-h200");
    const auto issued = endsOf("  for (int j = 0; j < 400; ++j) { x = x * y + x; y = y * 0.5f + z; z = z * w + "
                               "z; w = w * 0.5f + x; }\n",
                               0, spec);
    EXPECT_LT(issued.first, 0.35 * issued.second);
    const auto loaded =
        endsOf("#pragma unroll 4\n  for (int j = 0; j < 60; ++j) x += a[i + j * 65536];\n", 1, spec);
    EXPECT_GT(loaded.first, 0.75 * loaded.second);
}

/// One multiprocessor that runs all groups of a launch side by side, with nothing in DRAM.
MultiprocessorRun allInL2(const std::string& kernel, const NDRange& range, const HardwareSpec& spec,
                          const decltype(RunSize::trips)& trips) {
    MultiprocessorTask task;
    task.residentGroups = static_cast<int>(range.groups(0));
    return runOf(kernel, range, spec, range.groups(0), task, trips);
}

/// Of groups of 16 warps of which eight end at once: how many run when the first ends, and at most.
std::pair<std::ptrdiff_t, int> groupsAtOnce(int groupPlaces, int warpPlaces) {
    MultiprocessorTask task;
    task.residentGroups = 4;
    task.groupPlaces = groupPlaces;
    task.warpPlaces = warpPlaces;
    task.l1Bytes = 128 * 1024;
    const auto groups = runOf("__kernel void k(__global const uint* a, __global uint* b, int n) {\n"
                              "  if (get_local_id(0) >= 256) return;\n"
                              "  uint at = get_local_id(0);\n"
                              "  for (int j = 0; j < 100 * (1 + get_group_id(0) % 4); ++j) at = a[at];\n"
                              "  b[get_global_id(0)] = at;\n}\n",
                              {1, {1 << 16, 1, 1}, {512, 1, 1}}, device("nvidia-h200"), 32, task)
                            .groups;
    EXPECT_EQ(groups.size(), 32U);
    const double first = std::ranges::min(groups, {}, &GroupRun::end).end;
    std::vector<std::pair<double, int>> changes;
    for (const auto& group : groups) {
        changes.emplace_back(group.start, 1);
        changes.emplace_back(group.end, -1);
    }
    std::ranges::sort(changes);
    int running = 0, most = 0;
    for (const auto& [time, change] : changes) most = std::max(most, running += change);
    return {std::ranges::count_if(groups, [&](const GroupRun& group) { return group.start < first; }), most};
}

// bench/device/early-warps.toml on an H200: four such groups start, none enters before one has ended, and six
// run from then on, of which the warps that are left, and all of a new one, find room for 64.
TEST(Multiprocessor, LetsGroupsEnterWhereOthersWarpsHaveEnded) {
    EXPECT_EQ(groupsAtOnce(32, 64), std::pair(std::ptrdiff_t{4}, 6));
    EXPECT_EQ(groupsAtOnce(5, 64), std::pair(std::ptrdiff_t{4}, 5)) << "as many as have shared memory";
    EXPECT_EQ(groupsAtOnce(0, 0), std::pair(std::ptrdiff_t{4}, 4));
}

/// What so many sums of what is read from `place` take a warp that runs alone, in cycles an iteration of a
/// loop.
double cyclesOfSums(const std::string& place, int count) {
    std::string body;
    for (int i = 0; i < count; ++i)
        body +=
            "    s" + std::to_string(i % 4) + " += " + place + "[l + t + " + std::to_string(32 * i) + "];\n";
    const auto kernel =
        "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
        "  __local float tile[1024];\n  const int l = get_local_id(0);\n"
        "  float s0 = l, s1 = 0, s2 = 0, s3 = 0;\n  tile[l] = l;\n"
        "#pragma unroll 1\n  for (int t = 0; t < n; ++t) {\n" +
        body + "  }\n  b[l] = s0 + s1 + s2 + s3;\n}\n";
    const auto run = allInL2(kernel, {1, {32, 1, 1}, {32, 1, 1}}, device("nvidia-h200"),
                             [](LoopId, std::int64_t) { return 100; });
    return run.warpCycles.front() / 100;
}

// Loads of a warp alone are issued four cycles one behind the other: its scheduler has a quarter of the lanes
// that go to memory (bench/device/load-issue.toml). What it reads of shared memory is not held up so: an issue
// slot for the access, one for its addition.
TEST(Multiprocessor, SendsLoadsByAPartOfTheWayToMemory) {
    EXPECT_NEAR(cyclesOfSums("a", 16) - cyclesOfSums("a", 4), 12 * 4, 4);
    EXPECT_LT(cyclesOfSums("tile", 16) - cyclesOfSums("tile", 4), 12 * 3);
}

// A function with branches of its own is passed before its warp goes on: two calls take twice as long as one.
// Without branches the second waits for its turn alone.
TEST(Multiprocessor, PassesFunctionsWithBranchesOneAfterAnother) {
    const auto warpCycles = [](int calls, double control) {
        auto spec = device("nvidia-h200");
        auto& cost = spec.instructions[OperationClass::HyperbolicTangent];
        cost.pipes = {};
        cost.pipes[static_cast<std::size_t>(Pipe::Fma)] = 4;
        cost.pipes[static_cast<std::size_t>(Pipe::Control)] = control;
        cost.instructions = 4;
        cost.latency = 1000;
        const std::string sum = calls == 1 ? "tanh(x)" : "tanh(x) + tanh(y)";
        const auto kernel = "__kernel void k(__global float* a) {\n"
                            "  const float x = get_global_id(0), y = get_local_id(0);\n"
                            "  a[get_global_id(0)] = " +
                            sum + ";\n}\n";
        return allInL2(kernel, {1, {32, 1, 1}, {32, 1, 1}}, spec, {}).warpCycles.front();
    };
    EXPECT_NEAR(warpCycles(2, 1) - warpCycles(1, 1), 1000, 50);
    EXPECT_LT(warpCycles(2, 0) - warpCycles(1, 0), 50);
}

// What a group's barrier takes of the way to memory, and of the data path where the group has stored before.
TEST(Barriers, HoldTheDataPathAfterStores) {
    const auto ran = [](double groupCycles, bool stores) {
        auto spec = device("nvidia-h200");
        spec.execution.barrierGroupCycles = groupCycles;
        const std::string store = stores ? "s[l] = sum;" : "";
        const auto kernel = "__kernel void k(__global float* a, int n) {\n  __local float s[64];\n"
                            "  const int l = get_local_id(0);\n  float sum = 0;\n  s[l] = l;\n"
                            "#pragma unroll 1\n  for (int t = 0; t < n; ++t) {\n    " +
                            store +
                            "\n    barrier(CLK_LOCAL_MEM_FENCE);\n    sum += s[63 - l];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n  a[get_global_id(0)] = sum;\n}\n";
        return allInL2(kernel, {1, {2048, 1, 1}, {64, 1, 1}}, spec, [](LoopId, std::int64_t) { return 50; });
    };
    const auto light = ran(0, true), heavy = ran(10, true);
    EXPECT_NEAR(heavy.dataBusy - light.dataBusy, 32 * 50 * 10, 32 * 2 * 10) << "32 groups, 50 trips";
    EXPECT_GT(heavy.cycles, 32 * 50 * 2 * 10) << "two barriers a trip";
    EXPECT_LT(light.cycles, 0.7 * heavy.cycles);
    EXPECT_NEAR(ran(10, false).dataBusy, ran(0, false).dataBusy, 32 * 10) << "one store before the loop";
}

} // namespace
