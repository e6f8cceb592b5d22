// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/process/program_run.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>

namespace warpstring::process {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

ChildCommand shell(const std::string& script) { return {"/bin/sh", {"-c", script}}; }

TEST(ProgramRun, GivesWhatAProgramWroteAndHowItEnded) {
    const auto run = runProgram(shell("echo out; echo err >&2"), seconds(20));
    EXPECT_TRUE(run.isGood());
    EXPECT_EQ(run.output, "out\n");
    EXPECT_EQ(run.errors, "err\n");
    const auto failed = runProgram(shell("exit 3"), seconds(20));
    EXPECT_FALSE(failed.isGood());
    ASSERT_TRUE(failed.ending);
    EXPECT_EQ(failed.ending->exit, 3);
    const auto killed = runProgram(shell("kill -9 $$"), seconds(20));
    ASSERT_TRUE(killed.ending);
    EXPECT_EQ(killed.ending->signal, SIGKILL);
    EXPECT_FALSE(killed.isGood());
    EXPECT_EQ(runProgram({"/nowhere/program"}, seconds(20)).startError, ENOENT);
}

TEST(ProgramRun, LargeOutputIsWhole) {
    EXPECT_EQ(runProgram(shell("head -c 1000000 /dev/zero"), seconds(20)).output.size(), 1'000'000U);
}

TEST(ProgramRun, EndsWhatTakesTooLongAndWhatIsNoLongerWanted) {
    EXPECT_FALSE(runProgram(shell("sleep 60"), milliseconds(50)).ending);
    const std::atomic<bool> cancel = true;
    EXPECT_FALSE(runProgram(shell("sleep 60"), seconds(60), &cancel).ending);
}

TEST(ProgramRun, FindsProgramsOnThePath) {
    EXPECT_TRUE(findProgram("sh"));
    EXPECT_FALSE(findProgram("no-such-program-anywhere"));
}

} // namespace
} // namespace warpstring::process
