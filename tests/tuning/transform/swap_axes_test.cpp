// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

const std::string plane = "global = [\"pitch\", 32] # x first\nlocal = [16, 4]\n"
                          "[args]\na = { buffer = \"float\", count = 4096 }\npitch = 64\n";

KernelText swapped(const std::string& body, const std::string& launch = plane, const std::string& before = "") {
    return kernelText(before + "__kernel void k(__global float* a, int pitch) {\n    " + body + "\n}\n",
                      launch);
}

TEST(SwapAxes, IdsAndSizesChangePlacesInKernelAndLaunch) {
    const auto rewritten = rewriteBy(swapped("a[get_global_id(1) * get_global_size(0) + get_group_id(0) * "
                                             "get_local_size(0) + get_local_id( 0 )] = get_global_id(2);"),
                                     {"swap-axes"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(rewritten->text.source, swapped("a[get_global_id(0) * get_global_size(1) + get_group_id(1) * "
                                              "get_local_size(1) + get_local_id( 1 )] = get_global_id(2);")
                                          .source);
    EXPECT_TRUE(holds(rewritten->text.launch, "global = [32, \"pitch\"] # x first\nlocal = [4, 16]\n"));
}

TEST(SwapAxes, SweptSizesAreSwappedToo) {
    const auto rewritten = rewriteBy(
        swapped("a[get_global_id(0)] = 1;", plane + "[sweep]\nlocal = [[16, 4], [32, 2]]\n"), {"swap-axes"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_TRUE(holds(rewritten->text.launch, "[sweep]\nlocal = [[4, 16], [2, 32]]\n"))
        << rewritten->text.launch;
}

TEST(SwapAxes, TwiceIsAsBefore) {
    const auto text = swapped("a[get_global_id(1) * pitch + get_global_id(0)] = 1;");
    const auto rewritten = rewriteBy(text, {"swap-axes", "swap-axes"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(rewritten->text.source, text.source);
    EXPECT_EQ(rewritten->text.launch, text.launch);
}

TEST(SwapAxes, WhatHangsOnTheOrderOfWorkItemsIsRefused) {
    EXPECT_EQ(refusalOf(swapped("a[get_local_linear_id()] = 1;", "options = \"-cl-std=CL2.0\"\n" + plane),
                        "swap-axes"),
              "transform.order-of-items");
    EXPECT_EQ(refusalOf(swapped("for (int d = 0; d < 2; ++d) a[get_global_id(d)] = 1;"), "swap-axes"),
              "transform.dimension-not-literal");
    EXPECT_EQ(refusalOf(swapped("a[id()] = 1;", plane, "int id() { return get_global_id(0); }\n"), "swap-axes"),
              "transform.index-in-function");
    EXPECT_EQ(refusalOf(swapped("a[ID] = 1;", plane, "#define ID (1 + get_global_id(0))\n"), "swap-axes"),
              "transform.in-macro");
    EXPECT_EQ(
        refusalOf(
            swapped("a[get_global_id(0)] = 1;",
                    "global = [64]\nlocal = [16]\n[args]\na = { buffer = \"float\", count = 64 }\npitch = 1\n"),
            "swap-axes"),
        "transform.one-dimension");
    EXPECT_EQ(refusalOf(swapped("a[get_global_id(0)] = 1;", plane,
                                "__attribute__((reqd_work_group_size(16, 4, 1)))\n"),
                        "swap-axes"),
              "transform.required-group-size");
    std::string commented = plane;
    commented.replace(commented.find("[16, 4]"), 7, "[16, # wide\n 4]");
    EXPECT_EQ(refusalOf(swapped("a[get_global_id(0)] = 1;", commented), "swap-axes"),
              "transform.launch-comment");
}

} // namespace
} // namespace warpstring::transform
