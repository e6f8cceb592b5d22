// SPDX-License-Identifier: GPL-3.0-or-later
// A program that was told to end ends, whether its work hears of it or not.
#include <gtest/gtest.h>

#include <unistd.h>

#include <csignal>

#include "app/common/exit_code.h"
#include "app/common/interruption.h"

namespace warpstring::cli {
namespace {

TEST(InterruptionDeathTest, theFirstSignalIsAFlag) {
    EXPECT_EXIT(
        {
            const std::atomic<bool>& interrupted = catchInterruptions();
            if (interrupted) ::_exit(1);
            ::raise(SIGTERM);
            ::_exit(interrupted ? 7 : 2);
        },
        ::testing::ExitedWithCode(7), "");
}

TEST(InterruptionDeathTest, theSecondEndsTheProgram) {
    EXPECT_EXIT(
        {
            static_cast<void>(catchInterruptions());
            ::raise(SIGINT);
            ::raise(SIGTERM);
            ::_exit(0);
        },
        ::testing::KilledBySignal(SIGTERM), "");
}

TEST(InterruptionDeathTest, whatDoesNotHearItEndsWithTheProgram) {
    EXPECT_EXIT(
        {
            static_cast<void>(catchInterruptions(1));
            ::raise(SIGTERM);
            for (;;) ::pause();
        },
        ::testing::ExitedWithCode(exitInterrupted), "given up");
}

} // namespace
} // namespace warpstring::cli
