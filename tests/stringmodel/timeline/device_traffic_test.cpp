// SPDX-License-Identifier: GPL-3.0-or-later
// What misses in L2, against a cache that replaces what was used longest ago, sector by sector.
#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <unordered_map>

#include "stringmodel/timeline/device_traffic.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

constexpr std::int64_t sectorBytes = 32, floatBytes = 4, groupSize = 128;
constexpr std::int64_t groupBytes = groupSize * floatBytes; ///< a float of each work-item

/// What a group touches of a buffer, bytes from `first` to `end`.
struct Touched {
    std::int64_t buffer = 0, first = 0, end = 0;
    bool isWrite = false;
};

/// Fully associative, of sectors.
class LruSectors {
public:
    explicit LruSectors(double bytes) : sectors_(static_cast<std::size_t>(bytes / sectorBytes)) {}

    /// Whether the sector was there; it is afterwards.
    bool touch(std::int64_t sector) {
        const auto known = places_.find(sector);
        const bool found = known != places_.end();
        if (found) order_.erase(known->second);
        order_.push_front(sector);
        places_[sector] = order_.begin();
        if (places_.size() > sectors_) {
            places_.erase(order_.back());
            order_.pop_back();
        }
        return found;
    }

private:
    std::size_t sectors_;
    std::list<std::int64_t> order_; ///< latest first
    std::unordered_map<std::int64_t, std::list<std::int64_t>::iterator> places_;
};

/// A kernel, its launch, and what each of its groups touches, in order, told apart from the model.
struct Workload {
    std::string kernel;
    NDRange range;
    std::vector<std::int64_t> bufferBytes; ///< by parameter: a, b, ...
    std::function<std::vector<Touched>(std::int64_t x, std::int64_t y)> touchedBy;

    [[nodiscard]] std::int64_t groups(int d) const { return static_cast<std::int64_t>(range.groups(d)); }
    /// Bytes read that miss, in each of so many launches one after another.
    [[nodiscard]] std::vector<double> missed(double capacity, int launches) const {
        LruSectors cache(capacity);
        std::vector<double> misses;
        for (int launch = 0; launch < launches; ++launch) {
            misses.push_back(0);
            for (std::int64_t y = 0; y < groups(1); ++y)
                for (std::int64_t x = 0; x < groups(0); ++x)
                    for (const auto& touched : touchedBy(x, y))
                        for (auto s = touched.first / sectorBytes; s * sectorBytes < touched.end; ++s)
                            if (!cache.touch(touched.buffer << 40 | s) && !touched.isWrite)
                                misses.back() += sectorBytes;
        }
        return misses;
    }
};

struct Modelled {
    DeviceTraffic traffic;
    double dramReadBytes = 0;
};

/// One group at a time, so that the groups before are all that a group can find.
Modelled modelled(const Workload& workload, double capacity, bool warm = false) {
    auto made = subject(workload.kernel, workload.range);
    for (std::size_t b = 0; b < workload.bufferBytes.size(); ++b)
        std::get<BufferArgument>(made.launch.arguments.at(std::string(1, static_cast<char>('a' + b)))).count =
            static_cast<std::uint64_t>(workload.bufferBytes[b] / floatBytes);
    auto spec = device("nvidia-h200");
    spec.caches.l2UsableFraction = 1;
    spec.caches.l2Bytes = capacity;
    const auto ready = prepared(made, spec);
    Modelled result{deviceTraffic(ready.pdg, ready.evaluation, spec, 1, warm), 0};
    for (const auto& buffer : result.traffic.buffers) result.dramReadBytes += buffer.dramReadBytes;
    return result;
}

Touched wholeGroup(std::int64_t buffer, std::int64_t element, bool isWrite = false) {
    return {buffer, element * floatBytes, (element + groupSize) * floatBytes, isWrite};
}

