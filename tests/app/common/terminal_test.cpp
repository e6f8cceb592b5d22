// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/terminal.h"

#include <fcntl.h>

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

using Terminal = test::FolderTest;

TEST_F(Terminal, ATerminalIsColouredUnlessItOrThePersonSaysNo) {
    const int leader = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (leader < 0 || ::grantpt(leader) != 0 || ::unlockpt(leader) != 0)
        GTEST_SKIP() << "no pseudo-terminals here";
    const int terminal = ::open(::ptsname(leader), O_RDWR | O_NOCTTY);
    ASSERT_GE(terminal, 0);
    setVariable("NO_COLOR", std::nullopt);
    setVariable("TERM", "xterm-256color");
    EXPECT_TRUE(wantsColour(terminal));
    setVariable("NO_COLOR", "1");
    EXPECT_FALSE(wantsColour(terminal));
    setVariable("NO_COLOR", "");
    EXPECT_TRUE(wantsColour(terminal)) << "an empty variable says nothing";
    setVariable("TERM", "dumb");
    EXPECT_FALSE(wantsColour(terminal));
    setVariable("TERM", std::nullopt);
    EXPECT_FALSE(wantsColour(terminal));
    ::close(terminal);
    ::close(leader);
}

TEST_F(Terminal, APipeGetsNoColour) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    setVariable("NO_COLOR", std::nullopt);
    setVariable("TERM", "xterm-256color");
    EXPECT_FALSE(wantsColour(ends[1])) << "it is no terminal";
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_F(Terminal, ColoursAreAroundTheTextWhereTheyAreWanted) {
    EXPECT_EQ(paint("error", Colour::Red, true), "\033[31merror\033[0m");
    EXPECT_EQ(paint("title", Colour::Bold, true), "\033[1mtitle\033[0m");
    EXPECT_EQ(paint("error", Colour::Red, false), "error");
    EXPECT_EQ(paint("plain", Colour::None, true), "plain");
    for (const Colour colour : {Colour::Bold, Colour::Dim, Colour::Red, Colour::Green, Colour::Yellow,
                                Colour::Blue, Colour::Magenta, Colour::Cyan}) {
        const std::string painted = paint("x", colour, true);
        EXPECT_TRUE(painted.starts_with("\033[") && painted.ends_with("mx\033[0m")) << painted;
    }
}

TEST_F(Terminal, CombiningMarksTakeNoColumn) {
    EXPECT_EQ(displayWidth(""), 0);
    EXPECT_EQ(displayWidth("abc"), 3);
    EXPECT_EQ(displayWidth("M\u0304"), 1) << "the letter with a bar over it";
    EXPECT_EQ(displayWidth("S\u0304_1"), 3);
    EXPECT_EQ(displayWidth("\u2081"), 1) << "a subscript of three bytes";
    EXPECT_EQ(displayWidth("a\u036f"), 1) << "the last of the combining marks";
    EXPECT_EQ(displayWidth("\u0370"), 1) << "the letter after them";
    EXPECT_EQ(displayWidth("\u00b1 3 %"), 5);
}

TEST_F(Terminal, PaddingCountsColumns) {
    EXPECT_EQ(padded("ab", 4), "ab  ");
    EXPECT_EQ(padded("ab", 4, true), "  ab");
    EXPECT_EQ(padded("M\u0304", 3), "M\u0304  ") << "as wide as it is seen";
    EXPECT_EQ(padded("abcd", 4), "abcd");
    EXPECT_EQ(padded("abcde", 4), "abcde") << "nothing is cut off";
    EXPECT_EQ(padded("", 2), "  ");
    EXPECT_EQ(padded("a", -1), "a");
}

} // namespace

} // namespace warpstring::cli
