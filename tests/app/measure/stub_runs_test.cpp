// SPDX-License-Identifier: GPL-3.0-or-later
// A driver that hangs, crashes, has no memory or loses its device, in the midst of a folder of launches.
#include <csignal>

#include "tests/app/measure/measure_fixture.h"
#include "tests/app/measure/process.h"

namespace warpstring::test {
namespace {

namespace fs = std::filesystem;

class StubRuns : public MeasureTest {
protected:
    void SetUp() override {
        fs::create_directories(path("launches"));
        // Sources that differ, or --resume would take them for the same work.
        writeLaunch("launches/a", "// a");
        writeLaunch("launches/b", "// b", "faulty");
        writeLaunch("launches/c", "// c");
    }
    /// Measures the folder; a and c are measured, b is not, for the reason of `code`.
    Json measureFolder(const std::string& fault, const std::string& code, const Words& more = {}) const {
        Words words{"launches", "-o", "r.jsonl"};
        words.insert(words.end(), more.begin(), more.end());
        const auto outcome = measureOnStub(words, fault);
        EXPECT_EQ(outcome.exit, 1) << outcome.err << outcome.ended;
        EXPECT_TRUE(outcome.says("2 measured, 1 failed")) << outcome.err;
        expectWholeDiagnostics(outcome);
        auto named = recordsByName("r.jsonl");
        EXPECT_EQ(named["a"]["status"], "ok");
        EXPECT_EQ(named["c"]["status"], "ok");
        EXPECT_EQ(faultOf(named["b"]), code) << named["b"].dump();
        return named["b"];
    }
};

TEST_F(StubRuns, AWellBehavedStubIsMeasured) {
    const auto outcome = measureOnStub({"launches", "--json"}, "");
    ASSERT_EQ(outcome.exit, 0) << outcome.err << outcome.ended;
    const Json all = Json::parse(outcome.out, nullptr, false);
    ASSERT_EQ(all.size(), 3U) << outcome.out;
    EXPECT_EQ(all[0]["device"]["name"], "Stub device");
    EXPECT_EQ(all[0]["kernel"]["median_ns"], 4e6) << "as its events tell";
    EXPECT_EQ(all[0]["verification"]["passed"], nullptr);
    EXPECT_EQ(all[0]["warp"]["measurable"], false);
    EXPECT_EQ(all[0]["warp"]["why"], "the device has no clock that a kernel can read");
    EXPECT_EQ(all[0]["build"]["log"], "the stub builds anything");
}

TEST_F(StubRuns, NoPlatform) {
    const Words environment{"OCL_ICD_VENDORS=" + noVendors.string()};
    for (const auto& outcome :
         {runProgram(warpstringProgram, {"devices"}, environment), measureWith({"launches"}, environment)}) {
        EXPECT_EQ(outcome.exit, 1);
        EXPECT_TRUE(outcome.says("[measure.no-platform]")) << outcome.err;
        expectWholeDiagnostics(outcome);
    }
    const auto outcome = runProgram(measureProgram, {"--devices"}, environment);
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_TRUE(outcome.says("[measure.no-platform]")) << outcome.err;
}

TEST_F(StubRuns, NoDevice) {
    for (const auto& outcome : {runProgram(warpstringProgram, {"devices"}, stubEnvironment("no-device")),
                                measureOnStub({"launches", "-o", "r.jsonl"}, "no-device"),
                                runProgram(measureProgram, {"--devices"}, stubEnvironment("no-device"))}) {
        EXPECT_EQ(outcome.exit, 1) << outcome.err;
        EXPECT_TRUE(outcome.says("[measure.no-device]")) << outcome.err;
        expectWholeDiagnostics(outcome);
    }
    EXPECT_TRUE(records("r.jsonl").empty());
}

TEST_F(StubRuns, ACallThatNeverReturns) {
    const Json record = measureFolder("hang", "measure.time-limit", {"--time-limit", "3"});
    EXPECT_TRUE(isGone(pidIn(path("stub-state")))) << "the hanging process stayed";
    EXPECT_TRUE(record["diagnostics"][0]["file"].get<std::string>().ends_with("b.toml")) << record;
}

TEST_F(StubRuns, ACrash) {
    const Json record = measureFolder("crash", "measure.worker-died");
    const auto message = record["diagnostics"][0]["message"].get<std::string>();
    EXPECT_NE(message.find("Aborted"), std::string::npos) << message;
    EXPECT_NE(message.find("stub: about to abort"), std::string::npos) << message;
}

TEST_F(StubRuns, AGroupSizeThatTheDriverRefusesLate) {
    static_cast<void>(measureFolder("group-size", "measure.group-size-refused"));
}

TEST_F(StubRuns, NoMemory) {
    for (const char* fault : {"buffer-memory", "write-memory"}) {
        fs::remove(path("r.jsonl"));
        const auto outcome = measureOnStub({"launches", "-o", "r.jsonl"}, fault);
        EXPECT_EQ(outcome.exit, 1) << outcome.err;
        EXPECT_TRUE(outcome.says("0 measured, 3 failed")) << outcome.err;
        expectWholeDiagnostics(outcome);
        for (const Json& record : records("r.jsonl")) {
            EXPECT_EQ(faultOf(record), "measure.allocation-failed");
            const auto message = record["diagnostics"][0]["message"].get<std::string>();
            EXPECT_NE(message.find("4096 bytes"), std::string::npos) << message;
        }
    }
}

TEST_F(StubRuns, WhatADriverPrintsNeitherBlocksNorShows) {
    const auto outcome = measureOnStub({"launches", "--json"}, "chatter");
    EXPECT_EQ(outcome.exit, 0) << outcome.err.substr(0, 2000);
    const Json all = Json::parse(outcome.out, nullptr, false);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1]["status"], "ok");
}

