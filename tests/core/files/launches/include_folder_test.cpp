// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/include_folder.h"

#include <gtest/gtest.h>

namespace warpstring::files {
namespace {

TEST(IncludeFolder, IsAskedForByQuotesAlone) {
    EXPECT_TRUE(includesBesideIt("int a;\n  # include \"b.h\"\n"));
    EXPECT_TRUE(includesBesideIt("#include\"b.h\""));
    EXPECT_FALSE(includesBesideIt("#include <b.h>\n// says #include \"b.h\"\n"));
}

TEST(IncludeFolder, StandsBehindTheOptionsAsAnAbsolutePath) {
    EXPECT_EQ(withIncludeFolder("", "/a/b/../c"), "-I /a/c");
    EXPECT_EQ(withIncludeFolder("-DN=1", "/a/my kernels"), "-DN=1 -I '/a/my kernels'");
    const auto here = std::filesystem::current_path() / "k";
    EXPECT_EQ(withIncludeFolder("", "k"), "-I " + here.string());
    EXPECT_EQ(withIncludeFolder("", ""), "-I " + here.parent_path().string())
        << "of a file named without a folder";
}

} // namespace
} // namespace warpstring::files
