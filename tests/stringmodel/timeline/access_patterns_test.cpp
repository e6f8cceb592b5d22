// SPDX-License-Identifier: GPL-3.0-or-later
// Classic accesses of a warp on a GPU with lines of 128 bytes, sectors of 32 and 32 banks of 4 bytes, by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "stringmodel/timeline/access_patterns.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::timeline;
using namespace warpstring::test;

const NDRange patternRange{1, {1024, 1, 1}, {128, 1, 1}};

/// A kernel's accesses, ready to be located.
class Accesses {
public:
    explicit Accesses(const std::string& kernel, const NDRange& range = patternRange)
        : prepared_(prepared(subject(kernel, range), device("nvidia-h200"))),
          patterns_(prepared_.pdg, prepared_.evaluation, device("nvidia-h200")) {}

    /// The first load from `space`, by a warp of a group.
    LocatedAccess load(MemorySpace space, int warp = 0, std::int64_t group = 0) {
        for (const auto& access : prepared_.pdg.accesses) {
            if (access.space != space || access.kind != AccessKind::Load) continue;
            Point point(3 + prepared_.pdg.loops.size(), 0);
            point[0] = group;
            point[1] = point[2] = 0;
            return patterns_.locate(access.id, warp, point, static_cast<std::uint64_t>(group));
        }
        throw std::runtime_error("no such load");
    }

    [[nodiscard]] std::int64_t loads(MemorySpace space) const {
        return std::count_if(
            prepared_.pdg.accesses.begin(), prepared_.pdg.accesses.end(),
            [&](const auto& access) { return access.space == space && access.kind == AccessKind::Load; });
    }

private:
    Prepared prepared_;
    AccessPatterns patterns_;
};

struct Expected {
    const char* index;
    std::size_t lines;
    double sectors, wavefronts;
};

class GlobalLoads : public testing::TestWithParam<Expected> {};

TEST_P(GlobalLoads, HaveTheirLinesSectorsAndWavefronts) {
    const auto& expected = GetParam();
    Accesses accesses("__kernel void k(__global float* a, __global float* b) {\n"
                      "  const int i = get_global_id(0), l = get_local_id(0);\n  b[i] = a[" +
                      std::string(expected.index) + "] + l;\n}\n");
    const auto found = accesses.load(MemorySpace::Global);
    ASSERT_TRUE(found.located);
    EXPECT_TRUE(found.pattern->active);
    EXPECT_EQ(found.pattern->lines.size(), expected.lines);
    EXPECT_EQ(found.pattern->sectors, expected.sectors);
    EXPECT_EQ(found.pattern->wavefronts, expected.wavefronts);
}

// Words of a wavefront lie in different banks: a stride of 2^k is 2^k of them.
INSTANTIATE_TEST_SUITE_P(
    Patterns, GlobalLoads,
    testing::Values(Expected{"i", 1, 4, 1}, Expected{"i + 8", 2, 4, 1}, Expected{"i + 1", 2, 5, 1},
                    Expected{"2 * i", 2, 8, 2}, Expected{"4 * i", 4, 16, 4}, Expected{"8 * i", 8, 32, 8},
                    Expected{"32 * i", 32, 32, 32}, Expected{"33 * i", 32, 32, 1}, Expected{"5", 1, 1, 1},
                    Expected{"l / 8", 1, 1, 1}, Expected{"l % 16 + l / 16 * 1024", 2, 4, 2},
                    Expected{"l % 16 + l / 16 * 1040", 2, 4, 1}, Expected{"127 - l", 1, 4, 1}));

TEST(AccessPatterns, OfFourFloatsAreServedInFour) {
    Accesses accesses("__kernel void k(__global float4* a, __global float4* b) {\n"
                      "  const int i = get_global_id(0);\n  b[i] = a[i] * 2.0f;\n}\n");
    const auto found = accesses.load(MemorySpace::Global);
    EXPECT_EQ(found.pattern->lines.size(), 4U);
    EXPECT_EQ(found.pattern->sectors, 16);
    EXPECT_EQ(found.pattern->wavefronts, 4);
}

// Eight rows a multiple of the banks apart, asked for by each quarter of the warp anew; as 4 bytes a lane the
// whole warp shares them.
TEST(AccessPatterns, OfSixteenBytesComeByQuartersOfTheWarp) {
    const auto wavefronts = [](const std::string& type, const std::string& index) {
        Accesses accesses("__kernel void k(__global " + type + "* a, __global " + type +
                          "* b) {\n  const int l = get_local_id(0);\n  b[get_global_id(0)] = a[" + index +
                          "];\n}\n");
        return accesses.load(MemorySpace::Global).pattern->wavefronts;
    };
    EXPECT_EQ(wavefronts("float4", "l % 8 * 256"), 32);
    EXPECT_EQ(wavefronts("float4", "l % 4 * 256"), 16);
    EXPECT_EQ(wavefronts("float4", "7"), 4);
    EXPECT_EQ(wavefronts("float", "l % 8 * 1024"), 8);
}