/// 17 neighbours of each element, 8 to either side.
Workload stencil(std::int64_t groups) {
    constexpr std::int64_t halo = 16;
    return {"__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
            "  const int i = get_global_id(0);\n  float sum = 0;\n"
            "  for (int j = 0; j < 17; ++j) sum += a[i + j];\n  b[i] = sum;\n}\n",
            {1, {static_cast<std::uint64_t>(groups * groupSize), 1, 1}, {groupSize, 1, 1}},
            {(groups * groupSize + halo) * floatBytes, groups * groupBytes},
            [](std::int64_t x, std::int64_t) {
                auto reads = wholeGroup(0, x * groupSize);
                reads.end += halo * floatBytes;
                return std::vector<Touched>{reads, wholeGroup(1, x * groupSize, true)};
            }};
}

/// Rows y - 1, y and y + 1 of an array with a row of border at either end.
Workload threeRows(std::int64_t groupsOfRow, std::int64_t rows) {
    const std::int64_t width = groupsOfRow * groupSize;
    return {"__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
            "  const int w = get_global_size(0), i = get_global_id(1) * w + get_global_id(0);\n"
            "  b[i] = a[i] + a[i + w] + a[i + 2 * w];\n}\n",
            {2, {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(rows), 1}, {groupSize, 1, 1}},
            {(rows + 2) * width * floatBytes, rows * width * floatBytes},
            [width](std::int64_t x, std::int64_t y) {
                std::vector<Touched> touched;
                touched.reserve(4);
                for (std::int64_t row = y; row <= y + 2; ++row)
                    touched.push_back(wholeGroup(0, row * width + x * groupSize));
                touched.push_back(wholeGroup(1, y * width + x * groupSize, true));
                return touched;
            }};
}

/// Each row of a matrix times a vector, a group for each block of columns.
Workload matrixRows(std::int64_t groupsOfRow, std::int64_t rows) {
    const std::int64_t width = groupsOfRow * groupSize;
    return {"__kernel void k(__global const float* restrict a, __global const float* restrict b,\n"
            "                __global float* restrict c) {\n"
            "  const int x = get_global_id(0), i = get_global_id(1) * get_global_size(0) + x;\n"
            "  c[i] = a[i] * b[x];\n}\n",
            {2, {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(rows), 1}, {groupSize, 1, 1}},
            {rows * width * floatBytes, width * floatBytes, rows * width * floatBytes},
            [width](std::int64_t x, std::int64_t y) {
                const std::int64_t at = y * width + x * groupSize;
                return std::vector<Touched>{wholeGroup(0, at), wholeGroup(1, x * groupSize),
                                            wholeGroup(2, at, true)};
            }};
}

/// The same with one group for all of a row.
Workload matrixRowOfGroup(std::int64_t rows) {
    constexpr std::int64_t width = 64 * groupSize; // n of a kernel in text is 64
    return {"__kernel void k(__global const float* restrict a, __global const float* restrict b,\n"
            "                __global float* restrict c, int n) {\n"
            "  const int l = get_local_id(0), g = get_group_id(0);\n  float sum = 0;\n"
            "  for (int j = 0; j < n; ++j) sum += a[(g * n + j) * 128 + l] * b[j * 128 + l];\n"
            "  c[g * 128 + l] = sum;\n}\n",
            {1, {static_cast<std::uint64_t>(rows * groupSize), 1, 1}, {groupSize, 1, 1}},
            {rows * width * floatBytes, width * floatBytes, rows * groupBytes},
            [](std::int64_t x, std::int64_t) {
                std::vector<Touched> touched;
                for (std::int64_t j = 0; j < 64; ++j) {
                    touched.push_back(wholeGroup(0, x * width + j * groupSize));
                    touched.push_back(wholeGroup(1, j * groupSize));
                }
                touched.push_back(wholeGroup(2, x * groupSize, true));
                return touched;
            }};
}

