// SPDX-License-Identifier: GPL-3.0-or-later
// Which groups of a launch a multiprocessor gets, against what stamps of an H100's groups show.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "stringmodel/timeline/multiprocessor_groups.h"
#include "stringmodel/timeline/multiprocessor_share.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

// The first of each multiprocessor come in turn; of those behind them, which come where a place is free, none
// are of the same column of groups again and again, though 132 multiprocessors are a multiple of four.
TEST(MultiprocessorGroups, AreOfAllColumnsBehindTheFirstOnes) {
    const auto spec = device("nvidia-h200");
    const auto made = prepared(subject("__kernel void k(__global float* a) { a[get_global_id(0)] = 1; }\n",
                                       {1, {1 << 20, 1, 1}, {64, 1, 1}}),
                               spec);
    constexpr std::uint64_t resident = 8, multiprocessors = 132, columns = 4;
    MultiprocessorGroups groups(made.pdg, made.evaluation, spec, resident, 5);
    const auto first = groups.first(88);
    for (std::uint64_t i = 0; i < resident; ++i) EXPECT_EQ(first[i], 5 + i * multiprocessors);
    EXPECT_EQ(std::set(first.begin(), first.end()).size(), first.size()) << "each once";
    std::map<std::uint64_t, int> ofColumn;
    for (std::uint64_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i] / multiprocessors, i) << "in the order of the launch";
        if (i >= resident) ++ofColumn[first[i] % columns];
    }
    for (std::uint64_t column = 0; column < columns; ++column) EXPECT_NEAR(ofColumn[column], 20, 4) << column;
}

// Compute capability 9.0 sets 0, 8, 16, 32, 64, 100, ... KiB of 256 aside for shared memory.
TEST(MultiprocessorShare, SetsSharedMemoryAsideInSteps) {
    const auto spec = device("nvidia-h200");
    machine::Occupancy occupancy;
    const auto l1KiB = [&](int groups, int sharedBytes) {
        occupancy.groups = groups;
        occupancy.sharedBytesPerGroup = sharedBytes;
        return shareOfDevice(spec, occupancy, 1, 1).l1Bytes / 1024;
    };
    EXPECT_EQ(l1KiB(32, 1024), 224) << "the system's KiB of each group that fits";
    EXPECT_EQ(l1KiB(8, 1024), 248);
    EXPECT_EQ(l1KiB(8, 1025), 240);
    EXPECT_EQ(l1KiB(2, 50 * 1024), 156);
    EXPECT_EQ(l1KiB(1, 227 * 1024), 28);
}

} // namespace
