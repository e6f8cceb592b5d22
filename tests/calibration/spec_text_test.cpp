// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibration/spec_text.h"

#include <gtest/gtest.h>

namespace warpstring::calibration {
namespace {

const std::string text =
    "# first\nname = \"a\"\n\n[one]\nx = { value = 1 } # why\ny = { note = \"# no comment\" }\n\n"
    "# about two\n[two]\nx = 2\n";

TEST(SpecText, UntouchedTextStays) { EXPECT_EQ(SpecText(text).text(), text); }

TEST(SpecText, ReplacesAValueOfItsTableAndKeepsItsComment) {
    SpecText spec(text);
    spec.set("one", "x", "{ value = 7 }");
    spec.set("one", "y", "8");
    EXPECT_EQ(spec.text(),
              "# first\nname = \"a\"\n\n[one]\nx = { value = 7 } # why\ny = 8\n\n# about two\n[two]\nx = 2\n");
}

TEST(SpecText, AddsKeysAtTheEndOfTheirTableAndTablesAtTheEnd) {
    SpecText spec(text);
    spec.set("one", "z", "3");
    spec.set("three", "w", "4");
    spec.set("", "name", "\"b\"");
    EXPECT_EQ(
        spec.text(),
        "# first\nname = \"b\"\n\n[one]\nx = { value = 1 } # why\ny = { note = \"# no comment\" }\nz = 3\n\n"
        "# about two\n[two]\nx = 2\n\n[three]\nw = 4\n");
    EXPECT_TRUE(spec.has("three", "w"));
    EXPECT_FALSE(spec.has("two", "w"));
}

TEST(SpecText, NumbersAreShortAndStringsQuoted) {
    EXPECT_EQ(tomlNumber(0.25), "0.25");
    EXPECT_EQ(tomlNumber(62914560), "62914560");
    EXPECT_EQ(tomlNumber(157.634), "157.63");
    EXPECT_EQ(tomlString("a \"b\" \\ \n"), "\"a \\\"b\\\" \\\\  \"");
}

} // namespace
} // namespace warpstring::calibration