/// a[i + k * distance] for k = 0..3, `apart` groups from one to the next.
Workload fourApart(std::int64_t apart, std::int64_t groups) {
    const std::int64_t distance = apart * groupSize;
    return {"__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
            "  const int i = get_global_id(0);\n  float sum = 0;\n"
            "  for (int k = 0; k < 4; ++k) sum += a[i + k * " +
                std::to_string(distance) + "];\n  b[i] = sum;\n}\n",
            {1, {static_cast<std::uint64_t>(groups * groupSize), 1, 1}, {groupSize, 1, 1}},
            {(groups + 3 * apart) * groupBytes, groups * groupBytes},
            [distance](std::int64_t x, std::int64_t) {
                std::vector<Touched> touched;
                touched.reserve(5);
                for (std::int64_t k = 0; k < 4; ++k)
                    touched.push_back(wholeGroup(0, x * groupSize + k * distance));
                touched.push_back(wholeGroup(1, x * groupSize, true));
                return touched;
            }};
}

/// Reads of words anywhere in an object, in an order that comes back to all of it in turn.
constexpr std::int64_t anywhereWords = 1 << 18, anywhereGroups = 1 << 14, anywhereFactor = 103683;

/// Bytes that DRAM hands out, 64 at a time, where each group has one of two caches of half the capacity.
double missedOfPartitions(double capacity) {
    constexpr std::int64_t pieceBytes = 64;
    // The cache counts what it is given as sectors.
    LruSectors partitions[] = {LruSectors(capacity / 2 / pieceBytes * sectorBytes),
                               LruSectors(capacity / 2 / pieceBytes * sectorBytes)};
    double bytes = 0;
    for (std::int64_t group = 0; group < anywhereGroups; ++group)
        for (std::int64_t item = group * groupSize; item < (group + 1) * groupSize; ++item) {
            const std::int64_t word = item * anywhereFactor % anywhereWords;
            auto& partition = partitions[(group * 40503 >> 7) % 2];
            if (!partition.touch(word * floatBytes / pieceBytes)) bytes += pieceBytes;
        }
    return bytes;
}

double modelledOfPartitions(double capacity) {
    auto made = subject("__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
                        "  const int i = get_global_id(0);\n"
                        "  if (a[(uint)i * " +
                            std::to_string(anywhereFactor) + "u & " + std::to_string(anywhereWords - 1) +
                            "u] > 2.0f) b[0] = 1.0f;\n}\n",
                        {1, {static_cast<std::uint64_t>(anywhereGroups * groupSize), 1, 1}, {groupSize, 1, 1}});
    std::get<BufferArgument>(made.launch.arguments.at("a")).count = anywhereWords;
    auto spec = device("nvidia-h200");
    spec.caches.l2Bytes = capacity;
    const auto ready = prepared(made, spec);
    double bytes = 0;
    for (const auto& buffer : deviceTraffic(ready.pdg, ready.evaluation, spec, 1, false).buffers)
        bytes += buffer.dramReadBytes * buffer.fetchedFactor;
    return bytes;
}

// Where both partitions hold the object, the first to read of it comes from DRAM alone; where neither does,
// all.
TEST(DeviceTraffic, OfWordsAnywhereMissesWhatItsOwnPartitionDoesNotHold) {
    constexpr double object = anywhereWords * floatBytes;
    EXPECT_NEAR(modelledOfPartitions(2.5 * object), object, 0.15 * object);
    const double most = missedOfPartitions(object);
    EXPECT_GT(most, 10 * object);
    EXPECT_NEAR(modelledOfPartitions(object), most, 0.3 * most);
    EXPECT_NEAR(modelledOfPartitions(0.25 * object), missedOfPartitions(0.25 * object), 0.15 * most);
}

/// `reuseBytes`: what is touched between two uses of the same data, these included.
struct TrafficCase {
    std::string name;
    Workload workload;
    double reuseBytes = 0;
    std::vector<double> parts; ///< of it, as capacities
};

