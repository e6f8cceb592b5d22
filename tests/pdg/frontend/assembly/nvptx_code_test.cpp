// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "pdg/frontend/assembly/nvptx_code.h"

namespace warpstring::frontend {
namespace {

Result<std::string> codeOf(const std::string& text, const std::string& options = "") {
    return nvptxCode({"k.cl", text}, "k", {options, 64}, {"90", {}});
}

std::string code(const std::string& text, const std::string& options = "") {
    const auto made = codeOf(text, options);
    if (made) return *made;
    for (const auto& fault : made.diagnostics()) ADD_FAILURE() << toText(fault);
    return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The body of a kernel with a buffer of each type.
std::string kernel(const std::string& body) {
    return "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
           "kernel void k(global float* f, global int* i, global uint* u, global uchar4* c, global float4* v,"
           " local int* l, constant float* t, int n) {\n"
           "  int g = get_global_id(0);\n" +
           body + "\n}\n";
}

TEST(NvptxCode, IsOneEntry) {
    const std::string text = code("float twice(float x) { return 2 * x; }\n"
                                  "kernel void other(global float* f) { f[0] = 1; }\n"
                                  "kernel void k(global float* f) { f[get_global_id(0)] = twice(f[0]); }\n");
    EXPECT_TRUE(has(text, ".entry k("));
    EXPECT_FALSE(has(text, "other"));
    EXPECT_FALSE(has(text, "call")) << "everything is inlined";
    EXPECT_TRUE(has(text, ".target sm_90"));
    EXPECT_TRUE(has(text, "%ctaid.x"));
}

TEST(NvptxCode, KeepsTheSizeThatGroupsMustHave) {
    EXPECT_TRUE(
        has(code("kernel __attribute__((reqd_work_group_size(16, 8, 1))) void k(global int* i) { i[0] = 1; }"),
            ".reqntid 16, 8, 1"));
}

TEST(NvptxCode, KnowsTheIndexSpaceBarriersAndAtomics) {
    const std::string text =
        code(kernel("l[get_local_id(0)] = i[g];\n"
                    "barrier(CLK_LOCAL_MEM_FENCE);\n"
                    "mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
                    "i[g] = l[get_local_size(0) - 1] + get_group_id(1) + get_num_groups(2);\n"
                    "atomic_add(i, n); atomic_inc(l); atomic_min(u, 3u);\n"
                    "atomic_cmpxchg(i + 1, 0, n);"));
    for (const char* part : {"bar.sync", "membar.cta", "%nctaid.z", "%ctaid.y", "%ntid.x", "atom.global.add",
                             "atom.shared.add", "atom.global.min.u32", "atom.global.cas"})
        EXPECT_TRUE(has(text, part)) << part << "\n" << text;
}

TEST(NvptxCode, KnowsFloatsByComponents) {
    const std::string text = code(kernel("v[g] = fma(v[g], v[1], v[2]) + fabs(v[3]) + clamp(v[4], 0.0f, 1.0f)"
                                         " + mix(v[5], v[6], 0.25f) + native_exp2(v[7]) + rsqrt(v[8]);\n"
                                         "f[g] = dot(v[1], v[2]) + sqrt(f[1]) / f[2] + fmin(f[3], t[n]);"));
    for (const char* part : {"fma.rn.f32", "abs.f32", "ex2.approx", "rsqrt.approx.f32", "sqrt.approx.f32",
                             "div.full.f32", "min.f32"})
        EXPECT_TRUE(has(text, part)) << part;
    EXPECT_TRUE(
        has(code(kernel("f[g] = f[1] / f[2];"), "-cl-fp32-correctly-rounded-divide-sqrt"), "div.rn.f32"));
}

TEST(NvptxCode, KnowsIntegersAndConversions) {
    const std::string text =
        code(kernel("i[g] = popcount(i[1]) + mul_hi(i[2], n) + rotate(i[3], 5) + max(i[4], n)"
                    " + add_sat(i[5], n) + (int)select(u[6], u[7], u[8]);\n"
                    "c[g] = convert_uchar4_sat(v[g]); f[g] = vload4(g, f).x;\n"
                    "i[1] = mad24(i[5], i[6], n) + as_int(f[4]) + isnan(f[5]);"));
    for (const char* part : {"popc.b32", "mul.hi.s32", "shf.l.wrap.b32", "max.s32"})
        EXPECT_TRUE(has(text, part)) << part;
}

TEST(NvptxCode, RefusesABuiltinThatItDoesNotKnowByName) {
    const auto made = codeOf(kernel("f[g] = lgamma_r(f[1], i); printf(\"%d\", n);"));
    ASSERT_FALSE(made);
    ASSERT_EQ(made.diagnostics().size(), 1U);
    for (const auto& fault : made.diagnostics()) {
        EXPECT_EQ(fault.code, "frontend.ptxas-builtin");
        EXPECT_FALSE(fault.hint.empty());
    }
    EXPECT_TRUE(has(made.diagnostics()[0].message, "'lgamma_r'")) << made.diagnostics()[0].message;
}

// The routine's place is known to ptxas.
TEST(NvptxCode, PrintsByTheRoutineOfTheDriver) {
    const auto made = codeOf(kernel("printf(\"%d\", n);"));
    ASSERT_TRUE(made) << toText(made.diagnostics().front());
    EXPECT_TRUE(has(*made, ".extern .func  (.param .b32 func_retval0) vprintf")) << *made;
    EXPECT_TRUE(has(*made, "call.uni (retval0)")) << *made;
}

TEST(NvptxCode, RefusesWhatLibdeviceWouldHaveToDefine) {
    const auto made = codeOf(kernel("f[g] = erf(f[1]);"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.diagnostics().front().code, "frontend.ptxas-builtin");
    EXPECT_TRUE(has(made.diagnostics().front().message, "'__nv_erff' of libdevice"));
}

TEST(NvptxCode, IsOfAnArchitectureThatLlvmKnows) {
    const KernelSource source{"k.cl", "kernel void k(global int* i) { i[0] = 1; }"};
    for (const auto& [asked, written] :
         {std::pair{"75", "sm_75"}, {"88", "sm_87"}, {"120", "sm_90"}, {"13", "sm_20"}}) {
        const auto made = nvptxCode(source, "k", {"", 64}, {asked, {}});
        ASSERT_TRUE(made) << asked;
        EXPECT_TRUE(has(*made, std::string(".target ") + written)) << *made;
    }
}

TEST(NvptxCode, RefusesWhatDoesNotCompile) {
    const auto made = codeOf("kernel void k(global float* f) { f[0] = nothing; }");
    ASSERT_FALSE(made);
    EXPECT_EQ(made.diagnostics().front().code, "frontend.compile");
    EXPECT_EQ(codeOf("kernel void j() {}").diagnostics().front().code, "frontend.no-such-kernel");
}

} // namespace
} // namespace warpstring::frontend
