// SPDX-License-Identifier: GPL-3.0-or-later
// warpstring batch as a user meets it: formats, interruptions, faults.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "tests/app/program.h"
#include "tests/sanitized.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using warpstring::test::contents;
using warpstring::test::isSanitized;
using warpstring::test::run;
using warpstring::test::runAndSignal;
using warpstring::test::Workspace;

const std::string sampleFolder = std::string(WARPSTRING_SOURCE_DIR) + "/samples";
const std::vector<std::string> outputs{"rows.jsonl", "rows.csv", "rows.sqlite"};

std::vector<Json> jsonLines(const std::string& text) {
    std::vector<Json> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) rows.push_back(Json::parse(line, nullptr, false));
    return rows;
}

class Batch : public testing::Test {
protected:
    /// A sweep over `launches` sizes, one of them faulty.
    void writeSweep(int launches) const {
        std::string sizes = "64";
        for (int i = 2; i <= launches; ++i) sizes += "," + std::to_string(i == 17 ? 65 : 64 * i);
        workspace_.write("k.cl", "__kernel void k(__global float* a, int n) {\n"
                                 "    const int i = get_global_id(0);\n"
                                 "    if (i < n - 3) a[i] = i;\n"
                                 "}\n");
        workspace_.write("k.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                                   "global = [\"n\"]\nlocal = [64]\n[args]\nn = 64\n"
                                   "a = { buffer = \"float\", count = \"n\" }\n[sweep]\nn = [" +
                                       sizes + "]\n");
    }
    fs::path path(const std::string& name) const { return workspace_.folder() / name; }
    std::vector<std::string> command(const std::string& output,
                                     const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"batch", "k.toml",      "-s", "geforce-8800-gtx",
                                       "-s",    "tesla-c1060", "-o", output};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    Workspace workspace_;
};

TEST_F(Batch, EveryFormatHoldsEveryLaunch) {
    writeSweep(30);
    for (const auto& output : outputs) {
        const auto outcome = workspace_.run(command(output));
        EXPECT_EQ(outcome.exit, 1) << "two rows have errors; " << outcome.err << outcome.ended;
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(outcome.says("60 launches, 2 with errors")) << outcome.err;
    }
    const auto rows = jsonLines(contents(path("rows.jsonl")));
    ASSERT_EQ(rows.size(), 60U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i]["schema"], "warpstring.batch-row/2");
        EXPECT_EQ(rows[i]["index"], i);
        EXPECT_EQ(rows[i]["spec"], i % 2 == 0 ? "geforce-8800-gtx" : "tesla-c1060");
        EXPECT_EQ(rows[i]["status"], i / 2 == 16 ? "error" : "ok");
    }
    EXPECT_EQ(rows[32]["diagnostics"][0]["code"], "launch.non-dividing-size");
    const std::string csv = contents(path("rows.csv"));
    EXPECT_EQ(warpstring::test::count(csv, "\r\n"), 61U);
    EXPECT_TRUE(csv.starts_with("index,launch,spec,status,"));
    EXPECT_TRUE(contents(path("rows.sqlite")).starts_with("SQLite format 3"));
}

TEST_F(Batch, AgreesWithSimulate) {
    const std::string launch = sampleFolder + "/scan/scan-init-sizes.toml";
    const auto rows = jsonLines(run({"batch", launch, "-s", "nvidia-h200"}).out);
    const Json simulations =
        Json::parse(run({"simulate", launch, "-s", "nvidia-h200", "--json"}).out, nullptr, false);
    ASSERT_EQ(rows.size(), simulations.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i]["launch"], simulations[i]["launch"]);
        EXPECT_EQ(rows[i]["warp_latency_cycles"], simulations[i]["warp"]["latency_cycles"]);
        EXPECT_EQ(rows[i]["kernel_time_us"], simulations[i]["kernel"]["time_us"]);
        EXPECT_EQ(rows[i]["bound_by"], simulations[i]["kernel"]["bound_by"]);
        EXPECT_EQ(rows[i]["groups"], simulations[i]["occupancy"]["groups"]);
    }
}

