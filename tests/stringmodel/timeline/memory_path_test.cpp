// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies that differ from place to place, against the mean of the greatest of so many exponential numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stringmodel/timeline/kernel_timeline.h"
#include "stringmodel/timeline/memory_path.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

constexpr double latency = 600, spread = 80, bytesPerCycle = 1e6;
constexpr std::int64_t linesOfPage = 8;

/// A device whose memory is never busy, so that a load's latency is all that it waits for.
HardwareSpec idleMemory(double dramSpread, double l2Spread = 0) {
    auto spec = device("nvidia-h200");
    spec.globalMemory.latency = latency;
    spec.globalMemory.loadedLatency = 0;
    spec.globalMemory.latencySpread = dramSpread;
    spec.globalMemory.pageBytes = static_cast<int>(linesOfPage) * spec.caches.l1LineBytes;
    spec.caches.l2LatencySpread = l2Spread;
    spec.caches.loadLineCycles = spec.caches.loadRequestCycles = spec.caches.storeLookupCycles = 0;
    spec.caches.l1BytesPerCycle = 1e9; // warps that issue together do not wait for each other
    return spec;
}

/// Without L1: every request goes to L2, and `dramFraction` of them on to DRAM.
MultiprocessorTask withoutL1(double dramFraction) {
    MultiprocessorTask task;
    task.dramBytesPerCycle = bytesPerCycle;
    task.dramReadFraction = {dramFraction};
    task.deviceShare = 1.0 / device("nvidia-h200").execution.multiprocessors;
    return task;
}

/// A load of one sector in each of `lines` lines, `apart` lines from one to the next.
AccessPattern sectors(std::int64_t lines, std::int64_t apart) {
    AccessPattern pattern;
    for (std::int64_t i = 0; i < lines; ++i) pattern.lines.push_back({i * apart, 1});
    pattern.sectors = pattern.lineCount = static_cast<double>(lines);
    return pattern;
}

machine::MachineOperation loadOfFirstAccess() {
    machine::MachineOperation load;
    load.kind = machine::MachineKind::Global;
    load.accessId = AccessId(0);
    return load;
}

constexpr int requests = 4000;
constexpr double between = 10'000; // cycles: the one before has been served