// Quotients and remainders of positions, more pieces than are kept: each point is looked at when it is reached.
TEST(AccessPatterns, OfTooManyPiecesAreLocatedPointByPoint) {
    Accesses accesses("__kernel void k(__global float* a, __global float* b) {\n"
                      "  const int i = get_global_id(0);\n"
                      "  b[i] = a[(i % 49 * 7919 + i / 49) * 8] * 2.0f;\n}\n",
                      {1, {1 << 20, 1, 1}, {128, 1, 1}});
    const auto found = accesses.load(MemorySpace::Global, 1, 5);
    EXPECT_TRUE(found.located);
    std::set<std::int64_t> lines;
    for (std::int64_t i = 5 * 128 + 32; i < 5 * 128 + 64; ++i)
        lines.insert((i % 49 * 7919 + i / 49) * 32 / 128);
    EXPECT_EQ(found.pattern->lines.size(), lines.size());
}

TEST(AccessPatterns, LinesFollowWarpsAndGroups) {
    Accesses accesses("__kernel void k(__global float* a, __global float* b) {\n"
                      "  const int i = get_global_id(0);\n  b[i] = a[i] * 2.0f;\n}\n");
    const auto lineOf = [&](int warp, std::int64_t group) {
        const auto found = accesses.load(MemorySpace::Global, warp, group);
        EXPECT_EQ(found.pattern->lines.size(), 1U);
        return found.firstLine + found.pattern->lines.at(0).line;
    };
    const auto first = lineOf(0, 0);
    for (const std::int64_t group : {0, 1, 5})
        for (const int warp : {0, 1, 3}) EXPECT_EQ(lineOf(warp, group), first + group * 4 + warp);
}

TEST(AccessPatterns, WarpsWithoutActiveLanesDoNothing) {
    Accesses accesses(
        "__kernel void k(__global float* a, __global float* b) {\n"
        "  const int i = get_global_id(0);\n  if (get_local_id(0) < 40) b[i] = a[i] * 2.0f;\n}\n");
    EXPECT_EQ(accesses.load(MemorySpace::Global, 0).pattern->sectors, 4);
    EXPECT_EQ(accesses.load(MemorySpace::Global, 1).pattern->sectors, 1); // 8 lanes
    EXPECT_FALSE(accesses.load(MemorySpace::Global, 2).pattern->active);
    EXPECT_EQ(accesses.load(MemorySpace::Global, 2).pattern->sectors, 0);
}

struct SharedExpected {
    const char* index;
    double wavefronts;
};

class SharedLoads : public testing::TestWithParam<SharedExpected> {};

TEST_P(SharedLoads, ConflictInBanks) {
    Accesses accesses("__kernel void k(__global float* b) {\n  __local float s[8192];\n"
                      "  const int l = get_local_id(0);\n  for (int j = l; j < 8192; j += 128) s[j] = b[j];\n"
                      "  barrier(CLK_LOCAL_MEM_FENCE);\n  b[l] = s[" +
                      std::string(GetParam().index) + "];\n}\n");
    EXPECT_EQ(accesses.load(MemorySpace::Shared).pattern->wavefronts, GetParam().wavefronts);
}

INSTANTIATE_TEST_SUITE_P(Patterns, SharedLoads,
                         testing::Values(SharedExpected{"l", 1}, SharedExpected{"2 * l", 2},
                                         SharedExpected{"4 * l", 4}, SharedExpected{"32 * l", 32},
                                         SharedExpected{"33 * l", 1}, SharedExpected{"3 * l", 1},
                                         SharedExpected{"7", 1}, SharedExpected{"l / 2 * 32", 16}));

struct SharedVector {
    const char* type;
    std::int64_t loads;
    double wavefronts; ///< of each of them
};

// NOLINTNEXTLINE(readability-identifier-naming): the name is GoogleTest's
void PrintTo(const SharedVector& vector, std::ostream* out) { *out << vector.type; }

class SharedVectors : public testing::TestWithParam<SharedVector> {};

// Side by side, a warp's lanes ask all 32 banks for a word in each wavefront: bytes over 128. Lanes of 32 bytes
// are read in two, each of which skips every other 16 bytes and so asks half of the banks for twice as much.
TEST_P(SharedVectors, OfNeighboursTakeTheirBytesOver128) {
    const std::string type = GetParam().type;
    Accesses accesses("__kernel void k(__global " + type + "* b) {\n  __local " + type +
                      " s[128];\n  const int l = get_local_id(0);\n  s[127 - l] = b[l];\n"
                      "  barrier(CLK_LOCAL_MEM_FENCE);\n  b[get_global_id(0)] = s[l];\n}\n");
    EXPECT_EQ(accesses.loads(MemorySpace::Shared), GetParam().loads);
    EXPECT_EQ(accesses.load(MemorySpace::Shared).pattern->wavefronts, GetParam().wavefronts);
}