// Windows of groups double in size, so that the reuse of 16 groups (24) lies at the end of one (within one:
// only capacities that no window around it holds are told right).
const std::vector<double> atWindow{0.25, 0.5, 0.75, 0.9, 1.1, 1.25, 2, 5, 1000};
const std::vector<double> withinWindow{0.25, 0.5, 2, 5, 1000};
const double stencilBytes = 2 * groupBytes + 64; // with its halo
const TrafficCase trafficCases[] = {
    {"Stencil", stencil(1000), stencilBytes, {1, 1.1, 1.5, 2, 3, 5, 1000}},
    {"ThreeRows", threeRows(16, 64), groupBytes * 4 * 16, atWindow},
    {"ThreeWideRows", threeRows(24, 64), groupBytes * 4 * 24, withinWindow},
    {"MatrixRows", matrixRows(16, 64), groupBytes * 3 * 16, atWindow},
    {"WideMatrixRows", matrixRows(24, 64), groupBytes * 3 * 24, withinWindow},
    {"MatrixRowOfGroup", matrixRowOfGroup(40), 129 * groupBytes, {1, 1.25, 2, 5, 1000}},
    {"FourApart", fourApart(16, 2000), groupBytes * 5 * 16, atWindow},
    {"FourFurtherApart", fourApart(24, 2000), groupBytes * 5 * 24, withinWindow},
    {"FourFarApart", fourApart(1024, 4000), groupBytes * 5 * 1024, atWindow},
};

class Workloads : public testing::TestWithParam<TrafficCase> {};

// Sectors that two windows share at their borders, and groups before the first steady one, may count otherwise.
constexpr double trafficTolerance = 0.05;

TEST_P(Workloads, MissWhatAnLruCacheMisses) {
    const auto& [name, workload, reuseBytes, parts] = GetParam();
    for (const double part : parts) {
        const double misses = workload.missed(part * reuseBytes, 1).front();
        EXPECT_NEAR(modelled(workload, part * reuseBytes).dramReadBytes, misses, trafficTolerance * misses)
            << part << " of the reuse distance";
    }
}

TEST_P(Workloads, WriteEachByteOnce) {
    const auto& workload = GetParam().workload;
    const auto traffic = modelled(workload, GetParam().reuseBytes).traffic;
    double written = 0;
    for (const auto& buffer : traffic.buffers) written += buffer.dramWriteBytes;
    EXPECT_EQ(written, workload.bufferBytes.back());
}

TEST_P(Workloads, TouchEverySectorThatAGroupTouches) {
    const auto& workload = GetParam().workload;
    double bytes = 0;
    for (const auto buffer : workload.bufferBytes) bytes += static_cast<double>(buffer);
    EXPECT_EQ(modelled(workload, GetParam().reuseBytes).traffic.touchedBytes, bytes);
}

TEST_P(Workloads, AgainReadNothingThatFits) {
    const auto& workload = GetParam().workload;
    double bytes = 0;
    for (const auto buffer : workload.bufferBytes) bytes += static_cast<double>(buffer);
    const auto again = modelled(workload, bytes, true);
    EXPECT_EQ(workload.missed(bytes, 2).back(), 0) << "in a cache";
    EXPECT_EQ(again.dramReadBytes, 0);
    for (const auto& buffer : again.traffic.buffers) EXPECT_EQ(buffer.dramWriteBytes, 0);
    EXPECT_EQ(again.traffic.retained, 1);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Workloads, testing::ValuesIn(trafficCases),
                         [](const auto& made) { return made.param.name; });

// What the comparison is about: without the capacity, three rows are three reads and four distances four.
TEST(LruSectors, HasReuseAboveItsDistanceAlone) {
    const auto missesAround = [](const Workload& workload, double reuseBytes) {
        return workload.missed(0.9 * reuseBytes, 1).front() / workload.missed(1.1 * reuseBytes, 1).front();
    };
    EXPECT_NEAR(missesAround(threeRows(16, 64), groupBytes * 4 * 16), 3, 0.15);
    EXPECT_NEAR(missesAround(matrixRows(16, 64), groupBytes * 3 * 16), 2, 0.1);
    EXPECT_NEAR(missesAround(fourApart(16, 2000), groupBytes * 5 * 16), 4, 0.2);
}

