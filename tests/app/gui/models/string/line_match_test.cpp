// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_match.h"

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

} // namespace

} // namespace warpstring::gui
