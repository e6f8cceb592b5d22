// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/rewrite_kind.h"

#include <gtest/gtest.h>

namespace warpstring::transform {
namespace {

TEST(RewriteKind, ExamplesOfTheTableAreReadAndWrittenAgain) {
    for (const auto& row : rewriteTraits()) {
        const auto rewrite = parseRewrite(row.example);
        ASSERT_TRUE(rewrite) << row.example;
        EXPECT_EQ(rewrite->kind, row.kind);
        EXPECT_EQ(toText(*rewrite), row.example);
        EXPECT_TRUE(row.example.starts_with(row.word));
    }
}

TEST(RewriteKind, TargetsAndValues) {
    EXPECT_EQ(*parseRewrite("pad tile=1"), (Rewrite{RewriteKind::Pad, "tile", "1"}));
    EXPECT_EQ(*parseRewrite("  unroll  line:12=4,written "),
              (Rewrite{RewriteKind::Unroll, "line:12", "4,written"}));
    EXPECT_EQ(*parseRewrite("restrict a"), (Rewrite{RewriteKind::Restrict, "a", ""}));
    EXPECT_EQ(*parseRewrite("shape 32x8"), (Rewrite{RewriteKind::Shape, "", "32x8"}));
    EXPECT_EQ(*parseRewrite("option -DA=B"), (Rewrite{RewriteKind::Option, "", "-DA=B"}));
}

TEST(RewriteKind, WhatIsNoRewriteIsRefusedWithAHint) {
    const auto misspelt = parseRewrite("unrol k=4");
    ASSERT_FALSE(misspelt);
    EXPECT_EQ(misspelt.diagnostics().front().code, "transform.unknown-rewrite");
    EXPECT_EQ(misspelt.diagnostics().front().hint, "did you mean \"unroll\"?");
    for (const char* words : {"pad",        "pad tile",       "pad tile=x",  "pad tile=0",  "pad =1",
                              "unroll k=1", "unroll k=4,out", "coarsen w=2", "coarsen x=1", "coarsen x",
                              "vector 3",   "vector",         "shape",       "shape 8x",    "shape 1x2x3x4",
                              "shape 0",    "shape -8",       "swap-axes x", "native exp",  "option",
                              "const a=1"}) {
        const auto rewrite = parseRewrite(words);
        ASSERT_FALSE(rewrite) << words;
        EXPECT_EQ(rewrite.diagnostics().front().code, "transform.syntax") << words;
        EXPECT_NE(rewrite.diagnostics().front().hint, "") << words;
    }
}

} // namespace
} // namespace warpstring::transform