TEST_F(StubRuns, NoProfilingIsAWarning) {
    const auto outcome = measureOnStub({"launches/a.toml", "--json"}, "no-profiling");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.says("[measure.no-profiling]")) << outcome.err;
    EXPECT_EQ(outcome.errors(), 0U) << outcome.err;
    EXPECT_EQ(outcome.warnings(), 1U) << outcome.err;
    const Json record = Json::parse(outcome.out, nullptr, false)[0];
    EXPECT_EQ(record["status"], "ok");
    EXPECT_EQ(record["diagnostics"][0]["code"], "measure.no-profiling");
    EXPECT_EQ(record["diagnostics"][0]["severity"], "warning");
    EXPECT_EQ(record["kernel"]["samples_ns"], record["host"]["samples_ns"]);
    EXPECT_GT(record["transfers"][0]["median_ns"], 0.0) << "by the host's clock";
}

TEST_F(StubRuns, ALostDeviceEndsTheSession) {
    const auto outcome = measureOnStub({"launches", "-o", "r.jsonl"}, "lost");
    EXPECT_EQ(outcome.exit, 1) << outcome.err;
    EXPECT_TRUE(outcome.says("the device \"Stub device\" is gone after \"b\"")) << outcome.err;
    EXPECT_TRUE(outcome.says("go on with --resume")) << outcome.err;
    EXPECT_TRUE(outcome.says("1 measured, 1 failed, 1 not tried")) << outcome.err;
    expectWholeDiagnostics(outcome);
    auto named = recordsByName("r.jsonl");
    ASSERT_EQ(named.size(), 2U);
    EXPECT_EQ(named["a"]["status"], "ok");
    EXPECT_EQ(faultOf(named["b"]), "measure.device-lost");

    fs::remove(path("stub-state"));
    const auto resumed = measureOnStub({"launches", "-o", "r.jsonl", "--resume"}, "");
    EXPECT_EQ(resumed.exit, 0) << resumed.err;
    EXPECT_TRUE(resumed.says("2 measured, 1 measured before")) << resumed.err;
}

