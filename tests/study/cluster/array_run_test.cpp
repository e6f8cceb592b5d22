// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm is played by scripts here: an array is done when sbatch returns. tests/slurm has the real one.
#include "core/text/shell_word.h"
#include "study/cluster/array_run.h"

#include <cstdlib>
#include <fstream>

#include "study/batch/plan_record.h"
#include "study/cluster/task_script.h"
#include "study/shards/merge.h"
#include "study/shards/shard_cut.h"
#include "tests/study/study_fixture.h"

namespace warpstring::cluster {
namespace {

namespace fs = std::filesystem;

constexpr const char* fakeSbatch = R"(#!/bin/sh
echo "$*" >> "$FAKE/calls"
if [ -s "$FAKE/sbatch.error" ]; then cat "$FAKE/sbatch.error" >&2; rm "$FAKE/sbatch.error"; exit 1; fi
job=$(($(cat "$FAKE/jobs" 2> /dev/null || echo 0) + 1))
echo $job > "$FAKE/jobs"
for word; do
  case $word in
    --array=*) list=${word#--array=} ;;
    --output=*) log=${word#--output=} ;;
  esac
done
logs=$(dirname "$log")
for range in $(echo "$list" | tr , ' '); do
  for task in $(seq "${range%-*}" "${range#*-}"); do
    if SLURM_ARRAY_TASK_ID=$task sh "$word" > "$logs/${job}_$task.log" 2>&1
    then echo "$job|$task|COMPLETED|n1|None"; else echo "$job|$task|FAILED|n1|NonZeroExitCode"; fi >> "$FAKE/tasks"
  done
done
echo $job
)";
constexpr const char* fakeSqueue = R"(#!/bin/sh
if [ -s "$FAKE/squeue.error" ]; then
  head -n 1 "$FAKE/squeue.error" >&2
  sed -i 1d "$FAKE/squeue.error"
  exit 1
fi
case "$*" in
  *--name=*) cat "$FAKE/named" 2> /dev/null ;;
  *) cat "$FAKE/tasks" ;;
esac
exit 0
)";
constexpr const char* fakeScontrol = "#!/bin/sh\necho 'MaxArraySize            = 1001'\n";
constexpr const char* fakeScancel = "#!/bin/sh\necho \"scancel $*\" >> \"$FAKE/calls\"\n";

constexpr const char* noContact = "squeue: error: Unable to contact slurm controller (connect failure)\n";

class ArrayRunTest : public StudyTest {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        path_ = std::getenv("PATH");
        job_ = JobFolder(folder_ / "out.jsonl");
        fs::create_directories(folder_ / "bin");
        for (const auto& [name, text] :
             {std::pair{"sbatch", fakeSbatch}, std::pair{"squeue", fakeSqueue},
              std::pair{"scontrol", fakeScontrol}, std::pair{"scancel", fakeScancel}}) {
            write(std::string("bin/") + name, text);
            fs::permissions(folder_ / "bin" / name, fs::perms::owner_all);
        }
        setenv("PATH", ((folder_ / "bin").string() + ":" + path_).c_str(), 1);
        setenv("FAKE", folder_.c_str(), 1);
        write("k.cl", "__kernel void k(__global float* a, int n) { a[get_global_id(0)] = n; }\n");
        writeSweep("a", 8);
        fs::create_directories(folder_ / "ready");
        for (std::uint64_t number = 1; number <= 4; ++number) computeShard(number);
        options_.poll = std::chrono::milliseconds(1);
        options_.onNote = [this](const Diagnostic& what) { notes_.push_back(what); };
        options_.onProgress = [this](const ArrayProgress& progress) { progress_ = progress; };
    }
    void TearDown() override {
        setenv("PATH", path_.c_str(), 1);
        StudyTest::TearDown();
    }

    [[nodiscard]] batch::BatchPlan whole() const { return plan({"a"}); }
    [[nodiscard]] std::string record() const { return *batch::planRecord(whole(), "1.0"); }
    void computeShard(std::uint64_t number) const {
        auto part = whole();
        part.restrictTo(shards::partOf(part, {number, 4}));
        auto output = batch::openSink(folder_ / "ready" / (std::to_string(number) + ".jsonl"),
                                      batch::RowFileFormat::JsonLines, batch::OutputMode::Create, part,
                                      *batch::planRecord(part, "1.0"));
        ASSERT_TRUE(output);
        batch::GraphCache graphs;
        ASSERT_TRUE(batch::runBatch(part, graphs, *output->sink, {}).faults.empty());
    }
    /// A task does this; $i is its shard.
    void prepare(const std::string& task, const JobState& state = {"test", 4, {}, 0}) {
        const std::string script = "i=$SLURM_ARRAY_TASK_ID\nready=" + shellWord((folder_ / "ready").string()) +
                                   "\nshards=" + shellWord(job_.shards().string()) +
                                   "\ncp $ready/$i.jsonl.plan $shards/\n" + task + "\n";
        ASSERT_TRUE(job_.create(record(), script, state).empty());
    }
    ArrayOutcome run() { return runArray(whole(), record(), job_, options_); }
    [[nodiscard]] std::string calls() const { return read("calls"); }
    [[nodiscard]] std::size_t submissions() const {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = calls().find("--array=", at)) != std::string::npos; ++at) ++count;
        return count;
    }
    void expectMerged() const {
        std::vector<fs::path> files;
        for (std::uint64_t number = 1; number <= 4; ++number) files.push_back(job_.shard(number));
        const auto rows = shards::mergeShards(folder_ / "all.jsonl", files, true);
        ASSERT_TRUE(rows) << toText(rows.diagnostics().front());
        EXPECT_EQ(rows->rows, 8U);
    }
    static constexpr const char* wholeShard = "cp $ready/$i.jsonl $shards/";

    std::string path_;
    JobFolder job_{"out.jsonl"}; // in the folder of the test, once that is there
    ArrayOptions options_;
    Diagnostics notes_;
    ArrayProgress progress_;
};

