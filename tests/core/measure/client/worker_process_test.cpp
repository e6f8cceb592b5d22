// SPDX-License-Identifier: GPL-3.0-or-later
// WorkerProcess against shell scripts in the worker's place, which do what drivers do at their worst.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "core/measure/client/worker_process.h"
#include "tests/app/measure/process.h"
#include "tests/app/program.h"

namespace warpstring::measure {
namespace {

namespace fs = std::filesystem;

/// Long enough for a shell to start, however busy the machine is.
constexpr double patient = 60;

class WorkerProcessTest : public testing::Test {
protected:
    fs::path script(const std::string& text) const {
        const fs::path path = workspace_.folder() / "worker";
        workspace_.write("worker", "#!/bin/sh\n" + text);
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }
    Diagnostic faultOf(const std::string& text, double limit = patient) const {
        WorkerProcess worker(script(text));
        return faultOf(worker, limit);
    }
    static Diagnostic faultOf(WorkerProcess& worker, double limit = patient) {
        const auto answer = worker.ask(request(), limit);
        if (!answer) {
            EXPECT_FALSE(answer.diagnostics().front().hint.empty());
            return answer.diagnostics().front();
        }
        ADD_FAILURE() << answer->compact();
        return {};
    }
    static Json request() {
        Json json;
        json.set("request", "devices");
        return json;
    }
    fs::path path(const std::string& name) const { return workspace_.folder() / name; }