// Read in a circle, what does not fit is gone before it is used again: just as on the first launch.
TEST(WarmLaunch, OfMoreThanTheCacheReadsAllOfIt) {
    const auto workload = stencil(1000);
    const double bytes = 1000 * stencilBytes;
    for (const double part : {0.1, 0.5, 0.9}) {
        const double misses = workload.missed(part * bytes, 2).back();
        const auto again = modelled(workload, part * bytes, true);
        EXPECT_NEAR(again.dramReadBytes, misses, trafficTolerance * misses) << part;
        EXPECT_EQ(again.dramReadBytes, modelled(workload, part * bytes).dramReadBytes) << part;
        EXPECT_EQ(again.traffic.retained, 0) << part;
    }
}

/// Of the buffer `a` in a launch of such a body; i is the global ID.
BufferTraffic trafficOf(const std::string& body, std::int64_t items = 1024) {
    auto kernel = subject("__kernel void k(__global float* a, __global const float* b, __global int* at) {\n"
                          "  const int i = get_global_id(0);\n  " +
                              body + "\n}\n",
                          {1, {static_cast<std::uint64_t>(items), 1, 1}, {128, 1, 1}});
    for (const char* buffer : {"a", "at"})
        std::get<BufferArgument>(kernel.launch.arguments.at(buffer)).count =
            std::max<std::int64_t>(1 << 16, items * 128);
    const auto ready = prepared(kernel, device("nvidia-h200"));
    for (const auto& buffer :
         deviceTraffic(ready.pdg, ready.evaluation, device("nvidia-h200"), 2000, false).buffers)
        if (buffer.argument == 0) return buffer;
    return {};
}

/// Of a launch whose items read one float in `stride`.
double fetchedFactor(int stride) {
    return trafficOf("at[i] = a[i * " + std::to_string(stride) + "];").fetchedFactor;
}

// DRAM hands out two sectors at a time.
TEST(Fetches, BringTheNeighbourOfASectorThatIsAskedForAlone) {
    EXPECT_NEAR(fetchedFactor(1), 1, 0.01);
    EXPECT_NEAR(fetchedFactor(8), 1, 0.01) << "every sector";
    EXPECT_NEAR(fetchedFactor(16), 2, 0.01) << "every other one";
    EXPECT_NEAR(fetchedFactor(64), 2, 0.01);
}

// Of a span of 256 bytes, four pieces: lanes 128 bytes apart leave two out, those 256 apart three.
TEST(Gaps, CostTimeWherePiecesOfASpanAreLeftOut) {
    const auto& memory = device("nvidia-h200").globalMemory;
    const auto read = [](int stride) {
        return trafficOf("at[i] = a[i * " + std::to_string(stride) + "];").readGapFactor;
    };
    EXPECT_NEAR(read(1), 1, 0.01);
    EXPECT_NEAR(read(16), 1, 0.01) << "all four";
    EXPECT_NEAR(read(32), 1 + memory.readGapBytes / 64, 0.01);
    EXPECT_NEAR(read(64), 1 + 3 * memory.readGapBytes / 64, 0.01);
    const auto written = [](int stride) {
        return trafficOf("a[i * " + std::to_string(stride) + "] = b[i];").writeGapFactor;
    };
    EXPECT_NEAR(written(1), 1, 0.01);
    EXPECT_NEAR(written(64), 1 + 3 * memory.writeGapBytes / 32, 0.05);
}

/// Of 2^19 work-items in groups of 128 that each execute `step` for k from 0 to 128 / `part`, which no compiler
/// unrolls as a whole.
BufferTraffic walked(const std::string& step, int part = 1) {
    return trafficOf("float s = 0;\n  const int n = get_local_size(0) / " + std::to_string(part) +
                         ";\n  for (int k = 0; k < n; ++k) " + step + ";\n  if (s > 1e30f) at[i] = 1;",
                     1 << 19);
}

