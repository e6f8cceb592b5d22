// SPDX-License-Identifier: GPL-3.0-or-later
// Launches and command lines with faults in them, on a real device: each is told with a code, a message and a
// hint, and no launch keeps the next one from being measured.
#include <csignal>
#include <fstream>

#include "tests/app/measure/measure_fixture.h"

namespace warpstring::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* goodBody = "data[get_global_id(0)] += 1.0f;";
/// Its condition depends on data that the loop does not change, which no compiler knows.
constexpr const char* endlessBody = "volatile __global float* d = data; while (d[1] < 2.0f) d[0] += 1.0f;";

class PoclFaults : public MeasureTest {
protected:
    /// Measures `bad`, written before, and a good launch after it. The record of the former has `code`.
    Json measureBad(const std::string& code, const Words& more = {}) const {
        writeLaunch("good", goodBody);
        Words words{"bad.toml", "good.toml", "-o", "records.jsonl"};
        words.insert(words.end(), more.begin(), more.end());
        const auto outcome = measure(words);
        EXPECT_EQ(outcome.exit, 1) << outcome.err << outcome.ended;
        EXPECT_TRUE(outcome.says("[" + code + "]")) << outcome.err;
        expectWholeDiagnostics(outcome);
        auto named = recordsByName("records.jsonl");
        EXPECT_EQ(named.size(), 2U);
        EXPECT_EQ(named["good"]["status"], "ok") << "the next launch is measured all the same";
        EXPECT_EQ(faultOf(named["bad"]), code) << named["bad"].dump();
        EXPECT_EQ(named["bad"]["device"]["platform"], "Portable Computing Language");
        EXPECT_EQ(named["bad"].value("taken_at", "").size(), 20U) << "when it was tried";
        EXPECT_FALSE(named["bad"].value("tool", "").empty());
        return named["bad"];
    }
};

TEST_F(PoclFaults, WrongOutput) {
    fs::create_directories(path("other"));
    writeLaunch("other/right", "data[get_global_id(0)] += 2.0f;");
    writeLaunch("bad", goodBody, "k", "[reference]\nlaunch = \"other/right.toml\"\n");
    const Json record = measureBad("measure.wrong-output");
    EXPECT_EQ(record["status"], "wrong-output");
    EXPECT_EQ(record["verification"]["passed"], false);
    EXPECT_EQ(record["kernel"]["samples_ns"].size(), 3U) << "it is timed all the same";
    EXPECT_TRUE(measure({"bad.toml", "good.toml", "-o", "x.jsonl"}).says("OUTPUTS WRONG"));
}

TEST_F(PoclFaults, BuildFailureShowsTheLogAndThePlace) {
    writeLaunch("bad", "data[0] = undeclaredName;");
    const Json record = measureBad("measure.build-failed");
    EXPECT_EQ(record["status"], "failed");
    const Json& fault = record["diagnostics"][0];
    EXPECT_NE(fault["message"].get<std::string>().find("undeclaredName"), std::string::npos) << fault;
    EXPECT_TRUE(fault["file"].get<std::string>().ends_with("bad.cl")) << fault;
    EXPECT_EQ(fault["line"], 3);
    EXPECT_EQ(fault["column"], 15);
}

TEST_F(PoclFaults, KernelNotFound) {
    writeLaunch("bad", goodBody, "k");
    std::ofstream(path("bad.cl")) << "__kernel void other(__global float* data) { data[0] = 1; }\n";
    EXPECT_EQ(measureBad("measure.kernel-not-found")["diagnostics"][0]["hint"], "it has: other");
}

TEST_F(PoclFaults, GroupSizeRefused) {
    writeLaunch("bad", goodBody);
    std::ofstream(path("bad.cl")) << "__kernel __attribute__((reqd_work_group_size(32, 1, 1)))\n"
                                     "void k(__global float* data) { data[get_global_id(0)] = 1; }\n";
    const Json record = measureBad("measure.group-size-refused");
    EXPECT_TRUE(record["diagnostics"][0]["file"].get<std::string>().ends_with("bad.toml")) << record;
}

TEST_F(PoclFaults, ABufferThatNoDeviceHolds) {
    writeLaunch("bad", goodBody);
    std::ofstream(path("bad.toml")) << "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"bad.cl\"\n"
                                       "global = [1024]\nlocal = [64]\n[args]\n"
                                       "data = { buffer = \"float\", count = 4000000000000 }\n";
    static_cast<void>(measureBad("measure.allocation-failed"));
}

