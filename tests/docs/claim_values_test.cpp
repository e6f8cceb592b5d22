// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/docs/claim_values.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpstring::test {

namespace {

using nlohmann::json;
using Numbers = std::vector<double>;

const json sweep = json::parse(R"([
  {"launch": "fft,s=1", "string": "C_2", "kernel": {"time_us": 1500, "share": 0.25}, "steps": [4, 2]},
  {"launch": "fft,s=16", "string": "C_3", "kernel": {"time_us": 500, "share": 0.5}, "steps": [8, 1]}])");
const json single = json::array({sweep[0]});

TEST(ClaimValues, FollowKeysAndElements) {
    EXPECT_EQ(numbersAt(sweep, "1.kernel.time_us"), (Numbers{500}));
    EXPECT_EQ(numbersAt(sweep, "*.steps.0"), (Numbers{4, 8}));
    EXPECT_EQ(numbersAt(single, "kernel.time_us"), (Numbers{1500}));
    EXPECT_EQ(valuesAt(sweep, "[s=16].string").at(0), "C_3");
    EXPECT_EQ(numbersAt(sweep, "[s=1].kernel.time_us"), (Numbers{1500})) << "and not s=16";
}

TEST(ClaimValues, HaveUnitsSumsAndQuotients) {
    EXPECT_EQ(numbersAt(sweep, "*.kernel.time_us in ms"), (Numbers{1.5, 0.5}));
    EXPECT_EQ(numbersAt(sweep, "0.kernel.time_us in s"), (Numbers{1500 * 1e-6}));
    EXPECT_EQ(numbersAt(sweep, "*.kernel.share in %"), (Numbers{25, 50}));
    EXPECT_EQ(numbersAt(sweep, "sum of *.kernel.time_us in ms"), (Numbers{2}));
    EXPECT_EQ(numbersAt(sweep, "count of *.string"), (Numbers{2}));
    EXPECT_EQ(numbersAt(sweep, "*.steps.0 over *.steps.1"), (Numbers{2, 8}));
}

TEST(ClaimValues, WhatIsNotThereIsAFault) {
    EXPECT_ANY_THROW((void)numbersAt(single, "kernel.time_ms"));
    EXPECT_ANY_THROW((void)numbersAt(single, "steps.7"));
    EXPECT_ANY_THROW((void)numbersAt(sweep, "[s=2].kernel.time_us"));
    EXPECT_ANY_THROW((void)numbersAt(single, "string"));
    EXPECT_ANY_THROW((void)numbersAt(sweep, "kernel.time_us")) << "of which launch?";
}

TEST(ClaimValues, OfTablesGoByHeadingRowAndColumn) {
    const std::string page =
        "# Report\n\n## Warm\n\n| | points | MAPE |\n|---|---:|---:|\n| `all` | 336 | 8.0 % |\n\n"
        "## Cold\n\n| | points | MAPE |\n|---|---:|---:|\n| `all` | 341 | 10.9 % |\n";
    EXPECT_EQ(tableNumber(page, "Warm / all / MAPE"), 8.0);
    EXPECT_EQ(tableNumber(page, "Cold / all / points"), 341);
    for (const char* path : {"Hot / all / MAPE", "Warm / some / MAPE", "Warm / all / median", "Warm / all"})
        EXPECT_THROW((void)tableNumber(page, path), std::runtime_error) << path;
}

} // namespace

} // namespace warpstring::test
