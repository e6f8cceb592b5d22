// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/docs/claims.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpstring::test {

namespace {

std::vector<std::string> textsIn(const std::string& page) {
    std::vector<std::string> texts;
    for (const auto& figure : figuresIn(page, 0, page.size())) texts.push_back(figure.text);
    return texts;
}

TEST(Claims, AreCommentsWithASourceAndPaths) {
    const auto claims =
        claimsOf("Takes 3.24 ms <!-- check: simulate a.toml --source-shape : x.y_us in ms; z -->.\n"
                 "<!-- another comment -->\n");
    ASSERT_EQ(claims.size(), 1U);
    EXPECT_EQ(claims[0].source, "simulate a.toml --source-shape");
    EXPECT_EQ(claims[0].paths, (std::vector<std::string>{"x.y_us in ms", "z"}));
}

TEST(Claims, OneThatCannotBeReadIsNotPassedOver) {
    EXPECT_THROW((void)claimsOf("8 <!-- check: simulate a.toml kernel.time_us -->"), std::runtime_error);
    EXPECT_THROW((void)claimsOf("8 <!-- check: simulate a.toml : kernel.time_us"), std::runtime_error);
}

TEST(Figures, AreNumbersThatStandAlone) {
    EXPECT_EQ(
        textsIn("T = 64: 3.24, 27/32 and 8.0 %. In 16x16 tiles, `k2`, M̄_3^260, C_2 or x-4 <!-- 9 --> (7)."),
        (std::vector<std::string>{"64", "3.24", "27", "32", "8.0", "7"}));
    EXPECT_TRUE(textsIn("").empty());
}

TEST(Figures, AreComparedAsPreciselyAsTheyArePrinted) {
    const Figure figure{0, "3.24"};
    EXPECT_TRUE(figure.shows(3.2449));
    EXPECT_TRUE(figure.shows(3.2351));
    EXPECT_FALSE(figure.shows(3.2451));
    EXPECT_FALSE(figure.shows(3.2349));
    EXPECT_EQ(figure.printed(3.2551), "3.26");
    EXPECT_TRUE((Figure{0, "54"}.shows(54.4)));
    EXPECT_FALSE((Figure{0, "54.0"}.shows(54.4)));
    for (const char* either : {"0.37", "0.38"}) EXPECT_TRUE((Figure{0, either}.shows(0.375)));
}

TEST(Figures, OfTablesAreFoundOutsideHeadersAndFirstColumns) {
    const std::string page = "A text of 5 words, 6.5 of them here.\n\n"
                             "| T | 64 |\n|---|---:|\n| of 7 | 1.5 | 2.5 |\n| of 8 | 3.5 |\n\nAnd 9 more.\n";
    const auto all = uncoveredTableFigures(page, {});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].text, "1.5");
    EXPECT_EQ(lineOf(page, all[2].begin), 6U);
    const auto rest = uncoveredTableFigures(page, {all[0].begin, all[2].begin});
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0].text, "2.5");
}

TEST(CodeBlock, IsTheNextOne) {
    const std::string page = "before <!-- here -->\n\n    one\n    two\n\nafter\n\n    three\n";
    EXPECT_EQ(codeBlockBehind(page, page.find("here")), "    one\n    two\n");
    EXPECT_EQ(codeBlockBehind(page, page.find("one")), "    two\n");
    EXPECT_EQ(codeBlockBehind(page, page.find("two")), "") << "a text stands between";
    EXPECT_EQ(codeBlockBehind(page, page.find("three")), "");
}

} // namespace

} // namespace warpstring::test
