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

TEST(AtomicContention, IsTriedAsOftenAsLanesMeetAtAWord) {
    EXPECT_DOUBLE_EQ(triesAt("l").value, 1);
    EXPECT_DOUBLE_EQ(triesAt("l / 4").value, 4);
    const evaluation::Bounded all = triesAt("0");
    EXPECT_DOUBLE_EQ(all.lower, 1);
    EXPECT_DOUBLE_EQ(all.value, 32);
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

} // namespace