    test::Workspace workspace_;
};

std::size_t openFiles() {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

bool hasChildren() { return !(::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD); }

constexpr const char* answering = "while read -r line; do echo \"{\\\"process\\\": $$}\"; done\n";

TEST_F(WorkerProcessTest, OneProcessAnswersAllRequests) {
    WorkerProcess worker(script(answering));
    const auto first = worker.ask(request(), patient);
    const auto second = worker.ask(request(), patient);
    ASSERT_TRUE(first && second);
    EXPECT_GT((*first)["process"].integer(), 0);
    EXPECT_EQ((*first)["process"].integer(), (*second)["process"].integer());
    worker.stop();
    const auto third = worker.ask(request(), patient);
    ASSERT_TRUE(third);
    EXPECT_NE((*first)["process"].integer(), (*third)["process"].integer());
}

TEST_F(WorkerProcessTest, AnswersMayComeInPiecesAndPartsBefore) {
    WorkerProcess worker(script("read -r line\n"
                                "echo '{\"partial\": true, \"record\": 1}'\n"
                                "printf '{\"a\": '; sleep 0.3; echo '2}'\nread -r line\nkill -KILL $$\n"));
    const auto answer = worker.ask(request(), patient);
    ASSERT_TRUE(answer);
    EXPECT_EQ((*answer)["a"].integer(), 2);
    EXPECT_EQ(worker.partial()["record"].integer(), 1);
    EXPECT_EQ(faultOf(worker).code, "measure.worker-died");
    EXPECT_TRUE(worker.partial().isNull()) << "what an earlier request left is no answer to this one";
}

TEST_F(WorkerProcessTest, AWorkerThatEndsIsToldWithItsLastWordsAndStartedAgain) {
    const std::string once = path("once").string();
    WorkerProcess worker(script("test -e " + once + " && while read -r line; do echo \"$line\"; done\ntouch " +
                                once + "\necho segments everywhere >&2\nexit 3\n"));
    const Diagnostic fault = faultOf(worker);
    EXPECT_EQ(fault.code, "measure.worker-died");
    EXPECT_NE(fault.message.find("exited with 3"), std::string::npos) << fault.message;
    EXPECT_NE(fault.message.find("segments everywhere"), std::string::npos) << fault.message;
    const auto again = worker.ask(request(), patient);
    EXPECT_TRUE(again && (*again)["request"].text() == "devices");
}

TEST_F(WorkerProcessTest, ASignalIsNamed) {
    const Diagnostic fault = faultOf("kill -SEGV $$\n");
    EXPECT_EQ(fault.code, "measure.worker-died");
    EXPECT_NE(fault.message.find("Segmentation fault"), std::string::npos) << fault.message;
}

TEST_F(WorkerProcessTest, ProgramsThatCannotBeStarted) {
    workspace_.write("plain", "no program");
    workspace_.write("noloader", "#!/nowhere/at/all\n");
    fs::permissions(path("noloader"), fs::perms::owner_all);
    for (const char* name : {"absent", "plain", ".", "noloader"}) {
        WorkerProcess worker(path(name));
        const Diagnostic fault = faultOf(worker);
        EXPECT_EQ(fault.code, "measure.worker-start") << name << ": " << fault.message;
        EXPECT_NE(fault.message.find(path(name).string()), std::string::npos) << fault.message;
    }
    EXPECT_FALSE(hasChildren());
}

TEST_F(WorkerProcessTest, SilenceEndsAtTheTimeLimit) {
    for (const char* text :
         {"trap '' TERM INT HUP\nread -r line\nsleep 1000\n", "read -r line\nprintf '{\"a\": 1'\nsleep 1000\n",
          "read -r line\nexec >&- \nsleep 1000 >/dev/null 2>&1\n"}) {
        const Diagnostic fault = faultOf(text, 1);
        EXPECT_TRUE(fault.code == "measure.time-limit" || fault.code == "measure.worker-died") << fault.code;
    }
    EXPECT_EQ(faultOf("sleep 1000\n", 0.5).code, "measure.time-limit");
    EXPECT_FALSE(hasChildren());
}

TEST_F(WorkerProcessTest, AnEndlessStreamOfWordsEndsAtTheTimeLimitToo) {
    EXPECT_EQ(faultOf("yes driver says hello >&2\n", 1).code, "measure.time-limit");
    EXPECT_EQ(faultOf("exec yes '{\"partial\": true}'\n", 1).code, "measure.time-limit");
    EXPECT_FALSE(hasChildren());
}

TEST_F(WorkerProcessTest, ManyWordsDoNotBlockAnAnswer) {
    WorkerProcess worker(script("read -r line\nyes many words | head -c 3000000 >&2\necho '{\"a\": 1}'\n"));
    const auto answer = worker.ask(request(), patient);
    EXPECT_TRUE(answer && (*answer)["a"].integer() == 1);
}

TEST_F(WorkerProcessTest, ARequestThatNobodyReadsDoesNotBlock) {
    Json request;
    request.set("source", std::string(2'000'000, 'x'));
    WorkerProcess deaf(script("sleep 1000\n"));
    const auto answer = deaf.ask(request, 1);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.diagnostics().front().code, "measure.time-limit");
    WorkerProcess leaving(script("exit 0\n"));
    const auto none = leaving.ask(request, patient);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.diagnostics().front().code, "measure.worker-died");
    WorkerProcess counting(script("read -r line\necho \"{\\\"length\\\": ${#line}}\"\n"));
    const auto counted = counting.ask(request, patient);
    ASSERT_TRUE(counted);
    EXPECT_EQ((*counted)["length"].size(), request.compact().size());
}

TEST_F(WorkerProcessTest, AnswersThatAreNoJsonAreAFault) {
    WorkerProcess worker(script("while read -r line; do echo not json; done\n"));
    EXPECT_EQ(faultOf(worker).code, "measure.worker-died");
}

TEST_F(WorkerProcessTest, ALimitBeyondEveryClockIsNoneAtAll) {
    for (const double limit : {1e300, std::numeric_limits<double>::infinity()}) {
        WorkerProcess worker(script(answering));
        EXPECT_TRUE(worker.ask(request(), limit)) << limit;
    }
}

TEST_F(WorkerProcessTest, CancellingEndsTheProcess) {
    std::atomic<bool> cancelled{false};
    WorkerProcess worker(script("echo $$ > " + path("pid").string() + "\nsleep 1000\n"));
    worker.cancelOn(&cancelled);
    std::thread later([&] {
        static_cast<void>(test::pidIn(path("pid")));
        cancelled = true;
    });
    EXPECT_EQ(faultOf(worker).code, "measure.cancelled");
    later.join();
    EXPECT_TRUE(test::isGone(test::pidIn(path("pid"))));
}

TEST_F(WorkerProcessTest, WhatTheWorkerStartedGoesWithIt) {
    const std::string start = "sleep 1000 &\necho $! > " + path("new").string() + "\nmv " +
                              path("new").string() + " " + path("pid").string() + "\n";
    for (const auto& [end, code] :
         {std::pair{"wait\n", "measure.time-limit"}, std::pair{"exit 1\n", "measure.worker-died"},
          std::pair{"kill -9 $$\n", "measure.worker-died"}}) {
        fs::remove(path("pid"));
        const bool ends = std::string(code) == "measure.worker-died";
        EXPECT_EQ(faultOf(start + end, ends ? patient : 2).code, code) << end;
        EXPECT_TRUE(test::isGone(test::pidIn(path("pid")))) << end;
    }
}

TEST_F(WorkerProcessTest, NothingStaysOpenAndNoProcessStaysBehind) {
    const std::size_t before = openFiles();
    for (int i = 0; i < 30; ++i) {
        EXPECT_EQ(faultOf("exit 1\n").code, "measure.worker-died");
        EXPECT_EQ(faultOf("sleep 1000\n", 0.01).code, "measure.time-limit");
        WorkerProcess worker(script(answering));
        EXPECT_TRUE(worker.ask(request(), patient));
        WorkerProcess none(path("absent"));
        EXPECT_EQ(faultOf(none).code, "measure.worker-start");
    }
    EXPECT_EQ(openFiles(), before);
    EXPECT_FALSE(hasChildren());
}

TEST_F(WorkerProcessTest, WithoutFilesToOpenItSaysSoAndLeaksNone) {
    const fs::path program = script(answering);
    rlimit limit{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    const std::size_t before = openFiles();
    for (rlim_t more = 0; more < 8; ++more) {
        const int lowest = ::dup(STDIN_FILENO);
        ASSERT_GE(lowest, 0);
        ::close(lowest);
        rlimit tight = limit;
        tight.rlim_cur = static_cast<rlim_t>(lowest) + more;
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
        {
            WorkerProcess worker(program);
            const auto answer = worker.ask(request(), patient);
            ::setrlimit(RLIMIT_NOFILE, &limit);
            if (!answer) {
                EXPECT_EQ(answer.diagnostics().front().code, "measure.worker-start") << more;
            }
        }
        EXPECT_EQ(openFiles(), before) << more;
    }
    EXPECT_FALSE(hasChildren());
}

class FindWorker : public WorkerProcessTest {
protected:
    void TearDown() override { ::unsetenv("WARPSTRING_MEASURE"); }
};

TEST_F(FindWorker, TheEnvironmentGoesFirst) {
    const fs::path program = script("exit 0\n");
    ::setenv("WARPSTRING_MEASURE", program.c_str(), 1);
    const auto found = findWorker();
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, program);
}

TEST_F(FindWorker, WhatCannotBeRunIsNotTaken) {
    workspace_.write("plain", "no program");
    for (const char* name : {"absent", "plain", "."}) {
        ::setenv("WARPSTRING_MEASURE", path(name).c_str(), 1);
        const auto found = findWorker();
        ASSERT_FALSE(found) << name;
        EXPECT_EQ(found.diagnostics().front().code, "measure.no-worker");
        EXPECT_TRUE(isFromSurroundings(found.diagnostics()));
        EXPECT_FALSE(found.diagnostics().front().hint.empty());
    }
}

} // namespace
} // namespace warpstring::measure
