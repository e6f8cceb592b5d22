// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

const std::string ofLoops = "global = [64]\nlocal = [16]\n[args]\n"
                            "a = { buffer = \"float\", count = 4096 }\n"
                            "b = { buffer = \"float\", count = 64 }\n"
                            "n = 10\n";

KernelText summing(const std::string& loop, const std::string& more = "") {
    return kernelText("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                      "    float sum = 0;\n"
                      "    int j = 0;\n" +
                          loop +
                          "    b[get_global_id(0)] = sum + j;\n"
                          "}\n",
                      ofLoops + more);
}

const std::string simple = "    for (int i = 0; i < n; ++i) // the sum\n"
                           "        sum += a[i];\n";

TEST(UnrollLoop, BracesTakeThePlaceOfABodysSemicolon) {
    EXPECT_TRUE(holds(sourceAfter(summing("    if (n > 0)\n        for (int i = 0; i < 10; ++i) sum += a[i];\n"
                                          "    else\n        sum = 1;\n"),
                                  "unroll i=2,written"),
                      "        }\n    else\n        sum = 1;\n"));
}

TEST(UnrollLoop, APragmaStandsBeforeTheLoop) {
    EXPECT_EQ(sourceAfter(summing(simple), "unroll i=4"), summing("    #pragma unroll 4\n" + simple).source);
    EXPECT_EQ(sourceAfter(summing(simple), "unroll line:4=4"),
              summing("    #pragma unroll 4\n" + simple).source);
}

TEST(UnrollLoop, APragmaThatIsThereIsChanged) {
    EXPECT_EQ(sourceAfter(summing("    #pragma unroll\n" + simple), "unroll i=2"),
              summing("    #pragma unroll 2\n" + simple).source);
    EXPECT_EQ(sourceAfter(summing("    #pragma nounroll\n" + simple), "unroll i=2"),
              summing("    #pragma unroll 2\n" + simple).source);
    EXPECT_EQ(refusalOf(summing("    __attribute__((opencl_unroll_hint(2)))\n" + simple), "unroll i=4"),
              "transform.already-unrolled");
}

TEST(UnrollLoop, AWhileLoopIsNamedByItsLine) {
    const std::string loop = "    while (j < n) sum += a[j++];\n";
    EXPECT_EQ(sourceAfter(summing(loop), "unroll line:4=2"), summing("    #pragma unroll 2\n" + loop).source);
    EXPECT_EQ(refusalOf(summing(loop), "unroll line:4=2,written"), "transform.loop-form");
}

TEST(UnrollLoop, BodiesAreWrittenOutWithARestWhereTheTripsAreNoMultiple) {
    EXPECT_EQ(sourceAfter(summing("    for (int i = 0; i < n; ++i) {\n"
                                  "        sum += a[i]; // each\n"
                                  "    }\n"),
                          "unroll i=4,written"),
              summing("    {\n"
                      "    int i = 0;\n"
                      "    for (; (long)i + 3 < n; i += 4) {\n"
                      "        {\n"
                      "            sum += a[i]; // each\n"
                      "        }\n"
                      "        {\n"
                      "            sum += a[(i + 1)]; // each\n"
                      "        }\n"
                      "        {\n"
                      "            sum += a[(i + 2)]; // each\n"
                      "        }\n"
                      "        {\n"
                      "            sum += a[(i + 3)]; // each\n"
                      "        }\n"
                      "    }\n"
                      "    for (; i < n; ++i)\n"
                      "        {\n"
                      "            sum += a[i]; // each\n"
                      "        }\n"
                      "    }\n")
                  .source);
}

TEST(UnrollLoop, NoRestWhereTheLaunchTellsThatThereIsNone) {
    EXPECT_EQ(
        sourceAfter(summing("    for (int i = 2; i <= 2 * n; i += 2) sum += a[i];\n"), "unroll i=5,written"),
        summing("    for (int i = 2; i <= 2 * n; i += 10) {\n"
                "        { sum += a[i]; }\n"
                "        { sum += a[(i + 2)]; }\n"
                "        { sum += a[(i + 4)]; }\n"
                "        { sum += a[(i + 6)]; }\n"
                "        { sum += a[(i + 8)]; }\n"
                "    }\n")
            .source);
}

