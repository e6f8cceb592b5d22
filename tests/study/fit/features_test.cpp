// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of the tiled and the plain matrix product by their names, against what the thesis counts by hand:
// n^3 multiply-adds, 2 n^3 / 16 tile loads, and so on.
#include "study/fit/features.h"

#include <gtest/gtest.h>

#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::fit {
namespace {

constexpr const char* plainProduct = R"(
__kernel void k(__global const float* a, __global const float* b, __global float* c, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += a[y * n + i] * b[i * n + x];
    c[y * n + x] = sum;
})";

constexpr const char* tiledProduct = R"(
__kernel void k(__global const float* a, __global const float* b, __global float* c, int n) {
    __local float ta[16][16], tb[16][16];
    int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        ta[ly][lx] = a[y * n + k + lx];
        tb[ly][lx] = b[(k + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 16; ++i) sum += ta[ly][i] * tb[i][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
})";

std::vector<double> valuesOf(const std::string& source, const std::vector<std::string>& names) {
    const std::filesystem::path root = WARPSTRING_SOURCE_DIR;
    const auto spec = files::readHardwareSpec(root / "hwspecs" / "nvidia-h200.toml");
    const std::string text =
        "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"matmul.cl\"\n"
        "global = [256, 256]\nlocal = [16, 16]\n[args]\nn = 256\n"
        "a = { buffer = \"float\", count = \"n*n\" }\nb = { buffer = \"float\", count = \"n*n\" }\n"
        "c = { buffer = \"float\", count = \"n*n\" }\n";
    const auto file = files::parseLaunchFile(text, root / "samples" / "matmul" / "k.toml");
    frontend::BuildOptions options;
    options.addressBits = 64;
    options.options = "-cl-mad-enable";
    const auto pdg = frontend::buildPdg({"k.cl", source}, "k", options);
    EXPECT_TRUE(spec && file && pdg);
    const Launch& launch = file->launches.front();
    const auto evaluated = evaluation::evaluate(*pdg, launch, *spec);
    EXPECT_TRUE(evaluated);
    return featureValues(names, *pdg, launch, *evaluated);
}

constexpr double n = 256, warp = 32;

TEST(FitFeatures, CountsOfThePlainProduct) {
    const auto values =
        valuesOf(plainProduct, {"f_madd", "f_op_float32_madd", "f_mem_access_global_float32_load",
                                "f_mem_access_global_float32_store", "f_lmem", "f_thread_groups",
                                "f_sync_barrier", "f_sync_kernel_launch", "f_warps"});
    EXPECT_DOUBLE_EQ(values[0], n * n * n / warp);
    EXPECT_DOUBLE_EQ(values[1], values[0]);
    // a is the same along dimension 0: once a warp; b once a work-item.
    EXPECT_DOUBLE_EQ(values[2], n * n * n / warp + n * n * n);
    EXPECT_DOUBLE_EQ(values[3], n * n);
    EXPECT_DOUBLE_EQ(values[4], 0);
    EXPECT_DOUBLE_EQ(values[5], n * n / 256);
    EXPECT_DOUBLE_EQ(values[6], 0);
    EXPECT_DOUBLE_EQ(values[7], 1);
    EXPECT_DOUBLE_EQ(values[8], n * n / warp);
}

TEST(FitFeatures, CountsOfTheTiledProduct) {
    const auto values = valuesOf(tiledProduct, {"f_madd", "f_mem_access_global_load",
                                                "f_mem_access_local_store", "f_sync_barrier", "f_gmem"});
    EXPECT_DOUBLE_EQ(values[0], n * n * n / warp);
    EXPECT_DOUBLE_EQ(values[1], 2 * n * n * n / 16);
    EXPECT_DOUBLE_EQ(values[2], 2 * n * n * n / 16 / warp);
    EXPECT_DOUBLE_EQ(values[3], 2 * (n / 16) * (n * n / 256)); // met by one work-item, times groups
    EXPECT_DOUBLE_EQ(values[4], values[1] + n * n);
}

TEST(FitFeatures, UnknownNamesAreRefusedWithTheClosest) {
    EXPECT_TRUE(
        faultsOf({"f_gmem", "f_op_float64_madd", "f_op_integer_add", "f_mem_access_global_16b_load"}).empty());
    const auto faults = faultsOf({"f_gmen", "f_mem_access_somewhere", "f_op_float32_root"});
    ASSERT_EQ(faults.size(), 3U);
    EXPECT_EQ(faults[0].code, "fit.unknown-feature");
    EXPECT_NE(faults[0].hint.find("f_gmem"), std::string::npos);
}

} // namespace
} // namespace warpstring::fit
