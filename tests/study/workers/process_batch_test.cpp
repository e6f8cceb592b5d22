// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/process_batch.h"

#include <sys/wait.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/study/study_fixture.h"

namespace warpstring::workers {
namespace {

using Clock = std::chrono::steady_clock;

bool hasChildren() { return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

class ProcessBatch : public StudyTest {
protected:
    void TearDown() override {
        EXPECT_FALSE(hasChildren());
        StudyTest::TearDown();
    }
    static process::ChildCommand worker(std::vector<std::string> faults = {}) {
        return {WARPSTRING_FATAL_WORKER, std::move(faults)};
    }
    static std::string inProcess(const batch::BatchPlan& plan) {
        batch::GraphCache graphs;
        MemorySink sink;
        static_cast<void>(runBatch(plan, graphs, sink, {}));
        return sink.text;
    }
    static std::vector<std::string> lines(const std::string& text) {
        std::vector<std::string> all;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    }
    /// The only diagnostic of a row.
    static nlohmann::json fault(const std::string& line) {
        const auto row = nlohmann::json::parse(line, nullptr, false);
        EXPECT_EQ(row["status"], "error");
        EXPECT_EQ(row["diagnostics"].size(), 1U);
        return row["diagnostics"][0];
    }
};

TEST_F(ProcessBatch, RowsAreThoseOfOneProcess) {
    writeSweep("a", 200);
    writeSweep("b", 50, "[[annotation]]\nline = 3\nweight = 0.5\n");
    write("faulty.toml", "schema = \"warpstring.launch/1\"\nkernel = \"absent\"\nsource = \"k.cl\"\n"
                         "global = [\"n\"]\nlocal = [64]\n[constants]\nn = 64\n[sweep]\nn = [64, 65]\n");
    batch::BatchSettings settings;
    settings.withStrings = true;
    const auto all = plan({"a", "faulty", "b"}, 2, settings);
    const std::string expected = inProcess(all);
    for (const int jobs : {1, 3})
        for (const std::uint64_t window : {0, 1, 7}) {
            MemorySink sink;
            batch::BatchOptions options;
            options.jobs = jobs;
            options.window = window;
            const auto outcome = runInProcesses(all, sink, options, worker());
            EXPECT_TRUE(outcome.faults.empty());
            EXPECT_FALSE(outcome.cancelled);
            EXPECT_EQ(outcome.progress.written, all.rows());
            EXPECT_EQ(outcome.progress.errors, 4U);
            EXPECT_TRUE(sink.complete);
            ASSERT_TRUE(sink.text == expected) << jobs << " jobs, window " << window;
        }
    MemorySink end;
    batch::BatchOptions options;
    options.first = 333;
    EXPECT_EQ(runInProcesses(all, end, options, worker()).progress.written, all.rows());
    EXPECT_EQ(end.indices.front(), 333U);
    EXPECT_TRUE(expected.ends_with(end.text));
    options.first = all.rows();
    MemorySink nothing;
    EXPECT_FALSE(runInProcesses(all, nothing, options, worker()).cancelled);
    EXPECT_TRUE(nothing.complete);
}

TEST_F(ProcessBatch, ARowThatDiesCostsItself) {
    writeSweep("a", 100);
    const auto all = plan({"a"});
    const auto expected = lines(inProcess(all));
    const std::map<std::size_t, std::pair<const char*, const char*>> deaths = {
        {0, {"segfault", "was ended by Segmentation fault"}},
        {40, {"kill", "was ended by Killed"}},
        {41, {"memory", "found no memory"}},
        {99, {"segfault", "was ended by Segmentation fault"}}};
    std::vector<std::string> faults;
    for (const auto& [row, death] : deaths) faults.insert(faults.end(), {death.first, std::to_string(row)});
    for (const int jobs : {1, 2}) {
        MemorySink sink;
        batch::BatchOptions options;
        options.jobs = jobs;
        const auto outcome = runInProcesses(all, sink, options, worker(faults));
        EXPECT_TRUE(outcome.faults.empty());
        EXPECT_EQ(outcome.progress.errors, deaths.size());
        const auto rows = lines(sink.text);
        ASSERT_EQ(rows.size(), expected.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto death = deaths.find(i);
            if (death == deaths.end()) {
                EXPECT_EQ(rows[i], expected[i]);
                continue;
            }
            const auto found = fault(rows[i]);
            EXPECT_EQ(found["code"], "batch.row-died");
            EXPECT_EQ(found["file"], (folder_ / "a.toml").string());
            EXPECT_NE(std::string(found["message"]).find(death->second.second), std::string::npos) << found;
            EXPECT_EQ(std::string(found["hint"]).find("memory") != std::string::npos, i == 40 || i == 41)
                << found;
            EXPECT_NE(rows[i].find("a,n=" + std::to_string(64 * (i + 1)) + "\""), std::string::npos);
        }
    }
}

TEST_F(ProcessBatch, ADeathThatDoesNotComeBackCostsNothing) {
    writeSweep("a", 100);
    const auto all = plan({"a"});
    MemorySink sink;
    const auto outcome = runInProcesses(
        all, sink, {},
        worker({"once:" + (folder_ / "first").string(), "7", "once:" + (folder_ / "second").string(), "60"}));
    EXPECT_EQ(outcome.progress.errors, 0U);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "second"));
    EXPECT_TRUE(sink.text == inProcess(all));
}

TEST_F(ProcessBatch, AnEndlessRowIsRefusedByItsTimeLimit) {
    writeSweep("a", 20);
    const auto all = plan({"a"});
    const auto expected = lines(inProcess(all));
    MemorySink sink;
    batch::BatchOptions options;
    options.jobs = 2;
    options.timeLimit = std::chrono::duration<double>(0.5);
    const auto outcome = runInProcesses(all, sink, options, worker({"hang", "6"}));
    EXPECT_EQ(outcome.progress.errors, 1U);
    auto rows = lines(sink.text);
    ASSERT_EQ(rows.size(), 20U);
    EXPECT_EQ(fault(rows[6])["code"], "simulate.time-limit");
    EXPECT_NE(std::string(fault(rows[6])["message"]).find("0.5 s"), std::string::npos);
    rows[6] = expected[6];
    EXPECT_EQ(rows, expected);
}

TEST_F(ProcessBatch, CancellationKeepsWhatIsDoneAndEndsWithinASecond) {
    writeSweep("a", 4000);
    const auto all = plan({"a"});
    const std::string whole = inProcess(all);
    for (const char* fault : {"sleep", "hang"}) {
        SCOPED_TRACE(fault);
        MemorySink sink;
        std::atomic<bool> cancel = false;
        auto asked = Clock::time_point::max();
        batch::BatchOptions options;
        options.jobs = 2;
        options.cancel = &cancel;
        options.onProgress = [&](const batch::BatchProgress& progress) {
            if (progress.written < 12 || cancel) return;
            asked = Clock::now();
            cancel = true;
        };
        const auto outcome =
            runInProcesses(all, sink, options, worker({fault, std::string(fault) == "hang" ? "100" : "all"}));
        EXPECT_LT(std::chrono::duration<double>(Clock::now() - asked).count(), 1);
        EXPECT_TRUE(outcome.cancelled);
        EXPECT_TRUE(outcome.faults.empty());
        EXPECT_GE(outcome.progress.written, 12U);
        EXPECT_LT(outcome.progress.written, all.rows());
        EXPECT_TRUE(whole.starts_with(sink.text));
        EXPECT_EQ(sink.finished, 1);
        EXPECT_FALSE(sink.complete);
    }
}

TEST_F(ProcessBatch, WorkersThatDoNotStartEndItByName) {
    writeSweep("a", 3);
    const std::pair<process::ChildCommand, const char*> cases[] = {{{"/absent"}, "No such file or directory"},
                                                                   {{"/bin/false"}, "exited with 1"},
                                                                   {{"/bin/cat"}, "no answer"}};
    for (const auto& [command, why] : cases) {
        MemorySink sink;
        batch::BatchOptions options;
        options.jobs = 2;
        const auto outcome = runInProcesses(plan({"a"}), sink, options, command);
        ASSERT_EQ(outcome.faults.size(), 1U);
        EXPECT_EQ(outcome.faults.front().code, "batch.worker-start");
        EXPECT_NE(outcome.faults.front().message.find(why), std::string::npos)
            << outcome.faults.front().message;
        EXPECT_NE(outcome.faults.front().hint.find("--jobs"), std::string::npos);
        EXPECT_TRUE(isFromSurroundings(outcome.faults));
        EXPECT_FALSE(outcome.cancelled);
        EXPECT_EQ(outcome.progress.written, 0U);
        EXPECT_EQ(sink.finished, 1) << "rows of earlier runs stay";
    }
}

TEST_F(ProcessBatch, AFileThatChangesWhileItRunsIsTold) {
    writeSweep("a", 3);
    const auto before = plan({"a"});
    // The worker finds another file than the batch: it puts a row into it before it looks.
    const process::ChildCommand late{
        "/bin/sh", {"-c", "echo >> " + (folder_ / "a.toml").string() + "; exec " WARPSTRING_FATAL_WORKER}};
    MemorySink sink;
    const auto outcome = runInProcesses(before, sink, {}, late);
    ASSERT_EQ(outcome.faults.size(), 1U);
    EXPECT_EQ(outcome.faults.front().code, "batch.plan-changed");
    EXPECT_EQ(outcome.faults.front().place.file, (folder_ / "a.toml").string());
}

TEST_F(ProcessBatch, AFullDiskEndsIt) {
    writeSweep("a", 500);
    MemorySink sink;
    sink.failAt = 100;
    batch::BatchOptions options;
    options.jobs = 2;
    const auto outcome = runInProcesses(plan({"a"}), sink, options, worker());
    ASSERT_EQ(outcome.faults.size(), 1U);
    EXPECT_EQ(outcome.faults.front().code, "output.write");
    EXPECT_LT(outcome.progress.written, 101U);
}

} // namespace
} // namespace warpstring::workers
