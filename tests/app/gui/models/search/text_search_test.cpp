// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/text_search.h"

#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

using Positions = std::vector<SearchPosition>;

Positions positions(const QString& text, const SearchQuery& query) {
    Positions all;
    for (const SearchHit& hit : findInText(text, query)) all.push_back(hit.at);
    return all;
}

TEST(TextSearch, FindsEveryPlaceInTheOrderOfTheText) {
    EXPECT_EQ(positions(QStringLiteral("a b\nxa\n\na"), {QStringLiteral("a")}),
              (Positions{{1, 0}, {2, 1}, {4, 0}}));
    EXPECT_EQ(positions(QStringLiteral("aaa"), {QStringLiteral("aa")}), (Positions{{1, 0}}));
    EXPECT_TRUE(positions(QStringLiteral("text"), {QString()}).empty());
    EXPECT_TRUE(positions(QString(), {QStringLiteral("a")}).empty());
}

TEST(TextSearch, CaseMattersWhereItIsAskedFor) {
    const QString text = QStringLiteral("Barrier barrier");
    EXPECT_EQ(positions(text, {QStringLiteral("BARRIER")}), (Positions{{1, 0}, {1, 8}}));
    EXPECT_EQ(positions(text, {QStringLiteral("barrier"), true}), (Positions{{1, 8}}));
}

TEST(TextSearch, ColumnsAreCharacters) {
    // U+1D54F takes two units of UTF-16, and is one character.
    const auto hits =
        findInText(QStringLiteral("\U0001D54F\U0001D54F = x\U0001D54F"), {QStringLiteral("x\U0001D54F")});
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].at, (SearchPosition{1, 5}));
    EXPECT_EQ(hits[0].length, 2);
    EXPECT_EQ(hits[0].line, 1);
}

TEST(TextSearch, AHitSaysItsLine) {
    const auto hits = findInText(QStringLiteral("one\n    two = 2;\n"), {QStringLiteral("two")});
    ASSERT_EQ(hits.size(), 1U);
    EXPECT_EQ(hits[0].text, QStringLiteral("two = 2;"));
    EXPECT_EQ(hits[0].place, SearchPlace::Source);
}

} // namespace

} // namespace warpstring::gui
