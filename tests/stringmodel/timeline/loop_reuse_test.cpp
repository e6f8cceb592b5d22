// SPDX-License-Identifier: GPL-3.0-or-later
// What groups touch in one loop and again in a later one, against a cache that replaces what was used longest
// ago.
#include <gtest/gtest.h>

#include <list>
#include <unordered_map>

#include "stringmodel/timeline/device_traffic.h"
#include "stringmodel/timeline/loop_reuse.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

constexpr std::uint64_t groups = 64, groupSize = 128;
constexpr std::uint64_t trips = 64;
constexpr double rowBytes = trips * groupSize * 4, allBytes = groups * rowBytes;

/// `n` is `trips`. Each group sums a row of its own, and then scales it into another.
const char* const twoWalks =
    "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
    "  const int first = get_group_id(0) * 8192 + get_local_id(0);\n  float sum = 0;\n"
    "  for (int c = 0; c < n; ++c) sum += a[first + c * 128];\n"
    "  for (int c = 0; c < n; ++c) b[first + c * 128] = a[first + c * 128] * sum;\n}\n";

/// Each work-item writes a column from its first element on, and once more from the last.
const char* const writtenTwice =
    "__kernel void k(__global float* restrict a, int n) {\n"
    "  const int first = get_group_id(0) * 8192 + get_local_id(0);\n  float sum = 0;\n"
    "  for (int c = 0; c < n; ++c) a[first + c * 128] = c;\n"
    "  for (int c = n - 1; c >= 0; --c) { sum += a[first + c * 128]; a[first + c * 128] = sum; }\n}\n";

/// Bytes of all buffers that DRAM reads and writes, where L2 holds so many.
struct Dram {
    double reads = 0, writes = 0;
};
Dram dramOf(const char* kernel, double capacity) {
    auto made = subject(kernel, {1, {groups * groupSize, 1, 1}, {groupSize, 1, 1}});
    for (auto& [name, argument] : made.launch.arguments)
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) buffer->count = groups * groupSize * trips;
    auto spec = device("nvidia-h200");
    spec.caches.l2UsableFraction = 1;
    spec.caches.l2Bytes = capacity;
    const auto ready = prepared(made, spec);
    Dram sum;
    for (const auto& buffer : deviceTraffic(ready.pdg, ready.evaluation, spec, groups, false).buffers) {
        sum.reads += buffer.dramReadBytes;
        sum.writes += buffer.dramWriteBytes;
    }
    return sum;
}

/// Sectors that miss where all groups take a trip in turn, some of them in their second loop while others are
/// in their first; the first loop reads a sector, the second reads one and writes another.
double missedOfTwoWalks(double capacity) {
    std::list<std::uint64_t> order;
    std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places;
    double missed = 0;
    const auto touch = [&](std::uint64_t sector, bool isRead) {
        const auto known = places.find(sector);
        if (known != places.end())
            order.erase(known->second);
        else if (isRead)
            missed += 1;
        order.push_front(sector);
        places[sector] = order.begin();
        if (static_cast<double>(places.size()) * 32 <= capacity) return;
        places.erase(order.back());
        order.pop_back();
    };
    constexpr std::uint64_t rowSectors = static_cast<std::uint64_t>(rowBytes / 32), ofTrip = rowSectors / trips;
    // Time in sectors: the second loop takes twice as long. Groups began at different times.
    for (std::uint64_t time = 0; time < 6 * rowSectors; ++time)
        for (std::uint64_t group = 0; group < groups; ++group) {
            const std::uint64_t begin = group * 3 * rowSectors / groups;
            if (time < begin || time - begin >= 3 * rowSectors) continue;
            const std::uint64_t at = time - begin, row = group * rowSectors;
            if (at < rowSectors) {
                touch(row + at, true);
                continue;
            }
            const std::uint64_t second = at - rowSectors, trip = second / 2 / ofTrip,
                                within = second % (2 * ofTrip);
            if (within < ofTrip)
                touch(row + trip * ofTrip + within, true);
            else
                touch((groups << 32) + row + trip * ofTrip + within - ofTrip, false);
        }
    return missed * 32;
}

TEST(LoopReuse, LosesNothingThatFitsAndAllThatIsFarApart) {
    EXPECT_EQ(lostPart(0.5, 1), 0);
    EXPECT_EQ(lostPart(2, 1), 1);
    double before = 0;
    for (double between = 0; between < 3; between += 0.1) {
        EXPECT_GE(lostPart(between, 1), before);
        before = lostPart(between, 1);
    }
}

TEST(LoopReuse, ReadsRowsAgainThatL2HasLost) {
    EXPECT_NEAR(dramOf(twoWalks, 8 * allBytes).reads, allBytes, 1);
    EXPECT_NEAR(dramOf(twoWalks, allBytes / 8).reads, 2 * allBytes, 0.01 * allBytes);
    EXPECT_NEAR(dramOf(twoWalks, allBytes / 8).writes, allBytes, 0.01 * allBytes) << "of what is written once";
}

// The simulated cache loses all at a sharp distance, a device's between three quarters of it and half as much
// again.
TEST(LoopReuse, IsThatOfACacheOfWhichGroupsAreAtAllPlaces) {
    for (const double share : {0.25, 0.5, 3.0, 4.0}) {
        const double capacity = share * allBytes;
        EXPECT_NEAR(dramOf(twoWalks, capacity).reads, missedOfTwoWalks(capacity), 0.1 * allBytes) << share;
    }
}

TEST(LoopReuse, WritesTwiceWhatLeavesL2Between) {
    EXPECT_NEAR(dramOf(writtenTwice, 8 * allBytes).writes, allBytes, 1);
    EXPECT_NEAR(dramOf(writtenTwice, allBytes / 8).writes, 2 * allBytes, 0.01 * allBytes);
}

} // namespace
