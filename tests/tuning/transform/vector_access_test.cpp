// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

KernelText elementwise(const std::string& body, const std::string& sizes = "global = [1024]\nlocal = [16]\n",
                       const std::string& n = "1024") {
    return kernelText(
        "__kernel void k(__global const float* a, __global float* b, int n) {\n" + body + "}\n",
        sizes +
            "[args]\na = { buffer = \"float\", count = 1024 }\nb = { buffer = \"float\", count = 1024 }\nn = " +
            n + "\n");
}

TEST(VectorAccess, NeighbouringElementsAreReadAndWrittenAtOnce) {
    const auto text = elementwise("    int i = get_global_id(0);\n"
                                  "    if (i >= n) return;\n"
                                  "    float x = a[i]; // once\n"
                                  "    b[i] = x * i;\n");
    const auto rewritten = rewriteBy(text, {"vector 2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(rewritten->text.source,
              elementwise("    int i = (get_global_id(0) * 2);\n"
                          "    if (i >= n) return;\n"
                          "    float2 a_vector = ((__global const float2*)a)[get_global_id(0)];\n"
                          "    float2 b_vector;\n"
                          "    {\n"
                          "        float x = a_vector.s0; // once\n"
                          "        b_vector.s0 = x * i;\n"
                          "    }\n"
                          "    {\n"
                          "        float x = a_vector.s1; // once\n"
                          "        b_vector.s1 = x * (i + 1);\n"
                          "    }\n"
                          "    ((__global float2*)b)[get_global_id(0)] = b_vector;\n")
                  .source);
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [512]\nlocal = [16]\n"));
}

TEST(VectorAccess, WhatIsWrittenUnderAConditionIsReadBefore) {
    const auto text =
        sourceAfter(elementwise("    int i = get_global_id(0);\n    if (a[i] > 0) b[i] = 1;\n"), "vector 4");
    EXPECT_TRUE(holds(text, "float4 b_vector = ((__global float4*)b)[get_global_id(0)];")) << text;
}

TEST(VectorAccess, AConditionAroundAllIsAGuardToo) {
    const auto text =
        sourceAfter(elementwise("    int i = get_global_id(0);\n    if (i < n) b[i] = a[i];\n"), "vector 4");
    EXPECT_TRUE(holds(text, "    int i = (get_global_id(0) * 4);\n    if (i < n) {\n")) << text;
    EXPECT_TRUE(holds(text, "b_vector.s3 = a_vector.s3;")) << text;
}

TEST(VectorAccess, BuffersThatAreReadElsewhereStayAsTheyAre) {
    const auto text = sourceAfter(
        elementwise("    int i = get_global_id(0);\n    b[i] = a[i] + a[n - 1 - i];\n"), "vector 2");
    EXPECT_FALSE(holds(text, "a_vector")) << text;
    EXPECT_TRUE(holds(text, "b_vector.s1 = a[(i + 1)] + a[n - 1 - (i + 1)];")) << text;
}

TEST(VectorAccess, ItIsRefusedWhereAnElementMightBeAnotherItems) {
    const auto refused = [](const std::string& body) {
        return refusalOf(elementwise("    int i = get_global_id(0);\n" + body), "vector 4");
    };
    EXPECT_EQ(refused("    b[i + 1] = a[i];\n"), "transform.other-elements");
    EXPECT_EQ(refused("    b[i] = a[i]; b[0] = 1;\n"), "transform.other-elements");
    EXPECT_EQ(refused("    __global float* p = b; p[i] = a[i];\n"), "transform.other-elements");
    EXPECT_EQ(refused("    b[i] = a[get_local_id(0)];\n"), "transform.other-index");
    EXPECT_EQ(refused("    barrier(CLK_GLOBAL_MEM_FENCE); b[i] = a[i];\n"), "transform.works-in-groups");
    EXPECT_EQ(refused("    b[i] = a[i]; if (a[i] > 1) return; b[i] = 2;\n"), "transform.return-inside");
    EXPECT_EQ(refused("    n += 1; b[i] = n;\n"), "transform.parameter-changes");
    EXPECT_EQ(refused("    int j = i * 2; if (j >= n) return; b[i] = a[i];\n"), "transform.derived-from-id");
    EXPECT_EQ(refused("    float s = 1; b[i] = s; s += a[i];\n"), "transform.derived-from-id")
        << "each element would go on with the last one's";
    EXPECT_EQ(refused("    if (i > n) return; b[i] = a[i];\n"), "transform.other-guard");
    EXPECT_EQ(refused("    float b_vector[2]; b_vector[0] = a[i]; b[i] = b_vector[0];\n"),
              "transform.derived-from-id");
}

TEST(VectorAccess, ElementsAndGroupsMustBeWhole) {
    const std::string guarded = "    int i = get_global_id(0);\n    if (i >= n) return;\n    b[i] = a[i];\n";
    const auto rest = sourceAfter(elementwise(guarded, "global = [1024]\nlocal = [16]\n", "1022"), "vector 4");
    EXPECT_TRUE(holds(rest, "    if (get_global_id(0) * 4 + 3 < n) {\n        float4 a_vector")) << rest;
    EXPECT_TRUE(holds(rest,
                      "    } else {\n        for (int lane = 0; lane < 4; ++lane)\n            if "
                      "(get_global_id(0) * 4 + lane < n) {\n                b[(i + lane)] = a[(i + lane)];\n"))
        << rest;
    EXPECT_EQ(
        refusalOf(elementwise(
                      "    int i = get_global_id(0);\n    if (i >= n || i >= 1000) return;\n    b[i] = a[i];\n",
                      "global = [1024]\nlocal = [16]\n", "1022"),
                  "vector 4"),
        "transform.elements-not-divisible");
    EXPECT_EQ(refusalOf(elementwise(guarded, "global = [1024]\nlocal = [16]\n", "1022"), "vector 2"), "");
    EXPECT_EQ(
        refusalOf(elementwise("    b[get_global_id(0)] = 1;\n", "global = [1008]\nlocal = [16]\n"), "vector 4"),
        "transform.groups-not-divisible");
    const auto rounded =
        rewriteBy(elementwise(guarded, "global = [1008]\nlocal = [16]\n", "1000"), {"vector 4"});
    ASSERT_TRUE(rounded) << told(rounded.diagnostics());
    EXPECT_TRUE(holds(rounded->text.launch, "global = [\"ceil_div(1008, 16 * 4) * 16\"]\n"))
        << rounded->text.launch;
    EXPECT_EQ(
        refusalOf(elementwise("    b[get_global_id(0)] = 1;\n", "global = [2048]\nlocal = [16]\n"), "vector 4"),
        "transform.other-elements")
        << "beyond the buffer";
}

} // namespace
} // namespace warpstring::transform
