// SPDX-License-Identifier: GPL-3.0-or-later
// What atomic operations wait for: lanes on a word, sectors of a slice, the other multiprocessors.
#include <gtest/gtest.h>

#include <functional>

#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/retry_loops.h"
#include "stringmodel/timeline/atomic_contention.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

const NDRange contendedRange{1, {135168, 1, 1}, {128, 1, 1}};

HardwareSpec simpleAtomics() {
    auto spec = device("nvidia-h200");
    spec.sharedMemory.atomicCycles = 1;
    spec.globalMemory.atomicCycles = 2;
    spec.globalMemory.atomicSectorCycles = 1;
    return spec;
}

AccessPattern patternOf(MemorySpace space, const std::function<std::int64_t(std::int64_t)>& wordOf,
                        const HardwareSpec& spec = simpleAtomics()) {
    MemoryAccess access;
    access.space = space;
    access.kind = AccessKind::Atomic;
    std::vector<std::int64_t> lanes(32);
    for (std::int64_t lane = 0; lane < 32; ++lane) lanes[static_cast<std::size_t>(lane)] = 4 * wordOf(lane);
    return lanePattern(access, lanes, spec);
}

// As the probes find: 1, 2, 4, ... lanes of a warp on one word take 1, 2, 4, ... passes.
TEST(AtomicContention, InLocalMemoryIsOfTheLanesOnAWordAndTheWordsOfABank) {
    for (std::int64_t lanes = 1; lanes <= 32; lanes *= 2)
        EXPECT_EQ(patternOf(MemorySpace::Shared, [&](auto lane) { return lane / lanes; }).wavefronts, lanes);
    EXPECT_EQ(patternOf(MemorySpace::Shared, [](auto lane) { return 2 * lane; }).wavefronts, 2);
    EXPECT_EQ(patternOf(MemorySpace::Shared, [](auto lane) { return lane % 2 * 32; }).wavefronts, 32)
        << "two words of one bank, sixteen lanes on each";
}

// bench/device/local-atomics.toml on an H200: 32 lanes on 4 words of 4 banks and of one bank, 1.5 and 4.5
// cycles.
TEST(AtomicContention, OfIncrementsInLocalMemoryIsOfTheWordsOfABank) {
    const auto passes = [](bool increments, bool counts, std::int64_t apart) {
        auto spec = simpleAtomics();
        spec.sharedMemory.countsIncrements = counts;
        MemoryAccess access;
        access.space = MemorySpace::Shared;
        access.kind = AccessKind::Atomic;
        access.increments = increments;
        std::vector<std::int64_t> lanes(32);
        for (std::int64_t lane = 0; lane < 32; ++lane)
            lanes[static_cast<std::size_t>(lane)] = 4 * (lane % 4) * apart;
        return lanePattern(access, lanes, spec).wavefronts;
    };
    EXPECT_EQ(passes(true, true, 1), 1);
    EXPECT_EQ(passes(true, true, 32), 4);
    EXPECT_EQ(passes(false, true, 1), 8);
    EXPECT_EQ(passes(true, false, 1), 8);
    EXPECT_EQ(passes(false, true, 32), 32);
}

// JIA18: on a K80, 93 cycles for one lane and 4257 for 32 on one word.
TEST(AtomicContention, OfALockLoopIsItsCostForEveryLane) {
    const auto& kepler = device("tesla-k40c");
    EXPECT_NEAR(patternOf(MemorySpace::Shared, [](auto) { return 0; }, kepler).wavefronts, 4257, 100);
}

TEST(AtomicContention, InL2IsOfLanesOnAWordAndOfSectors) {
    EXPECT_EQ(patternOf(MemorySpace::Global, [](auto lane) { return lane; }).atomicCycles, 4) << "4 sectors";
    EXPECT_EQ(patternOf(MemorySpace::Global, [](auto) { return 0; }).atomicCycles, 64)
        << "32 lanes, 2 cycles each";
    EXPECT_EQ(patternOf(MemorySpace::Global, [](auto lane) { return lane / 2; }).atomicCycles, 8)
        << "2 sectors, two lanes on each word of them";
    EXPECT_EQ(patternOf(MemorySpace::Global, [](auto lane) { return lane * 8; }).atomicCycles, 64)
        << "each alone in its sector";
}

double cyclesOf(const std::string& body, const NDRange& range = contendedRange,
                const HardwareSpec& spec = device("nvidia-h200")) {
    const auto simulation =
        simulated(subject("__kernel void k(__global int* words, __global int* out, int zero) {\n"
                          "  const int i = get_global_id(0), l = get_local_id(0);\n" +
                              body + "}\n",
                          range),
                  false, spec);
    return simulation.timeline->cycles;
}

