// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold of any compiler's code for AMD's GPUs, of small kernels.
#include <gtest/gtest.h>

#include "pdg/frontend/amdgpu/amd_assembly.h"
#include "pdg/frontend/amdgpu/amd_code.h"
#include "pdg/frontend/amdgpu/compile_for_amd.h"

namespace warpstring::frontend {
namespace {

Result<AssembledRegisters> compiled(const std::string& text, const std::string& target = "gfx90a",
                                    int groupSize = 256, const std::string& options = "") {
    HardwareSpec spec;
    spec.name = "a-gpu";
    spec.device.llvmTarget = target;
    spec.execution.warpSize = target == "gfx1030" ? 32 : 64;
    return compileForAmdSpec({"k.cl", text}, "k", {options, 64}, spec, groupSize);
}

const std::string everyTarget[] = {"gfx600", "gfx803", "gfx908", "gfx90a", "gfx1030"};

TEST(CompileForAmd, GivesUniformWorkToTheScalarUnit) {
    const std::string text =
        "kernel void k(global const float* restrict a, global float* restrict b, int n) {\n"
        "  float s = 0;\n"
        "  for (int j = 0; j < n; ++j)\n"
        "    s += a[j];\n"
        "  b[get_global_id(0)] = s;\n"
        "}\n";
    for (const auto& target : everyTarget) {
        const auto found = compiled(text, target);
        ASSERT_TRUE(found) << target << toText(found.diagnostics().front());
        const auto& by = *found->compiled;
        EXPECT_EQ(by.target, target);
        EXPECT_GT(by.lines.at(3).scalarShare(), 0.5) << target << ": the counter";
        EXPECT_GT(by.lines.at(4).scalarLoads, 0) << target;
        EXPECT_EQ(by.lines.at(4).vectorLoads, 0) << target;
        EXPECT_GT(by.lines.at(4).vectorFloat, 0) << target;
        EXPECT_GT(by.lines.at(5).vectorStores, 0) << target;
        EXPECT_EQ(by.scratchBytes, 0) << target;
        EXPECT_EQ(found->spilledBytes, 0) << target;
        EXPECT_GE(by.wavesPerSimd, 8) << target;
        EXPECT_EQ(found->registers, by.vectorRegisters);
        EXPECT_TRUE(found->assembler.ends_with(" for " + target)) << found->assembler;
    }
}

TEST(CompileForAmd, KeepsLargeArraysInScratch) {
    const std::string text = "kernel void k(global const int* a, global int* b, int n) {\n"
                             "  int kept[200];\n"
                             "  for (int j = 0; j < 200; ++j) kept[j] = 0;\n"
                             "  for (int j = 0; j < n; ++j) kept[a[j] & 127] += j;\n"
                             "  int s = 0;\n"
                             "  for (int j = 0; j < n; ++j) s += kept[a[j + get_global_id(0)] & 127];\n"
                             "  b[get_global_id(0)] = s;\n"
                             "}\n";
    const auto found = compiled(text);
    ASSERT_TRUE(found) << toText(found.diagnostics().front());
    EXPECT_GE(found->compiled->scratchBytes, 128 * 4);
    EXPECT_EQ(found->spilledBytes, 0) << "an array is not spilled";
}

/// Needs about as many registers as there are sums.
std::string manySums(const std::string& attributes) {
    return attributes + "kernel void k(global const float* a, global float* b, int n) {\n"
                        "  float s[150];\n"
                        "  int i = get_global_id(0);\n"
                        "  for (int j = 0; j < 150; ++j) s[j] = a[i + j];\n"
                        "  for (int t = 0; t < n; ++t) {\n"
                        "    float x = a[i + 200 * t];\n"
                        "    for (int j = 0; j < 150; ++j) s[j] = s[j] * x + s[(j + 1) % 150];\n"
                        "  }\n"
                        "  for (int j = 0; j < 150; ++j) b[i * 150 + j] = s[j];\n"
                        "}\n";
}

TEST(CompileForAmd, LargeGroupsCapRegisters) {
    const auto usual = compiled(manySums(""), "gfx908");
    ASSERT_TRUE(usual) << toText(usual.diagnostics().front());
    EXPECT_GT(usual->registers, 128);
    EXPECT_EQ(usual->compiled->groupSize, 256);
    const auto large = compiled(manySums(""), "gfx908", 1024);
    ASSERT_TRUE(large);
    EXPECT_LE(large->registers, 64 * 2) << "16 waves on four SIMDs of 256 registers, and as many to accumulate";
    EXPECT_GT(large->spilledBytes, 0);
    EXPECT_EQ(large->compiled->groupSize, 1024);
    const auto required = compiled(manySums("__attribute__((reqd_work_group_size(1024, 1, 1)))\n"), "gfx908");
    ASSERT_TRUE(required);
    EXPECT_EQ(required->registers, large->registers) << "what the kernel says goes before the launch";
}

TEST(CompileForAmd, LeavesNoCalls) {
    const std::string text =
        "kernel void k(global float* f, global double* d, global int* i, local float* t) {\n"
        "  size_t g = get_global_id(0), l = get_local_id(1) + get_group_id(2) + get_num_groups(0);\n"
        "  float x = f[g];\n"
        "  x += sin(x) + cos(x) + tan(x) + exp(x) + log(x) + pow(x, 3.1f) + powr(x, x) + pown(x, 3);\n"
        "  x += asin(x) + acos(x) + atan(x) + atan2(x, 2.0f) + sinh(x) + cosh(x) + tanh(x) + cbrt(x);\n"
        "  x += erf(x) + erfc(x) + lgamma(x) + tgamma(x) + hypot(x, x) + fmod(x, 3.0f) + ldexp(x, 2);\n"
        "  x += native_sin(x) + native_exp(x) + native_divide(x, 3.0f) + half_sqrt(x) + rsqrt(x) + sqrt(x);\n"
        "  x += mad(x, x, x) + fma(x, x, x) + clamp(x, 0.0f, 1.0f) + mix(x, x, x) + step(x, x) + fdim(x, "
        "1.0f);\n"
        "  float4 v = vload4(g, f) * sin((float4)(x));\n"
        "  t[l] = dot(v, v) + length(v);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  double y = d[g];\n"
        "  d[g] = sin(y) + exp(y) + log(y) + pow(y, y) + sqrt(y) + rsqrt(y) + erf(y) + floor(y) + fabs(y);\n"
        "  atomic_add(&i[l], 1); atomic_min(&i[g], 4); atomic_cmpxchg(&i[3], 1, 2);\n"
        "  i[g] = mul24(i[l], 3) + max(i[l], 4) + popcount(i[l]) + convert_int_rte(x) + select(1, 2, i[l]) +\n"
        "         mul_hi(i[l], 77) + rotate(i[l], 3) + clz(i[l]) + abs_diff(i[l], 3);\n"
        "  f[g] = t[l ^ 1] + x;\n"
        "}\n";
    for (const std::string target : {"gfx600", "gfx90a", "gfx1030"}) {
        const auto code = amdCode({"k.cl", text}, "k", {"", 64}, {target, target == "gfx1030" ? 32 : 64, 256});
        ASSERT_TRUE(code) << target << toText(code.diagnostics().front());
        EXPECT_EQ(code->text.find("s_swappc"), std::string::npos) << target;
        const auto read = readAmdAssembly(code->text, "k", "k.cl");
        ASSERT_TRUE(read) << target;
        EXPECT_EQ(read->total.other, 0) << target;
        EXPECT_EQ(read->total.barriers, 1) << target;
    }
}

TEST(CompileForAmd, NamesWhatItDoesNotKnow) {
    const auto found = compiled("float unheard_of(float);\n"
                                "kernel void k(global float* f) { f[0] = unheard_of(f[1]); }\n");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.diagnostics().front().code, "frontend.amdgpu-builtin");
    EXPECT_NE(found.diagnostics().front().message.find("'unheard_of'"), std::string::npos)
        << found.diagnostics().front().message;
    const auto processor = compiled("kernel void k(global float* f) { f[0] = 1; }\n", "gfx12345");
    ASSERT_FALSE(processor);
    EXPECT_EQ(processor.diagnostics().front().code, "frontend.no-amdgpu");
    const auto absent = compiled("kernel void other(global float* f) { f[0] = 1; }\n");
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.diagnostics().front().code, "frontend.no-such-kernel");
}

TEST(CompileForAmd, GroupsAreThoseThatCompilersTakeForGranted) {
    EXPECT_EQ(amdGroupSize({1, {4096, 1, 1}, {64, 1, 1}}), 256);
    EXPECT_EQ(amdGroupSize({2, {4096, 32, 1}, {32, 16, 1}}), 512);
    EXPECT_EQ(amdGroupSize({1, {4096, 1, 1}, {2048, 1, 1}}), 1024);
}

} // namespace
} // namespace warpstring::frontend
