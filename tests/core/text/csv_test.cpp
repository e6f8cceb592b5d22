// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/csv.h"

#include <gtest/gtest.h>

namespace warpstring {
namespace {

using Cells = std::vector<std::string>;

TEST(Csv, CellsAreApartAtCommas) {
    EXPECT_EQ(csvCells("a,,1.5"), (Cells{"a", "", "1.5"}));
    EXPECT_EQ(csvCells("a,b\r"), (Cells{"a", "b"}));
    EXPECT_EQ(csvCells(""), (Cells{""}));
}

TEST(Csv, QuotesKeepCommasAndQuotes) {
    EXPECT_EQ(csvCells("\"a, b\",\"say \"\"c\"\"\",d"), (Cells{"a, b", "say \"c\"", "d"}));
    EXPECT_EQ(csvCells("a,\"b,c"), (Cells{"a", "b,c"}));
}

} // namespace
} // namespace warpstring
