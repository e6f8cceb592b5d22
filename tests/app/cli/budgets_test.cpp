// SPDX-License-Identifier: GPL-3.0-or-later
// Time limits and interruptions as a user meets them: refused by name, and what is done is kept.
#include <gtest/gtest.h>

#include <signal.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using warpstring::test::contents;
using warpstring::test::count;
using warpstring::test::runAndSignal;
using warpstring::test::Workspace;

class CommandBudgets : public testing::Test {
protected:
    /// A chase through a buffer, which has to be followed step by step: `short_` launches of few steps, then
    /// `long_` of many.
    void writeChases(int short_, int long_) const {
        std::string steps;
        for (int i = 0; i < short_ + long_; ++i)
            steps += (i > 0 ? ", " : "") + std::to_string(i < short_ ? i + 1 : 3900 + i);
        workspace_.write("k.cl", "__kernel void k(__global const int* next, __global int* o, int n) {\n"
                                 "    int p = get_global_id(0);\n"
                                 "    for (int i = 0; i < n; i++) p = next[p];\n"
                                 "    o[get_global_id(0)] = p;\n"
                                 "}\n");
        workspace_.write(
            "k.toml",
            "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [65536]\n"
            "local = [256]\n[args]\nn = 1\n"
            "next = { buffer = \"int\", count = 65536, init = \"random\", seed = 1, range = [0, 65535] }\n"
            "o = { buffer = \"int\", count = 65536 }\n[sweep]\nn = [" +
                steps + "]\n");
    }

    Workspace workspace_;
};

TEST_F(CommandBudgets, ATimeLimitIsARefusalByName) {
    writeChases(3, 0);
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"simulate", "k.toml"}, {"string", "k.toml"}, {"timeline", "k.toml"}, {"replay", "k.toml"}}) {
        auto limited = words;
        limited.insert(limited.end(), {"--time-limit", "1e-9"});
        const auto outcome = workspace_.run(limited);
        EXPECT_EQ(outcome.exit, 1) << words.front() << outcome.err;
        EXPECT_TRUE(outcome.says("[simulate.time-limit]\n  hint: ")) << words.front() << outcome.err;
    }
    const auto batch = workspace_.run({"batch", "k.toml", "--time-limit", "1e-9"});
    EXPECT_EQ(batch.exit, 1);
    EXPECT_EQ(count(batch.out, "\"simulate.time-limit\""), 3u) << batch.out;
    EXPECT_EQ(workspace_.run({"batch", "k.toml", "--time-limit", "3600"}).out,
              workspace_.run({"batch", "k.toml"}).out);
    EXPECT_EQ(workspace_.run({"simulate", "k.toml", "--time-limit", "0"}).exit, 2);
    const auto validate = workspace_.run({"validate", "--random", "2", "--time-limit", "1e-9"});
    EXPECT_EQ(validate.exit, 1);
    EXPECT_EQ(count(validate.err, "[simulate.time-limit]"), 2u) << validate.err;
}

TEST_F(CommandBudgets, TerminationInTheMiddleOfALaunchKeepsTheRowsBefore) {
    constexpr int short_ = 8;
    writeChases(short_, 4);
    const fs::path rows = workspace_.folder() / "rows.jsonl";
    const auto written = [&] { return count(contents(rows), "\n") >= short_; };
    const auto outcome = runAndSignal({"batch", "k.toml", "-o", "rows.jsonl", "--jobs", "1", "-q"},
                                      workspace_.folder(), SIGTERM, written);
    EXPECT_EQ(outcome.exit, 130) << outcome.ended << outcome.err;
    EXPECT_TRUE(outcome.says("[batch.interrupted]")) << outcome.err;
    const std::string kept = contents(rows);
    EXPECT_GE(count(kept, "\n"), static_cast<std::size_t>(short_));
    EXPECT_EQ(count(kept, "simulate.interrupted"), 0u) << "a row that was stopped is no row";
    EXPECT_EQ(workspace_.run({"batch", "k.toml", "-o", "rows.jsonl", "--resume", "-q"}).exit, 0);
    const std::string whole = contents(rows);
    EXPECT_EQ(count(whole, "\n"), static_cast<std::size_t>(short_ + 4));
    EXPECT_TRUE(whole.starts_with(kept));
    EXPECT_EQ(workspace_.run({"batch", "k.toml", "-q"}).out, whole);
}

TEST_F(CommandBudgets, AnInterruptedSimulationPrintsWhatIsDone) {
    writeChases(1, 60);
    const auto end = Clock::now() + std::chrono::milliseconds(1500);
    const auto outcome = runAndSignal({"simulate", "k.toml", "--json"}, workspace_.folder(), SIGINT,
                                      [&] { return Clock::now() >= end; });
    EXPECT_EQ(outcome.exit, 130) << outcome.ended << outcome.err;
    EXPECT_TRUE(outcome.says("of 61 launches are done")) << outcome.err;
    EXPECT_TRUE(outcome.out.empty() || Json::parse(outcome.out, nullptr, false).is_array()) << outcome.out;
    const auto again = Clock::now() + std::chrono::milliseconds(1500);
    const auto validate = runAndSignal({"validate", "--random", "100000", "-q"}, workspace_.folder(), SIGTERM,
                                       [&] { return Clock::now() >= again; });
    EXPECT_EQ(validate.exit, 130) << validate.ended << validate.err;
    EXPECT_TRUE(validate.says("[validate.interrupted]")) << validate.err;
}

} // namespace
