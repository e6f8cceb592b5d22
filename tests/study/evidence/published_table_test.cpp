// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/published_table.h"

#include <cmath>
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
    return "[[row]]\nlaunch = \"../../samples/blas/saxpy.toml\"\nname = \"" + name +
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
    const auto table = parse(tableOf("ms", rowOf("saxpy,n=16777216", 2.5, "order_only = true\n")));
    ASSERT_TRUE(table);
    EXPECT_EQ(table->unit, PublishedUnit::Milliseconds);
    ASSERT_EQ(table->rows.size(), 1U);
    EXPECT_EQ(table->rows[0].launchFile, sourceTree / "samples/blas/saxpy.toml");
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

HeldTable heldWith(const std::string& unit, double ofFewer, double ofMore, const std::string& more = "") {
    static const auto spec = files::readHardwareSpec(sourceTree / "hwspecs/nvidia-h200.toml");
    const auto table = parse(
        tableOf(unit, rowOf("saxpy,n=16777216", ofFewer, more) + rowOf("saxpy,n=33554432", ofMore, more)));
    const auto held = table ? hold(*table, *spec, 1) : table.diagnostics();
    if (held) return *held;
    ADD_FAILURE() << toText(held.diagnostics()[0]);
    return {};
}

TEST(PublishedFigures, CompareTimesAndOrders) {
    const HeldTable held = heldWith("us", 100, 400);
    ASSERT_EQ(held.simulatedUs.size(), 2U);
    ASSERT_TRUE(held.times);
    EXPECT_EQ(held.times->count, 2U);
    const auto errorOf = [&](std::size_t row, double published) {
        return std::abs(held.simulatedUs[row] - published) / published;
    };
    EXPECT_NEAR(held.times->mape, (errorOf(0, 100) + errorOf(1, 400)) / 2, 1e-9);
    ASSERT_EQ(held.families.size(), 1U);
    EXPECT_EQ(held.families[0].tau(), 1);
    // Twice as many elements take longer, whatever a table says.
    EXPECT_EQ(heldWith("us", 400, 100).families[0].tau(), -1);
    // In seconds the same times are a million times as long.
    EXPECT_GT(heldWith("s", 100, 400).times->mape, 0.999);
}

TEST(PublishedFigures, OfOrdersAloneHaveNoErrors) {
    const HeldTable ranks = heldWith("rank", 1, 2);
    EXPECT_FALSE(ranks.times);
    EXPECT_EQ(ranks.families[0].tau(), 1);
    const HeldTable rates = heldWith("GB/s", 20, 10); // more is faster
    EXPECT_FALSE(rates.times);
    EXPECT_EQ(rates.families[0].tau(), 1);
    EXPECT_FALSE(heldWith("us", 100, 400, "order_only = true\n").times);
}

TEST(PublishedFigures, NeedTheLaunchesThatTheyName) {
    const auto spec = files::readHardwareSpec(sourceTree / "hwspecs/nvidia-h200.toml");
    const auto table = parse(tableOf("us", rowOf("saxpy,n=17", 1)));
    ASSERT_TRUE(table);
    EXPECT_EQ(codesOf(hold(*table, *spec, 1).diagnostics()), std::set<std::string>{"published.no-launch"});
}

} // namespace
} // namespace warpstring::evidence
