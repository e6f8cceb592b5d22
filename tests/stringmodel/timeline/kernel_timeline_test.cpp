// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of the timeline of any kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

struct TimelineCase {
    std::string name;
    Subject (*subject)();
};

Subject streaming() {
    return subject("__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
                   "  const int i = get_global_id(0);\n  b[i] = a[i] * 2.0f;\n}\n",
                   {1, {1 << 20, 1, 1}, {256, 1, 1}});
}

Subject columns() {
    return subject("__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
                   "  const int i = get_global_id(0);\n  float sum = 0;\n"
                   "  for (int j = 0; j < 4 * n; ++j) sum += a[i + j * 128] * 3.0f;\n  b[i] = sum;\n}\n",
                   {1, {1 << 16, 1, 1}, {128, 1, 1}});
}

Subject arithmetic() {
    return subject(
        "__kernel void k(__global float* a, int n) {\n  const int i = get_global_id(0);\n"
        "  float x = i, y = 1;\n  for (int j = 0; j < 8 * n; ++j) { x = x * y + 0.5f; y = y * x - x; }\n"
        "  a[i] = x + y;\n}\n",
        {1, {1 << 16, 1, 1}, {256, 1, 1}});
}

Subject staged() {
    return subject(
        "__kernel void k(__global float* a, __global float* b, int n) {\n  __local float s[256];\n"
        "  const int l = get_local_id(0), i = get_global_id(0);\n  float sum = 0;\n"
        "  for (int t = 0; t < n; ++t) {\n    s[l] = a[t * 256 + l];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n    for (int j = 0; j < 16; ++j) sum += s[(l + j) & 255];\n"
        "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n  b[i] = sum;\n}\n",
        {1, {1 << 16, 1, 1}, {256, 1, 1}});
}

Subject strided() {
    return subject(
        "__kernel void k(__global float* a, __global float* b) {\n  const int i = get_global_id(0);\n"
        "  b[i] = a[i * 8 & 65535];\n}\n",
        {1, {1 << 17, 1, 1}, {128, 1, 1}});
}

Subject diverging() {
    return subject("__kernel void k(__global float* a, __global float* b, int n) {\n"
                   "  const int i = get_global_id(0);\n  float x = a[i];\n"
                   "  if (i % 3 == 0) for (int j = 0; j < n; ++j) x = x * 1.5f + 1.0f;\n"
                   "  else if (i % 64 < 32) x = sqrt(x);\n  b[i] = x;\n}\n",
                   {1, {1 << 16, 1, 1}, {128, 1, 1}});
}

template <int Which>
Subject sampled() {
    return subject(sample(sampleFiles()[Which]).front());
}

const TimelineCase timelineCases[] = {
    {"Streaming", streaming},
    {"Columns", columns},
    {"Arithmetic", arithmetic},
    {"Staged", staged},
    {"Strided", strided},
    {"Diverging", diverging},
    {"ScanInit", sampled<2>},
    {"ScanDivBank", sampled<5>},
    {"FftGlobalRadix2", sampled<6>},
    {"FftSharedRadix16", sampled<11>},
};

KernelTimeline timelineOf(const Prepared& made, const HardwareSpec& spec, const TimelineOptions& options = {}) {
    return kernelTimeline(made.pdg, made.evaluation, spec, made.occupancy, options);
}

// One warp of a loop that is not unrolled: nothing covers what it waits for after each branch back.
TEST(Branches, LetAWarpGoOnWhenTheyAreDone) {
    const auto loop = subject("__kernel void k(__global float* a) {\n  float x = get_global_id(0);\n"
                              "  #pragma unroll 1\n  for (int j = 0; j < 1000; ++j) x = x * 1.5f + 0.25f;\n  "
                              "a[get_global_id(0)] = x;\n}\n",
                              {1, {32, 1, 1}, {32, 1, 1}});
    const auto cyclesWith = [&](double latency) {
        auto spec = h200();
        spec.instructions[OperationClass::Branch].latency = latency;
        return timelineOf(prepared(loop, spec), spec);
    };
    const auto early = cyclesWith(10), late = cyclesWith(60);
    EXPECT_NEAR(late.warpCycles - early.warpCycles, 50 * 1000, 50);
    double told = 0;
    for (const auto& stalls : late.ofWarp.operations)
        told += std::accumulate(stalls.begin(), stalls.end(), 0.0);
    EXPECT_GT(told, 60 * 1000) << "the wait is some operation's";
}