TEST_F(Batch, FolderOfSamples) {
    const auto one = run({"batch", sampleFolder + "/scan", "--jobs", "1", "--strings"});
    EXPECT_EQ(one.exit, 0) << one.err;
    const auto rows = jsonLines(one.out);
    EXPECT_GT(rows.size(), 25U);
    for (const auto& row : rows) EXPECT_TRUE(row["string"].is_string()) << row;
    EXPECT_EQ(run({"batch", sampleFolder + "/scan", "--jobs", "4", "--strings"}).out, one.out);
}

/// What a person adds up who has the printed string alone: costs, times the counts and weights of repeats.
double cyclesPrinted(std::istringstream& words) {
    double all = 0;
    for (std::string word; words >> word;) {
        if (word == "(") {
            all += cyclesPrinted(words);
        } else if (word.starts_with(")x")) {
            const auto star = word.find('*');
            const double weight = star == std::string::npos ? 1 : std::stod(word.substr(star + 1));
            return all * std::stod(word.substr(2)) * weight;
        } else if (const auto cost = word.find('^'); cost != std::string::npos) {
            all += std::stod(word.substr(cost + 1));
        }
    }
    return all;
}

TEST_F(Batch, StringsAddUpToTheLatencyBesideThem) {
    const auto outcome =
        run({"batch", sampleFolder + "/scan/scan-init.toml", sampleFolder + "/matmul/check-matmul-tiled.toml",
             sampleFolder + "/transpose/check-transpose-padded.toml",
             sampleFolder + "/field/divergence/check-table-rounds.toml", "-s", "nvidia-h200", "-s", "amd-mi210",
             "-q", "--strings"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    const auto rows = jsonLines(outcome.out);
    EXPECT_EQ(rows.size(), 20U);
    for (const auto& row : rows) {
        EXPECT_EQ(row["model"], "timeline");
        std::istringstream words(row["string"].get<std::string>());
        const double told = row["warp_latency_cycles"];
        EXPECT_NEAR(cyclesPrinted(words), told, 1e-3 * told) << row["launch"] << row["spec"] << row["string"];
    }
}

TEST_F(Batch, JobsDoNotShow) {
    writeSweep(500);
    for (const auto& output : outputs) {
        static_cast<void>(workspace_.run(command(output, {"--jobs", "1"})));
        const std::string one = contents(path(output));
        static_cast<void>(workspace_.run(command(output, {"--jobs", "4", "--force"})));
        EXPECT_TRUE(contents(path(output)) == one) << output;
    }
}

class InterruptedBatch : public Batch, public testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(Formats, InterruptedBatch, testing::ValuesIn(outputs),
                         [](const auto& chosen) { return chosen.param.substr(5); });

/// SIGKILL at moments drawn over the time that a batch takes, and now and then twice; then --resume.
TEST_P(InterruptedBatch, KilledAtAnyMomentItResumesToTheSameBytes) {
    writeSweep(600);
    const std::string output = GetParam();
    const unsigned seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto undisturbed = workspace_.run(command(output, {"--jobs", "2"}));
    ASSERT_EQ(undisturbed.exit, 1) << undisturbed.err;
    const std::string whole = contents(path(output));
    ASSERT_FALSE(whole.empty());
    int allKills = 0;
    for (int trial = 0; trial < (isSanitized ? 6 : 20); ++trial) {
        for (const char* ending : {"", ".plan", ".plan.new", "-journal"}) fs::remove(path(output + ending));
        const int kills = trial % 4 == 3 ? 2 : 1;
        for (int i = 0; i < kills; ++i) {
            const double share = std::uniform_real_distribution<>(0, 1)(random);
            const auto end = Clock::now() + std::chrono::duration<double>(share * undisturbed.seconds);
            const auto outcome = runAndSignal(command(output, {"--jobs", "2", "--resume"}), workspace_.folder(),
                                              SIGKILL, [&] { return Clock::now() >= end; });
            allKills += outcome.exit == warpstring::test::killed ? 1 : 0;
        }
        const auto resumed = workspace_.run(command(output, {"--jobs", "2", "--resume"}));
        ASSERT_EQ(resumed.exit, 1) << resumed.err << resumed.ended;
        ASSERT_TRUE(contents(path(output)) == whole) << "trial " << trial;
        EXPECT_FALSE(fs::exists(path(output + "-journal")));
    }
    EXPECT_GT(allKills, 0);
}

TEST_P(InterruptedBatch, CtrlCKeepsWhatIsDoneAndSaysHowToGoOn) {
    writeSweep(isSanitized ? 800 : 2500);
    const std::string output = GetParam();
    const bool isDatabase = output == "rows.sqlite";
    static_cast<void>(workspace_.run(command(output, {"--jobs", "2", "-q"})));
    const std::string whole = contents(path(output));
    for (const int signal : {SIGINT, SIGTERM}) {
        for (const char* ending : {"", ".plan"}) fs::remove(path(output + ending));
        const auto hasRows = [&] {
            std::error_code error;
            const auto size = fs::file_size(path(output), error);
            return !error && size > (isDatabase ? 12288U : 4000U);
        };
        const auto outcome =
            runAndSignal(command(output, {"--jobs", "1"}), workspace_.folder(), signal, hasRows);
        ASSERT_EQ(outcome.exit, 130) << outcome.ended << outcome.err;
        EXPECT_TRUE(outcome.says("[batch.interrupted]")) << outcome.err;
        EXPECT_TRUE(outcome.says("--resume")) << outcome.err;
        const std::string kept = contents(path(output));
        EXPECT_LT(kept.size(), whole.size());
        EXPECT_TRUE(isDatabase || whole.starts_with(kept));
        const auto resumed = workspace_.run(command(output, {"--resume"}));
        EXPECT_EQ(resumed.exit, 1) << resumed.err;
        EXPECT_TRUE(resumed.says("of them from before")) << resumed.err;
        EXPECT_TRUE(contents(path(output)) == whole);
    }
}

/// The worker processes of a batch that runs in `folder`.
std::vector<pid_t> workersIn(const fs::path& folder) {
    std::vector<pid_t> found;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string command = contents(entry.path() / "cmdline");
        if (command == std::string("/proc/self/exe\0worker\0", 22) &&
            fs::equivalent(entry.path() / "cwd", folder, gone) && !gone)
            found.push_back(std::stoi(entry.path().filename()));
    }
    return found;
}

TEST_F(Batch, AWorkerThatIsKilledCostsNoLaunch) {
    writeSweep(3000);
    static_cast<void>(workspace_.run(command("rows.jsonl", {"-q"})));
    const std::string whole = contents(path("rows.jsonl"));
    int kills = 0;
    const auto hasKilled = [&] {
        const auto workers = workersIn(workspace_.folder());
        std::error_code error;
        if (workers.empty() || fs::file_size(path("rows.jsonl"), error) < 4000 || error) return false;
        kills += ::kill(workers.front(), SIGKILL) == 0 ? 1 : 0;
        return true;
    };
    const auto outcome = runAndSignal(command("rows.jsonl", {"--jobs", "2", "--force"}), workspace_.folder(),
                                      SIGCONT, hasKilled);
    EXPECT_EQ(kills, 1);
    EXPECT_EQ(outcome.exit, 1) << "two rows have errors; " << outcome.err << outcome.ended;
    EXPECT_TRUE(contents(path("rows.jsonl")) == whole);
}

TEST_F(Batch, NoWorkerOutlivesTheProgram) {
    writeSweep(3000);
    const auto outcome = runAndSignal(command("rows.jsonl", {"--jobs", "2"}), workspace_.folder(), SIGKILL,
                                      [&] { return workersIn(workspace_.folder()).size() == 2; });
    EXPECT_EQ(outcome.exit, warpstring::test::killed);
    const auto end = Clock::now() + std::chrono::seconds(10);
    while (!workersIn(workspace_.folder()).empty() && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(workersIn(workspace_.folder()).empty());
}

TEST_F(Batch, WorkersAreNotForPeople) {
    EXPECT_FALSE(run({"--help"}).prints("worker"));
    EXPECT_FALSE(run({"workre"}).says("worker"));
    EXPECT_EQ(run({"worker"}).exit, 2) << "standard input holds no order";
}

TEST_F(Batch, WhatIsThereIsKept) {
    writeSweep(20);
    for (const auto& output : outputs) {
        ASSERT_EQ(workspace_.run(command(output)).exit, 1);
        const std::string whole = contents(path(output));
        const auto again = workspace_.run(command(output));
        EXPECT_EQ(again.exit, 3);
        EXPECT_TRUE(again.says("[batch.output-exists]"));
        EXPECT_TRUE(again.says("--resume"));
        EXPECT_TRUE(again.says("--force"));
        const auto other = workspace_.run(command(output, {"--resume", "--threshold", "99"}));
        EXPECT_EQ(other.exit, 3);
        EXPECT_TRUE(other.says("the threshold was 4194304.0 and is 99.0")) << other.err;
        EXPECT_TRUE(contents(path(output)) == whole);
        EXPECT_EQ(workspace_.run(command(output, {"--resume"})).exit, 1) << "its errors still count";
        EXPECT_EQ(workspace_.run(command(output, {"--force"})).exit, 1);
        EXPECT_TRUE(contents(path(output)) == whole);
    }
}

TEST_F(Batch, WrongUsage) {
    writeSweep(3);
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"batch"},
                                               {"batch", "k.toml", "-o", "rows.xlsx"},
                                               {"batch", "k.toml", "--resume"},
                                               {"batch", "k.toml", "-o", "rows.csv", "--resume", "--force"},
                                               {"batch", "k.toml", "--jobs", "0"},
                                               {"batch", "k.toml", "--threshold", "-1"}}) {
        const auto outcome = workspace_.run(words);
        EXPECT_EQ(outcome.exit, 2) << testing::PrintToString(words) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
    EXPECT_FALSE(fs::exists(path("rows.csv")));
}

