// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_file.h"
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

const std::string arguments = "[args]\na = { buffer = \"float\", count = 4096 }\nn = 1000\n";

KernelText ungrouped(const std::string& launch, const std::string& guard = "") {
    return kernelText("__kernel void k(__global float* a, int n) {\n"
                      "    int i = get_global_id(0);\n" +
                          guard +
                          "    a[i] = 2 * a[i];\n"
                          "}\n",
                      launch + arguments);
}

KernelText grouped(const std::string& launch, const std::string& extent = "WG") {
    return kernelText("__kernel void k(__global float* a, int n) {\n"
                      "    __local float t[" +
                          extent +
                          "];\n"
                          "    t[get_local_id(0)] = a[get_global_id(0)];\n"
                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    a[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];\n"
                          "}\n",
                      launch + arguments);
}

TEST(GroupShape, AnotherSizeWhereItDividesTheGlobalOne) {
    const auto text = ungrouped("global = [1024] # all\nlocal = [16] # small\n");
    EXPECT_EQ(launchAfter(text, "shape 64"), ungrouped("global = [1024] # all\nlocal = [64] # small\n").launch);
    EXPECT_EQ(refusalOf(text, "shape 48"), "transform.global-not-divisible");
    EXPECT_EQ(refusalOf(text, "shape 16"), "transform.nothing-to-do");
    EXPECT_EQ(refusalOf(text, "shape 8x2"), "transform.dimensions");
}

TEST(GroupShape, TheGlobalSizeIsRoundedWhereTheKernelKeepsItemsOut) {
    for (const char* guard : {"    if (i >= n) return;\n", "    if (n <= i) { return; }\n", "    if (i < n)\n"})
        EXPECT_EQ(launchAfter(ungrouped("global = [1024]\nlocal = [16]\n", guard), "shape 48"),
                  ungrouped("global = [\"ceil_div(1024, 48) * 48\"]\nlocal = [48]\n").launch)
            << guard;
    EXPECT_EQ(refusalOf(ungrouped("global = [1024]\nlocal = [16]\n", "    if (i > n) return;\n"), "shape 48"),
              "transform.global-not-divisible");
    EXPECT_EQ(
        refusalOf(ungrouped("global = [1024]\nlocal = [16]\n", "    if (i >= n + 1000) return;\n"), "shape 48"),
        "transform.global-not-divisible")
        << "a bound beyond the global size would let items in";
    EXPECT_EQ(refusalOf(ungrouped("global = [1024]\nlocal = [16]\n",
                                  "    if (a[i] < 0) return;\n    if (i >= n) return;\n"),
                        "shape 48"),
              "transform.global-not-divisible")
        << "memory is read before";
}

TEST(GroupShape, AMacroThatIsTheSizeIsSetAndTakenFromTheSweep) {
    const auto text =
        grouped("global = [1024]\nlocal = [\"WG\"]\n[macros]\nWG = 16 # a group\n[sweep]\nWG = [16, 32]\n");
    EXPECT_EQ(launchAfter(text, "shape 64"),
              grouped("global = [1024]\nlocal = [\"WG\"]\n[macros]\nWG = 64 # a group\n").launch);
    const auto other =
        grouped("global = [1024]\nlocal = [\"WG\"]\n[macros]\nWG = 16\n[sweep]\nn = [1000, 500]\n");
    EXPECT_TRUE(holds(launchAfter(other, "shape 64"), "[sweep]\nn = [1000, 500]\n"))
        << "what is not set stays swept";
}

TEST(GroupShape, ASweptLocalSizeIsTakenOut) {
    const auto text = ungrouped("global = [1024]\nlocal = [16]\n[sweep]\nlocal = [[16], [32]]\n");
    EXPECT_EQ(launchAfter(text, "shape 64"), ungrouped("global = [1024]\nlocal = [64]\n").launch);
}

TEST(GroupShape, AKernelThatIsTiedToItsGroupsIsRefused) {
    EXPECT_EQ(refusalOf(grouped("global = [1024]\nlocal = [16]\n", "16"), "shape 64"),
              "transform.tied-to-group-size");
    EXPECT_EQ(refusalOf(grouped("global = [1024]\nlocal = [\"WG\"]\n[macros]\nWG = 16\n", "16"), "shape 32"),
              "transform.local-array-tied");
    EXPECT_EQ(refusalOf(grouped("global = [\"ceil_div(1000, WG) * WG\"]\nlocal = [\"WG\"]\n[macros]\nWG = 8\n"),
                        "shape 32"),
              "transform.other-items");
    EXPECT_EQ(refusalOf(grouped("global = [960]\nlocal = [\"WG\"]\n[macros]\nWG = 16\n"), "shape 48"),
              "transform.tied-to-group-size");
    auto required = ungrouped("global = [1024]\nlocal = [16]\n");
    required.source = "__attribute__((reqd_work_group_size(16, 1, 1)))\n" + required.source;
    EXPECT_EQ(refusalOf(required, "shape 64"), "transform.required-group-size");
}

TEST(GroupShape, ArgumentsMustNotChangeWithTheSize) {
    auto text = grouped("global = [1024]\nlocal = [\"WG\"]\n[macros]\nWG = 16\n");
    text.launch.replace(text.launch.find("n = 1000"), 8, "n = \"1024 / WG\"");
    EXPECT_EQ(refusalOf(text, "shape 64"), "transform.other-arguments");
}

TEST(GroupShape, AGuessIsNoneAnyMore) {
    EXPECT_EQ(launchAfter(ungrouped("global = [1024]\nlocal = [16]  # guessed: a usual size\n"), "shape 64"),
              ungrouped("global = [1024]\nlocal = [64]\n").launch);
}

} // namespace
} // namespace warpstring::transform
