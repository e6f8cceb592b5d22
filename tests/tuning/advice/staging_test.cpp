// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/advice/staging.h"

#include <gtest/gtest.h>

#include "tests/tuning/advice/advised.h"
#include "tests/tuning/transform/rewritten.h"
#include "tuning/advice/rule_words.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;

constexpr NDRange ofRows{2, {64, 64, 1}, {16, 16, 1}};

std::string kernelOf(const std::string& loop) {
    return "kernel void k(global const float* a, global float* b, global float* c, int n) {\n"
           "  int x = get_global_id(0), y = get_global_id(1); float sum = 0;\n" +
           loop + "  c[y * 64 + x] = sum; }";
}

/// Of the first access of a buffer.
std::string rewriteFor(const std::string& loop, const std::string& buffer, const NDRange& range = ofRows) {
    const Advised advised(kernelOf(loop), range);
    const auto situation = advised.situation();
    for (const auto& access : situation.pdg.accesses)
        if (advice::objectName(situation.pdg, access) == buffer)
            return advice::stagingRewrite(situation, access);
    return "no such access";
}

const std::string productLoop = "  for (int k = 0; k < n; ++k) sum += a[y * 64 + k] * b[k * 64 + x];\n";

TEST(StagingRewrite, TilesAreAsLongAsTheGroupIsWideWhereThatIsUsual) {
    EXPECT_EQ(rewriteFor(productLoop, "a"), "stage a=16");
    EXPECT_EQ(rewriteFor(productLoop, "b"), "stage b=16");
    EXPECT_EQ(rewriteFor(productLoop, "b", {2, {64, 64, 1}, {8, 8, 1}}), "stage b=8");
    EXPECT_EQ(rewriteFor(productLoop, "b", {2, {64, 64, 1}, {64, 4, 1}}), "stage b=16");
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n / 5; ++k) sum += a[y * 64 + k];\n", "a"), "stage a=8");
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n / 9; ++k) sum += a[y * 64 + k];\n", "a"), "");
}

TEST(StagingRewrite, WhatIsProposedIsDone) {
    const auto text =
        transform::kernelText(kernelOf(productLoop), "global = [64, 64]\nlocal = [16, 16]\n[args]\n"
                                                     "a = { buffer = \"float\", count = 4096 }\n"
                                                     "b = { buffer = \"float\", count = 4096 }\n"
                                                     "c = { buffer = \"float\", count = 4096 }\nn = 64\n");
    const auto rewritten =
        transform::rewriteBy(text, {rewriteFor(productLoop, "a"), rewriteFor(productLoop, "b")});
    EXPECT_TRUE(rewritten) << transform::told(rewritten.diagnostics());
}

TEST(StagingRewrite, NothingWhereItWouldBeRefused) {
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n; ++k) sum += a[(y * 64 + x) * 64 + k];\n", "a"), "")
        << "nobody shares it";
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n; ++k) if (x > k) sum += a[y * 64 + k];\n", "a"), "")
        << "read under a condition";
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n; ++k) { sum += b[y * 64 + k]; b[y * 64 + k] = sum; }\n", "b"),
              "")
        << "written";
    EXPECT_EQ(
        rewriteFor("  for (int k = 0; k < n; ++k) { sum += a[y * 64 + k]; barrier(CLK_LOCAL_MEM_FENCE); }\n",
                   "a"),
        "")
        << "a barrier";
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n; ++k) sum += a[y * 64 + ((int)b[k] & 63)];\n", "a"), "")
        << "data decides";
    EXPECT_EQ(rewriteFor("  for (int k = 0; k < n; ++k) sum = sum * 0.5f + a[y];\n", "a"), "")
        << "always the same";
}

} // namespace