TEST_F(StubRuns, AProbeThatCrashesLeavesTheTiming) {
    const auto outcome = measureOnStub({"launches", "-o", "r.jsonl"}, "probe-crash");
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    auto named = recordsByName("r.jsonl");
    ASSERT_EQ(named.size(), 3U);
    for (const auto& [name, record] : named) {
        EXPECT_EQ(record["status"], "ok") << name;
        EXPECT_EQ(record["kernel"]["samples_ns"].size(), 3U);
        EXPECT_EQ(record["warp"]["measurable"], false);
        const auto why = record["warp"]["why"].get<std::string>();
        EXPECT_TRUE(why.starts_with("the device does not survive the probe: ")) << why;
    }
}

TEST_F(StubRuns, ADriverThatHangsAsItIsLoaded) {
    const auto planned = runProgram(warpstringProgram, {"measure", "launches", "--plan", "p.jsonl"});
    ASSERT_EQ(planned.exit, 0) << planned.err;
    const Words environment = stubEnvironment("hang-listing");
    for (Invocation cancelled :
         {invocation(warpstringProgram, {"measure", "launches", "-o", "r.jsonl"}, environment),
          invocation(measureProgram, {"p.jsonl", "-o", "r.jsonl"}, environment)}) {
        fs::remove(path("stub-state"));
        cancelled.signal = SIGINT;
        cancelled.when = [&] { return fs::exists(path("stub-state")); };
        const auto outcome = runAny(cancelled);
        EXPECT_EQ(outcome.exit, 130) << outcome.ended << outcome.err;
        EXPECT_TRUE(outcome.says("[measure.cancelled]")) << outcome.err;
        EXPECT_TRUE(outcome.says("0 measured, 3 not tried")) << outcome.err;
        EXPECT_TRUE(isGone(pidIn(path("stub-state"))));
    }
}

TEST_F(StubRuns, AFullDiskEndsTheSessionAndResumesFromWhatFitted) {
    for (const char* name : {"d", "e", "f"})
        writeLaunch(std::string("launches/") + name, std::string("// ") + name);
    // Files of 4 KB at most stand in for a full disk.
    const std::string command = "trap '' XFSZ; ulimit -f 8; exec " + warpstringProgram.string() +
                                " measure launches -o r.jsonl --min-samples 3 --max-samples 3";
    const auto outcome = runProgram("/bin/sh", {"-c", command}, stubEnvironment(""));
    EXPECT_EQ(outcome.exit, 1) << outcome.ended << outcome.err;
    EXPECT_TRUE(outcome.says("[record.write]")) << outcome.err;
    EXPECT_TRUE(outcome.says("not tried")) << outcome.err;
    expectWholeDiagnostics(outcome);
    EXPECT_EQ(fs::file_size(path("r.jsonl")), 4096U) << "the disk was full in the midst of a record";
    const auto resumed = measureOnStub({"launches", "-o", "r.jsonl", "--resume"}, "");
    EXPECT_EQ(resumed.exit, 0) << resumed.err;
    EXPECT_TRUE(resumed.says("measured before")) << resumed.err;
    const auto all = records("r.jsonl");
    EXPECT_EQ(all.size(), 6U);
    for (const Json& record : all) EXPECT_EQ(record["status"], "ok");
}

TEST_F(StubRuns, KilledTheProgramTakesItsHangingWorkerWithIt) {
    for (const fs::path& program : {warpstringProgram, measureProgram}) {
        fs::remove(path("stub-state"));
        fs::remove(path("r.jsonl"));
        ASSERT_EQ(runProgram(warpstringProgram, {"measure", "launches", "--plan", "p.jsonl"}).exit, 0);
        const Words words = program == measureProgram ? Words{"p.jsonl", "-o", "r.jsonl"}
                                                      : Words{"measure", "launches", "-o", "r.jsonl"};
        Invocation killed = invocation(program, words, stubEnvironment("hang"));
        killed.signal = SIGKILL;
        killed.when = [&] { return fs::exists(path("stub-state")) && fs::file_size(path("stub-state")) > 0; };
        const auto outcome = runAny(killed);
        EXPECT_EQ(outcome.exit, test::killed) << outcome.err;
        EXPECT_TRUE(isGone(pidIn(path("stub-state"))));
        ASSERT_EQ(records("r.jsonl").size(), 1U);
        EXPECT_EQ(records("r.jsonl")[0]["status"], "ok");
    }
}

} // namespace
} // namespace warpstring::test
