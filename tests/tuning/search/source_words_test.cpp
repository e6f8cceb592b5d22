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
