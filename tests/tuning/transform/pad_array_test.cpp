// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

const std::string square = "global = [16, 16]\nlocal = [16, 16]\n"
                           "[args]\n"
                           "a = { buffer = \"float\", count = 256 }\n"
                           "b = { buffer = \"float\", count = 256 }\n";

/// A transposition through local memory whose declaration and uses are given.
KernelText transposed(const std::string& declaration, const std::string& store, const std::string& load,
                      const std::string& before = "") {
    return kernelText(before +
                          "// Comments stay.\n"
                          "__kernel void k(__global float* a, __global float* b) {\n"
                          "    " +
                          declaration +
                          " // so does this\n"
                          "    int x = get_local_id(0), y = get_local_id(1);\n"
                          "    " +
                          store +
                          "\n"
                          "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "    " +
                          load +
                          "\n"
                          "}\n",
                      square);
}

TEST(PadArray, RowsOfAnArrayOfTwoDimensionsGrow) {
    const auto text =
        transposed("__local float tile[16][16];", "tile[y][x] = a[y * 16 + x];", "b[y * 16 + x] = tile[x][y];");
    const auto expected = transposed("__local float tile[16][16 + 1];", "tile[y][x] = a[y * 16 + x];",
                                     "b[y * 16 + x] = tile[x][y];");
    EXPECT_EQ(sourceAfter(text, "pad tile=1"), expected.source);
    EXPECT_EQ(rewriteBy(text, {"pad tile=1"})->text.launch, text.launch);
}

TEST(PadArray, AnExtentIsPutInParenthesesWhereItMustBe) {
    const std::string store = "tile[y][x] = a[y * 16 + x];", load = "b[y * 16 + x] = tile[x][y];";
    EXPECT_TRUE(holds(sourceAfter(transposed("__local float tile[16][1 << 4];", store, load), "pad tile=1"),
                      "tile[16][(1 << 4) + 1]"));
    EXPECT_TRUE(holds(
        sourceAfter(transposed("__local float tile[16][N];", store, load, "#define N 16\n"), "pad tile=1"),
        "tile[16][N + 1]"));
    EXPECT_TRUE(holds(
        sourceAfter(transposed("__local float tile[16][N];", store, load, "#define N 8 << 1\n"), "pad tile=1"),
        "tile[16][(N) + 1]"));
}

TEST(PadArray, RowsWithinAnArrayOfOneDimensionAreWidenedInEverySubscript) {
    const auto text = transposed("__local float tile[16 * N];", "tile[y * N + x] = a[y * 16 + x];",
                                 "b[y * 16 + x] = tile[y + N * x];", "#define N 16\n");
    const auto expected =
        transposed("__local float tile[16 * (N + 2)];", "tile[y * (N + 2) + x] = a[y * 16 + x];",
                   "b[y * 16 + x] = tile[y + (N + 2) * x];", "#define N 16\n");
    EXPECT_EQ(sourceAfter(text, "pad tile=2"), expected.source);
}

TEST(PadArray, WhatCannotBeProvenIsRefused) {
    const std::string store = "tile[y][x] = a[y * 16 + x];", load = "b[y * 16 + x] = tile[x][y];",
                      tile = "__local float tile[16][16];";
    EXPECT_EQ(refusalOf(transposed(tile, store, load), "pad tyle=1"), "transform.unknown-array");
    EXPECT_EQ(refusalOf(transposed(tile, store, "b[y * 16 + x] = (&tile[0][0])[x];"), "pad tile=1"),
              "transform.address-taken");
    EXPECT_EQ(refusalOf(transposed(tile, store, "b[y * 16 + x] = *(tile[x] + y);"), "pad tile=1"),
              "transform.address-taken");
    EXPECT_EQ(refusalOf(transposed(tile, store, "b[y * 16 + x] = f(tile);",
                                   "float f(__local float (*t)[16]) { return t[1][0]; }\n"),
                        "pad tile=1"),
              "transform.address-taken");
    EXPECT_EQ(refusalOf(transposed(tile, store, "b[0] = sizeof(tile);"), "pad tile=1"),
              "transform.address-taken");
    EXPECT_EQ(refusalOf(transposed("__local T tile;", "tile[y][x] = a[y * 16 + x];", load,
                                   "typedef float T[16][16];\n"),
                        "pad tile=1"),
              "transform.array-form");
    EXPECT_EQ(
        refusalOf(transposed("float tile[2][2] = {{1, 2}, {3, 4}};", "", "b[y * 16 + x] = tile[x & 1][y & 1];"),
                  "pad tile=1"),
        "transform.array-form");
    EXPECT_EQ(refusalOf(transposed("DECLARE", store, load, "#define DECLARE __local float tile[16][16];\n"),
                        "pad tile=1"),
              "transform.in-macro");
    EXPECT_EQ(refusalOf(transposed(tile, "tile[0][16 + x] = a[y * 16 + x];", load), "pad tile=1"),
              "transform.beyond-row");
    // A column that may reach the next row, and a subscript of another form.
    EXPECT_EQ(refusalOf(transposed("__local float tile[17 * 16];", "tile[y * 16 + x + 1] = a[y * 16 + x];",
                                   "b[0] = tile[16];"),
                        "pad tile=1"),
              "transform.no-rows");
    EXPECT_EQ(refusalOf(transposed("__local float tile[256];", "tile[y * 16 + x] = a[y * 16 + x];",
                                   "b[0] = tile[0];"),
                        "pad tile=1"),
              "transform.no-rows");
}

TEST(PadArray, AtomicOperationsOnAnElementAreOfThatElement) {
    const auto text = transposed("__local int tile[16][16];", "tile[y][x] = 0;", "atomic_inc(&tile[x][0]);");
    EXPECT_TRUE(holds(sourceAfter(text, "pad tile=1"), "tile[16][16 + 1]"));
}

TEST(PadArray, ARefusalHasItsPlace) {
    const auto refused = rewriteBy(
        transposed("__local float tile[16][16];", "tile[y][x] = a[0];", "b[y] = *tile[x];"), {"pad tile=1"});
    ASSERT_FALSE(refused);
    const auto& first = refused.diagnostics().front();
    EXPECT_EQ(std::filesystem::path(first.place.file).filename(), "k.cl");
    EXPECT_EQ(first.place.line, 7);
    EXPECT_NE(first.hint, "");
}

} // namespace
} // namespace warpstring::transform