TEST_F(ArrayRunTest, OneSubmissionDoesWhenNothingFails) {
    options_.wishes = {"fast", "30", {"--account=x"}, 2};
    prepare(wholeShard);
    const auto outcome = run();
    EXPECT_TRUE(outcome.faults.empty());
    EXPECT_FALSE(outcome.cancelled);
    for (const char* word : {"--array=1-4", "--partition=fast", "--time=30", "--account=x", "--cpus-per-task=2",
                             "--requeue", "--job-name=test-1"})
        EXPECT_NE(calls().find(word), std::string::npos) << word;
    EXPECT_EQ(submissions(), 1U);
    EXPECT_EQ(progress_.done, 4U);
    EXPECT_EQ(progress_.rows, 8U);
    EXPECT_TRUE(notes_.empty());
    expectMerged();
}

TEST_F(ArrayRunTest, WhatFailedIsSubmittedAgainAndNothingElse) {
    prepare("if [ $i != 3 ] || [ -e $shards/3.jsonl ]; then cp $ready/$i.jsonl $shards/; else\n"
            "head -n 1 $ready/3.jsonl > $shards/3.jsonl; echo 'error: the node burns'; exit 7; fi");
    EXPECT_TRUE(run().faults.empty());
    EXPECT_EQ(submissions(), 2U);
    EXPECT_NE(calls().find("--array=3 "), std::string::npos);
    ASSERT_EQ(notes_.size(), 1U);
    EXPECT_EQ(notes_.front().code, "slurm.task-failed");
    EXPECT_NE(
        notes_.front().message.find("shard 3 is not whole: FAILED (NonZeroExitCode): error: the node burns"),
        std::string::npos)
        << notes_.front().message;
    expectMerged();
}

TEST_F(ArrayRunTest, GivesUpWhereNothingHelpsAndKeepsTheOthers) {
    options_.retries = 2;
    prepare("[ $i != 3 ] || { echo 'k.cl: error: no room'; exit 1; }; cp $ready/$i.jsonl $shards/");
    const auto outcome = run();
    ASSERT_EQ(outcome.faults.size(), 1U);
    EXPECT_EQ(outcome.faults.front().code, "slurm.shards-failed");
    EXPECT_NE(outcome.faults.front().message.find("shard 3 of 4 failed 3 times"), std::string::npos)
        << outcome.faults.front().message;
    EXPECT_NE(outcome.faults.front().message.find("k.cl: error: no room"), std::string::npos);
    EXPECT_EQ(submissions(), 3U);
    // What was in the way is gone: the same command goes on.
    std::ofstream(job_.script()) << "cp " << (folder_ / "ready").string() << "/3.jsonl* "
                                 << job_.shards().string();
    EXPECT_TRUE(run().faults.empty());
    EXPECT_EQ(submissions(), 4U);
    expectMerged();
}

TEST_F(ArrayRunTest, AShardThatGrowsIsNotGivenUp) {
    options_.retries = 0;
    prepare(
        "n=$(cat $shards/$i.jsonl 2> /dev/null | wc -l); head -n $((n + 1)) $ready/$i.jsonl > $shards/$i.new\n"
        "mv $shards/$i.new $shards/$i.jsonl; [ $n = 1 ]");
    EXPECT_TRUE(run().faults.empty());
    EXPECT_EQ(submissions(), 2U) << "two rows a shard, one a try";
    expectMerged();
}

TEST_F(ArrayRunTest, ASilentControllerIsWaitedFor) {
    write("later", std::string(noContact) + noContact + noContact);
    prepare("cp $ready/$i.jsonl $shards/; [ $i != 4 ] || cp $FAKE/later $FAKE/squeue.error");
    EXPECT_TRUE(run().faults.empty());
    EXPECT_EQ(submissions(), 1U);
    ASSERT_EQ(notes_.size(), 2U);
    EXPECT_EQ(notes_[0].code, "slurm.no-controller");
    EXPECT_EQ(notes_[1].code, "slurm.controller-back");
    expectMerged();
}

