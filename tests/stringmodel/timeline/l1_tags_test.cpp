// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines L1's tags tell side by side, beside loads as an H100 took them.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "stringmodel/timeline/lane_pattern.h"

namespace warpstring::timeline {
namespace {

/// The lines that the lanes of bench/device/l1_tables.cl ask for.
std::vector<LinePart> linesOf(const std::array<std::int64_t, 5>& numbers) {
    std::vector<LinePart> lines;
    for (unsigned lane = 0; lane < 32; ++lane) {
        std::int64_t line = 0;
        for (unsigned digit = 0; digit < numbers.size(); ++digit)
            if ((lane >> digit & 1U) != 0) line ^= numbers[digit];
        lines.push_back({line, 1});
    }
    return lines;
}

TEST(L1Tags, TakeAsLongAsMeasured) {
    std::ifstream file(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "docs/data/l1-tables-h100.csv");
    ASSERT_TRUE(file);
    std::string row;
    std::getline(file, row);
    int rows = 0;
    for (; std::getline(file, row); ++rows) {
        for (char& c : row)
            if (c == ',') c = ' ';
        std::istringstream words(row);
        std::array<std::int64_t, 5> numbers{};
        for (auto& number : numbers) words >> number;
        double cycles = 0;
        words >> cycles;
        EXPECT_NEAR(l1TagPasses(linesOf(numbers), 0), cycles, 0.25) << row;
    }
    EXPECT_EQ(rows, 203);
}

// bench/device/l1-tags.toml: cycles of loads whose lines lie so far apart, eight of them one behind another;
// none of these was needed to find out which table knows a line.
TEST(L1Tags, TakeAsLongAsMeasuredForLinesInARow) {
    const auto mean = [](std::int64_t apart, std::int64_t count) {
        double passes = 0;
        for (std::int64_t load = 0; load < 8; ++load) {
            std::vector<LinePart> lines;
            lines.reserve(static_cast<std::size_t>(count));
            for (std::int64_t i = 0; i < count; ++i) lines.push_back({i * apart, 1});
            passes += l1TagPasses(lines, load * count * apart) / 8;
        }
        return passes;
    };
    for (const std::int64_t apart : {1, 2, 4}) {
        EXPECT_NEAR(mean(apart, 32), 8.1, 0.2);
        EXPECT_NEAR(mean(apart, 16), 4.1, 0.2);
    }
    EXPECT_NEAR(mean(3, 32), 11.84, 0.5);
    EXPECT_NEAR(mean(3, 24), 8.85, 0.5);
    EXPECT_NEAR(mean(9, 32), 13.2, 0.7);
    EXPECT_NEAR(mean(9, 16), 7.23, 0.5);
}

TEST(L1Tags, OfLinesAnywhereTakeTheMeanOfTrials) {
    std::uint64_t state = 7;
    const auto next = [&state] {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::int64_t>(state >> 44);
    };
    for (const int count : {2, 4, 8, 16, 32}) {
        double passes = 0;
        constexpr int trials = 4000;
        for (int trial = 0; trial < trials; ++trial) {
            std::set<std::int64_t> chosen;
            while (chosen.size() < static_cast<std::size_t>(count)) chosen.insert(next());
            std::vector<LinePart> lines;
            lines.reserve(chosen.size());
            for (const auto line : chosen) lines.push_back({line, 1});
            passes += l1TagPasses(lines, 0) / trials;
        }
        EXPECT_NEAR(l1TagPasses(count), passes, 0.04 * passes) << count;
    }
    EXPECT_EQ(l1TagPasses(1), 1);
}

} // namespace
} // namespace warpstring::timeline
