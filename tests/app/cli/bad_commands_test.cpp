// SPDX-License-Identifier: GPL-3.0-or-later
// Wrong usage and bad input of the commands that measure and calibrate: what they say before any device is
// asked.
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace {

using warpstring::test::Outcome;
using warpstring::test::Workspace;
using Words = std::vector<std::string>;

class BadCommands : public testing::Test {
protected:
    BadCommands() {
        workspace_.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] = 1.0f; }\n",
                               "a = { buffer = \"float\", count = 1024 }\n");
    }

    void expectUsage(const Words& words) const {
        const Outcome outcome = workspace_.run(words);
        EXPECT_EQ(outcome.exit, 2) << testing::PrintToString(words) << outcome.err << outcome.ended;
        EXPECT_EQ(outcome.out, "") << testing::PrintToString(words);
        EXPECT_NE(outcome.err, "") << testing::PrintToString(words);
    }
    void expectFault(const Words& words, int exit, const std::string& code) const {
        const Outcome outcome = workspace_.run(words);
        SCOPED_TRACE(testing::PrintToString(words) + outcome.err + outcome.ended);
        EXPECT_EQ(outcome.exit, exit);
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(outcome.says("[" + code + "]"));
        EXPECT_TRUE(outcome.says("\n  hint: "));
    }

    Workspace workspace_;
};

TEST_F(BadCommands, MeasuringWantsLaunchesAndSensibleNumbers) {
    expectUsage({"measure"});
    for (const Words& more :
         {Words{"--cache", "hot"}, Words{"--min-samples", "0"}, Words{"--max-samples", "few"},
          Words{"--standard-error", "-0.1"}, Words{"--time-limit", "0"}, Words{"--warm-up", "-1"},
          Words{"--transfers", "-1"}, Words{"--resume"}, Words{"--no-such-option"}}) {
        Words words{"measure", "k.toml"};
        words.insert(words.end(), more.begin(), more.end());
        expectUsage(words);
    }
}

TEST_F(BadCommands, MeasuringTellsWhichLaunchCannotBeRead) {
    expectFault({"measure", "absent.toml"}, 3, "launch.file-not-found");
    std::filesystem::create_directories(workspace_.folder() / "empty");
    expectFault({"measure", "empty"}, 3, "batch.no-launches");
    expectFault({"measure", "k.toml", "--plan", "no/such/folder/p.jsonl"}, 1, "output.write");
}

TEST_F(BadCommands, APlanIsWrittenWithoutADevice) {
    const Outcome outcome = workspace_.run({"measure", "k.toml", "k.toml", "--plan", "p.jsonl"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.says("2 launches in p.jsonl")) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(workspace_.folder() / "p.jsonl"));
}

TEST_F(BadCommands, CalibratingTakesProbesOrADeviceButNotBoth) {
    expectUsage({"calibrate", "probes.jsonl", "--device", "0"});
    expectUsage({"calibrate", "probes.jsonl", "--max-seconds", "0"});
    expectUsage({"calibrate", "probes.jsonl", "more.jsonl"});
}

TEST_F(BadCommands, CalibratingTellsWhatIsWrongWithItsFiles) {
    workspace_.write("probes.jsonl", "");
    expectFault({"calibrate", "absent.jsonl"}, 3, "probes.unreadable");
    for (const char* base : {"absent.toml", ".", "probes.jsonl"})
        expectFault({"calibrate", "probes.jsonl", "-b", base}, 3, "calibration.base-unreadable");
    workspace_.write("other.jsonl", "{\"schema\": \"something else\"}\n");
    const Outcome other = workspace_.run({"calibrate", "other.jsonl"});
    EXPECT_EQ(other.exit, 3) << other.err;
    EXPECT_EQ(other.errors(), 1U) << other.err;
    EXPECT_FALSE(std::filesystem::exists(workspace_.folder() / "calibrated.toml")) << "no spec comes of it";
}

TEST_F(BadCommands, ATimelinesNumbersAreWithinWhatThereIs) {
    for (const Words& more : {Words{"--sm", "-1"}, Words{"--operations", "0"}, Words{"--warps", "0"},
                              Words{"--from", "-3"}, Words{"--to", "0"}, Words{"-f", "png"}}) {
        Words words{"timeline", "k.toml"};
        words.insert(words.end(), more.begin(), more.end());
        expectUsage(words);
    }
    // The launch has one work-group of 64 work-items for each of 16 multiprocessors: number 15 is the last.
    expectFault({"timeline", "k.toml", "--sm", "16"}, 3, "usage.multiprocessor");
    EXPECT_EQ(workspace_.run({"timeline", "k.toml", "--sm", "15", "-o", "t.json"}).exit, 0);
    expectFault({"timeline", "k.toml", "--index", "1"}, 3, "usage.index");
}

} // namespace