/// Cycles from issue to use of each of many loads, the next one where the last one's places end.
std::vector<double> latenciesOf(const HardwareSpec& spec, const AccessPattern& pattern,
                                double dramFraction = 1) {
    const auto task = withoutL1(dramFraction);
    MemoryPath path(spec, task, 1);
    Server way;
    const std::int64_t next = pattern.lines.back().line + linesOfPage;
    std::vector<double> cycles;
    for (int i = 0; i < requests; ++i) {
        const double issued = between * i;
        cycles.push_back(path.global(loadOfFirstAccess(), {&pattern, i * next, true}, issued, way) - issued);
    }
    return cycles;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double harmonic(int n) { return n == 0 ? 0 : harmonic(n - 1) + 1.0 / n; }

/// Four standard errors of the mean over all requests: the variance of the greatest of n exponential numbers of
/// mean 1 is 1 + 1/4 + 1/9 + ... + 1/n^2.
double meanTolerance(int n, double spreadCycles) {
    double variance = 0;
    for (int k = 1; k <= n; ++k) variance += 1.0 / k / k;
    return 4 * spreadCycles * std::sqrt(variance / requests);
}

/// Loads that come at once, and when the last is there.
double lastOf(const HardwareSpec& spec, const AccessPattern& pattern, int loads,
              double busyMultiprocessors = 132) {
    auto task = withoutL1(0);
    task.deviceShare = 1 / busyMultiprocessors;
    MemoryPath path(spec, task, 1);
    Server way;
    double last = 0;
    for (int i = 0; i < loads; ++i)
        last =
            std::max(last, path.global(loadOfFirstAccess(), {&pattern, std::int64_t{i} * 1000, true}, 0, way));
    return last;
}

// L2 sends the sectors of a line together: as many lines cost as much, with one sector or with two.
TEST(L2, TakesItsTimeForEachLineOfWhichItSendsSectors) {
    auto spec = idleMemory(0);
    EXPECT_LT(lastOf(spec, sectors(32, 1), 100), 2000) << "as long as their second passes take";
    spec.caches.loadLineCycles = 1.7;
    EXPECT_NEAR(lastOf(spec, sectors(32, 1), 100), 100 * 32 * 1.7, 400);
    EXPECT_NEAR(lastOf(spec, sectors(32, 1), 100, 66), 100 * 32 * 1.7 / 2, 400)
        << "half of the multiprocessors ask";
    auto twoOfEach = sectors(32, 1);
    for (auto& part : twoOfEach.lines) part.sectors = 3;
    EXPECT_NEAR(lastOf(spec, twoOfEach, 100), lastOf(spec, sectors(32, 1), 100), 1);
}

// Of addresses that are not known, the expected lines count.
TEST(L2, TakesItsTimeForTheLinesOfAnAverageToo) {
    auto spec = idleMemory(0);
    spec.caches.loadLineCycles = 1.7;
    const auto task = withoutL1(0);
    MemoryPath path(spec, task, 1);
    Server way;
    AccessPattern average;
    average.sectors = average.lineCount = 20;
    double last = 0;
    for (int i = 0; i < 100; ++i) last = path.global(loadOfFirstAccess(), {&average, 0, false}, 0, way);
    EXPECT_NEAR(last, 100 * 20 * 1.7, 400);
}

machine::MachineOperation storeOfFirstAccess() {
    auto store = loadOfFirstAccess();
    store.access = AccessKind::Store;
    return store;
}

/// Loads of some lines and stores to others, in turn: when all are served, and the packets that they send to
/// L2.
struct InTurn {
    double end = 0, packets = 0;
};
InTurn inTurn(const HardwareSpec& spec, const AccessPattern& loaded, const AccessPattern& stored, int times) {
    auto task = withoutL1(0);
    task.l2WriteBytesPerCycle = spec.globalMemory.minTransactionBytes / 1.8;
    task.dramWriteFraction = {0};
    MemoryPath path(spec, task, 1);
    Server way;
    for (int i = 0; i < times; ++i) {
        if (!loaded.lines.empty())
            path.global(loadOfFirstAccess(), {&loaded, std::int64_t{i} * 100, true}, 0, way);
        if (!stored.lines.empty())
            path.global(storeOfFirstAccess(), {&stored, 1'000'000 + std::int64_t{i} * 100, true}, 0, way);
    }
    MultiprocessorRun run;
    const double end = path.end();
    path.report(run);
    return {end, run.traffic[AccessId(0)].l2Packets};
}

// bench/device/l2-ways.toml: 32 sectors of as many lines are 64 packets of a store and 16 of a load.
TEST(L2, IsSentThePacketsThatCountersSee) {
    const auto spec = idleMemory(0);
    const AccessPattern nothing;
    EXPECT_EQ(inTurn(spec, nothing, sectors(32, 1), 10).packets, 10 * 64);
    EXPECT_EQ(inTurn(spec, sectors(32, 1), nothing, 10).packets, 10 * 16);
    EXPECT_EQ(inTurn(spec, sectors(1, 1), nothing, 10).packets, 10);
    EXPECT_EQ(inTurn(spec, sectors(4, 64), nothing, 10).packets, 10 * 4) << "lines of four pages";
    auto whole = sectors(4, 1);
    for (auto& part : whole.lines) part.sectors = 15;
    whole.sectors = 16, whole.askedBytes = 512;
    EXPECT_EQ(inTurn(spec, nothing, whole, 10).packets, 10 * 16) << "lines that are written whole need no more";
}

// Loads and stores wait for each other on the way to L2 and where it looks lines up.
TEST(L2, ServesLoadsAndStoresOneAfterAnother) {
    constexpr int times = 200;
    const AccessPattern nothing;
    auto spec = idleMemory(0);
    spec.caches.loadRequestCycles = 0, spec.caches.storeLookupCycles = 0;
    const auto lines = sectors(32, 1);
    const double stores = inTurn(spec, nothing, lines, times).end;
    EXPECT_NEAR(stores, times * 32 * (1.8 + spec.caches.storeLineCycles), 0.02 * stores);
    spec.caches.loadRequestCycles = 10;
    EXPECT_NEAR(inTurn(spec, lines, lines, times).end - stores, times * 16 * 10, 0.02 * stores);
    spec.caches.loadRequestCycles = 0, spec.caches.loadLineCycles = 2, spec.caches.storeLookupCycles = 5;
    EXPECT_NEAR(inTurn(spec, lines, lines, times).end, times * 32 * (2 + 5), 0.02 * stores);
}

// Lines that miss pass the tags a second time, which conflicts of banks hide.
TEST(L1, IsPassedTwiceByLinesThatMiss) {
    const auto spec = idleMemory(0);
    const auto wavefrontsOf = [&](double byBanks) {
        auto pattern = sectors(32, 1);
        pattern.lineCount = 32;
        pattern.wavefronts = byBanks;
        auto task = withoutL1(0);
        task.l1Bytes = 128 * 1024;
        MemoryPath path(spec, task, 1);
        Server way;
        std::vector<double> each;
        double held = 0;
        for (int i = 0; i < 2; ++i) {
            path.global(loadOfFirstAccess(), {&pattern, 0, true}, 1e6 * i, way);
            MultiprocessorRun run;
            auto told = path;
            told.report(run);
            each.push_back(run.traffic[AccessId(0)].wavefronts);
            if (i == 0) held = run.dataBusy * spec.caches.l1BytesPerCycle / spec.caches.l1LineBytes;
        }
        EXPECT_NEAR(held - each[0], byBanks < 32 ? 0 : 0.5, 0.1)
            << "bench/device/fills.toml: a load that misses holds the data path for half a pass more";
        return std::pair(each[0], each[1] - each[0]);
    };
    EXPECT_EQ(wavefrontsOf(8), std::pair(16.0, 8.0)) << "a miss, then a hit";
    EXPECT_EQ(wavefrontsOf(1), std::pair(16.0, 8.0)) << "the tags take longer than the banks";
    EXPECT_EQ(wavefrontsOf(32), std::pair(32.0, 32.0)) << "counters see no more of a miss than of a hit";
}

// Counters of stores by themselves show 1.2 to 1.5 passes, beside loads of shared memory
// (bench/device/fills.toml) a whole line holds the data path for 2; where shared memory is no part of L1,
// nobody has looked.
TEST(L1, IsPassedAgainByStores) {
    auto spec = idleMemory(0);
    auto pattern = sectors(4, 1);
    pattern.wavefronts = 2;
    auto store = loadOfFirstAccess();
    store.access = AccessKind::Store;
    const auto wavefronts = [&] {
        auto task = withoutL1(0);
        task.dramWriteFraction = {0};
        MemoryPath path(spec, task, 1);
        Server way;
        path.global(store, {&pattern, 0, true}, 0, way);
        MultiprocessorRun run;
        path.report(run);
        return std::pair(run.traffic[AccessId(0)].wavefronts,
                         run.dataBusy * spec.caches.l1BytesPerCycle / spec.caches.l1LineBytes);
    };
    EXPECT_GT(wavefronts().first, 1.2 * 2);
    EXPECT_LT(wavefronts().first, 1.5 * 2);
    pattern = sectors(1, 1);
    EXPECT_GT(wavefronts().first, 1.2);
    EXPECT_LT(wavefronts().first, 1.5);
    EXPECT_NEAR(wavefronts().second, 2, 0.1);
    spec.caches.l1HoldsShared = false;
    EXPECT_EQ(wavefronts(), std::pair(1.0, 1.0));
}

// bench/device/l1-kept.toml: lines that a group has stored stay in L1 as long as lines that it has read.
TEST(L1, KeepsWhatIsStoredSinceItHoldsSharedMemory) {
    auto spec = idleMemory(0);
    const auto missesAfterStore = [&](std::int64_t storedLine) {
        auto task = withoutL1(0);
        task.dramWriteFraction = {0};
        task.l1Bytes = 16 * 128; // one set
        MemoryPath path(spec, task, 1);
        Server way;
        const auto line = sectors(1, 1);
        path.global(loadOfFirstAccess(), {&line, 0, true}, 0, way);
        for (std::int64_t i = 0; i < 16; ++i)
            path.global(storeOfFirstAccess(), {&line, storedLine + i, true}, 1000, way);
        path.global(loadOfFirstAccess(), {&line, 0, true}, 2000, way);
        path.global(loadOfFirstAccess(), {&line, storedLine + 15, true}, 3000, way);
        MultiprocessorRun run;
        path.report(run);
        return run.traffic[AccessId(0)].l1Misses;
    };
    EXPECT_EQ(missesAfterStore(100), 2) << "the first line has made room, the last stored one is there";
    spec.caches.l1HoldsShared = false;
    EXPECT_EQ(missesAfterStore(100), 2) << "the first line is still there, the stored ones are not";
    EXPECT_EQ(missesAfterStore(-15), 1) << "the line itself stored";
}

// Loads of 32 words of one bank: a scheduler takes one of them every two cycles, four together two.
TEST(L1, HandsASchedulerHalfOfWhatItHasInACycle) {
    const auto spec = idleMemory(0);
    const auto lastOfSchedulers = [&](std::size_t schedulers) {
        const auto task = withoutL1(0);
        MemoryPath path(spec, task, 1);
        std::vector<Server> ways(schedulers);
        AccessPattern conflicts;
        conflicts.wavefronts = 32;
        auto load = loadOfFirstAccess();
        load.kind = machine::MachineKind::Shared;
        double last = 0;
        for (int i = 0; i < 40; ++i)
            for (auto& way : ways) last = std::max(last, path.shared(load, {&conflicts, 0, true}, 0, way));
        return last - spec.sharedMemory.latency;
    };
    EXPECT_NEAR(lastOfSchedulers(1), 40 * 64, 64);
    EXPECT_NEAR(lastOfSchedulers(2), 2 * 40 * 32, 64);
    EXPECT_NEAR(lastOfSchedulers(4), 4 * 40 * 32, 64);
}

// Groups that stand at different trips of their loops find nothing of each other.
TEST(L1, KeepsApartWhatGroupsOfTheirOwnRead) {
    const auto spec = idleMemory(0);
    auto task = withoutL1(0);
    task.l1Bytes = 128 * 1024;
    MemoryPath path(spec, task, 1);
    Server way;
    const auto line = sectors(1, 1);
    for (const std::int64_t owner : {1, 2, 1, 2})
        path.global(loadOfFirstAccess(), {&line, 0, true, owner << 48}, 1000.0 * static_cast<double>(owner),
                    way);
    MultiprocessorRun run;
    path.report(run);
    EXPECT_EQ(run.traffic[AccessId(0)].l1Misses, 2);
}

TEST(LatencySpread, OfNothingLeavesTheMean) {
    for (const int pages : {1, 2, 8, 32}) {
        const auto pattern = sectors(pages, linesOfPage);
        for (const double cycles : latenciesOf(idleMemory(0), pattern))
            ASSERT_NEAR(cycles, latency + pages * 32 / bytesPerCycle, 1e-6);
    }
}

class Pages : public testing::TestWithParam<int> {};

// One warp that touches n pages waits for the last of them.
TEST_P(Pages, OfAWarpAreWaitedForAsLongAsTheLatestTakes) {
    const int pages = GetParam();
    const auto cycles = latenciesOf(idleMemory(spread), sectors(pages, linesOfPage));
    EXPECT_NEAR(mean(cycles) - latency, spread * (harmonic(pages) - 1), meanTolerance(pages, spread));
}

// So does a group of n warps, each of which touches one.
TEST_P(Pages, OfTheWarpsOfAGroupLikewise) {
    const int warps = GetParam();
    const auto spec = idleMemory(spread);
    const auto task = withoutL1(1);
    const auto pattern = sectors(1, 1);
    MemoryPath path(spec, task, 1);
    Server way;
    std::vector<double> waits;
    for (std::int64_t group = 0; group < requests; ++group) {
        const double issued = between * static_cast<double>(group);
        double last = 0;
        for (std::int64_t warp = 0; warp < warps; ++warp) {
            const std::int64_t page = group * warps + warp;
            last = std::max(
                last, path.global(loadOfFirstAccess(), {&pattern, page * linesOfPage, true}, issued, way));
        }
        waits.push_back(last - issued - latency);
    }
    EXPECT_NEAR(mean(waits), spread * (harmonic(warps) - 1), meanTolerance(warps, spread));
}

// Beyond L2 it is lines that differ.
TEST_P(Pages, InL2AreLines) {
    const int lines = GetParam();
    constexpr double l2Spread = 20;
    const auto spec = idleMemory(spread, l2Spread);
    EXPECT_NEAR(mean(latenciesOf(spec, sectors(lines, 1), 0)) - spec.caches.l2Latency,
                l2Spread * (harmonic(lines) - 1), meanTolerance(lines, l2Spread));
}

// Where addresses are not known, every sector is taken to lie in a page of its own: the mean itself.
TEST_P(Pages, OfUnknownAddressesCountWithTheMeanOfTheLatest) {
    const int count = GetParam();
    const auto spec = idleMemory(spread);
    const auto task = withoutL1(1);
    AccessPattern average;
    average.sectors = count;
    MemoryPath path(spec, task, 1);
    Server way;
    EXPECT_NEAR(path.global(loadOfFirstAccess(), {&average, 0, false}, 0, way),
                latency + count * 32 / bytesPerCycle + spread * (harmonic(count) - 1), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Counts, Pages, testing::Values(1, 2, 4, 8, 16, 32));

TEST(LatencySpread, BelongsToThePage) {
    const auto spec = idleMemory(spread);
    const auto task = withoutL1(1);
    const auto one = sectors(1, 1), all = sectors(linesOfPage, 1);
    MemoryPath path(spec, task, 1);
    Server way;
    std::vector<double> seen;
    for (std::int64_t page = 0; page < 100; ++page) {
        const double issued = between * static_cast<double>(page);
        const auto wait = [&](const AccessPattern& pattern, std::int64_t line, double at) {
            return path.global(loadOfFirstAccess(), {&pattern, page * linesOfPage + line, true}, at, way) - at -
                   pattern.sectors * 32 / bytesPerCycle;
        };
        seen.push_back(wait(one, 0, issued));
        EXPECT_NEAR(wait(one, linesOfPage - 1, issued + between / 4), seen.back(), 1e-6);
        EXPECT_NEAR(wait(all, 0, issued + between / 2), seen.back(), 1e-6);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()) - seen.begin(), 100) << "pages differ";
}

TEST(LatencySpread, IsTheSameInEveryRun) {
    const auto pattern = sectors(4, linesOfPage);
    EXPECT_EQ(latenciesOf(idleMemory(spread), pattern), latenciesOf(idleMemory(spread), pattern));
}

TEST(LatencySpread, LeavesTimelinesDeterministic) {
    const auto columns =
        subject("__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
                "  const int i = get_global_id(0);\n  float sum = 0;\n"
                "  for (int j = 0; j < n; ++j) sum += a[i + j * 512] * 3.0f;\n  b[i] = sum;\n}\n",
                {1, {1 << 15, 1, 1}, {128, 1, 1}});
    const auto cycles = [&](double dramSpread) {
        auto spec = device("nvidia-h200");
        spec.globalMemory.latencySpread = dramSpread;
        const auto made = prepared(columns, spec);
        TimelineOptions cold;
        cold.warm = false; // else nothing comes from DRAM
        return kernelTimeline(made.pdg, made.evaluation, spec, made.occupancy, cold).cycles;
    };
    EXPECT_EQ(cycles(spread), cycles(spread));
    EXPECT_NE(cycles(spread), cycles(0)) << "the spread plays no part here: nothing was tested";
}

} // namespace