TEST(UnrollLoop, AVectorInParenthesesEndsWithThem) {
    const std::string text =
        sourceAfter(summing("    float4 v[10];\n    for (int i = 0; i < n; ++i) v[i] = (float4)(0.0f);\n"),
                    "unroll i=4,written");
    EXPECT_TRUE(holds(text, "        { v[(i + 3)] = (float4)(0.0f); }\n")) << text;
}

TEST(UnrollLoop, ACounterThatLivesOnHasItsLastValue) {
    const auto text =
        sourceAfter(summing("    for (j = 0; j < n; j++) { sum += a[j]; }\n"), "unroll j=4,written");
    EXPECT_TRUE(holds(text, "    j = 0;\n    for (; (long)j + 3 < n; j += 4) {\n")) << text;
}

TEST(UnrollLoop, WhatLeavesOrChangesTheLoopIsRefused) {
    const auto written = [](const std::string& head, const std::string& body) {
        return refusalOf(summing("    for (" + head + ") { " + body + " }\n"), "unroll i=4,written");
    };
    EXPECT_EQ(written("int i = 0; i < n; ++i", "if (sum > 1) break; sum += a[i];"), "transform.loop-exit");
    EXPECT_EQ(written("int i = 0; i < n; ++i", "if (sum > 1) continue; sum += a[i];"), "transform.loop-exit");
    EXPECT_EQ(written("int i = 0; i < n; ++i", "if (sum > 1) return; sum += a[i];"), "transform.loop-exit");
    EXPECT_EQ(written("int i = 0; i < n; ++i", "if (sum > 1) ++i; sum += a[i];"), "transform.loop-form");
    EXPECT_EQ(written("int i = 0; i < n; i += j", "sum += a[i];"), "transform.loop-form");
    EXPECT_EQ(written("int i = n; i > 0; --i", "sum += a[i];"), "transform.loop-form");
    EXPECT_EQ(written("int i = 1; i < n; i *= 2", "sum += a[i];"), "transform.loop-form");
    EXPECT_EQ(written("int i = 0; i < j; ++i", "sum += a[i]; j -= 1;"), "transform.bound-changes");
    EXPECT_EQ(written("int i = 0; i < b[0]; ++i", "sum += a[i];"), "transform.loop-form")
        << "a comparison of floats";
    EXPECT_EQ(written("int i = 0; i < (int)b[0]; ++i", "sum += a[i];"), "transform.bound-changes");
    // Leaving a loop within is no exit of this one.
    EXPECT_EQ(
        written("int i = 0; i < n; ++i", "for (int m = 0; m < 4; ++m) { if (sum > 1) break; sum += a[i]; }"),
        "");
}

TEST(UnrollLoop, LoopsAreNamedByCounterOrLine) {
    const auto two = summing(simple + simple);
    EXPECT_EQ(refusalOf(two, "unroll i=4"), "transform.ambiguous-loop");
    EXPECT_EQ(refusalOf(two, "unroll line:6=4"), "");
    EXPECT_EQ(refusalOf(two, "unroll m=4"), "transform.unknown-loop");
    EXPECT_EQ(refusalOf(kernelText("#define LOOP(i) for (int i = 0; i < n; ++i)\n"
                                   "__kernel void k(__global const float* a, __global float* b, int n) {\n"
                                   "    LOOP(i) b[i] = a[i];\n"
                                   "}\n",
                                   ofLoops),
                        "unroll i=4,written"),
              "transform.in-macro");
}

TEST(UnrollLoop, LinesThatTheLaunchFileNamesMove) {
    const auto text = summing(simple + "    for (int m = 0; m < (int)a[0]; ++m) sum += a[m];\n",
                              "[[annotation]]\nline = 6 # of the second loop\ntrips = 12\n");
    const auto rewritten = rewriteBy(text, {"unroll i=4"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.launch, "line = 7 # of the second loop\n"));
    EXPECT_EQ(refusalOf(text, "unroll m=4,written"), "transform.bound-changes");
    const auto known =
        summing("    for (int i = 0; i < n; ++i) sum += a[i];\n", "[[annotation]]\nline = 4\ntrips = 12\n");
    EXPECT_EQ(refusalOf(known, "unroll i=4,written"), "transform.annotated-loop");
}

} // namespace
} // namespace warpstring::transform
