// SPDX-License-Identifier: GPL-3.0-or-later
// Batches in parts, as a user meets them; Slurm is played by scripts (tests/slurm has the real one).
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/app/played_slurm.h"
#include "tests/app/program.h"

namespace {

namespace fs = std::filesystem;
using warpstring::test::contents;
using warpstring::test::Outcome;
using warpstring::test::runAndSignal;
using warpstring::test::Workspace;

class Shards : public testing::Test {
protected:
    void SetUp() override {
        std::string sizes = "64";
        for (int i = 2; i <= 40; ++i) sizes += "," + std::to_string(i == 17 ? 65 : 64 * i); // one is faulty
        workspace_.write("k.cl", "__kernel void k(__global float* a, int n) {\n"
                                 "    const int i = get_global_id(0);\n"
                                 "    if (i < n - SKIPPED) a[i] = i;\n"
                                 "}\n");
        for (const char* name : {"it's 1.toml", "2.toml"})
            workspace_.write(name, "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                                   "global = [\"n\"]\nlocal = [64]\n[args]\nn = 64\n"
                                   "a = { buffer = \"float\", count = \"n\" }\n[sweep]\nn = [" +
                                       sizes + "]\n");
    }
    [[nodiscard]] fs::path path(const std::string& name) const { return workspace_.folder() / name; }
    /// What hangs on words that a task must be given as they are.
    [[nodiscard]] static std::vector<std::string> command(const std::vector<std::string>& more) {
        std::vector<std::string> words{"batch",
                                       "it's 1.toml",
                                       "2.toml",
                                       "-s",
                                       "geforce-8800-gtx",
                                       "-s",
                                       "tesla-c1060",
                                       "-O",
                                       "-DSKIPPED=3 -DOTHER='x'",
                                       "--source-shape",
                                       "-q"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Outcome batch(const std::vector<std::string>& more) const {
        return workspace_.run(command(more));
    }

    Workspace workspace_;
};

TEST_F(Shards, AreJoinedIntoTheBytesOfOneRun) {
    for (const std::string extension : {".jsonl", ".csv", ".sqlite"}) {
        const std::string one = "one" + extension, all = "all" + extension;
        EXPECT_EQ(batch({"-o", one}).exit, 1) << "four rows have errors";
        std::vector<std::string> merge{"merge", all};
        for (const std::string number : {"3", "1", "2"}) {
            const std::string shard = number + extension;
            EXPECT_LE(batch({"-o", shard, "--shard", number + "/3"}).exit, 1);
            merge.push_back(shard);
        }
        const auto joined = workspace_.run(merge);
        EXPECT_EQ(joined.exit, 1);
        EXPECT_TRUE(joined.says("160 launches of 3 shards, 4 with errors")) << joined.err;
        EXPECT_EQ(contents(path(all)), contents(path(one)));
        EXPECT_EQ(contents(path(all + ".plan")), contents(path(one + ".plan")));
    }
}

TEST_F(Shards, AreResumedAfterAKill) {
    ASSERT_LE(batch({"-o", "good.jsonl", "--shard", "2/2"}).exit, 1);
    const auto killed =
        runAndSignal(command({"-o", "s.jsonl", "--shard", "2/2", "--jobs", "1"}), workspace_.folder(), SIGKILL,
                     [&] { return !contents(path("s.jsonl")).empty(); });
    EXPECT_LE(killed.exit, 1) << "it may have ended by then";
    EXPECT_LE(batch({"-o", "s.jsonl", "--shard", "2/2", "--resume"}).exit, 1);
    EXPECT_EQ(contents(path("s.jsonl")), contents(path("good.jsonl")));
    const auto other = batch({"-o", "s.jsonl", "--shard", "1/2", "--resume"});
    EXPECT_EQ(other.exit, 3);
    EXPECT_TRUE(other.says("batch.plan-changed")) << other.err;
}

TEST_F(Shards, ThatAreMissingAreNamed) {
    ASSERT_LE(batch({"-o", "1.jsonl", "--shard", "1/3"}).exit, 1);
    const auto merged = workspace_.run({"merge", "all.jsonl", "1.jsonl"});
    EXPECT_EQ(merged.exit, 3);
    EXPECT_TRUE(merged.says("shards 2 and 3 of 3 are missing [merge.missing]")) << merged.err;
    EXPECT_FALSE(fs::exists(path("all.jsonl")));
}

TEST_F(Shards, BeginOnlyForThePlanThatTheyAreOf) {
    ASSERT_LE(batch({"-o", "one.jsonl"}).exit, 1);
    const auto kept = batch({"-o", "1.jsonl", "--shard", "1/2", "--of-plan", "one.jsonl.plan"});
    EXPECT_LE(kept.exit, 1) << kept.err;
    workspace_.write("k.cl", contents(path("k.cl")) + "\n");
    const auto changed = batch({"-o", "2.jsonl", "--shard", "2/2", "--of-plan", "one.jsonl.plan"});
    EXPECT_EQ(changed.exit, 3);
    EXPECT_TRUE(changed.says("k.cl has changed [batch.plan-changed]")) << changed.err;
    EXPECT_FALSE(fs::exists(path("2.jsonl")));
}

TEST_F(Shards, WrongUsage) {
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--shard", "1/2"},
                                                 {"-o", "x.jsonl", "--shard", "3/2"},
                                                 {"-o", "x.jsonl", "--tasks", "4"},
                                                 {"--slurm"},
                                                 {"-o", "x.jsonl", "--slurm", "--shard", "1/2"}}) {
        const auto outcome = batch(more);
        EXPECT_EQ(outcome.exit, 2) << outcome.err;
        EXPECT_FALSE(fs::exists(path("x.jsonl")));
    }
    EXPECT_EQ(workspace_.run({"merge", "all.txt", "1.jsonl"}).exit, 2);
}

TEST_F(Shards, OfAClusterAreThoseOfTheCommandLine) {
    const std::string cluster = warpstring::test::playSlurm(workspace_);
    ASSERT_EQ(batch({"-o", "one.csv"}).exit, 1);
    const auto outcome = warpstring::test::runAny(
        {.program = WARPSTRING_PROGRAM,
         .arguments = command({"-o", "all.csv", "--slurm", "--tasks", "3", "--poll", "0.1"}),
         .folder = workspace_.folder(),
         .environment = {cluster}});
    EXPECT_EQ(outcome.exit, 1) << outcome.err << contents(path("bin/sbatch.log"));
    EXPECT_EQ(contents(path("all.csv")), contents(path("one.csv")));
    EXPECT_EQ(contents(path("all.csv.plan")), contents(path("one.csv.plan")));
    EXPECT_FALSE(fs::exists(path("all.csv.slurm")));
}

} // namespace
