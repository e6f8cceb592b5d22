// SPDX-License-Identifier: GPL-3.0-or-later
// ChildProcess with shell scripts; what drivers do at their worst is in measure/client/worker_process_test.cpp.
#include "core/process/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "core/process/messages.h"

namespace warpstring::process {
namespace {

using State = ChildProcess::State;
constexpr auto patient = std::chrono::seconds(60);

ChildCommand shell(const std::string& script) { return {"/bin/sh", {"-c", script}}; }

/// All that it writes until its end.
std::string outputOf(ChildProcess& child) {
    while (child.exchange(patient) != State::Ended) {
    }
    return child.received();
}

TEST(ChildProcess, BytesGoThereAndBackHoweverManyTheyAre) {
    ChildProcess child;
    ASSERT_EQ(child.start({"/bin/cat"}), 0);
    std::string all;
    for (unsigned i = 0; i < 300'000; ++i) all += static_cast<char>(i % 1009 * (i % 1009) % 251);
    child.send(all); // more than pipes hold, so that both have to wait for each other
    while (child.received().size() < all.size()) ASSERT_EQ(child.exchange(patient), State::Running);
    EXPECT_TRUE(child.received() == all);
    EXPECT_FALSE(child.ending());
}

TEST(ChildProcess, HowItEndsIsTold) {
    const std::pair<const char*, Ending> cases[] = {
        {"exit 3", {0, 3}}, {"kill -SEGV $$", {SIGSEGV, 0}}, {"kill -KILL $$", {SIGKILL, 0}}};
    for (const auto& [script, expected] : cases) {
        ChildProcess child;
        ASSERT_EQ(child.start(shell(std::string("echo all; echo words >&2; ") + script)), 0);
        EXPECT_EQ(outputOf(child), "all\n") << "what it wrote before is not lost";
        const auto ending = child.awaitEnding();
        ASSERT_TRUE(ending) << script;
        EXPECT_EQ(ending->signal, expected.signal);
        EXPECT_EQ(ending->exit, expected.exit);
        EXPECT_EQ(child.errors().substr(0, 6), "words\n");
    }
    EXPECT_EQ((Ending{0, 3}.text()), "exited with 3");
    EXPECT_EQ((Ending{SIGKILL, 0}.text()), "was ended by Killed");
}

TEST(ChildProcess, WhatCannotBeStartedSaysWhy) {
    ChildProcess child;
    EXPECT_EQ(child.start({"/absent"}), ENOENT);
    EXPECT_FALSE(child.isStarted());
    EXPECT_EQ(child.exchange(patient), State::Ended);
}

TEST(ChildProcess, EnvironmentIsReplacedByName) {
    ::setenv("CHILD_PROCESS_TEST", "before", 1);
    ChildProcess child;
    ASSERT_EQ(
        child.start(
            {"/bin/sh", {"-c", "echo $CHILD_PROCESS_TEST; test -n \"$PATH\""}, {"CHILD_PROCESS_TEST=after"}}),
        0);
    EXPECT_EQ(outputOf(child), "after\n");
    EXPECT_EQ(child.awaitEnding()->exit, 0);
    ::unsetenv("CHILD_PROCESS_TEST");
}

TEST(ChildProcess, TerminationCanBeAnswered) {
    ChildProcess child;
    ASSERT_EQ(child.start(shell("trap 'echo bye; exit 0' TERM; echo here; while :; do sleep 0.01; done")), 0);
    ASSERT_EQ(child.exchange(patient), State::Running);
    child.terminate();
    EXPECT_EQ(outputOf(child), "here\nbye\n");
}

TEST(Messages, ComeWholeOutOfAnyPieces) {
    const std::string stream = framed("first") + framed("") + framed(std::string("\0\n", 2));
    std::string received;
    std::vector<std::string> messages;
    for (const char byte : stream) {
        received += byte;
        while (auto message = takeMessage(received)) messages.push_back(std::move(*message));
    }
    EXPECT_EQ(messages, (std::vector<std::string>{"first", "", std::string("\0\n", 2)}));
    EXPECT_TRUE(received.empty());
}

TEST(Messages, ABrokenOneIsNone) {
    for (const std::string& stream : {std::string(), std::string("\x05\0", 2), framed("first").substr(0, 7)}) {
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe(ends.data()), 0);
        ASSERT_EQ(::write(ends[1], stream.data(), stream.size()), static_cast<ssize_t>(stream.size()));
        ::close(ends[1]);
        EXPECT_FALSE(readMessage(ends[0]));
        ::close(ends[0]);
    }
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    EXPECT_TRUE(writeMessage(ends[1], "whole"));
    EXPECT_EQ(readMessage(ends[0]), "whole");
    ::close(ends[0]);
    ::close(ends[1]);
}

} // namespace
} // namespace warpstring::process