// bench/device/chunks.toml: neighbours bring nothing in time, what the next trips bring comes too late.
TEST(Moments, LeaveOutWhatLaterTripsBring) {
    const auto& memory = device("nvidia-h200").globalMemory;
    EXPECT_NEAR(walked("s += a[i + k * 524288]").readGapFactor, 1, 0.01) << "lanes side by side";
    EXPECT_NEAR(walked("s += a[i * n + k]").readGapFactor, 1 + 3 * memory.readGapBytes / 64, 0.05);
    EXPECT_NEAR(walked("s += a[i * n + k]", 4).readGapFactor, 1 + memory.readGapBytes / 64, 0.05)
        << "a line each";
    EXPECT_NEAR(walked("s += a[i * n + k]", 8).readGapFactor, 1, 0.01) << "64 bytes each: no piece is left out";
}

TEST(Moments, SendOnWhatIsWrittenInPart) {
    const auto apart = walked("a[i * n + k] = k"), together = walked("a[i + k * 524288] = k");
    EXPECT_GT(apart.writtenAgain, 0.3);
    EXPECT_GT(apart.filledFactor, 0.2);
    EXPECT_EQ(together.writtenAgain, 0);
    EXPECT_NEAR(together.writeGapFactor, 1, 0.01);
}

// What data choose among a part of a buffer alone comes from DRAM once, and then from L2.
TEST(Extents, AreOfTheWordsThatDataChooseAmong) {
    const auto read = [](const std::string& index) {
        const auto buffer = trafficOf("at[i] = a[" + index + "];", 1 << 16);
        return buffer.dramReadBytes * buffer.fetchedFactor;
    };
    const auto gathered = [&](int bits) { return read("at[i] & " + std::to_string((1 << bits) - 1)); };
    EXPECT_NEAR(gathered(16), 4 << 16, 0.1 * (4 << 16));
    EXPECT_GT(gathered(22), 8 * gathered(16));
}

// L2 has 60 MB: lines of 128 bytes for each of 2000 groups of 128 are 33 MB, those of a copy twice as many.
TEST(Moments, LoseLinesThatAreReadOnWhereTheyFillL2) {
    EXPECT_GT(walked("at[i * n + k] = a[i * n + k]").readAgain, 1);
    EXPECT_EQ(walked("s += a[i * n + k]").readAgain, 0);
}

TEST(Fills, AreOfSectorsThatAreWrittenInPart) {
    EXPECT_NEAR(trafficOf("a[i] = b[i];").filledFactor, 0, 0.01);
    EXPECT_NEAR(trafficOf("a[i * 8] = b[i];").filledFactor, 1, 0.01);
    EXPECT_NEAR(trafficOf("a[i * 16] = b[i];").filledFactor, 2, 0.01) << "with the neighbour";
    EXPECT_NEAR(trafficOf("a[i * 8] += b[i];").filledFactor, 0, 0.01) << "it has just been read";
    EXPECT_NEAR(trafficOf("for (int k = 0; k < 8; ++k) a[i * 8 + k] = b[i];").filledFactor, 0, 0.01)
        << "by several stores";
}

// Where a loop walks on from what data decides, neighbours come in time; what data decides alone is random.
TEST(Gaps, OfAddressesThatDataDecidesAreOfRandomPlaces) {
    EXPECT_GT(trafficOf("at[i] = 0; a[at[i * 2]] = 1;").filledFactor, 0.5);
    EXPECT_EQ(trafficOf("at[i] = 0; for (int k = 0; k < 8; ++k) a[at[i * 2] + k] = 1;").filledFactor, 0);
}

// The turn lies within a window of 16 to 32 groups.
TEST(Windows, FindAReuseDistanceBetweenTwoSizes) {
    for (const double part : {0.75, 0.9, 1.1}) {
        const auto workload = fourApart(24, 2000);
        const double capacity = part * groupBytes * 5 * 24, misses = workload.missed(capacity, 1).front();
        EXPECT_NEAR(modelled(workload, capacity).dramReadBytes, misses, trafficTolerance * misses) << part;
    }
}

} // namespace