class Timelines : public testing::TestWithParam<TimelineCase> {
protected:
    Subject subject_ = GetParam().subject();
    Prepared prepared_ = prepared(subject_, h200());
};

// bench/device/stored-rows.toml, an H100: rows that a warp has written, 32 lines a store, and reads again where
// L1 has all of them take 24,400 cycles, as long as the stores and then the loads; 13,200 were simulated
// without.
// What is cut from a loop are whole rounds of its copies: its rest counts once, however few trips are
// simulated.
TEST(LongLoops, KeepWholeRoundsAndTheirRest) {
    for (const std::string trips : {"100", "1003", "2048"})
        for (const std::string unroll : {"", "#pragma unroll 40\n"}) {
            std::string text = "__kernel void k(__global float* a, int n, float p, float q) {\n"
                               "  float x = get_global_id(0);\n"
                               "#pragma unroll 1\n  for (int t = 0; t < 8 * n; ++t) {\n";
            text += unroll;
            text += "    for (int j = 0; j < ";
            text += trips;
            text += "; ++j) x = x * p + q;\n  }\n  a[get_global_id(0)] = x;\n}\n";
            const auto made =
                prepared(subject(text, {1, {std::uint64_t{132} * 128, 1, 1}, {128, 1, 1}}), h200());
            TimelineOptions whole;
            whole.mostOperations = 1e8;
            const double all = timelineOf(made, h200(), whole).cycles;
            EXPECT_NEAR(timelineOf(made, h200()).cycles, all, 0.03 * all) << trips << unroll;
        }
}

// The run that is simulated has the groups with little to do, which come first, and is kept busy by starting
// them; the launch as a whole takes what its instructions take to issue, and says so.
TEST(Floors, NameTheResourceOfWhichTheLaunchAsksMost) {
    const auto late = subject("__kernel void k(__global float* a) {\n  const int g = get_group_id(0);\n"
                              "  float x = get_local_id(0), y = 1;\n"
                              "  for (int j = 0; j < (g < 2000 ? 10 : 2000); ++j) {\n"
                              "    x = x * y + 0.5f; y = y * x - x;\n  }\n"
                              "  a[get_global_id(0) & 65535] = x + y;\n}\n",
                              {1, {std::uint64_t{20000} * 128, 1, 1}, {128, 1, 1}});
    const auto made = prepared(late, h200());
    const auto timeline = timelineOf(made, h200());
    const auto& execution = h200().execution;
    const double issue = (timeline.program.instructionsPerWarp - timeline.program.instructionsBesidePerWarp) *
                         made.evaluation.warps * execution.issueCycles / execution.multiprocessors;
    ASSERT_NEAR(timeline.cycles, issue, 1e-9 * issue) << "chosen so: the run falls short of it";
    ASSERT_NE(timeline.resources.front().name, resource::issue) << "chosen so: of the run it is another";
    EXPECT_EQ(timeline.boundBy, resource::issue);
}

TEST(Loads, ComeBehindTheStoresOfTheirWarp) {
    const auto cyclesOf = [](const std::string& steps) {
        const auto rows = subject("__kernel void k(__global float* a, __global float* out) {\n"
                                  "  const int i = get_global_id(0);\n  float sum = 0;\n" +
                                      steps + "  out[i] = sum;\n}\n",
                                  {1, {4224, 1, 1}, {32, 1, 1}});
        return timelineOf(prepared(rows, h200()), h200()).warpCycles;
    };
    const std::string stores = "#pragma unroll 1\n  for (int k = 0; k < 16; ++k) a[i * 16 + k] = k;\n";
    const std::string loads = "#pragma unroll 1\n  for (int k = 0; k < 16; ++k) sum += a[i * 16 + k];\n";
    const double sent = 16 * 16 * h200().caches.storeLineCycles; // a warp's 32 rows are 16 lines
    EXPECT_GT(cyclesOf(stores + loads), cyclesOf(loads) + sent) << "though L1 has what they load";
}

