// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/kernel_place.h"

#include <gtest/gtest.h>

namespace warpstring::findings {
namespace {

TEST(KernelPlace, IsThatOfTheDefinition) {
    const std::string text = "// add(a) adds\nfloat add1(float a) { return a; }\n"
                             "__kernel void add1x(__global float* a) { a[0] = add1(1); }\n"
                             "kernel\nvoid  add (global float* a) { }\n";
    EXPECT_EQ(kernelPlace("k.cl", text, "add"), (SourceLocation{"k.cl", 5, 7}));
    EXPECT_EQ(kernelPlace("k.cl", text, "add1x"), (SourceLocation{"k.cl", 3, 15}));
}

TEST(KernelPlace, IsTheFirstLineWhereTheTextHasNone) {
    EXPECT_EQ(kernelPlace("k.cl", "KERNEL(add)", "add_float"), (SourceLocation{"k.cl", 1, 0}));
    EXPECT_EQ(kernelPlace("k.cl", "", "k"), (SourceLocation{"k.cl", 1, 0}));
    EXPECT_EQ(kernelPlace("k.cl", "k()", ""), (SourceLocation{"k.cl", 1, 0}));
}

} // namespace
} // namespace warpstring::findings