TEST_F(PoclFaults, ArgumentsThatTheKernelDoesNotHave) {
    writeLaunch("bad", goodBody);
    std::ofstream(path("bad.cl")) << "__kernel void k(__global float* data, int n) { data[n] = 1; }\n";
    static_cast<void>(measureBad("measure.argument-mismatch"));
}

TEST_F(PoclFaults, AKernelThatNeverEndsIsEnded) {
    writeLaunch("bad", endlessBody);
    const Json record = measureBad("measure.time-limit", {"--time-limit", "10"});
    EXPECT_EQ(record["status"], "failed");
    EXPECT_NE(record["diagnostics"][0]["message"].get<std::string>().find("10 s"), std::string::npos);
    EXPECT_EQ(record["protocol"]["time_limit_seconds"], 10.0);
}

TEST_F(PoclFaults, AKernelThatCrashesTakesOnlyItsOwnRecord) {
    writeLaunch("bad", "__global int* p = (__global int*)(get_global_id(0) + 8); *p = 1;");
    static_cast<void>(measureBad("measure.worker-died"));
}

TEST_F(PoclFaults, UnknownDevice) {
    writeLaunch("good", goodBody);
    const auto outcome = measureWith({"good.toml", "-d", "absent-device"}, {});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_TRUE(outcome.says("[measure.unknown-device]")) << outcome.err;
    EXPECT_TRUE(outcome.says("Portable Computing Language")) << "the devices at hand: " << outcome.err;
    expectWholeDiagnostics(outcome);
}

TEST_F(PoclFaults, LaunchesThatCannotBeRead) {
    EXPECT_EQ(measure({"absent.toml"}).exit, 3);
    writeLaunch("bad", goodBody);
    fs::remove(path("bad.cl"));
    const auto outcome = measure({"bad.toml"});
    EXPECT_EQ(outcome.exit, 3) << outcome.err;
    expectWholeDiagnostics(outcome);
}

TEST_F(PoclFaults, OutputsThatCannotBeWritten) {
    writeLaunch("good", goodBody);
    workspace_.write("file", "");
    fs::create_symlink("/dev/full", path("device.jsonl"));
    fs::create_directories(path("folder.jsonl"));
    for (const char* output : {"device.jsonl", "folder.jsonl", "/proc/none/records.jsonl", "file/records.jsonl",
                               "file", "/proc/none"}) {
        const auto outcome = measure({"good.toml", "-o", output});
        EXPECT_EQ(outcome.exit, 3) << output << outcome.err;
        EXPECT_TRUE(outcome.says("[record.write]")) << output << outcome.err;
        expectWholeDiagnostics(outcome);
    }
}

TEST_F(PoclFaults, AnOutputThatHoldsSomethingElse) {
    writeLaunch("good", goodBody);
    for (const char* text : {"not json\n", "{\"schema\": \"other/1\"}\n", "[1, 2]\n"}) {
        workspace_.write("r.jsonl", text);
        const auto outcome = measure({"good.toml", "-o", "r.jsonl"});
        EXPECT_EQ(outcome.exit, 3) << outcome.err;
        expectWholeDiagnostics(outcome);
        std::ifstream file(path("r.jsonl"));
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text) << "left as it was";
    }
}

TEST_F(PoclFaults, CtrlCKeepsEarlierRecords) {
    writeLaunch("a", goodBody);
    writeLaunch("b", endlessBody);
    writeLaunch("c", goodBody);
    const auto planned =
        runProgram(warpstringProgram, {"measure", "a.toml", "b.toml", "c.toml", "--plan", "p.jsonl"});
    ASSERT_EQ(planned.exit, 0) << planned.err;
    for (Invocation run : {invocation(warpstringProgram, {"measure", "a.toml", "b.toml", "c.toml"}),
                           invocation(measureProgram, {"p.jsonl"})}) {
        for (const char* word : {"-o", "r.jsonl", "-d", "portable", "--max-samples", "10"})
            run.arguments.emplace_back(word);
        run.when = [&] { return records("r.jsonl").size() == 1; };
        for (const int signal : {SIGINT, SIGTERM}) {
            fs::remove(path("r.jsonl"));
            run.signal = signal;
            const auto outcome = runAny(run);
            EXPECT_EQ(outcome.exit, 130) << outcome.ended << outcome.err;
            EXPECT_TRUE(outcome.says("[measure.cancelled]")) << outcome.err;
            EXPECT_TRUE(outcome.says("1 measured, 2 not tried")) << outcome.err;
            ASSERT_EQ(records("r.jsonl").size(), 1U);
            EXPECT_EQ(records("r.jsonl")[0]["status"], "ok");
        }
    }
}

} // namespace
} // namespace warpstring::test
