// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/only_kernel.h"

#include <gtest/gtest.h>

namespace warpstring::drafting {

namespace {

TEST(OnlyKernel, IsNamedBehindVoid) {
    EXPECT_EQ(onlyKernelIn("__kernel void add(__global int* a) {}"), "add");
    EXPECT_EQ(onlyKernelIn("void helper(int n) {}\nkernel\nvoid\nadd\n(global int* a) { helper(1); }"), "add");
    EXPECT_EQ(onlyKernelIn("__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void add(int n) {}"),
              "add");
    EXPECT_EQ(onlyKernelIn("__attribute__((vec_type_hint(float4))) __kernel void add(int n) {}"), "add");
    EXPECT_EQ(onlyKernelIn("#define N 4\n#if N > 2 // # in lines\n#endif\n__kernel void add(int n) {}"), "add");
}

TEST(OnlyKernel, IsNotKnownWhereThereMayBeOthers) {
    for (const char* text :
         {"", "void add(int n) {}", "__kernel void a(int n) {}\n__kernel void b(int n) {}",
          "// the kernel\n__kernel void a(int n) {}", "#include \"b.h\"\n__kernel void a(int n) {}",
          "#define K \\\n __kernel void\nK a(int n) {}\nK b(int n) {}",
          "  # define K __kernel\nK void a(int n) {}", "__kernel NAME(int n) {}", "__kernel void",
          "__kernel void (*f)(int);"})
        EXPECT_EQ(onlyKernelIn(text), std::nullopt) << text;
}

TEST(OnlyKernel, AWordThatContainsItIsNoKernel) {
    EXPECT_EQ(onlyKernelIn("float kernel_width = 3;\n__kernel void blur(int n) {}"), "blur");
    EXPECT_EQ(onlyKernelIn("float my__kernel;"), std::nullopt);
}

} // namespace

} // namespace warpstring::drafting
