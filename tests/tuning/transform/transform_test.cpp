// SPDX-License-Identifier: GPL-3.0-or-later
// What holds of all rewrites.
#include <algorithm>

#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

KernelText transposing() {
    return kernelText("// A transposition.\n"
                      "__kernel void k(__global const float* a, __global float* b) {\n"
                      "    __local float tile[N][N];\n"
                      "    int x = get_local_id(0), y = get_local_id(1);\n"
                      "    for (int r = 0; r < 2; ++r) tile[y][x] = a[y * N + x];\n"
                      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                      "    b[get_global_id(1) * N + get_global_id(0)] = tile[x][y];\n"
                      "}\n",
                      "global = [\"N\", \"N\"]\nlocal = [\"N\", \"N\"]\n[macros]\nN = 16\n[args]\n"
                      "a = { buffer = \"float\", count = 1024 }\nb = { buffer = \"float\", count = 1024 }\n");
}

TEST(TransformAll, RewritesAreAppliedInOrder) {
    const auto rewritten = rewriteBy(transposing(), {"pad tile=1", "unroll r=2", "restrict", "pad tile=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.source, "tile[N][N + 1 + 2];"));
    EXPECT_TRUE(holds(rewritten->text.source, "    #pragma unroll 2\n    for (int r"));
    EXPECT_EQ(rewritten->notes.size(), 4U);
}

TEST(TransformAll, OneRefusedRefusesAll) {
    EXPECT_FALSE(rewriteBy(transposing(), {"pad tile=1", "unroll q=2"}));
}

TEST(TransformAll, WhatIsApplicableCanBeDone) {
    const auto text = transposing();
    const auto all = candidates(text);
    const auto some = applicable(text);
    ASSERT_TRUE(all);
    ASSERT_TRUE(some);
    const auto has = [](const auto& list, const std::string& words) {
        return std::any_of(list.begin(), list.end(),
                           [&](const Rewrite& rewrite) { return toText(rewrite) == words; });
    };
    EXPECT_TRUE(has(*some, "pad tile=1"));
    EXPECT_TRUE(has(*some, "unroll r=4,written"));
    EXPECT_TRUE(has(*some, "swap-axes"));
    EXPECT_TRUE(has(*all, "vector 4"));
    EXPECT_FALSE(has(*some, "vector 4")) << "work-items work together";
    for (const auto& one : *all)
        EXPECT_EQ(has(*some, toText(one)), rewrite(text, std::span(&one, 1)).ok()) << toText(one);
}

TEST(TransformAll, WhatDoesNotCompileIsRefusedAsTheFrontEndDoes) {
    auto text = transposing();
    text.source += "int broken(";
    EXPECT_EQ(refusalOf(text, "pad tile=1"), "frontend.compile");
    text = transposing();
    text.launch += "nonsense";
    EXPECT_EQ(refusalOf(text, "pad tile=1"), "launch.syntax");
}

TEST(TransformAll, MacrosOfASweepMustNotMakeItDifferentCode) {
    auto text = transposing();
    text.source.replace(text.source.find("    for (int r"), 0, "#if N == 8\n    int q = 0;\n#endif\n");
    text.launch += "[sweep]\nN = [8, 16]\n";
    EXPECT_EQ(refusalOf(text, "pad tile=1"), "") << "the same for both";
    text.source.replace(text.source.find("__local"), 25, "T");
    text.source.insert(0, "#if N == 8\n#define T __local float tile[8][8];\n#else\n#define T __local float "
                          "tile[16][16];\n#endif\n");
    EXPECT_EQ(refusalOf(text, "pad tile=1"), "transform.in-macro");
    auto other = transposing();
    other.source.replace(other.source.find("    for (int r"), 0,
                         "#if N == 8\n    __local int more[8][8];\n#endif\n");
    other.launch += "[sweep]\nN = [8, 16]\n";
    EXPECT_EQ(refusalOf(other, "pad more=1"), "transform.unknown-array");
    EXPECT_EQ(refusalOf(other, "unroll r=2,written"), "");
    auto loops = transposing();
    loops.source.replace(loops.source.find("r < 2"), 5, "r < N / 8");
    loops.launch += "[sweep]\nN = [8, 16]\n";
    EXPECT_EQ(refusalOf(loops, "unroll r=2,written"), "transform.differs-by-sweep")
        << "one has a rest, the other has not";
}

} // namespace
} // namespace warpstring::transform