INSTANTIATE_TEST_SUITE_P(Patterns, SharedVectors,
                         testing::Values(SharedVector{"float", 1, 1}, SharedVector{"float2", 1, 2},
                                         SharedVector{"float4", 1, 4}, SharedVector{"float8", 2, 8}),
                         [](const auto& made) { return std::string(made.param.type); });

// Indices that are not the launch's to tell, because the kernel writes them too.
const std::string gather = "__kernel void k(__global int* index, __global float* a, __global float* b) {\n"
                           "  const int i = get_global_id(0), l = get_local_id(0);\n";

/// The access of `space` of which the text of its statement ends with `object`.
LocatedAccess accessOf(const Prepared& prepared, AccessPatterns& patterns, const std::string& text,
                       int warp = 0, std::int64_t group = 0) {
    for (const auto& access : prepared.pdg.accesses) {
        if (prepared.pdg.statements[access.statement].text != text) continue;
        Point point(3 + prepared.pdg.loops.size(), 0);
        point[0] = group;
        return patterns.locate(access.id, warp, point, static_cast<std::uint64_t>(group));
    }
    throw std::runtime_error("no such access");
}

class RandomAccesses {
public:
    explicit RandomAccesses(const std::string& body)
        : prepared_(
              prepared(subject(gather + body + "\n  index[i] = l;\n}\n", patternRange), device("nvidia-h200"))),
          patterns_(prepared_.pdg, prepared_.evaluation, device("nvidia-h200")) {}
    LocatedAccess at(const std::string& text, int warp = 0, std::int64_t group = 0) {
        return accessOf(prepared_, patterns_, text, warp, group);
    }

private:
    Prepared prepared_;
    AccessPatterns patterns_;
};

TEST(UntoldAddresses, AreLocatedAtRandomLinesOfTheirObject) {
    RandomAccesses accesses("b[i] = a[index[i]];");
    double sectors = 0;
    for (int warp = 0; warp < 4; ++warp)
        for (std::int64_t group = 0; group < 8; ++group) {
            const auto found = accesses.at("load a", warp, group);
            ASSERT_TRUE(found.located);
            for (const auto& part : found.pattern->lines)
                EXPECT_TRUE(part.line >= 0 && part.line < 65536 * 4 / 128) << part.line;
            sectors += found.pattern->sectors / 32;
        }
    // 8192 sectors: 8192 (1 - (8191/8192)^32) of 32.
    EXPECT_NEAR(sectors, 31.94, 0.15);
}

TEST(UntoldAddresses, OfOneWorkItemForAllAreOneSector) {
    RandomAccesses accesses("b[i] = a[index[0]];");
    EXPECT_EQ(accesses.at("load a").pattern->sectors, 1);
}

TEST(UntoldAddresses, LeaveTheOthersWhereTheyAre) {
    RandomAccesses accesses("b[i] = a[index[i]];");
    const auto first = accesses.at("load index", 0, 0), second = accesses.at("load index", 1, 3);
    ASSERT_TRUE(first.located && second.located);
    EXPECT_EQ(second.firstLine + second.pattern->lines.at(0).line,
              first.firstLine + first.pattern->lines.at(0).line + 13);
    EXPECT_EQ(second.pattern->wavefronts, 1);
}

TEST(UntoldAddresses, OfPrivateArraysAreALineForEveryWordThatIsAskedFor) {
    RandomAccesses accesses("float own[40];\n"
                            "#pragma unroll 1\n  for (int j = 0; j < 40; ++j) own[j] = a[i + j];\n"
                            "b[i] = own[index[i] & 31];");
    const auto found = accesses.at("load own");
    ASSERT_TRUE(found.located);
    EXPECT_GT(found.pattern->lines.size(), 14U) << "32 lanes at 32 words: 20.4 on average";
    EXPECT_LT(found.pattern->lines.size(), 27U);
    EXPECT_EQ(found.pattern->sectors >= static_cast<double>(found.pattern->lines.size()), true);
    // Stores of one word by all lanes go to the very lines that the loads find: j is the word's number.
    const auto stored = accesses.at("store own");
    ASSERT_EQ(stored.pattern->lines.size(), 1U);
    for (const auto& part : found.pattern->lines) {
        const std::int64_t word = found.firstLine + part.line - stored.firstLine;
        EXPECT_TRUE(word >= 0 && word < 32) << word;
    }
}

} // namespace