TEST(AtomicContention, OfMoreLanesOnAWordIsNeverFaster) {
    double before = 0;
    for (const char* word : {"l", "l / 2", "l / 4", "l / 8", "l / 32 + l % 2"}) {
        const double cycles = cyclesOf("atomic_add(&words[" + std::string(word) + "], l);");
        EXPECT_GE(cycles, .9998 * before) << word; // what else the kernel does moves it by less
        before = cycles;
    }
}

// Operations of all multiprocessors on one word are served one after another.
TEST(AtomicContention, OfOneWordIsTheWholeDevices) {
    const auto& spec = device("nvidia-h200");
    const double cycles = cyclesOf("atomic_add(&words[l & zero], l);"); // not seen to be one: a number
    EXPECT_GE(cycles, 135168 * spec.globalMemory.atomicCycles);
    EXPECT_LE(cycles, 1.2 * 135168 * spec.globalMemory.atomicCycles);
    EXPECT_GT(cycles, 8 * cyclesOf("atomic_add(&words[i & 65535], l);")) << "words of all slices";
}

TEST(AtomicContention, OfOneKnownAddressIsMergedWhereTheCompilerDoes) {
    auto spec = device("nvidia-h200");
    ASSERT_TRUE(spec.compiler.mergesAtomics);
    const double merged = cyclesOf("atomic_add(&words[3], l);", contendedRange, spec);
    spec.compiler.mergesAtomics = false;
    const double single = cyclesOf("atomic_add(&words[3], l);", contendedRange, spec);
    EXPECT_GT(single, 8 * merged);
    EXPECT_GE(merged, 135168.0 / 32 * spec.globalMemory.atomicCycles);
}

// All lanes of a warp read the same index: its value is data's, that they share it is the code's.
TEST(AtomicContention, OfOneAddressThatDataDecidesIsMergedToo) {
    const auto& spec = device("nvidia-h200");
    const double shared = cyclesOf("atomic_add(&words[out[zero + 7]], l);", contendedRange, spec);
    const double each = cyclesOf("atomic_add(&words[out[l]], l);", contendedRange, spec);
    EXPECT_GT(each, 8 * shared);
    EXPECT_GE(shared, 135168.0 / 32 * spec.globalMemory.atomicCycles);
}

TEST(AtomicContention, OfMoreGroupsAndRoundsIsNeverFaster) {
    double before = 0;
    for (const std::uint64_t items : {16896, 135168, 540672}) {
        const double cycles = cyclesOf("atomic_add(&words[l], i);", {1, {items, 1, 1}, {128, 1, 1}});
        EXPECT_GE(cycles, before);
        before = cycles;
    }
    before = 0;
    for (const int rounds : {1, 4, 16}) {
        const double cycles = cyclesOf("for (int r = 0; r < " + std::to_string(rounds) +
                                       "; ++r) atomic_add(&words[l + 64 * r], i);");
        EXPECT_GE(cycles, before);
        before = cycles;
    }
}

const std::string exchange = "__kernel void k(volatile __global int* words, __global int* out) {\n"
                             "  const int i = get_global_id(0), l = get_local_id(0);\n"
                             "  int seen = words[INDEX];\n  while (1) {\n"
                             "    const int before = atomic_cmpxchg(&words[INDEX], seen, seen * 3 + i);\n"
                             "    if (before == seen) break;\n    seen = before;\n  }\n}\n";

evaluation::Bounded triesAt(const std::string& index) {
    std::string kernel = exchange;
    for (auto at = kernel.find("INDEX"); at != std::string::npos; at = kernel.find("INDEX"))
        kernel.replace(at, 5, index);
    const auto ready = prepared(subject(kernel, contendedRange), device("nvidia-h200"));
    EXPECT_NE(evaluation::retriedAtomic(ready.pdg, LoopId(0)), AccessId(none)) << index;
    EXPECT_FALSE(
        mergedAtomics(ready.pdg, device("nvidia-h200"))[evaluation::retriedAtomic(ready.pdg, LoopId(0))]);
    return ready.evaluation.loops.at(0).trips;
}

TEST(AtomicContention, IsTriedAsOftenAsWorkItemsMeetAtAWord) {
    EXPECT_DOUBLE_EQ(triesAt("i").value, 1);
    EXPECT_DOUBLE_EQ(triesAt("i / 4").value, 4);
    const double groups = 135168.0 / static_cast<double>(contendedRange.groupSize());
    EXPECT_NEAR(triesAt("l").value, groups, 0.01 * groups) << "all groups are at work";
    EXPECT_NEAR(triesAt("l / 4").value, 4 * groups, 0.04 * groups);
    const evaluation::Bounded all = triesAt("0");
    EXPECT_DOUBLE_EQ(all.lower, 1);
    EXPECT_NEAR(all.value, 135168, 1352);
    EXPECT_DOUBLE_EQ(all.upper, 135168) << "every failure is another work-item's success";
}

