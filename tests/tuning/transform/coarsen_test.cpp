// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

std::string launchOf(const std::string& sizes, const std::string& more = "n = 1000\n") {
    return sizes + "[args]\na = { buffer = \"float\", count = 4096 }\n" + more;
}

KernelText coarsened(const std::string& body, const std::string& sizes = "global = [1024]\nlocal = [16]\n",
                     const std::string& before = "") {
    return kernelText(before + "__kernel void k(__global float* a, int n) {\n" + body + "}\n", launchOf(sizes));
}

TEST(Coarsen, TheBodyRunsForEachGroupThatItStandsFor) {
    const auto text = coarsened("    int i = get_global_id(0); // mine\n    a[i] = get_group_id(0);\n");
    const auto rewritten = rewriteBy(text, {"coarsen x=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(
        rewritten->text.source,
        coarsened(
            "    for (int coarse = 0; coarse < 2; ++coarse) {\n"
            "    int i = ((get_group_id(0) * 2 + coarse) * get_local_size(0) + get_local_id(0)); // mine\n"
            "    a[i] = (get_group_id(0) * 2 + coarse);\n"
            "    }\n")
            .source);
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [512]\nlocal = [16]\n"));
}

TEST(Coarsen, StridesKeepNeighboursTogether) {
    EXPECT_TRUE(holds(sourceAfter(coarsened("    a[get_group_id(0)] = 1;\n"), "coarsen x=4,strided"),
                      "a[(get_group_id(0) + coarse * get_num_groups(0))] = 1;"));
}

TEST(Coarsen, SizesKeepTheirValues) {
    EXPECT_TRUE(holds(
        sourceAfter(
            coarsened(
                "    a[get_global_id(0)] = get_global_size(0) + get_num_groups(0) + get_local_size(0);\n"),
            "coarsen x=2"),
        "(get_global_size(0) * 2) + (get_num_groups(0) * 2) + get_local_size(0)"));
}

TEST(Coarsen, LocalMemoryIsDeclaredAtTheHeadAndGuardedByABarrier) {
    EXPECT_EQ(
        sourceAfter(coarsened("    int l = get_local_id(0);\n"
                              "    __local float t[16];\n"
                              "    t[l] = a[get_global_id(0)];\n"
                              "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "    a[get_global_id(0)] = t[15 - l];\n"),
                    "coarsen x=2"),
        coarsened("    __local float t[16];\n"
                  "    for (int coarse = 0; coarse < 2; ++coarse) {\n"
                  "    int l = get_local_id(0);\n"
                  "    t[l] = a[((get_group_id(0) * 2 + coarse) * get_local_size(0) + get_local_id(0))];\n"
                  "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "    a[((get_group_id(0) * 2 + coarse) * get_local_size(0) + get_local_id(0))] = t[15 - l];\n"
                  "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "    }\n")
            .source);
}

TEST(Coarsen, AReturnGoesOnWithTheNext) {
    const auto text = sourceAfter(
        coarsened("    int i = get_global_id(0);\n    if (i >= n) return;\n    a[i] = 1;\n"), "coarsen x=2");
    EXPECT_TRUE(holds(text, "    if (i >= n) continue;\n")) << text;
}

TEST(Coarsen, GroupsThatItDoesNotDivideAreRoundedUpBehindAGuard) {
    const std::string guarded = "    int i = get_global_id(0);\n    if (i >= n) return;\n    a[i] = 1;\n";
    const auto rewritten =
        rewriteBy(coarsened(guarded, "global = [\"ceil_div(n, 16) * 16\"]\nlocal = [16]\n"), {"coarsen x=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [\"ceil_div(ceil_div(n, 16) * 16, 16 * 2) * 16\"]\n"))
        << rewritten->text.launch;
}

TEST(Coarsen, AKernelWithoutAGuardIsToldHowManyGroupsThereWere) {
    const auto rewritten =
        rewriteBy(coarsened("    a[get_global_id(0)] = get_num_groups(0) + get_global_size(0);\n",
                            "global = [\"n + 8\"]\nlocal = [16]\n"),
                  {"coarsen x=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(
        rewritten->text.source,
        "__kernel void k(__global float* a, int n, const uint groups_to_do) {\n"
        "    for (int coarse = 0; coarse < 2 && (get_group_id(0) * 2 + coarse) < groups_to_do; ++coarse) {\n"
        "    a[((get_group_id(0) * 2 + coarse) * get_local_size(0) + get_local_id(0))] = "
        "((size_t)groups_to_do) + (groups_to_do * get_local_size(0));\n"
        "    }\n"
        "}\n");
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [\"ceil_div(n + 8, 16 * 2) * 16\"]\n"))
        << rewritten->text.launch;
    EXPECT_TRUE(holds(rewritten->text.launch, "groups_to_do = \"(n + 8) / 16\"\n")) << rewritten->text.launch;
    // A guard that is there does, unless the kernel asks for its sizes.
    EXPECT_FALSE(
        holds(sourceAfter(coarsened("    if (get_global_id(0) >= n) return;\n    a[get_global_id(0)] = 1;\n",
                                    "global = [1008]\nlocal = [16]\n"),
                          "coarsen x=2"),
              "groups_to_do"));
    EXPECT_TRUE(holds(
        sourceAfter(
            coarsened("    if (get_global_id(0) >= n) return;\n    a[get_global_id(0)] = get_num_groups(0);\n",
                      "global = [1008]\nlocal = [16]\n"),
            "coarsen x=2"),
        "groups_to_do"));
    auto swept = coarsened("    a[get_global_id(0)] = 1;\n", "global = [1008]\nlocal = [16]\n");
    swept.launch += "[sweep]\nlocal = [[16], [8]]\n";
    EXPECT_EQ(refusalOf(swept, "coarsen x=2"), "transform.swept-size");
    EXPECT_EQ(refusalOf(coarsened("    barrier(CLK_GLOBAL_MEM_FENCE);\n    a[get_global_id(0)] = 1;\n",
                                  "global = [1008]\nlocal = [16]\n"),
                        "coarsen x=2"),
              "transform.groups-not-divisible");
    EXPECT_EQ(refusalOf(kernelText("__kernel void k() {\n}\n", "global = [48]\nlocal = [16]\n"), "coarsen x=2"),
              "transform.groups-not-divisible");
}

TEST(Coarsen, ADimensionAtATime) {
    const auto rewritten = rewriteBy(coarsened("    a[get_global_id(1) * 64 + get_global_id(0)] = 1;\n",
                                               "global = [64, 32]\nlocal = [16, 2]\n"),
                                     {"coarsen y=4", "coarsen x=2"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [32, 8]\n"));
    EXPECT_TRUE(holds(rewritten->text.source, "for (int coarse_x = 0; coarse_x < 2; ++coarse_x) {"))
        << rewritten->text.source;
}

TEST(Coarsen, WhatHangsOnTheOrderOfGroupsIsRefused) {
    const auto refused = [](const std::string& body, const std::string& before = "") {
        return refusalOf(coarsened(body, "global = [1024]\nlocal = [16]\n", before), "coarsen x=2");
    };
    EXPECT_EQ(refused("    n += 1;\n    a[n] = 1;\n"), "transform.parameter-changes");
    EXPECT_EQ(refused("    a += get_group_id(0);\n    a[0] = 1;\n"), "transform.parameter-changes");
    EXPECT_EQ(refused("    __global int* c = (__global int*)a;\n    c[atomic_inc(c)] = 1;\n"),
              "transform.order-of-atomics");
    EXPECT_EQ(
        refused("    __global int* c = (__global int*)a;\n    int old = atomic_inc(c);\n    a[old] = 1;\n"),
        "transform.order-of-atomics");
    EXPECT_EQ(refused("    __global int* c = (__global int*)a;\n    atomic_inc(c);\n"), "");
    EXPECT_EQ(refused("    for (int j = 0; j < n; ++j) if (a[j] > 1) return;\n    a[get_global_id(0)] = 1;\n"),
              "transform.return-in-loop");
    EXPECT_EQ(refused("    if (get_group_id(0) > 3) return;\n    barrier(CLK_GLOBAL_MEM_FENCE);\n    "
                      "a[get_global_id(0)] = 1;\n"),
              "transform.return-before-barrier");
    EXPECT_EQ(refused("    a[id()] = 1;\n", "int id() { return get_global_id(0); }\n"),
              "transform.index-in-function");
    EXPECT_EQ(refused("    if (n) goto end;\n    a[0] = 1;\nend:;\n"), "transform.jumps");
    EXPECT_EQ(refusalOf(coarsened("    a[0] = 1;\n"), "coarsen y=2"), "transform.one-dimension");
}

} // namespace
} // namespace warpstring::transform
