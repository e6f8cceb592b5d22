// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_text.h"

#include <gtest/gtest.h>

namespace warpstring::files {

namespace {

const std::string draft = "kernel = \"k\" # the host calls it so\n"
                          "global = [1024]  # guessed: full waves\n"
                          "\n"
                          "[args]\n"
                          "# elements\n"
                          "n = 16           # guessed: a loop ends with it\n"
                          "a = { buffer = \"float\", count = \"n\" }  # guessed: as far as accesses reach\n";

TEST(LaunchText, TellsGuessesByTheirMark) {
    const LaunchText text(draft);
    EXPECT_EQ(text.guess({"global"}), "full waves");
    EXPECT_EQ(text.guess({"args", "n"}), "a loop ends with it");
    EXPECT_EQ(text.guess({"args", "a"}), "as far as accesses reach");
    EXPECT_EQ(text.guess({"kernel"}), "") << "another comment";
    EXPECT_EQ(text.guess({"local"}), "");
}

TEST(LaunchText, WhatIsWrittenIsNoGuessAndTheRestStaysAsItIs) {
    LaunchText text(draft);
    ASSERT_TRUE(text.write({"args", "n"}, "32"));
    ASSERT_TRUE(text.write({"args", "a", "count"}, "64"));
    ASSERT_TRUE(text.write({"kernel"}, "\"other\""));
    EXPECT_EQ(text.text(), "kernel = \"other\" # the host calls it so\n"
                           "global = [1024]  # guessed: full waves\n"
                           "\n"
                           "[args]\n"
                           "# elements\n"
                           "n = 32\n"
                           "a = { buffer = \"float\", count = 64 }\n");
}

TEST(LaunchText, GuessesAreWrittenWithTheirMark) {
    LaunchText text("kernel = \"k\"\n", {"a", "b"});
    ASSERT_TRUE(text.writeGuess({"args", "b"}, "2", "why not"));
    ASSERT_TRUE(text.writeGuess({"args", "a"}, "1", ""));
    EXPECT_EQ(text.text(), "kernel = \"k\"\n\n[args]\na = 1\nb = 2  # guessed: why not\n");
    ASSERT_TRUE(text.writeGuess({"args", "b"}, "3", "another reason"));
    EXPECT_NE(text.text().find("b = 3  # guessed: another reason\n"), std::string::npos) << text.text();
}

TEST(LaunchText, AKeyGoesWithItsMarkAndAnEmptyTable) {
    LaunchText text("kernel = \"k\"\n\n[macros]\nN = 16  # guessed: nothing defines it\n");
    EXPECT_TRUE(text.remove({"macros", "N"}));
    EXPECT_EQ(text.text().find("N ="), std::string::npos) << text.text();
    EXPECT_EQ(text.text().find("macros"), std::string::npos) << text.text();
    EXPECT_EQ(text.text().find("guessed"), std::string::npos) << text.text();
    EXPECT_FALSE(text.remove({"macros", "N"}));
}

TEST(LaunchText, ASpaceStandsBehindTheSweepAndBeforeWhatWasPublished) {
    LaunchText text("kernel = \"k\"\n\n[args]\nn = 1\n\n[published]\nsource = \"there\"\n");
    ASSERT_TRUE(text.write({"tune", "n"}, "[1, 2]"));
    ASSERT_TRUE(text.write({"sweep", "n"}, "[3]"));
    EXPECT_EQ(text.text(), "kernel = \"k\"\n\n[args]\nn = 1\n\n[sweep]\nn = [3]\n\n[tune]\nn = [1, 2]\n\n"
                           "[published]\nsource = \"there\"\n");
}

TEST(LaunchText, ABrokenTextIsNotWritten) {
    const std::string broken = "global = [16\n";
    LaunchText text(broken);
    EXPECT_FALSE(text.write({"global"}, "[32]"));
    EXPECT_EQ(text.text(), broken);
}

TEST(LaunchText, ValuesAreTomlAgain) {
    const std::string written =
        "{ a = 1, b = 1.0, c = \"n * 2\", d = [1, 2.5], e = true, \"v[1]\" = { x = 1e+30 } }";
    const auto parsed = parseToml("x = " + written + "\n", "", "launch");
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(tomlOf(*parsed->find("x")), written);
}

} // namespace

} // namespace warpstring::files
