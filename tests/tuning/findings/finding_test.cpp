// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/finding.h"

#include <gtest/gtest.h>

namespace warpstring::findings {
namespace {

Finding made(const std::string& message, Level level, double cost, int line, const std::string& rule = "T1") {
    return {rule, level, message, "k.cl", {line, 1, line, 2}, cost, {}};
}

TEST(CostliestFirst, OrdersByLevelAndCost) {
    const auto sorted = costliestFirst({made("a", Level::Note, 9, 1), made("b", Level::Warning, 1, 2),
                                        made("c", Level::Error, 0, 3), made("d", Level::Warning, 2, 4)});
    std::string order;
    for (const auto& finding : sorted) order += finding.message;
    EXPECT_EQ(order, "cdba");
}

TEST(CostliestFirst, OnePlaceHasARuleOnce) {
    const auto sorted = costliestFirst({made("a", Level::Warning, 1, 1), made("b", Level::Warning, 3, 1),
                                        made("c", Level::Warning, 2, 1), made("d", Level::Warning, 5, 1, "T2"),
                                        made("e", Level::Note, 9, 1)});
    ASSERT_EQ(sorted.size(), 2U);
    EXPECT_EQ(sorted[0].message, "d");
    EXPECT_EQ(sorted[1].message, "b (and 3 more here, which cost less)");
    EXPECT_DOUBLE_EQ(sorted[1].cost, 3);
}

} // namespace
} // namespace warpstring::findings