// A warp that starts where another has ended does not wait for that one's stores.
TEST(Loads, DoNotComeBehindTheStoresOfTheGroupBefore) {
    const auto rows =
        subject("__kernel void k(__global float* a, __global const float* b) {\n"
                "  const int i = get_global_id(0);\n  const float x = b[get_local_id(0)];\n"
                "#pragma unroll 1\n  for (int k = 0; k < 4; ++k) a[(i * 16 + k) & 65535] = x + k;\n"
                "}\n",
                {1, {405'504, 1, 1}, {32, 1, 1}}); // three times as many groups as fit
    const auto cyclesWith = [&](double storeLineCycles) {
        auto spec = h200();
        spec.caches.storeLineCycles = storeLineCycles;
        return timelineOf(prepared(rows, spec), spec).warpCycles;
    };
    EXPECT_LT(cyclesWith(50), 1.5 * cyclesWith(1));
}

// One warp: what is used an iteration after it was loaded is waited for in every second one, as on a device
// (bench/device/value-queues.toml: 160 and 310 cycles an iteration).
TEST(Prefetching, HidesHalfOfTheLatency) {
    const auto cycles = [](const std::string& used) {
        const auto loop = subject("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                                  "  const int i = get_global_id(0);\n  float old = a[i];\n"
                                  "  for (int j = 1; j < 4 * n; ++j) {\n    const float now = a[i + j * 128];\n"
                                  "    b[i + j * 128] = " +
                                      used + " * 3.0f;\n    old = now;\n  }\n  b[i] = old;\n}\n",
                                  {1, {128, 1, 1}, {32, 1, 1}});
        return timelineOf(prepared(loop, h200()), h200()).warpCycles;
    };
    EXPECT_NEAR(cycles("old") / cycles("now"), 0.5, 0.06);
}

// A launch that is everywhere ends on the multiprocessor that waits 1.1 spreads of L2 longer each time, its
// mean warp does not.
TEST(Farthest, EndsALaunchThatIsEverywhere) {
    const auto timelineOn = [](std::uint64_t groups) {
        const auto loop = subject("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                                  "  const int i = get_global_id(0);\n"
                                  "  for (int j = 1; j < 4 * n; ++j) b[i] = a[i + j * 128] * 3.0f;\n}\n",
                                  {1, {32 * groups, 1, 1}, {32, 1, 1}});
        return timelineOf(prepared(loop, h200()), h200());
    };
    const auto some = timelineOn(131), all = timelineOn(132);
    EXPECT_NEAR(all.warpCycles / some.warpCycles, 1, 0.01);
    double waits = 0; // of 255 loads some are under way at once
    for (const auto& stalls : some.ofWarp.operations) waits += stalls[static_cast<std::size_t>(Stall::Global)];
    EXPECT_GT(waits, 0.8 * some.warpCycles);
    const double longer = (all.cycles - some.cycles) / some.cycles;
    EXPECT_GT(longer, 0.04);
    EXPECT_LT(longer, 0.075);
}

TEST_P(Timelines, SpreadTheirWarpsAroundTheMean) {
    const auto timeline = timelineOf(prepared_, h200());
    EXPECT_GT(timeline.warps.median, 0);
    EXPECT_LE(timeline.warps.median, timeline.warps.p90);
    EXPECT_LE(timeline.warps.p90, timeline.warps.longest);
    EXPECT_GE(timeline.warps.longest, timeline.warpCycles * (1 - 1e-9)) << "none is longer than the mean";
    EXPECT_EQ(timeline.sample.warpCycles.size() % timeline.sample.groups.size(), 0U)
        << "each warp of each group";
}

TEST_P(Timelines, AreTheSameEachTime) {
    const auto one = timelineOf(prepared_, h200()), other = timelineOf(prepared_, h200());
    EXPECT_EQ(one.cycles, other.cycles);
    EXPECT_EQ(one.warpCycles, other.warpCycles);
    EXPECT_EQ(one.boundBy, other.boundBy);
    EXPECT_EQ(one.ofWarp.operations, other.ofWarp.operations);
}

/// What serves the oldest warps first may be a little slower with more of something: another one goes first. Of
/// a launch of 1,950 cycles that may be a hundred (FftGlobalRadix2 with less latency of arithmetic: 5.1 %).
constexpr double orderTolerance = 1.06;

TEST_P(Timelines, MoreBandwidthIsNeverSlower) {
    const double before = timelineOf(prepared_, h200()).cycles;
    for (const double factor : {1.25, 2.0, 8.0}) {
        auto dram = h200(), l2 = h200();
        dram.globalMemory.bandwidthGBs *= factor;
        l2.caches.l2BandwidthGBs *= factor;
        l2.caches.l2BytesPerCycle *= factor;
        EXPECT_LE(timelineOf(prepared_, dram).cycles, before * orderTolerance) << "DRAM x" << factor;
        EXPECT_LE(timelineOf(prepared_, l2).cycles, before * orderTolerance) << "L2 x" << factor;
    }
}

TEST_P(Timelines, LessLatencyIsNeverSlower) {
    const double before = timelineOf(prepared_, h200()).cycles;
    for (const double factor : {0.9, 0.5, 0.1}) {
        auto memory = h200(), shared = h200(), compute = h200();
        for (double* latency : {&memory.globalMemory.latency, &memory.globalMemory.loadedLatency,
                                &memory.caches.l1Latency, &memory.caches.l2Latency})
            *latency *= factor;
        shared.sharedMemory.latency *= factor;
        for (auto& [operation, cost] : compute.instructions) cost.latency *= factor;
        EXPECT_LE(timelineOf(prepared_, memory).cycles, before * orderTolerance) << "global x" << factor;
        EXPECT_LE(timelineOf(prepared_, shared).cycles, before * orderTolerance) << "shared x" << factor;
        EXPECT_LE(timelineOf(prepared_, compute).cycles, before * orderTolerance) << "compute x" << factor;
    }
}

// Above a full device: below it, groups more find free multiprocessors. Somewhat more than twice where caches
// hold less of what more groups share.
TEST_P(Timelines, TwiceTheGroupsTakeUpToTwiceTheTime) {
    auto more = subject_;
    double before = timelineOf(prepared_, h200()).cycles;
    for (int doubled = 0; doubled < 3; ++doubled) {
        more.launch.range.global[0] *= 2;
        const double now = timelineOf(prepared(more, h200()), h200()).cycles;
        EXPECT_GE(now, before * 0.98) << more.launch.range.global[0];
        EXPECT_LE(now, before * 2.5) << more.launch.range.global[0];
        before = now;
    }
}

TEST_P(Timelines, IssueAndBandwidthAreFloors) {
    const auto timeline = timelineOf(prepared_, h200());
    const auto& execution = h200().execution;
    const double schedulers = execution.multiprocessors * execution.schedulers;
    EXPECT_GE(timeline.cycles * 1.0001,
              timeline.program.instructionsPerWarp * prepared_.evaluation.warps / schedulers);
    double dram = 0, l2Reads = 0;
    for (const auto& traffic : timeline.traffic) {
        dram += traffic.dramReadBytes + traffic.dramWriteBytes;
        l2Reads += traffic.l2ReadBytes;
    }
    const double bytesPerCycle = h200().globalMemory.bandwidthGBs * 1e3 / execution.clockMhz;
    EXPECT_GE(timeline.cycles * 1.0001, dram / bytesPerCycle);
    EXPECT_GE(timeline.cycles * 1.02, l2Reads / (h200().caches.l2BandwidthGBs * 1e3 / execution.clockMhz));
    for (const auto& use : timeline.resources) {
        EXPECT_GT(use.fraction, 0) << use.name;
        EXPECT_LE(use.fraction, 1.0001) << use.name;
    }
}

TEST_P(Timelines, ExtrapolationIsNearTheWholeRun) {
    TimelineOptions all;
    all.mostOperations = 1e9;
    const auto quick = timelineOf(prepared_, h200()), whole = timelineOf(prepared_, h200(), all);
    EXPECT_EQ(whole.extrapolation, "");
    EXPECT_NEAR(quick.cycles, whole.cycles, 0.05 * whole.cycles) << quick.extrapolation;
    EXPECT_NEAR(quick.warpCycles, whole.warpCycles, 0.1 * whole.warpCycles) << quick.extrapolation;
}

// A warp is always starting, issuing or waiting for something that has a name.
TEST_P(Timelines, ReasonsAreAllOfTheTimeOfTheWarpsOfARun) {
    const auto run = timelineOf(prepared_, h200()).sample;
    double explained = h200().execution.warpStartCycles * static_cast<double>(run.warpCycles.size());
    for (const auto& stalls : run.stalls)
        for (const double cycles : stalls) explained += cycles;
    for (const auto* rest : {&run.arrivals, &run.drains})
        for (const double cycles : *rest) explained += cycles;
    const double latencies = std::accumulate(run.warpCycles.begin(), run.warpCycles.end(), 0.0);
    EXPECT_NEAR(explained, latencies, 1e-9 * latencies);
}

TEST_P(Timelines, CyclesOfOperationsAreTheLatencyThatIsTold) {
    TimelineOptions all;
    all.mostOperations = 1e9;
    for (const auto& timeline : {timelineOf(prepared_, h200()), timelineOf(prepared_, h200(), all)}) {
        EXPECT_EQ(timeline.ofWarp.operations.size(), timeline.program.operations.size());
        EXPECT_NEAR(timeline.ofWarp.sum(), timeline.warpCycles, 1e-9 * timeline.warpCycles);
        EXPECT_EQ(timeline.ofWarp.start, h200().execution.warpStartCycles);
        for (const auto& operation : timeline.ofWarp.operations)
            for (const double cycles : operation) EXPECT_GE(cycles, 0);
    }
}

TEST_P(Timelines, WaitsForLoadsAreTheGlobalStallsOfTheirOperations) {
    const auto timeline = timelineOf(prepared_, h200());
    std::vector<double> named(timeline.program.operations.size(), 0);
    for (const auto& wait : timeline.ofWarp.loadWaits) {
        EXPECT_GT(wait.cycles, 0);
        const Statement& load = prepared_.pdg.statements[wait.load];
        ASSERT_EQ(load.kind, StatementKind::Memory);
        EXPECT_NE(prepared_.pdg.accesses[load.access].space, MemorySpace::Shared);
        named[wait.operation] += wait.cycles;
    }
    for (std::size_t i = 0; i < named.size(); ++i)
        EXPECT_NEAR(named[i], timeline.ofWarp.operations[i][static_cast<std::size_t>(Stall::Global)],
                    1e-9 * timeline.warpCycles);
}

// The reasons of a run that was cut are those of the whole launch.
TEST_P(Timelines, ReasonsOfACutRunAreThoseOfTheWhole) {
    TimelineOptions all;
    all.mostOperations = 1e9;
    const auto quick = timelineOf(prepared_, h200()), whole = timelineOf(prepared_, h200(), all);
    const StallCycles cut = quick.ofWarp.byReason(), full = whole.ofWarp.byReason();
    const double issuing = full[static_cast<std::size_t>(Stall::None)];
    EXPECT_NEAR(cut[static_cast<std::size_t>(Stall::None)], issuing, 0.03 * issuing);
    for (std::size_t s = 0; s < stallCount; ++s)
        EXPECT_NEAR(cut[s], full[s], 0.15 * whole.warpCycles) << name(static_cast<Stall>(s));
}

TEST_P(Timelines, SpansOfAWarpFollowEachOther) {
    TimelineOptions pictures;
    pictures.mostSpans = 5000;
    const auto run = timelineOf(prepared_, h200(), pictures).sample;
    ASSERT_FALSE(run.spans.empty());
    EXPECT_LE(run.spans.size(), pictures.mostSpans);
    std::vector<float> last;
    for (const auto& span : run.spans) {
        if (span.warp >= last.size()) last.resize(span.warp + 1, 0);
        EXPECT_GE(span.ready, last[span.warp]);
        EXPECT_GE(span.issue, span.ready);
        EXPECT_GE(span.done, span.issue);
        last[span.warp] = span.issue;
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Timelines, testing::ValuesIn(timelineCases),
                         [](const auto& made) { return made.param.name; });

} // namespace
