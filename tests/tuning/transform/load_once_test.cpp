// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

KernelText loading(const std::string& body, const std::string& a = "__global const float* a",
                   const std::string& before = "") {
    return kernelText(before + "__kernel void k(" + a + ", __global float* b, int n) {\n" +
                          "    int i = get_global_id(0);\n" + body + "}\n",
                      "global = [64]\nlocal = [16]\n[args]\na = { buffer = \"float\", count = 4096 }\nb = { "
                      "buffer = \"float\", count = 4096 }\nn = 64\n");
}

void expectLoaded(const std::string& body, const std::string& expected) {
    EXPECT_EQ(sourceAfter(loading(body), "load-once"), loading(expected).source);
}

std::string refused(const std::string& body, const std::string& a = "__global const float* a",
                    const std::string& before = "") {
    return refusalOf(loading(body, a, before), "load-once");
}

TEST(LoadOnce, EqualLoadsBecomeOneBeforeTheFirst) {
    expectLoaded("    // Squares.\n    b[i] = a[i + n] * a[i + n];\n    b[i + 64] = a[n + i];\n",
                 "    // Squares.\n    const float a_value = a[i + n];\n    b[i] = a_value * a_value;\n"
                 "    b[i + 64] = a[n + i];\n");
}

TEST(LoadOnce, EachElementHasAName) {
    expectLoaded(
        "    float s = 0;\n    for (int k = 0; k < n; ++k) {\n"
        "        s += a[i + k] * a[k];\n        s -= a[k] / a[i + k];\n    }\n    b[i] = s;\n",
        "    float s = 0;\n    for (int k = 0; k < n; ++k) {\n"
        "        const float a_value = a[i + k];\n        const float a_value_2 = a[k];\n"
        "        s += a_value * a_value_2;\n        s -= a_value_2 / a_value;\n    }\n    b[i] = s;\n");
}

TEST(LoadOnce, BlocksBesideEachOtherHaveTheSameNames) {
    expectLoaded("    {\n        b[i] = a[i] * a[i];\n    }\n    {\n        b[i + 64] = a[n] * a[n];\n    }\n",
                 "    {\n        const float a_value = a[i];\n        b[i] = a_value * a_value;\n    }\n"
                 "    {\n        const float a_value = a[n];\n        b[i + 64] = a_value * a_value;\n    }\n");
    // Not one in the other: the outer is still used there.
    expectLoaded("    b[i] = a[i];\n    if (i < 3) {\n        b[i + 64] = a[n] * a[n] * a[i];\n    }\n",
                 "    const float a_value = a[i];\n    b[i] = a_value;\n    if (i < 3) {\n"
                 "        const float a_value_2 = a[n];\n"
                 "        b[i + 64] = a_value_2 * a_value_2 * a_value;\n    }\n");
}

TEST(LoadOnce, AStatementWithoutBracesGetsThem) {
    expectLoaded("    float s = 0;\n    for (int k = 0; k < n; ++k) s += a[k] * a[k];\n    b[i] = s;\n",
                 "    float s = 0;\n    for (int k = 0; k < n; ++k) { const float a_value = a[k]; "
                 "s += a_value * a_value; }\n    b[i] = s;\n");
    expectLoaded("    if (i < n)\n        b[i] = a[i] * a[i]; // square\n    else\n        b[i] = 1;\n",
                 "    if (i < n) {\n        const float a_value = a[i];\n"
                 "        b[i] = a_value * a_value; // square\n    }\n    else\n        b[i] = 1;\n");
    expectLoaded("    for (int k = 0; k < n; ++k)\n        if (a[k] > 1) b[i] = a[k] * a[i] * a[i];\n",
                 "    for (int k = 0; k < n; ++k) {\n        const float a_value = a[k];\n"
                 "        if (a_value > 1) { const float a_value_2 = a[i]; "
                 "b[i] = a_value * a_value_2 * a_value_2; }\n    }\n");
}

TEST(LoadOnce, AVariableThatHoldsItAlreadyIsUsed) {
    expectLoaded("    float v = a[i];\n    for (int k = 0; k < n; ++k) b[i] += a[i];\n    b[i + 64] = v;\n",
                 "    float v = a[i];\n    for (int k = 0; k < n; ++k) b[i] += v;\n    b[i + 64] = v;\n");
    EXPECT_TRUE(holds(sourceAfter(loading("    float v = a[i];\n    v += a[i];\n    b[i] = v;\n"), "load-once"),
                      "    const float a_value = a[i];\n    float v = a_value;\n    v += a_value;\n"));
}

