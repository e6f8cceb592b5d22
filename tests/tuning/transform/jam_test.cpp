// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

/// A kernel over 64 x 64 items in groups of 16 x 4; n is 64.
KernelText jammed(const std::string& body, const std::string& sizes = "global = [64, 64]\nlocal = [16, 4]\n",
                  const std::string& before = "", const std::string& n = "64") {
    return kernelText(before + "__kernel void k(__global const float* a, __global float* b, int n) {\n" + body +
                          "}\n",
                      sizes +
                          "[args]\na = { buffer = \"float\", count = 4096 }\nb = { buffer = \"float\", "
                          "count = 4096 }\nn = " +
                          n + "\n");
}

const std::string ids = "    int x = get_global_id(0);\n    int y = get_global_id(1);\n";
const std::string mergedIds = "    int x = get_global_id(0);\n"
                              "    int y_0 = get_group_id(1) * 2 * get_local_size(1) + get_local_id(1);\n"
                              "    int y_1 = y_0 + get_local_size(1);\n";

/// What the body after the IDs becomes.
void expectJammed(const std::string& body, const std::string& expected) {
    EXPECT_EQ(sourceAfter(jammed(ids + body), "jam y=2"), jammed(mergedIds + expected).source);
}

TEST(Jam, WhatDiffersHasCopiesAndALoopStaysOne) {
    const auto text = jammed(ids + "    float sum = 0.0f; // of a row\n"
                                   "    for (int k = 0; k < n; ++k) sum += a[y * n + k] * a[k * n + x];\n"
                                   "    /* at last */\n"
                                   "    b[y * n + x] = sum; // once\n");
    const auto rewritten = rewriteBy(text, {"jam y=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(rewritten->text.source, jammed(mergedIds + "    float sum_0 = 0.0f, sum_1 = 0.0f; // of a row\n"
                                                         "    for (int k = 0; k < n; ++k) {\n"
                                                         "        sum_0 += a[y_0 * n + k] * a[k * n + x];\n"
                                                         "        sum_1 += a[y_1 * n + k] * a[k * n + x];\n"
                                                         "    }\n"
                                                         "    /* at last */\n"
                                                         "    b[y_0 * n + x] = sum_0; // once\n"
                                                         "    b[y_1 * n + x] = sum_1;\n")
                                          .source);
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [64, 32]\nlocal = [16, 4]\n"));
}

TEST(Jam, NeighboursAreMergedWhereThatIsAskedFor) {
    const auto text =
        sourceAfter(jammed("    const int x = (int)get_global_id(0);\n    b[x] = a[get_global_id(0)];\n"),
                    "jam x=4,blocked");
    EXPECT_TRUE(holds(text, "    const int x_0 = (int)(get_global_id(0) * 4);\n"
                            "    const int x_1 = x_0 + 1;\n"))
        << text;
    EXPECT_TRUE(holds(text, "    b[x_3] = a[(get_global_id(0) * 4 + 3)];\n")) << text;
}

