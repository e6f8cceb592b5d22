// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of any kernel when its text or its launch changes.
#include <gtest/gtest.h>

#include "stringmodel/string/notation.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

const NDRange propertyRange{1, {4096, 1, 1}, {128, 1, 1}};
const NDRange square{2, {256, 256, 1}, {16, 16, 1}};

const char* const inlineKernels[] = {
    "__kernel void k(__global float* a, int n) {\n  const int i = get_global_id(0);\n  float sum = 0;\n"
    "  for (int k = 0; k < n; ++k) sum += a[i + 128 * k] * 3.0f;\n  a[i] = sum;\n}\n",
    "__kernel void k(__global float* a, int n) {\n  __local float s[128];\n  const int i = get_local_id(0);\n"
    "  s[i] = a[get_global_id(0)];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (i % 3 == 1) a[get_global_id(0)] = s[i ^ 1] / n;\n}\n",
};

class Properties : public testing::TestWithParam<std::tuple<int, bool>> {
protected:
    /// The paper's kernels, then those above.
    static Subject given() {
        const auto files = sampleFiles();
        const auto which = static_cast<std::size_t>(std::get<0>(GetParam()));
        return which < files.size() ? subject(sample(files[which]).front())
                                    : subject(inlineKernels[which - files.size()], propertyRange);
    }
    static bool sourceShape() { return std::get<1>(GetParam()); }

    static Subject withFirstStatement(Subject subject, const std::string& statement) {
        const auto kernel = subject.source.text.find(subject.launch.kernel + "(");
        subject.source.text.insert(subject.source.text.find('{', kernel) + 1, " " + statement);
        return subject;
    }
};

TEST_P(Properties, DeadCodeCostsNothing) {
    const auto plain = simulated(given(), sourceShape());
    const auto dead =
        simulated(withFirstStatement(
                      given(), "int dead = 7; for (int d = 0; d < 100; ++d) dead = dead * 5 + get_local_id(0); "
                               "if (dead == 3 && 1 > 2) barrier(CLK_LOCAL_MEM_FENCE);"),
                  sourceShape());
    EXPECT_EQ(toText(plain.string), toText(dead.string));
    EXPECT_EQ(plain.time.timeUs, dead.time.timeUs);
    EXPECT_EQ(plain.registers, dead.registers);
}

TEST_P(Properties, NamesOfVariablesMeanNothing) {
    const auto plain = simulated(given(), sourceShape());
    auto renamed = given();
    std::string names;
    for (const std::string name : {"sum", "stride", "active", "group", "own", "left", "right", "row", "column",
                                   "tx", "ty", "upper", "lower", "first", "destination", "other", "i", "s"})
        if (!renamed.launch.arguments.contains(name)) names += "#define " + name + " zz_" + name + "\n";
    renamed.source.text = names + renamed.source.text;
    const auto result = simulated(renamed, sourceShape());
    EXPECT_EQ(toText(plain.string), toText(result.string));
    EXPECT_EQ(plain.time.timeUs, result.time.timeUs);
}

TEST_P(Properties, ABarrierMoreIsNeverFaster) {
    const auto plain = simulated(given(), sourceShape());
    const auto more = simulated(withFirstStatement(given(), "barrier(CLK_LOCAL_MEM_FENCE);"), sourceShape());
    EXPECT_GE(more.correctedWalk.cycles, plain.correctedWalk.cycles * (1 - 1e-9));
    EXPECT_GE(more.time.timeUs, plain.time.timeUs * (1 - 1e-9));
}

TEST_P(Properties, MoreGroupsAreNeverFaster) {
    double before = 0;
    for (const std::uint64_t groups : {1, 2, 16, 17, 100, 160, 1600, 1601, 100000}) {
        auto more = given();
        more.launch.range.global = more.launch.range.local;
        more.launch.range.global[0] *= groups;
        const double time = simulated(more, sourceShape()).time.timeUs;
        EXPECT_GE(time, before * (1 - 1e-9)) << groups;
        before = time;
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Properties, testing::Combine(testing::Range(0, 14), testing::Bool()));

std::string columnRead(int pitch) {
    return "__kernel void k(__global float* a, __global float* b) {\n  __local float s[16][" +
           std::to_string(pitch) +
           "];\n  const int x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * 256 + "
           "get_global_id(0);\n"
           "  s[y][x] = a[at];\n  barrier(CLK_LOCAL_MEM_FENCE);\n  b[at] = s[x][y];\n}\n";
}

// 16 lanes of a half-warp read words 16 apart: one bank of 16, 16 times 2 cycles for each half. 17 apart: all
// banks.
TEST(Padding, RemovesAColumnConflict) {
    const auto dense = simulated(subject(columnRead(16), square), false),
               padded = simulated(subject(columnRead(17), square), false);
    const auto conflict = tokensOf(dense.string, token_string::TokenKind::SharedLoad),
               free = tokensOf(padded.string, token_string::TokenKind::SharedLoad);
    ASSERT_EQ(conflict.size(), 1U);
    ASSERT_EQ(free.size(), 1U);
    EXPECT_EQ(conflict[0].conflictWays, 16);
    EXPECT_DOUBLE_EQ(conflict[0].cycles, 64);
    EXPECT_EQ(free[0].conflictWays, 1);
    EXPECT_DOUBLE_EQ(free[0].cycles, 4);
    EXPECT_LT(padded.time.timeUs, dense.time.timeUs);
}

} // namespace