TEST(LoadOnce, ALoadThatIsAlwaysDoneServesThoseUnderConditions) {
    expectLoaded("    if (a[i] > 0) b[i] = a[i];\n    else b[i] = n > 3 ? a[i] : 0;\n",
                 "    const float a_value = a[i];\n    if (a_value > 0) b[i] = a_value;\n"
                 "    else b[i] = n > 3 ? a_value : 0;\n");
}

TEST(LoadOnce, ALoadUnderAConditionStaysThere) {
    EXPECT_EQ(refused("    if (i < n) b[i] = a[i];\n    if (i + 1 < n) b[i] += a[i];\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    b[i] = i < n ? a[i] : 0;\n    b[i + 64] = i < n && a[i] > 0;\n"),
              "transform.nothing-to-do");
    EXPECT_TRUE(
        holds(sourceAfter(loading("    if (i < n) {\n        b[i] = a[i] * a[i];\n    }\n"), "load-once"),
              "    if (i < n) {\n        const float a_value = a[i];\n        b[i] = a_value * a_value;\n"));
}

TEST(LoadOnce, WhatMayChangeItEndsIt) {
    EXPECT_EQ(refused("    b[i] = a[i];\n    i += 1;\n    b[i] = a[i];\n"), "transform.nothing-to-do");
    EXPECT_EQ(refused("    float v = b[i];\n    b[i] = v + 1;\n    b[i + 64] = b[i];\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    float v = b[i];\n    for (int k = 0; k < n; ++k) b[k] = b[i];\n    b[i] = v;\n"),
              "transform.nothing-to-do")
        << "the store of one round is before the load of the next";
    EXPECT_EQ(refused("    b[i] = a[i];\n    barrier(CLK_GLOBAL_MEM_FENCE);\n    b[i + 64] = a[i];\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    b[i] = a[i];\n    mem_fence(CLK_GLOBAL_MEM_FENCE);\n    b[i + 64] = a[i];\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    b[i] = a[i];\n    atomic_inc((__global int*)b + i);\n    b[i + 64] = a[i];\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    float v = b[i];\n    __global float* p = b + n;\n    p += 1;\n    *p = v;\n"
                      "    b[i + 64] = b[i];\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    float v = b[i];\n    put(b);\n    b[i + 64] = b[i] + v;\n",
                      "__global const float* a", "void put(__global float* to) { to[3] = 1; }\n"),
              "transform.nothing-to-do");
    EXPECT_EQ(refused("    int* p = &i;\n    float v = a[i];\n    *p = 3;\n    b[i] = a[i] + v;\n"),
              "transform.nothing-to-do");
}

TEST(LoadOnce, AStoreEndsItBehindWhatTheStatementLoads) {
    expectLoaded("    b[i] = b[i] * b[i];\n    b[i + 64] = b[i];\n",
                 "    const float b_value = b[i];\n    b[i] = b_value * b_value;\n    b[i + 64] = b[i];\n");
}

TEST(LoadOnce, VolatileMemoryIsRefused) {
    EXPECT_EQ(refused("    b[i] = a[i] + a[i];\n", "volatile __global const float* a"), "transform.volatile");
}

TEST(LoadOnce, AJamLeavesEqualLoadsThatBecomeOne) {
    const auto rewritten = rewriteBy(
        kernelText(
            "__kernel void k(__global const float* a, __global float* b, int n) {\n"
            "    int x = get_global_id(0), y = get_global_id(1);\n    float s = 0;\n"
            "    for (int k = 0; k < n; ++k) s += a[y * n + k] * a[k * n + x];\n    b[y * n + x] = s;\n}\n",
            "global = [64, 64]\nlocal = [16, 4]\n[args]\na = { buffer = \"float\", count = 4096 }\n"
            "b = { buffer = \"float\", count = 4096 }\nn = 64\n"),
        {"jam y=2", "load-once"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.source, "        const float a_value = a[k * n + x];\n"
                                              "        s_0 += a[y_0 * n + k] * a_value;\n"
                                              "        s_1 += a[y_1 * n + k] * a_value;\n"))
        << rewritten->text.source;
}

} // namespace
} // namespace warpstring::transform
