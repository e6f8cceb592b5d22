// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_match.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace warpstring::gui {

namespace {

using Lines = std::vector<int>;

TEST(LineMatch, LinesMoveWithTheirText) {
    EXPECT_EQ(linesBefore("a\nb\nc", "a\nb\nc"), (Lines{0, 1, 2, 3}));
    EXPECT_EQ(linesBefore("a\nb\nc", "new\na\nb\nc"), (Lines{0, 0, 1, 2, 3}));
    EXPECT_EQ(linesBefore("a\nb\nc", "a\nc"), (Lines{0, 1, 3}));
    EXPECT_EQ(linesBefore("a\nb\nc\nd", "a\nx\ny\nc\nz\nd"), (Lines{0, 1, 0, 0, 3, 0, 4}));
}

TEST(LineMatch, ALineEditedInPlaceIsTheSame) {
    EXPECT_EQ(linesBefore("a\nb\nc", "a\nB\nc"), (Lines{0, 1, 2, 3}));
    EXPECT_EQ(linesBefore("a\nb\nc\nd", "a\nB\nC\nd"), (Lines{0, 1, 2, 3, 4}));
    EXPECT_EQ(linesBefore("b", "x"), (Lines{0, 1}));
    EXPECT_EQ(linesBefore("", ""), (Lines{0, 1}));
}

TEST(LineMatch, IsInOrderAndKeepsEveryLineThatOnlyMovedByInsertions) {
    std::mt19937 random(20261126);
    for (int round = 0; round < 200; ++round) {
        std::string then, now;
        Lines expected{0};
        for (int line = 1; line <= 30; ++line) {
            const std::string text = "line " + std::to_string(line) + "\n";
            then += text;
            while (random() % 4 == 0) {
                now += "inserted " + std::to_string(random()) + "\n";
                expected.push_back(0);
            }
            now += text;
            expected.push_back(line);
        }
        expected.push_back(31); // behind the last newline
        EXPECT_EQ(linesBefore(then, now), expected);
    }
}

/// The length of the longest common subsequence, by the definition.
int longestCommon(const std::vector<int>& a, const std::vector<int>& b, std::size_t i = 0, std::size_t j = 0) {
    if (i == a.size() || j == b.size()) return 0;
    if (a[i] == b[j]) return 1 + longestCommon(a, b, i + 1, j + 1);
    return std::max(longestCommon(a, b, i + 1, j), longestCommon(a, b, i, j + 1));
}

TEST(LineMatch, MatchesAsManyLinesAsThereCanBe) {
    std::mt19937 random(20261127);
    for (int round = 0; round < 200; ++round) {
        std::vector<int> a(1 + random() % 8), b(1 + random() % 8);
        std::string then, now;
        for (int& line : a) then += std::to_string(line = static_cast<int>(random() % 4)) + "\n";
        for (int& line : b) now += std::to_string(line = static_cast<int>(random() % 4)) + "\n";
        const Lines before = linesBefore(then, now);
        int same = 0, last = 0;
        for (std::size_t line = 1; line <= b.size(); ++line) {
            if (before[line] == 0) continue;
            EXPECT_GT(before[line], last) << "in order";
            last = before[line];
            if (a[static_cast<std::size_t>(last) - 1] == b[line - 1]) ++same;
        }
        EXPECT_EQ(same, longestCommon(a, b)) << then << "--\n" << now;
    }
}

TEST(LineMatch, TextsOfThousandsOfLinesAreMatchedByTheirText) {
    std::string then, now = "first\n";
    for (int line = 0; line < 4900; ++line) {
        then += "line " + std::to_string(line) + "\n";
        if (line % 3 != 0) now += "line " + std::to_string(line) + "\n";
    }
    const Lines before = linesBefore(then + "end", now + "END");
    EXPECT_EQ(before[2], 2) << "line 1";
    EXPECT_EQ(before[before.size() - 2], 4899) << "line 4898";
}

} // namespace

} // namespace warpstring::gui
