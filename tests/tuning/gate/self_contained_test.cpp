// SPDX-License-Identifier: GPL-3.0-or-later
// A source with its headers in it, as text and as a compiler sees it.
#include "tuning/gate/self_contained.h"

#include <gtest/gtest.h>

#include "tests/tuning/findings/findings_fixture.h"

namespace warpstring::gate {
namespace {

class SelfContained : public test::SourcesTest {
protected:
    [[nodiscard]] std::string inlined(const std::string& text, const std::string& options = "") const {
        return selfContained(root_ / "src" / "k.cl", text, options);
    }
};

TEST_F(SelfContained, WithoutIncludesATextIsItself) {
    for (const char* text : {"", "int a;", "int a;\n", "a\r\nb\r\n", "#define X \"a.h\"\n#include X\n",
                             "#include <none.h>\n", "# include\n"})
        EXPECT_EQ(inlined(text), text);
}

TEST_F(SelfContained, HeadersStandInPlaceOfTheirIncludes) {
    write("src/a.h", "int a;");
    write("include/b.h", "#include \"c.h\"\nint b;\n");
    write("include/c.h", "int c;\n");
    EXPECT_EQ(inlined("// first\n  #  include \"a.h\" // why\nint k;\n"),
              "// first\n#line 1 \"a.h\"\nint a;\n#line 3 \"k.cl\"\nint k;\n");
    EXPECT_EQ(
        inlined("#include <b.h>\n", "-DX=1 -I " + (root_ / "include").string()),
        "#line 1 \"../include/b.h\"\n#line 1 \"../include/c.h\"\nint c;\n#line 2 \"../include/b.h\"\nint b;\n"
        "#line 2 \"k.cl\"\n")
        << "a header's own includes are looked for beside it";
    EXPECT_EQ(inlined("#include <b.h>\n"), "#include <b.h>\n") << "no folder has it";
}

TEST_F(SelfContained, APragmaOnceCountsOnce) {
    write("src/a.h", "#pragma once\nint a;\n");
    const auto text = inlined("#include \"a.h\"\n#include \"a.h\"\n");
    EXPECT_EQ(text, "#line 1 \"a.h\"\n\nint a;\n#line 2 \"k.cl\"\n#line 3 \"k.cl\"\n");
}

TEST_F(SelfContained, CirclesEnd) {
    write("src/a.h", "#include \"a.h\"\n");
    EXPECT_LT(inlined("#include \"a.h\"\n").size(), 100000U);
}

TEST(BuildOptionsOfGate, IncludesAreApartFromTheRest) {
    const std::string options = "-DA=1 -Iinc -cl-mad-enable -I other";
    EXPECT_EQ(withoutIncludes(options), "-DA=1 -cl-mad-enable");
    EXPECT_EQ(onlyIncludes(options), " -I inc -I other");
    EXPECT_EQ(withoutIncludes(""), "");
}

} // namespace
} // namespace warpstring::gate
