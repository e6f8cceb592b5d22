// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/search_hit.h"

#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

std::vector<SearchHit> hitsAt(const std::vector<SearchPosition>& positions) {
    std::vector<SearchHit> hits;
    for (const SearchPosition& at : positions) {
        hits.emplace_back();
        hits.back().at = at;
    }
    return hits;
}

TEST(SearchHit, StepsGoRound) {
    const auto hits = hitsAt({{2, 0}, {2, 8}, {5, 3}});
    EXPECT_EQ(hitAfter(hits, {1, 0}, false), 0U);
    EXPECT_EQ(hitAfter(hits, {2, 0}, false), 1U);
    EXPECT_EQ(hitAfter(hits, {2, 0}, true), 0U);
    EXPECT_EQ(hitAfter(hits, {2, 1}, true), 1U);
    EXPECT_EQ(hitAfter(hits, {5, 3}, false), 0U) << "behind the last comes the first";
    EXPECT_EQ(hitBefore(hits, {5, 3}), 1U);
    EXPECT_EQ(hitBefore(hits, {2, 0}), 2U) << "before the first comes the last";
    EXPECT_EQ(hitBefore({}, {1, 0}), 0U);
    EXPECT_EQ(hitAfter({}, {1, 0}, true), 0U);
}

TEST(SearchHit, CountsAsPeopleDo) {
    EXPECT_EQ(countText(2, 17), QStringLiteral("3 of 17"));
    EXPECT_EQ(countText(0, 0), QStringLiteral("not found"));
}

} // namespace

} // namespace warpstring::gui