TEST(Jam, TwoDimensionsGiveATile) {
    const auto rewritten =
        rewriteBy(jammed(ids + "    float sum = 0;\n    for (int k = 0; k < n; ++k) {\n"
                               "        sum += a[y * n + k] * a[k * n + x];\n    }\n    b[y * n + x] = sum;\n"),
                  {"jam x=4", "jam y=4"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    const std::string& source = rewritten->text.source;
    EXPECT_TRUE(holds(source, "        sum_3_3 += a[y_3 * n + k] * a[k * n + x_3];\n    }\n")) << source;
    EXPECT_EQ(source.find("for ("), source.rfind("for (")) << source;
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [16, 16]\n")) << rewritten->text.launch;
}

TEST(Jam, WhatIsTheSameForAllStaysOne) {
    expectJammed("    float w = a[x];\n    int steps = 0;\n    if (x > 3) {\n        steps++;\n"
                 "        b[y] = w;\n    } else b[y + 64] = w;\n    b[y * n + x] = steps;\n",
                 "    float w = a[x];\n    int steps = 0;\n    if (x > 3) {\n        steps++;\n"
                 "        b[y_0] = w;\n        b[y_1] = w;\n    } else {\n        b[y_0 + 64] = w;\n"
                 "        b[y_1 + 64] = w;\n    }\n    b[y_0 * n + x] = steps;\n    b[y_1 * n + x] = steps;\n");
}

TEST(Jam, WhatHangsOnTheItemIsCopiedWhole) {
    expectJammed("    int count = 0;\n    for (int k = y; k < n; ++k) {\n        float v = a[k];\n"
                 "        if (v > 0) count++;\n    }\n    b[y] = count;\n",
                 "    int count_0 = 0, count_1 = 0;\n"
                 "    for (int k = y_0; k < n; ++k) {\n        float v = a[k];\n"
                 "        if (v > 0) count_0++;\n    }\n"
                 "    for (int k = y_1; k < n; ++k) {\n        float v = a[k];\n"
                 "        if (v > 0) count_1++;\n    }\n"
                 "    b[y_0] = count_0;\n    b[y_1] = count_1;\n");
}

TEST(Jam, ALoopThatAnItemMayLeaveIsTheirOwn) {
    const auto text = sourceAfter(jammed(ids + "    int k = 0;\n    for (; k < n; ++k)\n"
                                               "        if (a[y * n + k] > 1) break;\n    b[y] = k;\n"),
                                  "jam y=2");
    EXPECT_TRUE(holds(text, "    for (; k_0 < n; ++k_0)\n        if (a[y_0 * n + k_0] > 1) break;\n"
                            "    for (; k_1 < n; ++k_1)\n        if (a[y_1 * n + k_1] > 1) break;\n"))
        << text;
}

TEST(Jam, AVariableThatOneStatementOfManyChangesIsTheirs) {
    expectJammed("    int at = 0;\n    b[y * n + at++] = 1;\n    b[y * n + at] = 2;\n",
                 "    int at_0 = 0, at_1 = 0;\n    b[y_0 * n + at_0++] = 1;\n    b[y_1 * n + at_1++] = 1;\n"
                 "    b[y_0 * n + at_0] = 2;\n    b[y_1 * n + at_1] = 2;\n");
}

TEST(Jam, LinesAreBrokenWhereStatementsBecomeMore) {
    expectJammed(
        "    for (int k = 0; k < 4; ++k) { float v = a[k]; b[y * n + k] = v; }\n    int i = y, j = x;\n"
        "    b[i] = 1; b[j] = 2;\n",
        "    for (int k = 0; k < 4; ++k) {\n        float v = a[k];\n        b[y_0 * n + k] = v;\n"
        "        b[y_1 * n + k] = v;\n    }\n    int i_0 = y_0, i_1 = y_1, j = x;\n"
        "    b[i_0] = 1;\n    b[i_1] = 1;\n    b[j] = 2;\n");
}

TEST(Jam, BracesStandWhereTheirLoopsAndConditionsDo) {
    expectJammed(
        "    float s = 0;\n    for (int i = 0; i < 2; ++i)\n        for (int j = 0; j < 2; ++j) // inner\n"
        "            s += a[y + j];\n    do s *= 2; while (a[x] > 3);\n    if (x > 1) s += y;\n"
        "    else if (y > 2)\n        b[y] = s;\n",
        "    float s_0 = 0, s_1 = 0;\n    for (int i = 0; i < 2; ++i)\n"
        "        for (int j = 0; j < 2; ++j) { // inner\n            s_0 += a[y_0 + j];\n"
        "            s_1 += a[y_1 + j];\n        }\n    do {\n        s_0 *= 2;\n        s_1 *= 2;\n"
        "    } while (a[x] > 3);\n    if (x > 1) {\n        s_0 += y_0;\n        s_1 += y_1;\n"
        "    } else {\n        if (y_0 > 2)\n            b[y_0] = s_0;\n        if (y_1 > 2)\n"
        "            b[y_1] = s_1;\n    }\n");
}

TEST(Jam, APragmaGoesWithItsLoop) {
    const auto text = sourceAfter(
        jammed(ids + "    #pragma unroll 2\n    for (int k = y; k < n; ++k) b[k * n + y] = 1;\n"), "jam y=2");
    EXPECT_TRUE(holds(text, "    #pragma unroll 2\n    for (int k = y_0; k < n; ++k) b[k * n + y_0] = 1;\n"
                            "    #pragma unroll 2\n    for (int k = y_1; k < n; ++k) b[k * n + y_1] = 1;\n"))
        << text;
}

TEST(Jam, NamesThatAreTakenGetAnother) {
    const auto text =
        sourceAfter(jammed("    int y = get_global_id(1), y_1 = 3;\n    b[y] = y_1;\n"), "jam y=2");
    EXPECT_TRUE(holds(text, "    b[y_y0] = y_1;\n    b[y_y1] = y_1;\n")) << text;
}

TEST(Jam, AGuardStaysOneWhereItIsTheSameForAll) {
    const std::string body = ids + "    if (x >= n || y >= n) return;\n    b[y * n + x] = 1;\n";
    EXPECT_TRUE(holds(sourceAfter(jammed(body), "jam y=2"), "    if (x >= n || y_0 >= n) return;\n"));
    // 56 is a multiple of two groups of four, 60 is not.
    EXPECT_EQ(refusalOf(jammed(body, "global = [64, 64]\nlocal = [16, 4]\n", "", "56"), "jam y=2"), "");
    EXPECT_EQ(refusalOf(jammed(body, "global = [64, 64]\nlocal = [16, 4]\n", "", "60"), "jam y=2"),
              "transform.return-inside");
    EXPECT_EQ(refusalOf(jammed(body, "global = [64, 64]\nlocal = [16, 4]\n", "", "60"), "jam y=2,blocked"), "");
    EXPECT_EQ(refusalOf(jammed(body, "global = [64, 64]\nlocal = [16, 4]\n", "", "60"), "jam y=8,blocked"),
              "transform.return-inside");
}

TEST(Jam, AConditionAroundAllIsCopiedWhereItDiffers) {
    const std::string body = ids + "    if (y < n) b[y * n + x] = 1;\n";
    EXPECT_TRUE(holds(sourceAfter(jammed(body, "global = [64, 64]\nlocal = [16, 4]\n", "", "60"), "jam y=2"),
                      "    if (y_0 < n) b[y_0 * n + x] = 1;\n    if (y_1 < n) b[y_1 * n + x] = 1;\n"));
    // Of three groups two are merged; the condition keeps the fourth out.
    const auto rounded = rewriteBy(jammed(body, "global = [64, 12]\nlocal = [16, 4]\n", "", "12"), {"jam y=2"});
    ASSERT_TRUE(rounded) << told(rounded.diagnostics());
    EXPECT_TRUE(holds(rounded->text.launch, "global = [64, \"ceil_div(12, 4 * 2) * 4\"]\n"))
        << rounded->text.launch;
    EXPECT_TRUE(holds(rounded->text.source, "    if (y_1 < n) b[y_1 * n + x] = 1;\n")) << rounded->text.source;
    EXPECT_EQ(refusalOf(jammed(ids + "    b[y] = 1;\n", "global = [64, 12]\nlocal = [16, 4]\n"), "jam y=2"),
              "transform.groups-not-divisible");
}

TEST(Jam, GroupsThatWorkTogetherAreMergedAsWholes) {
    const auto text = sourceAfter(jammed("    __local float t[4][16], u[16];\n"
                                         "    int l = get_local_id(1), m = get_local_id(0);\n"
                                         "    t[l][m] = a[get_group_id(1) * 4 + l];\n"
                                         "    u[m] = a[m];\n"
                                         "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                                         "    b[get_global_id(1)] = t[3 - l][m] + u[15 - m];\n"),
                                  "jam y=2");
    EXPECT_TRUE(holds(text, "    __local float t_0[4][16], t_1[4][16], u[16];\n"
                            "    int l = get_local_id(1), m = get_local_id(0);\n"
                            "    t_0[l][m] = a[(get_group_id(1) * 2) * 4 + l];\n"
                            "    t_1[l][m] = a[(get_group_id(1) * 2 + 1) * 4 + l];\n"
                            "    u[m] = a[m];\n"
                            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                            "    b[(get_group_id(1) * 2 * get_local_size(1) + get_local_id(1))] = "
                            "t_0[3 - l][m] + u[15 - m];\n"))
        << text;
}

TEST(Jam, SizesOfTheIndexSpaceStayWhatTheyWere) {
    expectJammed(
        "    int rows = get_global_size(1);\n    b[y] = rows + get_num_groups(1) + get_global_size(0);\n",
        "    int rows = (get_global_size(1) * 2);\n"
        "    b[y_0] = rows + (get_num_groups(1) * 2) + get_global_size(0);\n"
        "    b[y_1] = rows + (get_num_groups(1) * 2) + get_global_size(0);\n");
}

TEST(Jam, AtomicOperationsAreDoneByEach) {
    const auto rewritten = rewriteBy(
        jammed("    __global int* c = (__global int*)b;\n    if (get_global_id(1) < 64) atomic_inc(c);\n"),
        {"jam y=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.source, "    if ((get_group_id(1) * 2 * get_local_size(1) + "
                                              "get_local_id(1)) < 64) {\n        atomic_inc(c);\n"
                                              "        atomic_inc(c);\n    }\n"))
        << rewritten->text.source;
    EXPECT_TRUE(rewritten->reordersSums);
}

TEST(Jam, WhatItCannotKeepIsRefused) {
    const auto refused = [](const std::string& body, const std::string& words = "jam y=2",
                            const std::string& before = "") {
        return refusalOf(jammed(body, "global = [64, 64]\nlocal = [16, 4]\n", before), words);
    };
    EXPECT_EQ(refused(ids + "    __global int* c = (__global int*)b;\n    b[atomic_inc(c)] = y;\n"),
              "transform.order-of-atomics");
    EXPECT_EQ(refused("    n += 1;\n    b[get_global_id(1)] = n;\n"), "transform.parameter-changes");
    EXPECT_EQ(refused(ids + "    if (n) goto end;\n    b[y] = 0;\nend:;\n"), "transform.jumps");
    EXPECT_EQ(refused(ids + "    if (a[y] > 0) return;\n    b[y] = 0;\n"), "transform.return-inside");
    EXPECT_EQ(refused(ids + "    float v = a[y];\n    float* p = &v;\n    *p += 1;\n    b[y] = v;\n"),
              "transform.address-taken");
    EXPECT_EQ(refused(ids + "    float w;\n    b[y] = fract(a[y], &w);\n    b[y + 64] = w;\n"), "");
    EXPECT_EQ(refused(ids + "    if (y > 3) barrier(CLK_LOCAL_MEM_FENCE);\n    b[y] = 0;\n"),
              "transform.barrier-inside");
    EXPECT_EQ(refused(ids + "    barrier(CLK_LOCAL_MEM_FENCE);\n    b[y] = 0;\n", "jam y=2,blocked"),
              "transform.works-in-groups");
    EXPECT_EQ(refused("    b[get_global_id(1)] = get_local_id(1);\n", "jam y=2,blocked"),
              "transform.works-in-groups");
    EXPECT_EQ(refused("    b[id()] = 0;\n", "jam y=2", "int id() { return get_global_id(1); }\n"),
              "transform.index-in-function");
    EXPECT_EQ(refused("    b[get_global_id(0)] = 0;\n"), "transform.nothing-to-do");
    EXPECT_EQ(refused("    struct P { int i; } p = { get_global_id(1) };\n    b[p.i] = 0;\n"),
              "transform.type-inside");
    EXPECT_EQ(refused(ids + "    printf(\"%d\", y);\n    b[y] = 0;\n"), "transform.prints");
    EXPECT_EQ(refusalOf(jammed(ids + "    b[get_global_linear_id()] = y;\n",
                               "options = \"-cl-std=CL2.0\"\nglobal = [64, 64]\nlocal = [16, 4]\n"),
                        "jam y=2"),
              "transform.order-of-items");
    EXPECT_EQ(refused("    b[get_global_id(0)] = 0;\n", "jam z=2"), "transform.one-dimension");
    EXPECT_EQ(refusalOf(kernelText("__kernel void k(__global float* b, __local float* t) {\n"
                                   "    t[get_local_id(0)] = 1;\n    b[get_global_id(0)] = t[0];\n}\n",
                                   "global = [64]\nlocal = [16]\n[args]\nb = { buffer = \"float\", count = 64 "
                                   "}\nt = { local = 64 }\n"),
                        "jam x=2"),
              "transform.local-argument");
    EXPECT_EQ(refusalOf(jammed("    AT = 0;\n", "global = [64, 64]\nlocal = [16, 4]\n",
                               "#define AT b[get_global_id(1)]\n"),
                        "jam y=2"),
              "transform.in-macro");
}

} // namespace
} // namespace warpstring::transform
