// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel times where the launch does not tell where accesses go: caches, footprints and bounds.
#include <gtest/gtest.h>

#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

const NDRange untoldRange{1, {65536, 1, 1}, {128, 1, 1}};

KernelTimeline timelineOf(const std::string& kernel, const NDRange& range = untoldRange) {
    const auto simulation = simulated(subject(kernel, range), false, device("nvidia-h200"));
    if (!simulation.timeline) throw std::runtime_error("no timeline");
    return *simulation.timeline;
}

/// L1 misses of all loads, as a part of the sectors that they read.
double missesOf(const KernelTimeline& timeline) {
    double sectors = 0, misses = 0;
    for (const auto& traffic : timeline.traffic) {
        sectors += traffic.l1Sectors;
        misses += traffic.l1Misses;
    }
    return misses / sectors;
}

/// 64 times a random element of the first `elements` of a buffer, at indices that the launch does not tell,
/// because the kernel writes them too.
std::string gatherOf(int elements) {
    return "__kernel void k(__global int* index, __global float* a, __global float* b) {\n"
           "  const int i = get_global_id(0);\n  float sum = 0;\n"
           "  for (int j = 0; j < 64; ++j) sum += a[(index[i] + j * 977) & " +
           std::to_string(elements - 1) + "];\n  b[i] = sum;\n  index[i] = i;\n}\n";
}

TEST(UntoldAddresses, FindWhatFitsInL1) {
    const auto small = timelineOf(gatherOf(1024)), large = timelineOf(gatherOf(65536));
    EXPECT_LT(missesOf(small), 0.1) << "4 KiB";
    EXPECT_GT(missesOf(large), missesOf(small)) << "256 KiB are more than L1 has";
    EXPECT_LT(small.cycles, large.cycles);
}

// bench/device/hits-beside-misses.toml, an H100: 4,000 steps within a line of L1 take 97 us; 661 were simulated
// where nobody followed so long a chain.
TEST(Chains, AreFollowedFromStepToStep) {
    const auto timeline = timelineOf("__kernel void k(__global const int* next, __global int* b) {\n"
                                     "  int at = get_local_id(0) & 31;\n"
                                     "#pragma unroll 1\n  for (int j = 0; j < 4000; ++j) at = next[at];\n"
                                     "  b[get_global_id(0)] = at;\n}\n",
                                     {1, {8448, 1, 1}, {64, 1, 1}});
    EXPECT_LT(missesOf(timeline), 0.05);
    EXPECT_LT(timeline.warpCycles, 4000 * 60);
}

TEST(UntoldAddresses, OfPrivateArraysFindWhatTheWarpHasStored) {
    const auto timeline =
        timelineOf("__kernel void k(__global int* index, __global float* a, __global float* b) {\n"
                   "  const int i = get_global_id(0);\n  float own[16];\n  float sum = 0;\n"
                   "#pragma unroll 1\n  for (int j = 0; j < 16; ++j) own[j] = a[i] + j;\n"
                   "#pragma unroll 1\n  for (int j = 0; j < 64; ++j) sum += own[(index[i] >> (j & 7)) & 15];\n"
                   "  b[i] = sum;\n  index[i] = i;\n}\n");
    EXPECT_LT(missesOf(timeline), 0.05);
}

/// 64 words of a table of 256 in constant memory, at `index` of the work-item i and the iteration j.
std::string tableOf(const std::string& index) {
    return "__constant float table[256] = {1.0f, 2.0f};\n"
           "__kernel void k(__global int* in, __global float* b) {\n"
           "  const int i = get_global_id(0);\n  int own = in[i];\n  float sum = 0;\n"
           "  for (int j = 0; j < 64; ++j) { own = own * 75 + 74; sum += table[(" +
           index + ") & 255]; }\n  b[i] = sum;\n  in[i] = own;\n}\n";
}

/// Cycles of the constant cache for a load of a warp: 4096 warps for 132 multiprocessors.
double constantCycles(const std::string& index) {
    const NDRange range{1, {std::uint64_t{132} * 32 * 128, 1, 1}, {128, 1, 1}};
    for (const auto timeline = timelineOf(tableOf(index), range); const auto& use : timeline.resources)
        if (use.name == "constant cache") return use.fraction * timeline.cycles / (32 * 4 * 64);
    return 0;
}

TEST(ConstantMemory, HandsOutTheWordsForWhichLanesAskOneByOne) {
    const double word = device("nvidia-h200").caches.constantWordCycles;
    EXPECT_EQ(constantCycles("j"), 0) << "an operand: the loop is unrolled";
    EXPECT_NEAR(constantCycles("get_group_id(0) + j"), word, 0.05 * word)
        << "one word, which nobody knew before";
    EXPECT_NEAR(constantCycles("i + j"), 32 * word, 0.05 * 32 * word);
    EXPECT_NEAR(constantCycles("(i >> 3) + j"), 4 * word, 0.05 * 4 * word);
    // 256 (1 - (1 - 1/256)^32) different words of 256 on average
    EXPECT_NEAR(constantCycles("own >> 8"), 30.14 * word, 0.05 * 30.14 * word);
}

TEST(UntoldAddresses, LieBetweenTheirBounds) {
    for (const char* index :
         {"index[i]", "index[i] & 255", "index[i] % 77 + l", "index[0] + i", "l * 16 + (index[i] & 15)"}) {
        const auto simulation =
            simulated(subject("__kernel void k(__global int* index, __global float* a, __global float* b) {\n"
                              "  const int i = get_global_id(0), l = get_local_id(0);\n  b[i] = a[" +
                                  std::string(index) + "];\n  index[i] = l;\n}\n",
                              untoldRange),
                      false, device("nvidia-h200"));
        for (const auto& access : simulation.evaluation.accesses)
            for (const auto* figure : {&access.transactions, &access.bytes, &access.sharedCycles}) {
                EXPECT_LE(figure->lower, figure->value) << index;
                EXPECT_LE(figure->value, figure->upper) << index;
            }
        ASSERT_TRUE(simulation.bounds) << index;
        EXPECT_LE(simulation.bounds->lowerTimeUs, simulation.time.timeUs);
        EXPECT_GE(simulation.bounds->upperTimeUs, simulation.time.timeUs);
    }
}

// Another group draws other places, whose latencies differ: where each multiprocessor has one, by a thousandth.
// With several, other warps are the oldest: a few thousandths.
TEST(UntoldAddresses, OfMoreGroupsAreNeverFaster) {
    double before = 0;
    for (const std::uint64_t items : {1024, 8192, 65536, 524288}) {
        const double cycles = timelineOf(gatherOf(4096), {1, {items, 1, 1}, {128, 1, 1}}).cycles;
        EXPECT_GE(cycles, 0.995 * before);
        before = cycles;
    }
}

} // namespace
