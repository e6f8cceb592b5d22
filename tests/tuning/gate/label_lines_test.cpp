// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/gate/label_lines.h"

#include <gtest/gtest.h>

namespace warpstring::gate {
namespace {

Annotation lineOf(const std::string& label, const std::string& text) {
    Launch launch;
    launch.annotations.emplace_back();
    launch.annotations.back().label = label;
    return withLabelLines(launch, text).annotations.front();
}

TEST(LabelLines, AreThoseThatACompilerTells) {
    const std::string text = "#line 1 \"a.h\"\nint a;\nint b;\n#line 2 \"k.cl\"\n// warpstring: rows2\n"
                             "for (;;) // warpstring: rows\nint c; /* warpstring: cols*/\n";
    EXPECT_EQ(lineOf("rows", text).line, 3) << "the first is a longer label's";
    EXPECT_EQ(lineOf("rows", text).label, "");
    EXPECT_EQ(lineOf("cols", text).line, 4);
    EXPECT_EQ(lineOf("rows", "// warpstring: rows").line, 1);
}

TEST(LabelLines, WhatIsNotThereStaysALabel) {
    EXPECT_EQ(lineOf("none", "int a;\n").line, 0);
    EXPECT_EQ(lineOf("none", "int a;\n").label, "none");
}

} // namespace
} // namespace warpstring::gate
