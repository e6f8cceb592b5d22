// SPDX-License-Identifier: GPL-3.0-or-later
// Launches, hardware specs and kernels.
#include <gtest/gtest.h>

#include "fuzz/harness.h"
#include "tests/fuzz/feeding.h"

namespace {

using warpstring::test::feed;
using warpstring::test::Mutator;
using warpstring::test::samplesIn;

TEST(FuzzLaunchFiles, KeepTheirPromises) {
    feed("launch",
         Mutator(samplesIn("samples", ".toml"), {"[sweep]",
                                                 "[[annotation]]",
                                                 "line = 1",
                                                 "label = \"x\"",
                                                 "weight = [0.1, 0.9]",
                                                 "trips = \"n\"",
                                                 "\"1 << 62\"",
                                                 "\"n / 0\"",
                                                 "\"log2(0)\"",
                                                 "\"ceil_div(n, 0)\"",
                                                 "nan",
                                                 "inf",
                                                 "-inf",
                                                 "{",
                                                 "[",
                                                 "\"\"\"",
                                                 "{ local = \"n\" }",
                                                 "init = \"file\", file = \"/\"",
                                                 "[[published]]",
                                                 "1979-05-27"}),
         warpstring::fuzz::readLaunchText);
}

TEST(FuzzAnnotations, KeepTheirPromises) {
    feed("annotation",
         Mutator(
             {"[[annotation]]\nlabel = \"escape\"\ntrips = \"n / 7 + 4\"\n",
              "[[annotation]]\nline = 3\nweight = [0.25, 0.75]\n[[annotation]]\nline = 9\ntrips = [1, \"n\"]\n",
              "annotation = [{ line = 2, weight = 0.5 }]\n",
              "[[published]]\nquantity = \"cycles\"\nline = 4\nvalue = 12.5\ntext = \"12.5\"\nsource = \"p. "
              "3\"\n"},
             {"label = \"\"", "line = 0", "line = 2147483648", "weight = 1.5", "weight = nan", "trips = -1",
              "trips = [\"n\", 0]", "weight = [0, 1, 2]", "trips = \"1 / 0\"", "trips = inf", "[annotation]",
              "\"n\"", "\"m\"", "[sweep]\nn = [32, 64]\n"}),
         warpstring::fuzz::readAnnotationText);
}

TEST(FuzzPatterns, KeepTheirPromises) {
    feed("pattern",
         Mutator(samplesIn("samples/patterns", ".pattern"), {"|> map(id)",
                                                             "|> join",
                                                             "|> split(4)",
                                                             "|> reduce(add, 0)",
                                                             "=> x",
                                                             "(x, y) =>",
                                                             "let t = x in",
                                                             "zip(x, x)",
                                                             "[0]",
                                                             ".0",
                                                             ".x",
                                                             "-1",
                                                             "1 << 46",
                                                             "0x7fffffff",
                                                             "/ 0",
                                                             "constant(0)",
                                                             "nearest",
                                                             "|> iterate(9, x => x)",
                                                             "iota(4)",
                                                             "fill(3, 0)",
                                                             "size",
                                                             "|> reorderStride(size / 2)",
                                                             "? 1 : 0",
                                                             "|> mapLocal1(",
                                                             "|> mapSeqUnroll(",
                                                             "float4(1)",
                                                             "INFINITY",
                                                             "int f(int a) { return a; }",
                                                             "#define A",
                                                             "typedef int t;",
                                                             "|> stencil(1, wrap, id)",
                                                             "|> slide(3, 1)",
                                                             "|> pad(1, 1, wrap)",
                                                             "((((",
                                                             "|> transpose"}),
         warpstring::fuzz::readPatternText);
}

TEST(FuzzNests, KeepTheirPromises) {
    feed("nest",
         Mutator(samplesIn("samples/nests", ".c"), {"#pragma warpstring parallel",
                                                    "#pragma warpstring parallel simd",
                                                    "#pragma warpstring parallel reduction(+: s)",
                                                    "#pragma warpstring parallel reduction(max: s)",
                                                    "#pragma warpstring",
                                                    "for (int i = 0; i < n; ++i)",
                                                    "for (int j = i; j < n; j += 2)",
                                                    "for (int k = n; k > 0; --k)",
                                                    "while (1)",
                                                    "break;",
                                                    "continue;",
                                                    "return;",
                                                    "[i - 1]",
                                                    "[i][j]",
                                                    "[a[i]]",
                                                    "[2147483647]",
                                                    "1 << 31",
                                                    "/ 0",
                                                    "% 3",
                                                    "+=",
                                                    "s += ",
                                                    "(int)",
                                                    "restrict",
                                                    "static",
                                                    "double",
                                                    "int f(int a) { return f(a); }",
                                                    "? 1 : 0",
                                                    "#define N 4",
                                                    "float t = 0;",
                                                    "*p",
                                                    "&"}),
         warpstring::fuzz::readNestText);
}

TEST(FuzzBuildOptions, KeepTheirPromises) {
    feed("options",
         Mutator({"-DT=32 -D X=2 -cl-mad-enable", "-cl-std=CL2.0 -cl-fast-relaxed-math -w",
                  "-I \"a folder\" -UX -Werror -g -cl-nv-verbose", "'-DNAME=a b' -O2 -cl-kernel-arg-info"},
                 {"-include /etc/passwd", "-o k", "-cl-std=CL9", "-D", "-I", "\"", "'", "-Xclang -S",
                  "-fplugin=k", "@k", "-cl-std=", "-D=1", "-D__kernel=", "-x", "-triple", "--", "-DA(x)=x##x",
                  "-menable-no-infs"}),
         warpstring::fuzz::compileWithOptions);
}

TEST(FuzzHardwareSpecs, KeepTheirPromises) {
    feed("spec",
         Mutator(samplesIn("hwspecs", ".toml"), {"nan", "inf", "-1", "0", "value = 0", "unit = \"bytes\"",
                                                 "kind = \"calibrated\"", "note = \"\"", "[", "{", "\"\"\"",
                                                 "[instructions]", "value = [1, 2]", "1e-320", "value = true"}),
         warpstring::fuzz::readSpecText);
}

TEST(FuzzKernels, KeepTheirPromises) {
    auto texts = samplesIn("samples", ".cl");
    texts.insert(
        texts.end(),
        {"__kernel void k(__global int* a, int n) {\n  int i = get_global_id(0);\n  while (a[i] < n) a[i] += "
         "2;\n}\n",
         "__kernel void k(__global float4* a) {\n  float p[40];\n  for (int j = 0; j < 40; ++j) p[j] = "
         "a[j].x;\n"
         "  a[0].y = p[(int)a[1].z & 31];\n}\n",
         "int f(int x) { return x > 3 ? x * 7 % 5 : x / 3; }\n__kernel void k(__global int* a, __local int* s) "
         "{\n"
         "  const int t = get_local_id(0);\n  s[t] = f(a[t]);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  switch (s[0]) { case 1: a[t] = 1; break; case 5: a[t] = s[t ^ 1]; default: atomic_inc(a); }\n}\n",
         "__kernel void k(__global double* a, __constant long* c, ulong m) {\n"
         "  for (long i = get_local_id(0); i < 64; i += 3) { if (i % 5 == 2) continue; a[i] = sqrt(a[i]) / c[i "
         "& 7]; }\n}\n"});
    feed("kernel",
         Mutator(std::move(texts), {"if (get_local_id(0) < 7)",
                                    "for (;;)",
                                    "while (1)",
                                    "break;",
                                    "continue;",
                                    "return;",
                                    "goto end;",
                                    "end:",
                                    "barrier(CLK_LOCAL_MEM_FENCE);",
                                    "#pragma unroll",
                                    "get_local_id(0)",
                                    "get_global_id(1)",
                                    "% 3",
                                    "/ 0",
                                    "<< 40",
                                    "double",
                                    "float16",
                                    "int",
                                    "__local",
                                    "switch (t) { case 1: case 7: break; }",
                                    "atomic_add(",
                                    "(char)",
                                    "? 1 :"}),
         warpstring::fuzz::simulateKernelText);
}

} // namespace