// The cache of constant memory hands out a word at a time.
TEST(ConstantMemory, TakesAPassForEachDifferentWord) {
    MemoryAccess access;
    access.space = MemorySpace::Constant;
    auto spec = device("nvidia-h200");
    spec.caches.constantWordCycles = 1.5;
    spec.compiler.constantBuffersInL1 = false;
    const auto passes = [&](auto wordOf) {
        std::vector<std::int64_t> lanes(32);
        for (std::int64_t lane = 0; lane < 32; ++lane) lanes[static_cast<std::size_t>(lane)] = 4 * wordOf(lane);
        return lanePattern(access, lanes, spec).wavefronts;
    };
    EXPECT_EQ(passes([](auto) { return 7; }), 1.5);
    EXPECT_EQ(passes([](auto lane) { return lane; }), 48);
    EXPECT_EQ(passes([](auto lane) { return lane / 8; }), 6);
    spec.compiler.constantBuffersInL1 = true;
    EXPECT_EQ(passes([](auto lane) { return lane; }), 1) << "an argument that is loaded as global memory is";
    access.objectIsArgument = false;
    EXPECT_EQ(passes([](auto lane) { return lane; }), 48) << "a table of the program";
}

// bench/device/compare-exchange.toml on an H200: 65,536 work-items compare and exchange once on 1 and 32 words
// in 49.2 and 11.1 us beyond the kernel's start, and add, where nobody wants the sum, in 1.5 us.
TEST(AtomicContention, OfComparisonsIsThatOfEachLaneAndTwiceThatOfASector) {
    const NDRange range{1, {65536, 1, 1}, {128, 1, 1}};
    const double cyclesOfUs = device("nvidia-h200").execution.clockMhz;
    EXPECT_NEAR(cyclesOf("out[i] = atomic_cmpxchg(words, zero, i);", range) / cyclesOfUs, 49.2, 3);
    EXPECT_NEAR(cyclesOf("out[i] = atomic_cmpxchg(&words[i % 32], zero, i);", range) / cyclesOfUs, 11.1, 2);
    EXPECT_LT(cyclesOf("atomic_add(words, i);", range) / cyclesOfUs, 3) << "a warp's are one";
}

// The same device: who tries again until it succeeds takes 1.3 us with a word for each, 42 us with 64
// work-items on each word, 3.2 ms with 2,048 and 379 ms with all on one: one succeeds in each turn of all that
// try.
TEST(AtomicContention, OfTriesGrowsWithAllWorkItemsAtAWord) {
    const NDRange range{1, {65536, 1, 1}, {128, 1, 1}};
    const auto triesOn = [&](const std::string& word) {
        return cyclesOf("int seen = words[" + word +
                            "], expected;\n"
                            "do {\n"
                            "  expected = seen;\n"
                            "  seen = atomic_cmpxchg(&words[" +
                            word +
                            "], expected, expected + 1);\n"
                            "} while (seen != expected);\n",
                        range);
    };
    const double alone = triesOn("i"), few = triesOn("i % 1024"), many = triesOn("i % 32"), all = triesOn("0");
    EXPECT_GT(few, 10 * alone);
    EXPECT_GT(many, 10 * few);
    EXPECT_GT(all, 10 * many);
    const double cyclesOfUs = device("nvidia-h200").execution.clockMhz;
    EXPECT_GT(few / cyclesOfUs, 42 / 4.0);
    EXPECT_LT(few / cyclesOfUs, 42 * 2.0);
}

// Who has other things to do hinders nobody meanwhile.
TEST(AtomicContention, OfTriesIsOfThoseThatTryAtTheSameTime) {
    const NDRange range{1, {65536, 1, 1}, {128, 1, 1}};
    const auto withWork = [&](int trips) {
        return cyclesOf("float x = i;\n"
                        "for (int t = 0; t < " +
                            std::to_string(trips) +
                            "; ++t) x = x * x * 0.5f + 0.1f;\n"
                            "int seen = words[i % 1024], expected;\n"
                            "do {\n"
                            "  expected = seen;\n"
                            "  seen = atomic_cmpxchg(&words[i % 1024], expected, expected + (int)x);\n"
                            "} while (seen != expected);\n",
                        range);
    };
    const double little = withWork(1), much = withWork(20000);
    EXPECT_LT(much - withWork(19000), 1.5 * (withWork(19000) - withWork(18000)));
    EXPECT_GT(much, little);
}

} // namespace
