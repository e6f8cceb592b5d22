// SPDX-License-Identifier: GPL-3.0-or-later
// `validate` and `tune` in parts, as a user meets them.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include "tests/app/played_slurm.h"
#include "tests/app/program.h"

namespace {

namespace fs = std::filesystem;
using warpstring::test::contents;
using warpstring::test::Outcome;
using warpstring::test::runAny;
using warpstring::test::Workspace;

using Words = std::vector<std::string>;

struct Study {
    const char* name;
    Words command;
    const char* rowsAre; ///< as 'merge' tells them
};

void PrintTo(const Study& study, std::ostream* out) { *out << study.name; }

class RowShards : public testing::TestWithParam<Study> {
protected:
    void SetUp() override {
        workspace_.write("it's.cl", "__kernel void k(__global const float* a, __global float* b) {\n"
                                    "    int i = get_global_id(0);\n"
                                    "    float s = 0;\n"
                                    "    for (int j = 0; j < ROUNDS; ++j) s += a[i * STRIDE + j] + SKIPPED;\n"
                                    "    b[i] = s;\n"
                                    "}\n");
        workspace_.write("k.toml",
                         "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"it's.cl\"\n"
                         "global = [1048576]\nlocal = [64]\n[macros]\nSTRIDE = 8\nROUNDS = 4\n[args]\n"
                         "a = { buffer = \"float\", count = 16777216, init = \"random\", access = \"read\" }\n"
                         "b = { buffer = \"float\", count = 1048576 }\n"
                         "[tune]\nSTRIDE = [1, 2, 4, 8]\nROUNDS = [4, 8, 16]\nlocal = [[32], [64], [100]]\n");
    }
    [[nodiscard]] fs::path path(const std::string& name) const { return workspace_.folder() / name; }
    [[nodiscard]] static Words command(const Words& more) {
        Words words = GetParam().command;
        words.emplace_back("-q");
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    [[nodiscard]] Outcome study(const Words& more) const { return workspace_.run(command(more)); }
    [[nodiscard]] std::string report(const Words& more = {}) const {
        Words words = more;
        words.emplace_back("--json");
        const auto outcome = study(words);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return outcome.out;
    }

    Workspace workspace_;
};

INSTANTIATE_TEST_SUITE_P(Of, RowShards,
                         testing::Values(Study{"validate",
                                               {"validate", "--random", "18", "--seed", "7", "--most-groups",
                                                "64", "--model", "closed-form", "-s", "nvidia-h200"},
                                               "18 kernels"},
                                         Study{"tune",
                                               {"tune", "k.toml", "-s", "geforce-8800-gtx", "-s", "tesla-c1060",
                                                "-O", "-DSKIPPED=3 -DOTHER='x'"},
                                               "72 variants"}),
                         [](const auto& chosen) { return std::string(chosen.param.name); });

TEST_P(RowShards, AreJoinedIntoTheBytesAndTheReportOfOneRun) {
    const std::string plain = report();
    EXPECT_EQ(report({"--rows", "one.jsonl"}), plain);
    Words merge{"merge", "all.jsonl"};
    for (const std::string number : {"3", "1", "2"}) {
        const auto shard =
            study({"--rows", number + ".jsonl", "--shard", number + "/3", "--of-plan", "one.jsonl.plan"});
        EXPECT_EQ(shard.exit, 0) << shard.err;
        EXPECT_EQ(shard.out, "") << "a part has no report";
        merge.push_back(number + ".jsonl");
    }
    const auto joined = workspace_.run(merge);
    EXPECT_EQ(joined.exit, 0) << joined.err;
    EXPECT_TRUE(joined.says(GetParam().rowsAre + std::string(" of 3 shards"))) << joined.err;
    EXPECT_EQ(contents(path("all.jsonl")), contents(path("one.jsonl")));
    EXPECT_EQ(contents(path("all.jsonl.plan")), contents(path("one.jsonl.plan")));
    EXPECT_EQ(report({"--rows", "all.jsonl", "--resume"}), plain);

    const auto incomplete = workspace_.run({"merge", "none.jsonl", "1.jsonl"});
    EXPECT_EQ(incomplete.exit, 3);
    EXPECT_TRUE(incomplete.says("shards 2 and 3 of 3 are missing [merge.missing]")) << incomplete.err;
    const auto again = study({"--rows", "one.jsonl"});
    EXPECT_EQ(again.exit, 3);
    EXPECT_TRUE(again.says("batch.output-exists")) << again.err;
}

TEST_P(RowShards, AreResumedAfterAKillAndRefuseAnotherPlan) {
    ASSERT_EQ(study({"--rows", "good.jsonl", "--shard", "2/2"}).exit, 0);
    const auto killed = runAny({.program = WARPSTRING_PROGRAM,
                                .arguments = command({"--rows", "s.jsonl", "--shard", "2/2", "--jobs", "1"}),
                                .folder = workspace_.folder(),
                                .signal = SIGKILL,
                                .when = [&] { return !contents(path("s.jsonl")).empty(); }});
    EXPECT_LE(killed.exit, 0) << "it may have ended by then";
    EXPECT_EQ(study({"--rows", "s.jsonl", "--shard", "2/2", "--resume"}).exit, 0);
    EXPECT_EQ(contents(path("s.jsonl")), contents(path("good.jsonl")));
    for (const Words& more : {Words{"--shard", "1/2"}, Words{"--shard", "2/2", "--of-plan", "s.jsonl.plan"}}) {
        Words words{"--rows", "s.jsonl", "--resume"};
        words.insert(words.end(), more.begin(), more.end());
        const auto other = study(words);
        EXPECT_EQ(other.exit, 3);
        EXPECT_TRUE(other.says("batch.plan-changed")) << other.err;
    }
}

TEST_P(RowShards, WrongUsage) {
    for (const Words& more : {Words{"--shard", "1/2"},
                              {"--rows", "x.csv"},
                              {"--rows", "x.jsonl", "--shard", "3/2"},
                              {"--rows", "x.jsonl", "--tasks", "4"},
                              {"--rows", "x.jsonl", "--shard", "1/2", "-o", "y"},
                              {"--rows", "x.jsonl", "--shard", "1/2", "--records", "y"},
                              {"--rows", "x.jsonl", "--slurm", "--shard", "1/2"},
                              {"--resume"},
                              {"--force"},
                              {"--slurm"}}) {
        const auto outcome = study(more);
        EXPECT_EQ(outcome.exit, 2) << outcome.err;
        EXPECT_FALSE(fs::exists(path("x.jsonl")));
    }
}

TEST_P(RowShards, OfAClusterAreThoseOfTheCommandLine) {
    const std::string cluster = warpstring::test::playSlurm(workspace_);
    const std::string plain = report({"--rows", "one.jsonl"});
    const auto outcome = runAny(
        {.program = WARPSTRING_PROGRAM,
         .arguments = command({"--rows", "all.jsonl", "--slurm", "--tasks", "3", "--poll", "0.1", "--json"}),
         .folder = workspace_.folder(),
         .environment = {cluster}});
    EXPECT_EQ(outcome.exit, 0) << outcome.err << contents(path("bin/sbatch.log"));
    EXPECT_EQ(outcome.out, plain);
    EXPECT_EQ(contents(path("all.jsonl")), contents(path("one.jsonl")));
    EXPECT_EQ(contents(path("all.jsonl.plan")), contents(path("one.jsonl.plan")));
    EXPECT_FALSE(fs::exists(path("all.jsonl.slurm")));
}

TEST(RowShardsOfLanguage, AreJoinedIntoTheReportOfOneRun) {
    const Workspace workspace;
    const auto language = [&](const Words& more) {
        Words words{"validate", "--language", "9", "--seed", "3", "-s", "nvidia-h200", "-q", "--rows"};
        words.insert(words.end(), more.begin(), more.end());
        return workspace.run(words);
    };
    const auto one = language({"one.jsonl"});
    EXPECT_TRUE(one.prints("9 kernels of seed 3"));
    for (const std::string number : {"1", "2"})
        static_cast<void>(language({number + ".jsonl", "--shard", number + "/2"}));
    static_cast<void>(workspace.run({"merge", "all.jsonl", "1.jsonl", "2.jsonl"}));
    EXPECT_EQ(contents(workspace.folder() / "all.jsonl"), contents(workspace.folder() / "one.jsonl"));
    const auto all = language({"all.jsonl", "--resume"});
    EXPECT_EQ(all.out, one.out);
    EXPECT_EQ(all.exit, one.exit);
    EXPECT_EQ(all.exit, 0) << all.err;
}

TEST(RowShardsOfTune, OfAGuidedSearchAreRefused) {
    const Workspace workspace;
    workspace.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] = N; }",
                          "a = { buffer = \"float\", count = 1024 }\n",
                          "[macros]\nN = 1\n[tune]\nN = [1, 2, 3, 4]\n");
    const auto outcome = workspace.run({"tune", "k.toml", "-s", "nvidia-h200", "-q", "--evaluations", "3",
                                        "--rows", "x.jsonl", "--shard", "1/2"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_TRUE(outcome.says("[tune.not-exhaustive]")) << outcome.err;
    EXPECT_TRUE(outcome.says("--evaluations 4")) << outcome.err;
    EXPECT_FALSE(fs::exists(workspace.folder() / "x.jsonl"));
}

} // namespace
