// SPDX-License-Identifier: GPL-3.0-or-later
// TOML as plain values, and how its faults are collected.
#include <gtest/gtest.h>

#include "core/files/toml/toml_reader.h"

namespace warpstring::files {
namespace {

using Kind = TomlValue::Kind;

TomlValue read(const std::string& text) {
    auto parsed = parseToml(text, "made.toml", "launch");
    EXPECT_TRUE(parsed.ok()) << (parsed ? "" : toText(parsed.diagnostics().front()));
    return parsed ? *std::move(parsed) : TomlValue{};
}

TEST(TomlReader, valuesHaveTheirKindAndPlace) {
    const TomlValue document = read("text = \"a\"\ninteger = -3\nreal = 2.5\ntruth = true\nday = 2026-01-02\n"
                                    "list = [1, \"b\", [2]]\n[table.inner]\nx = 1\n");
    EXPECT_EQ(document.find("text")->kind, Kind::Text);
    EXPECT_EQ(document.find("text")->text, "a");
    EXPECT_EQ(document.find("integer")->integer, -3);
    EXPECT_EQ(document.find("integer")->number, -3) << "as a number too";
    EXPECT_EQ(document.find("real")->number, 2.5);
    EXPECT_TRUE(document.find("truth")->boolean);
    EXPECT_EQ(document.find("day")->kind, Kind::Date);
    const TomlValue* list = document.find("list");
    ASSERT_EQ(list->items.size(), 3U);
    EXPECT_EQ(list->items[2].items[0].integer, 2);
    EXPECT_EQ(document.find("table")->find("inner")->find("x")->integer, 1);
    EXPECT_EQ(document.find("nothing"), nullptr);
    EXPECT_EQ(list->find("nothing"), nullptr) << "a list has no keys";
    EXPECT_EQ(document.find("real")->place, (TomlPlace{3, 8}));
}

// toml++ sorts its tables; a sweep's order is that of the file.
TEST(TomlReader, keysKeepTheOrderOfTheFile) {
    const TomlValue document = read("z = 1\na = 2\n[y]\nq = 1\nb = { n = 1, c = 2 }\n[b]\nk = 1\n");
    std::string order;
    for (const auto& entry : document.entries) order += entry.key;
    EXPECT_EQ(order, "zayb");
    order.clear();
    for (const auto& entry : document.find("y")->find("b")->entries) order += entry.key;
    EXPECT_EQ(order, "nc");
}

TEST(TomlReader, syntaxErrorsHaveAPlaceAndOneCode) {
    for (const char* const text : {"a = \n", "a = 1\na = 2\n", "[a\n", "a = 1 2\n", "= 1\n"}) {
        const auto parsed = parseToml(text, "made.toml", "spec");
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.diagnostics().front().code, "spec.syntax");
        EXPECT_GT(parsed.diagnostics().front().place.line, 0);
        EXPECT_EQ(parsed.diagnostics().front().place.file, "made.toml");
    }
}

TEST(TomlFaultLists, tellOneFaultOncePerPlace) {
    TomlFaults faults("made.toml", "launch");
    faults.add(TomlPlace{3, 1}, "bad", "first", "h");
    faults.add(TomlPlace{3, 1}, "bad", "the same, found again", "h");
    faults.add(TomlPlace{3, 1}, "worse", "another", "h");
    faults.add(TomlPlace{1, 1}, "bad", "elsewhere", "h");
    ASSERT_EQ(faults.size(), 3U);
    const auto sorted = faults.sorted();
    EXPECT_EQ(sorted[0].message, "elsewhere");
    EXPECT_EQ(sorted[1].message, "first");
    EXPECT_EQ(sorted[2].code, "launch.worse");
    faults.clear();
    EXPECT_TRUE(faults.empty());
    faults.add(TomlPlace{3, 1}, "bad", "first", "h");
    EXPECT_EQ(faults.size(), 1U) << "after clearing it is news again";
}

TEST(TomlFaultLists, distinctOnesAreToldApartByTheirMessages) {
    TomlFaults faults("made.toml", "launch");
    const TomlValue table = read("[t]\nx = 1\n");
    faults.missingKey(table, "t", "a", "add a");
    faults.missingKey(table, "t", "b", "add b");
    faults.missingKey(table, "t", "b", "add b");
    EXPECT_EQ(faults.size(), 2U) << "both stand at the table's place";
}

TEST(TomlFaultLists, valuesOfASweepAreNamed) {
    TomlFaults faults("made.toml", "launch");
    faults.setContext("n=3,local=64");
    faults.addForValues({1, 1}, "bad", "it does not divide", "h");
    faults.add(TomlPlace{2, 1}, "bad", "it is always wrong", "h");
    EXPECT_EQ(faults.sorted()[0].message, "it does not divide (for n=3,local=64)");
    EXPECT_EQ(faults.sorted()[1].message, "it is always wrong");
}

TEST(TomlFaultLists, unknownKeysAreSuggestedOrListed) {
    TomlFaults faults("made.toml", "launch");
    faults.unknownKeys(read("global = 1\nlocall = 2\nentirely = 3\n"), "the launch", {"global", "local"});
    const auto sorted = faults.sorted();
    ASSERT_EQ(sorted.size(), 2U);
    EXPECT_EQ(sorted[0].hint, "did you mean \"local\"?");
    EXPECT_EQ(sorted[1].hint, "known keys: global, local");
    EXPECT_EQ(sorted[1].place.line, 3);
}

TEST(TomlFaultLists, textsAreReadWhereTheyAreTexts) {
    TomlFaults faults("made.toml", "launch");
    const TomlValue table = read("a = \"yes\"\nb = 1\n");
    EXPECT_EQ(readText(faults, table, "t", "a", true), "yes");
    EXPECT_EQ(readText(faults, table, "t", "c", false), std::nullopt);
    EXPECT_TRUE(faults.empty());
    EXPECT_EQ(readText(faults, table, "t", "b", false), std::nullopt);
    EXPECT_EQ(readText(faults, table, "t", "c", true), std::nullopt);
    ASSERT_EQ(faults.size(), 2U);
    EXPECT_EQ(faults.sorted()[1].message, "b is an integer, not a string");
}

TEST(TomlFaultLists, kindsAreDescribedWithTheirArticle) {
    EXPECT_EQ(describe(Kind::Array), "an array");
    EXPECT_EQ(describe(Kind::Table), "a table");
    EXPECT_EQ(describe(Kind::Date), "a date or time");
    EXPECT_EQ(suggestion("xyz", {"abc"}, "read the manual"), "read the manual");
}

} // namespace
} // namespace warpstring::files
