// SPDX-License-Identifier: GPL-3.0-or-later
// restrict, const, native and option: small changes of words.
#include "tests/tuning/transform/rewritten.h"

namespace warpstring::transform {
namespace {

const std::string twoBuffers =
    "global = [64]\nlocal = [16]\n[args]\n"
    "a = { buffer = \"float\", count = 64 }\nb = { buffer = \"float\", count = 64 }\n";

KernelText pointing(const std::string& parameters, const std::string& body, const std::string& before = "") {
    return kernelText(before + "__kernel void k(" + parameters + ") {\n    int i = get_global_id(0);\n    " +
                          body + "\n}\n",
                      twoBuffers);
}

TEST(RestrictPointers, StandsBehindTheStar) {
    const auto text = pointing("__global const float* a, global float *b", "b[i] = a[i];");
    EXPECT_EQ(sourceAfter(text, "restrict"),
              pointing("__global const float* restrict a, global float * restrict b", "b[i] = a[i];").source);
    EXPECT_EQ(sourceAfter(text, "restrict b"),
              pointing("__global const float* a, global float * restrict b", "b[i] = a[i];").source);
}

TEST(RestrictPointers, WhatHasItIsLeft) {
    const auto text = pointing("__global float* restrict a, __global float* b", "b[i] = a[i];");
    EXPECT_EQ(sourceAfter(text, "restrict"),
              pointing("__global float* restrict a, __global float* restrict b", "b[i] = a[i];").source);
    EXPECT_EQ(refusalOf(text, "restrict a"), "transform.nothing-to-do");
    EXPECT_EQ(refusalOf(text, "restrict c"), "transform.unknown-parameter");
    EXPECT_EQ(refusalOf(pointing("P a, P b", "b[i] = a[i];", "typedef __global float* P;\n"), "restrict"),
              "transform.pointer-form");
}

TEST(MakeConst, WhatIsOnlyReadBecomesConst) {
    const auto text =
        pointing("__global float* a, __global float* b", "b[i] = a[i] + *(a + 1) + vload4(0, a).x;");
    EXPECT_EQ(sourceAfter(text, "const"),
              pointing("__global const float* a, __global float* b", "b[i] = a[i] + *(a + 1) + vload4(0, a).x;")
                  .source);
    EXPECT_EQ(refusalOf(text, "const b"), "transform.may-be-written");
}

TEST(MakeConst, WhatMayBeWrittenIsRefused) {
    const std::string parameters = "__global float* a, __global float* b";
    for (const char* body :
         {"a[i] = 1; b[i] = 1;", "a[i] += b[0];", "++a[i];", "*(a + i) = b[0];",
          "__global float* p = a; p[i] = b[0];", "f(a); b[i] = 1;", "vstore4((float4)(0), 0, a);",
          "atomic_xchg(&a[i], 1.0f);", "if (i) a = b; b[i] = a[i];"})
        EXPECT_EQ(refusalOf(pointing(parameters, body, "void f(__global float* p) { p[0] = 1; }\n"), "const a"),
                  "transform.may-be-written")
            << body;
}

TEST(CallNative, FunctionsOfSinglePrecisionAlone) {
    const std::string parameters = "__global float* a, __global float* b";
    const auto text = pointing(
        parameters,
        "b[i] = exp(a[i]) + fmax(sin(a[i]), 1.0f) + exp((float4)(a[i])).x; double d = exp((double)a[i]);");
    const auto rewritten = rewriteBy(text, {"native"});
    ASSERT_TRUE(rewritten) << told(rewritten.diagnostics());
    EXPECT_EQ(rewritten->text.source,
              pointing(parameters, "b[i] = native_exp(a[i]) + fmax(native_sin(a[i]), 1.0f) + "
                                   "native_exp((float4)(a[i])).x; double d = exp((double)a[i]);")
                  .source);
    EXPECT_TRUE(rewritten->isLessExact);
    EXPECT_EQ(refusalOf(pointing(parameters, "b[i] = a[i];"), "native"), "transform.nothing-to-do");
    EXPECT_EQ(refusalOf(pointing(parameters, "b[i] = EXP(a[i]);", "#define EXP(x) (1 + exp(x))\n"), "native"),
              "transform.in-macro");
    EXPECT_EQ(refusalOf(pointing(parameters, "b[i] = tan(a[i]);",
                                 "float __attribute__((overloadable)) tan(float x) { return x; }\n"),
                        "native"),
              "transform.nothing-to-do")
        << "the source's own";
}

TEST(AddOption, GoesBehindThoseThatThereAre) {
    auto text = pointing("__global float* a, __global float* b", "b[i] = a[i];");
    const auto first = rewriteBy(text, {"option -cl-mad-enable"});
    ASSERT_TRUE(first) << told(first.diagnostics());
    EXPECT_TRUE(holds(first->text.launch, "options = \"-cl-mad-enable\"\n"));
    const auto second = rewriteBy(first->text, {"option -DN=4"});
    ASSERT_TRUE(second) << told(second.diagnostics());
    EXPECT_TRUE(holds(second->text.launch, "options = \"-cl-mad-enable -DN=4\"\n"));
    EXPECT_EQ(refusalOf(second->text, "option -DN=4"), "transform.nothing-to-do");
    EXPECT_EQ(refusalOf(text, "option --no-such"), "frontend.unknown-option");
}

} // namespace
} // namespace warpstring::transform