TEST_F(ArrayRunTest, WithoutAControllerNothingIsSubmitted) {
    write("squeue.error", noContact);
    prepare(wholeShard);
    const auto outcome = run();
    ASSERT_EQ(outcome.faults.size(), 1U);
    EXPECT_EQ(outcome.faults.front().code, "slurm.no-controller");
    const auto state = job_.read();
    ASSERT_TRUE(state);
    EXPECT_EQ(state->submissions, 0U);
    EXPECT_TRUE(run().faults.empty()) << "and then it is there";
    expectMerged();
}

TEST_F(ArrayRunTest, ASubmissionThatNobodyHeardOfIsFound) {
    // Killed between sbatch and the note of its number; the job is done by now.
    prepare(wholeShard, {"test", 4, {}, 1});
    write("named", "17\n");
    for (int i = 1; i <= 4; ++i) {
        fs::copy(folder_ / "ready" / (std::to_string(i) + ".jsonl"), job_.shard(static_cast<std::uint64_t>(i)));
        write("tasks", read("tasks") + "17|" + std::to_string(i) + "|RUNNING|n1|None\n");
    }
    fs::remove(job_.shard(2));
    write("tasks", "17|2|PENDING|n1|Resources\n");
    std::atomic<bool> cancel = false;
    options_.cancel = &cancel;
    options_.onProgress = [&](const ArrayProgress& progress) {
        progress_ = progress;
        cancel = true;
    };
    EXPECT_TRUE(run().cancelled);
    EXPECT_EQ(submissions(), 0U) << "Slurm has it";
    EXPECT_EQ(progress_.waiting, 1U);
    EXPECT_EQ(progress_.waitsFor, "Resources");
    EXPECT_EQ(progress_.done, 3U);
}

TEST_F(ArrayRunTest, ADamagedShardIsBegunAgain) {
    prepare(wholeShard);
    std::ofstream(job_.shard(2)) << "nonsense\n";
    EXPECT_TRUE(run().faults.empty());
    ASSERT_FALSE(notes_.empty());
    EXPECT_EQ(notes_.front().code, "merge.damaged");
    expectMerged();
}

TEST_F(ArrayRunTest, ATaskThatIsHeldForEverIsTakenBack) {
    prepare(wholeShard, {"test", 4, {"17"}, 1});
    write("tasks", "17|1|PENDING||launch failed requeued held\n");
    EXPECT_TRUE(run().faults.empty());
    EXPECT_NE(calls().find("scancel --quiet 17_1"), std::string::npos);
    EXPECT_EQ(submissions(), 1U);
    expectMerged();
}

TEST_F(ArrayRunTest, RefusalsHaveNames) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"sbatch: error: invalid partition specified: x\nsbatch: error: Batch job submission failed: Invalid "
         "partition name specified\n",
         "slurm.refused-partition"},
        {"sbatch: error: Batch job submission failed: User's group not permitted to use this partition\n",
         "slurm.refused-partition"},
        {"sbatch: error: Batch job submission failed: Invalid job array specification\n",
         "slurm.array-too-large"},
        {"sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)\n",
         "slurm.no-controller"},
        {"sbatch: fatal: Could not establish a configuration source\n", "slurm.no-configuration"},
        {"sbatch: error: Invalid --time specification\n", "slurm.refused"}};
    for (const auto& [said, code] : cases) {
        prepare(wholeShard);
        write("sbatch.error", said);
        const auto outcome = run();
        ASSERT_EQ(outcome.faults.size(), 1U) << code;
        EXPECT_EQ(outcome.faults.front().code, code) << outcome.faults.front().message;
        EXPECT_EQ(outcome.faults.front().origin, Origin::Surroundings);
        EXPECT_FALSE(outcome.faults.front().hint.empty());
        if (code == "slurm.array-too-large") {
            EXPECT_NE(outcome.faults.front().hint.find("--tasks 1000"), std::string::npos);
        }
    }
    setenv("PATH", folder_.c_str(), 1);
    prepare(wholeShard);
    const auto outcome = run();
    ASSERT_EQ(outcome.faults.size(), 1U);
    EXPECT_EQ(outcome.faults.front().code, "slurm.not-installed");
}

TEST(TaskScript, WordsSurviveTheShell) {
    EXPECT_EQ(shellWord("it's $HOME"), "'it'\\''s $HOME'");
    const std::string script = taskScript(
        {"/usr/bin/warpstring", {"my k.toml", "--options=-DA='x'"}, 12, "/w/plan", "/w/shards", ".csv"});
    EXPECT_NE(script.find("--shard \"$SLURM_ARRAY_TASK_ID/12\""), std::string::npos);
    EXPECT_NE(script.find("'--options=-DA='\\''x'\\'''"), std::string::npos);
}

TEST(ArrayText, IsAsSbatchTakesIt) {
    EXPECT_EQ(arrayText({3}), "3");
    EXPECT_EQ(arrayText({1, 2, 3, 7, 9, 10}), "1-3,7,9-10");
}

} // namespace
} // namespace warpstring::cluster
