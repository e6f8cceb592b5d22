// SPDX-License-Identifier: GPL-3.0-or-later
// Which macros a source cannot hang on.
#include <gtest/gtest.h>

#include "tuning/search/source_words.h"

namespace warpstring::search {
namespace {

TEST(SourceWords, areIdentifiersAndKeywords) {
    EXPECT_EQ(wordsOf("float x_1 = 0x1fUL * N; // of M\n"),
              (std::set<std::string>{"M", "N", "float", "of", "x_1"}));
}

TEST(SourceWords, ofAKernelAreNotThoseOfOthers) {
    const std::string text =
        "/* first { */ int helper(int a) { return a * both; }\n"
        "__kernel void one(global int* p) { if (p[0]) { p[1] = first; } } // get_group_id\n"
        "kernel __attribute__((vec_type_hint(int))) void two(global int* p) { p[0] = second; }\n"
        "kernel void three(global int* p);\n";
    const auto one = wordsOfKernel(text, "one"), two = wordsOfKernel(text, "two");
    for (const char* word : {"helper", "both", "global"}) EXPECT_TRUE(one.contains(word) && two.contains(word));
    EXPECT_TRUE(one.contains("first") && !two.contains("first"));
    EXPECT_TRUE(two.contains("second") && !one.contains("second"));
    EXPECT_FALSE(one.contains("get_group_id"));
    // Braces that do not match: nothing is left out.
    EXPECT_TRUE(
        wordsOfKernel("kernel void a() {\n#if X\nif (u) {\n#else\nif (v) {\n#endif\n}\n}\nkernel void b() {}",
                      "b")
            .contains("u"));
}

TEST(SourceWords, leaveOutWhatNothingUses) {
    const std::set<std::string> words{"N", "TYPE"};
    EXPECT_EQ(withoutUnusedMacros("-cl-mad-enable -DN=4 -DM=3 -DTYPE=float", words),
              "-cl-mad-enable -DN=4 -DTYPE=float");
    EXPECT_EQ(withoutUnusedMacros("-DN=M -DM=3 -DL=2", words), "-DN=M -DM=3");
    EXPECT_EQ(withoutUnusedMacros("-D_X=1 -Dcl_khr_fp64=1 -DM", words), "-D_X=1 -Dcl_khr_fp64=1");
    EXPECT_EQ(withoutUnusedMacros("-DM=\"a b\"", words), "-DM=\"a b\"");
}

TEST(SourceWords, doNotTellOfIncludesAndJoinedWords) {
    EXPECT_TRUE(isToldByWords("kernel void k() {}\n"));
    EXPECT_FALSE(isToldByWords("#include \"more.h\"\n"));
    EXPECT_FALSE(isToldByWords("#define J(a) a##1\n"));
    EXPECT_FALSE(isToldByWords("int N\\\nM;\n"));
}

} // namespace
} // namespace warpstring::search
