// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of single keys: toml++ reads the text before and after, and nothing but the key may differ.
#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/files/toml/toml_editor.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::files {
namespace {

/// In alphabetical order of the last part, so that places are easy to foresee.
int alphabetical(const TomlPath& path) { return path.back().empty() ? 1000 : path.back().front(); }

TomlEditor editorOf(std::string text) { return {std::move(text), alphabetical}; }

using Leaves = std::map<std::string, std::string>;

void collect(const TomlValue& value, const std::string& path, Leaves& leaves) {
    switch (value.kind) {
    case TomlValue::Kind::Table:
        for (const auto& entry : value.entries)
            collect(entry.value, path.empty() ? entry.key : path + "." + entry.key, leaves);
        break;
    case TomlValue::Kind::Array: leaves[path] = "array of " + std::to_string(value.items.size()); break;
    case TomlValue::Kind::Text: leaves[path] = "\"" + value.text + "\""; break;
    case TomlValue::Kind::Integer: leaves[path] = std::to_string(value.integer); break;
    default: leaves[path] = "other";
    }
}

/// Every value that toml++ finds, by its path; a leaf "(no TOML)" where it is none.
Leaves leavesOf(const std::string& text) {
    Leaves leaves;
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return leaves;
    const auto document = parseToml(text, {}, "value");
    if (document)
        collect(*document, "", leaves);
    else
        leaves["(no TOML)"] = document.diagnostics().front().message;
    return leaves;
}

TEST(TomlEditors, writeReplacesTheCharactersOfTheValueAlone) {
    TomlEditor editor = editorOf("# head\n[t]\n  b  =  1   # why\nc = [1,\n 2]\n");
    ASSERT_TRUE(editor.write({"t", "b"}, "27"));
    EXPECT_EQ(editor.text(), "# head\n[t]\n  b  =  27   # why\nc = [1,\n 2]\n");
    ASSERT_TRUE(editor.write({"t", "c"}, "[3]"));
    EXPECT_EQ(editor.text(), "# head\n[t]\n  b  =  27   # why\nc = [3]\n");
}

TEST(TomlEditors, newKeysStandBehindTheSiblingBeforeThem) {
    TomlEditor editor = editorOf("[t]\n  a = 1 # first\n  c = 3\n");
    ASSERT_TRUE(editor.write({"t", "b"}, "2"));
    EXPECT_EQ(editor.text(), "[t]\n  a = 1 # first\n  b = 2\n  c = 3\n");
    editor = editorOf("[t]\r\nb = 2\r\n");
    ASSERT_TRUE(editor.write({"t", "a"}, "1"));
    EXPECT_EQ(editor.text(), "[t]\r\na = 1\r\nb = 2\r\n") << "with the breaks that the text has";
    editor = editorOf("[t]\na = 1");
    ASSERT_TRUE(editor.write({"t", "b"}, "2"));
    EXPECT_EQ(leavesOf(editor.text()), (Leaves{{"t.a", "1"}, {"t.b", "2"}}));
}

TEST(TomlEditors, inlineTablesGrowWithinTheirBraces) {
    TomlEditor editor = editorOf("k = { a = 1, c = 3 }\nempty = {}\n");
    ASSERT_TRUE(editor.write({"k", "b"}, "2"));
    EXPECT_EQ(editor.text(), "k = { a = 1, b = 2, c = 3 }\nempty = {}\n");
    ASSERT_TRUE(editor.write({"empty", "x"}, "1"));
    EXPECT_EQ(editor.text(), "k = { a = 1, b = 2, c = 3 }\nempty = { x = 1 }\n");
}

TEST(TomlEditors, dottedSiblingsGetADottedKey) {
    TomlEditor editor = editorOf("[t]\nclock.value = 1\n");
    ASSERT_TRUE(editor.write({"t", "clock", "unit"}, "\"MHz\""));
    EXPECT_EQ(leavesOf(editor.text()), (Leaves{{"t.clock.unit", "\"MHz\""}, {"t.clock.value", "1"}}));
    EXPECT_EQ(editor.text().find('{'), std::string::npos);
}

TEST(TomlEditors, whatIsOpenIsLeftAsItIs) {
    for (const char* const open : {"k = { a = 1\n", "k = 7\n", "k = \"text\n"}) {
        TomlEditor editor = editorOf(open);
        EXPECT_FALSE(editor.write({"k", "b"}, "2")) << open;
        EXPECT_EQ(editor.text(), open);
    }
    TomlEditor editor = editorOf("k = [1, 2\nb = 2\n");
    EXPECT_FALSE(editor.write({"k"}, "3"));
    EXPECT_FALSE(editor.remove({"k"}));
    EXPECT_EQ(editor.text(), "k = [1, 2\nb = 2\n");
}

TEST(TomlEditors, removalKeepsCommentsBehindAKey) {
    TomlEditor editor = editorOf("[t]\na = 1 # why a\nb = 2\n");
    ASSERT_TRUE(editor.remove({"t", "a"}));
    EXPECT_EQ(editor.text(), "[t]\n# why a\nb = 2\n");
    ASSERT_TRUE(editor.remove({"t", "b"}));
    EXPECT_EQ(editor.text(), "[t]\n# why a\n");
    EXPECT_FALSE(editor.remove({"t", "b"})) << "there is none left";
}

TEST(TomlEditors, removalClosesTheGapsOfInlineTables) {
    for (const auto& [key, left] :
         {std::pair("a", "k = { b = 2, c = 3 }\n"), std::pair("b", "k = { a = 1, c = 3 }\n"),
          std::pair("c", "k = { a = 1, b = 2 }\n")}) {
        TomlEditor editor = editorOf("k = { a = 1, b = 2, c = 3 }\n");
        ASSERT_TRUE(editor.remove({"k", key}));
        EXPECT_EQ(editor.text(), left);
    }
}

TEST(TomlEditors, emptyTablesAreRemovedUnlessTheyHaveComments) {
    TomlEditor editor = editorOf("[a]\n[b]\nk = 1\n[c]\n# kept\n");
    editor.removeEmptyTable("a");
    editor.removeEmptyTable("b");
    editor.removeEmptyTable("c");
    editor.removeEmptyTable("d");
    EXPECT_EQ(editor.text(), "[b]\nk = 1\n[c]\n# kept\n");
}

TEST(TomlEditors, hasAndFindTellKeysFromTables) {
    const TomlEditor editor = editorOf("[t]\nk = { a = 1 }\n");
    EXPECT_TRUE(editor.has({"t"}));
    EXPECT_EQ(editor.find({"t"}), nullptr);
    ASSERT_NE(editor.find({"t", "k", "a"}), nullptr);
    EXPECT_EQ(editor.written(*editor.find({"t", "k", "a"})), "1");
    EXPECT_FALSE(editor.has({"t", "x"}));
}

// Hundreds of edits in a row on texts of many shapes: after each one toml++ reads all that it read before, and
// the key that was written or removed.
TEST(TomlEditors, randomEditsChangeTheirKeyAlone) {
    std::mt19937 random(20100109);
    const std::string starts[] = {"",
                                  "# only a comment\n",
                                  "z = 1\n",
                                  "z = 1 # no break at the end",
                                  "[a]\nx = 1\n\n[b]\ny = { p = 1, q = \"#\" }\n",
                                  "[a]\r\nx = 1\r\n# end\r\n",
                                  "name = \"n\"\n\n[c]\n  w.p = 1\n  w.q = 2 # two\n\n[a]\n"};
    int made = 0;
    for (int round = 0; round < 300; ++round) {
        TomlEditor editor = editorOf(starts[random() % std::size(starts)]);
        for (int edit = 0; edit < 12; ++edit) {
            const std::string letters = "abcwxyz";
            TomlPath path{std::string(1, letters[random() % 3]), std::string(1, letters[3 + random() % 4])};
            if (random() % 3 == 0) path.emplace_back(1, "pqr"[random() % 3]);
            std::string dotted;
            for (const auto& part : path) dotted += (dotted.empty() ? "" : ".") + part;
            Leaves expected = leavesOf(editor.text());
            const std::string before = editor.text();
            const std::string number = std::to_string(random() % 100);
            const bool writes = random() % 3 != 0;
            // A value in the place of what dotted keys have made a table is nobody's wish.
            const bool isTable = std::any_of(expected.begin(), expected.end(), [&](const auto& leaf) {
                return leaf.first.starts_with(dotted + ".");
            });
            if (writes && isTable && editor.find(path) == nullptr) continue;
            const bool done = writes ? editor.write(path, number) : editor.remove(path);
            if (!done) {
                EXPECT_EQ(editor.text(), before);
                continue;
            }
            std::erase_if(expected, [&](const auto& leaf) {
                return leaf.first == dotted || leaf.first.starts_with(dotted + ".");
            });
            if (writes) expected[dotted] = number;
            ASSERT_EQ(leavesOf(editor.text()), expected) << (writes ? "write " : "remove ") << dotted << " of\n"
                                                         << before << "\ngave\n"
                                                         << editor.text();
            ++made;
        }
    }
    EXPECT_GT(made, 1000);
}

} // namespace
} // namespace warpstring::files
