// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/published_table.h"

#include <set>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "study/evidence/published_figures.h"

namespace warpstring::evidence {
namespace {

const std::filesystem::path sourceTree = WARPSTRING_SOURCE_DIR;

std::string tableOf(const std::string& unit, const std::string& rows) {
    return "schema = \"warpstring.published/1\"\ntitle = \"copies\"\nspec = \"nvidia-h200\"\ndevice = \"a "
           "board\"\n"
           "source = \"a book, table 1\"\nincludes = \"kernel\"\nunit = \"" +
           unit + "\"\n" + rows;
}

std::string rowOf(const std::string& name, double value, const std::string& more = "") {
    return "[[row]]\nlaunch = \"../../samples/blas/check-saxpy.toml\"\nname = \"" + name +
           "\"\nfamily = \"sizes\"\nvalue = " + std::to_string(value) + "\n" + more;
}

Result<PublishedTable> parse(const std::string& text) {
    return parsePublishedTable(text, sourceTree / "hwspecs/published/made-up.toml");
}

std::set<std::string> codesOf(const Diagnostics& diagnostics) {
    std::set<std::string> codes;
    for (const Diagnostic& each : diagnostics) codes.insert(each.code);
    return codes;
}

TEST(PublishedTable, ReadsRowsAndTheirLaunches) {
    const auto table = parse(tableOf("ms", rowOf("saxpy,n=1024", 2.5, "order_only = true\n")));
    ASSERT_TRUE(table);
    EXPECT_EQ(table->unit, PublishedUnit::Milliseconds);
    ASSERT_EQ(table->rows.size(), 1U);
    EXPECT_EQ(table->rows[0].launchFile, sourceTree / "samples/blas/check-saxpy.toml");
    EXPECT_EQ(table->rows[0].value, 2.5);
    EXPECT_TRUE(table->rows[0].orderOnly);
    EXPECT_EQ(table->rows[0].family, "sizes");
}

TEST(PublishedTable, TellsAllThatIsWrong) {
    const auto table =
        parse("schema = \"warpstring.published/2\"\ntitle = \"t\"\nspec = \"s\"\nincludes = \"all\"\n"
              "unit = \"hours\"\nsource = \"a book\"\n[[row]]\nlaunch = \"a.toml\"\nname = \"a\"\nvalue = 0\n");
    ASSERT_FALSE(table);
    EXPECT_EQ(codesOf(table.diagnostics()),
              (std::set<std::string>{"published.wrong-schema", "published.missing-key",
                                     "published.bad-includes", "published.bad-unit", "published.bad-value"}));
}

} // namespace
} // namespace warpstring::evidence
