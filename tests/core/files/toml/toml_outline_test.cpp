// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in a TOML text, faulty ones included.
#include <gtest/gtest.h>

#include "core/files/toml/toml_outline.h"

namespace warpstring::files {
namespace {

using Form = TomlOutlineItem::Form;
using Path = std::vector<std::string>;

class Outlined : public testing::Test {
protected:
    void read(std::string text) {
        text_ = std::move(text);
        outline_ = TomlOutline(text_);
    }
    const TomlOutlineItem& item(const Path& path) {
        const std::size_t found = outline_.find(path);
        EXPECT_NE(found, TomlOutlineItem::none);
        return outline_.items().at(found);
    }
    std::string textOf(const TomlSpan& span) const { return text_.substr(span.begin, span.end - span.begin); }
    std::string valueOf(const Path& path) { return textOf(item(path).value); }

    std::string text_;
    TomlOutline outline_{""};
};

TEST_F(Outlined, valuesOfAllFormsHaveTheirPlace) {
    read("name = \"a # b\" # comment\n"
         "[execution]\n"
         "  clock_mhz = { value = 1350, source = 'X' }\n"
         "sizes = [1, # one\n 2,\n 3]\n"
         "issue.cycles = 4\n"
         "\"odd key\" = true\n");
    EXPECT_EQ(valueOf({"name"}), "\"a # b\"");
    EXPECT_EQ(item({"name"}).form, Form::Text);
    EXPECT_EQ(valueOf({"execution", "clock_mhz", "value"}), "1350");
    EXPECT_EQ(valueOf({"execution", "clock_mhz", "source"}), "'X'");
    EXPECT_EQ(item({"execution", "clock_mhz"}).form, Form::InlineTable);
    EXPECT_EQ(valueOf({"execution", "sizes"}), "[1, # one\n 2,\n 3]");
    EXPECT_EQ(item({"execution", "sizes"}).form, Form::Array);
    EXPECT_EQ(valueOf({"execution", "issue", "cycles"}), "4");
    EXPECT_EQ(valueOf({"execution", "odd key"}), "true");
    EXPECT_EQ(textOf(item({"execution", "issue", "cycles"}).statement), "issue.cycles = 4");
    EXPECT_EQ(outline_.find({"execution"}), TomlOutlineItem::none) << "a header is no key";
    EXPECT_NE(outline_.findHeader({"execution"}), TomlOutlineItem::none);
    for (const auto& own : outline_.items()) EXPECT_TRUE(own.complete);
}

TEST_F(Outlined, extentsReachOverAllThatTellsOfAPath) {
    read("a = 1\n[t]\nb = 2\nc = { d = 3 }\n[u]\ne = 4\n");
    const TomlSpan* extent = outline_.extent({"t"});
    ASSERT_NE(extent, nullptr);
    EXPECT_EQ(textOf(*extent), "[t]\nb = 2\nc = { d = 3 }");
    ASSERT_NE(outline_.extent({"t", "c"}), nullptr);
    EXPECT_EQ(textOf(*outline_.extent({"t", "c"})), "c = { d = 3 }");
    EXPECT_EQ(outline_.extent({"t", "e"}), nullptr);
}

TEST_F(Outlined, keysKnowWhatTheyStandIn) {
    read("root = 1\n[t]\nk = { inner = 2 }\n[[list]]\nx = 3\n");
    EXPECT_EQ(item({"root"}).header, TomlOutlineItem::none);
    EXPECT_EQ(item({"t", "k"}).header, outline_.findHeader({"t"}));
    EXPECT_EQ(item({"t", "k", "inner"}).parent, outline_.find({"t", "k"}));
    EXPECT_EQ(item({"list", "x"}).header, outline_.findHeader({"list"}));
}

TEST_F(Outlined, linesCountFromOne) {
    read("a = 1\n\nb = 2");
    EXPECT_EQ(outline_.lineOf(0), 1);
    EXPECT_EQ(outline_.lineOf(5), 1) << "the break belongs to its line";
    EXPECT_EQ(outline_.lineOf(6), 2);
    EXPECT_EQ(outline_.lineOf(item({"b"}).statement.begin), 3);
    EXPECT_EQ(outline_.lineBegin(9), 7U);
    EXPECT_EQ(outline_.lineEnd(2), 6U);
    EXPECT_EQ(outline_.lineEnd(8), text_.size()) << "the last line has no break";
}

// As while somebody types: what is open does not swallow what follows.
TEST_F(Outlined, openThingsEndWithTheirLine) {
    for (const char* const open :
         {"a = \"open", "a = [1, 2", "a = { b = 1", "a = { b = ", "a", "a =", "= 1", "\"a"}) {
        read(std::string(open) + "\nnext = 7\n");
        if (const std::size_t next = outline_.find({"next"}); next != TomlOutlineItem::none) {
            EXPECT_EQ(valueOf({"next"}), "7") << open;
        } else {
            ADD_FAILURE() << "the line behind is lost: " << open;
        }
        if (const std::size_t own = outline_.find({"a"}); own != TomlOutlineItem::none) {
            EXPECT_EQ(outline_.items()[own].complete, std::string(open) == "a =") << open;
        }
    }
    read("a =\n");
    EXPECT_EQ(item({"a"}).form, Form::Missing);
    EXPECT_EQ(valueOf({"a"}), "");
}

TEST_F(Outlined, headersThatAreOpenStillBeginATable) {
    read("[t\nk = 1\n[u]\nk = 2\n");
    EXPECT_FALSE(outline_.items()[0].complete);
    EXPECT_EQ(valueOf({"u", "k"}), "2");
}

TEST_F(Outlined, quotesWithinLongStringsDoNotEndThem) {
    read("a = \"\"\"x \"\" = [ { \\\"\"\"\"\"\"\nb = '''\n]]'''\nc = 1\n");
    EXPECT_EQ(item({"a"}).form, Form::Text);
    EXPECT_TRUE(item({"b"}).complete);
    EXPECT_EQ(valueOf({"c"}), "1");
}

TEST_F(Outlined, bracketsOfAnyDepthAreSurvived) {
    read("a = " + std::string(5000, '[') + "\nb = " + std::string(5000, '{') + "\nc = 3\n");
    EXPECT_EQ(valueOf({"c"}), "3");
    EXPECT_FALSE(item({"a"}).complete);
}

} // namespace
} // namespace warpstring::files