TEST_F(Batch, BadInput) {
    writeSweep(3);
    fs::create_directory(path("empty"));
    workspace_.write("broken.toml", "schema = \"warpstring.launch/1\"\nkernel =\n");
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"batch", "absent.toml"}, "[launch.file-not-found]"},
        {{"batch", "empty"}, "[batch.no-launches]"},
        {{"batch", "."}, "[launch.syntax]"},
        {{"batch", "k.toml", "-s", "absent"}, "[spec."},
        {{"batch", "k.toml", "-o", "absent/rows.csv"}, "[batch.output-unusable]"},
        {{"batch", "k.toml", "-o", "absent/rows.db"}, "[batch.output-unusable]"}};
    for (const auto& [words, code] : cases) {
        const auto outcome = workspace_.run(words);
        EXPECT_EQ(outcome.exit, 3) << testing::PrintToString(words);
        EXPECT_TRUE(outcome.says(code)) << outcome.err;
        EXPECT_TRUE(outcome.says("\n  hint: ")) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
}

TEST_F(Batch, FullDisk) {
    writeSweep(100);
    fs::create_symlink("/dev/full", path("rows.jsonl"));
    for (const auto& outcome : {workspace_.run(command("rows.jsonl", {"--force"})),
                                run({"batch", "k.toml"}, workspace_.folder(), "/dev/full")}) {
        EXPECT_EQ(outcome.exit, 1) << outcome.err;
        EXPECT_TRUE(outcome.says("[output.write]")) << outcome.err;
        EXPECT_EQ(outcome.errors(), 1U) << outcome.err;
    }
}

} // namespace
