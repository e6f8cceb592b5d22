// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring on a real device, through the programs: what a record holds, and where records go.
#include <algorithm>
#include <fstream>
#include <set>

#include "tests/app/measure/measure_fixture.h"

namespace warpstring::test {
namespace {

namespace fs = std::filesystem;

class PoclRuns : public MeasureTest {
protected:
    static std::string saxpy() { return (samplesFolder / "blas/check-saxpy.toml").string(); }
    /// A folder with three launches, the second of which cannot be built until it is repaired.
    void writeFolder() const {
        fs::create_directories(path("launches"));
        writeLaunch("launches/a", "data[get_global_id(0)] += 1.0f;");
        writeLaunch("launches/b", "data[get_global_id(0)] = undeclared;");
        writeLaunch("launches/c", "data[get_global_id(0)] *= 2.0f;");
    }
};

TEST_F(PoclRuns, ARecordHoldsEverything) {
    const auto outcome = measure({saxpy(), "--json"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err << outcome.ended;
    const Json all = Json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(all.is_array() && all.size() == 1) << outcome.out;
    const Json& record = all[0];
    EXPECT_EQ(record["schema"], "warpstring.measurement/1");
    EXPECT_EQ(record["status"], "ok");
    EXPECT_EQ(record["name"], "check-saxpy");
    EXPECT_EQ(record["fingerprint"].get<std::string>().size(), 16U);
    EXPECT_EQ(record["diagnostics"], Json::array());
    EXPECT_EQ(record["taken_at"].get<std::string>().size(), 20U) << record["taken_at"];
    EXPECT_TRUE(record["tool"].get<std::string>().starts_with("warpstring 0.")) << record["tool"];
    EXPECT_EQ(record["launch"]["kernel"], "saxpy");
    EXPECT_EQ(record["launch"]["global"], Json::array({5120}));
    EXPECT_EQ(record["launch"]["arguments"]["n"]["value"], 5000);
    EXPECT_EQ(record["device"]["platform"], "Portable Computing Language");
    EXPECT_EQ(record["device"]["type"], "CPU");
    EXPECT_GT(record["device"]["compute_units"], 0);

    EXPECT_EQ(record["protocol"]["cache"], "warm");
    EXPECT_GE(record["protocol"]["warm_up_runs_done"], 1);
    for (const char* quantity : {"kernel", "host"}) {
        const Json& samples = record[quantity];
        ASSERT_EQ(samples["samples_ns"].size(), 3U) << quantity;
        for (const Json& sample : samples["samples_ns"]) EXPECT_GT(sample, 0.0);
        EXPECT_LE(samples["min_ns"], samples["median_ns"]);
        EXPECT_LE(samples["median_ns"], samples["max_ns"]);
        EXPECT_EQ(samples["excluded_count"], samples["excluded"].size());
    }
    EXPECT_EQ(record["verification"]["passed"], true);
    EXPECT_EQ(record["verification"]["buffers"][0]["buffer"], "out");
    EXPECT_EQ(record["verification"]["buffers"][0]["compared"], 5000);

    std::set<std::string> transfers;
    std::set<std::string> pinned;
    for (const Json& transfer : record["transfers"]) {
        (transfer.contains("pinned") ? pinned : transfers)
            .insert(transfer["direction"].get<std::string>() + " " + transfer["buffer"].get<std::string>());
        EXPECT_EQ(transfer["bytes"], 20000);
        EXPECT_EQ(transfer["samples_ns"].size(), 2U);
    }
    EXPECT_EQ(transfers, (std::set<std::string>{"host-to-device x", "host-to-device y", "device-to-host out"}));
    EXPECT_EQ(pinned, transfers);
    ASSERT_EQ(record["total"]["samples_ns"].size(), 2U);
    EXPECT_GT(record["total"]["median_ns"], record["kernel"]["min_ns"]) << "the launch is in it";
    EXPECT_TRUE(record["build"]["log"].is_string());
    EXPECT_NE(record["build"]["options"].get<std::string>().find("-cl-kernel-arg-info"), std::string::npos);

    ASSERT_EQ(record["warp"]["measurable"], true) << record["warp"];
    EXPECT_EQ(record["warp"]["warp_size"], 1);
    // Half of the groups where stamping all of them slowed the kernel down, which a CPU's scheduler may do.
    const double stamped = record["warp"]["stamped_fraction"];
    EXPECT_TRUE(stamped == 1 || stamped == 0.5) << stamped;
    EXPECT_EQ(record["warp"]["warp_cycles"]["count"], 5120 * stamped);
    EXPECT_GT(record["warp"]["probed_ratio"], 0);
}

TEST_F(PoclRuns, WithoutJsonAReportIsPrinted) {
    const auto outcome = measure({saxpy()});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.prints("check-saxpy")) << outcome.out;
    EXPECT_TRUE(outcome.says("[1/1] check-saxpy  ")) << outcome.err;
    EXPECT_TRUE(outcome.says("; outputs right")) << outcome.err;
    EXPECT_TRUE(outcome.says("1 measured")) << outcome.err;
}

TEST_F(PoclRuns, QuietAndWithoutTheProbe) {
    const auto outcome = measure({saxpy(), "--json", "-q", "--no-warp-latency"});
    EXPECT_EQ(outcome.exit, 0);
    EXPECT_EQ(outcome.err, "");
    const Json all = Json::parse(outcome.out, nullptr, false);
    EXPECT_EQ(all[0]["warp"]["measurable"], false);
    EXPECT_EQ(all[0]["warp"]["why"], "not asked for");
}

TEST_F(PoclRuns, ResumePassesOverWhatIsThereAndRetriesWhatFailed) {
    for (const std::string output : {"records.jsonl", "records"}) {
        writeFolder();
        const auto first = measure({"launches", "-o", output});
        EXPECT_EQ(first.exit, 1) << first.err;
        EXPECT_TRUE(first.says("2 measured, 1 failed; records in " + output)) << first.err;
        EXPECT_EQ(first.out, "");
        ASSERT_EQ(records(output).size(), 3U);
        auto named = recordsByName(output);
        EXPECT_EQ(named["a"]["status"], "ok");
        EXPECT_EQ(named["c"]["status"], "ok");
        EXPECT_EQ(faultOf(named["b"]), "measure.build-failed");
        const Json taken = named["a"];

        writeLaunch("launches/b", "data[get_global_id(0)] = 3.0f;");
        const auto second = measure({"launches", "-o", output, "--resume"});
        EXPECT_EQ(second.exit, 0) << second.err;
        EXPECT_TRUE(second.says("1 measured, 2 measured before")) << second.err;
        EXPECT_TRUE(second.says("a  measured before")) << second.err;
        named = recordsByName(output);
        EXPECT_EQ(named["a"], taken) << "an earlier record was touched";
        const auto all = records(output);
        EXPECT_EQ(
            std::count_if(all.begin(), all.end(),
                          [](const Json& record) { return record["name"] == "b" && record["status"] == "ok"; }),
            1);

        const auto third = measure({"launches", "-o", output});
        EXPECT_EQ(third.exit, 0) << third.err;
        EXPECT_TRUE(third.says("3 measured")) << "without --resume everything is measured again: " << third.err;
    }
    EXPECT_EQ(records("records.jsonl").size(), 7U) << "a file is appended to";
}

TEST_F(PoclRuns, ColdCachesAreAnotherMeasurement) {
    writeLaunch("k", "data[get_global_id(0)] += 1.0f;");
    const Words command{"k.toml", "-o", "records", "--resume", "--no-warp-latency"};
    EXPECT_EQ(measure(command).exit, 0);
    Words cold = command;
    cold.insert(cold.end(), {"--cache", "cold"});
    const auto outcome = measure(cold);
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.says("1 measured")) << outcome.err;
    const auto all = records("records");
    ASSERT_EQ(all.size(), 2U);
    EXPECT_NE(all[0]["protocol"]["cache"], all[1]["protocol"]["cache"]);
}

TEST_F(PoclRuns, ATornLastRecordIsMeasuredAgain) {
    writeLaunch("k", "data[get_global_id(0)] += 1.0f;");
    ASSERT_EQ(measure({"k.toml", "-o", "r.jsonl"}).exit, 0);
    const auto whole = fs::file_size(path("r.jsonl"));
    fs::resize_file(path("r.jsonl"), whole / 2);
    const auto outcome = measure({"k.toml", "-o", "r.jsonl", "--resume"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    ASSERT_EQ(records("r.jsonl").size(), 1U);
    EXPECT_EQ(records("r.jsonl")[0]["status"], "ok");
}

TEST_F(PoclRuns, APlanIsMeasuredElsewhereAsTheSameWork) {
    writeFolder();
    writeLaunch("launches/b", "data[get_global_id(0)] -= 1.0f;", "k",
                "[reference]\nlaunch = \"a.toml\"\ntolerance = 10.0\n");
    const auto planned =
        runProgram(warpstringProgram, {"measure", "launches", saxpy(), "--plan", "plan.jsonl"});
    ASSERT_EQ(planned.exit, 0) << planned.err;
    EXPECT_TRUE(planned.says("4 launches in plan.jsonl")) << planned.err;
    EXPECT_EQ(measure({"launches", saxpy(), "-o", "here.jsonl"}).exit, 0);
    fs::remove_all(path("launches")); // a plan needs no other file
    const auto outcome = runProgram(measureProgram, {"plan.jsonl", "-o", "there.jsonl", "-d", "portable",
                                                     "--min-samples", "3", "--max-samples", "3"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err << outcome.ended;
    EXPECT_TRUE(outcome.says("4 measured; records in there.jsonl")) << outcome.err;
    auto here = recordsByName("here.jsonl");
    auto there = recordsByName("there.jsonl");
    ASSERT_EQ(here.size(), 4U);
    ASSERT_EQ(there.size(), 4U);
    for (const auto& [name, record] : here) {
        EXPECT_EQ(record["fingerprint"], there[name]["fingerprint"]) << name;
        EXPECT_EQ(record["launch"]["arguments"], there[name]["launch"]["arguments"]) << name;
        EXPECT_EQ(there[name]["verification"]["reference"], record["verification"]["reference"]) << name;
    }
    const auto again =
        runProgram(measureProgram, {"plan.jsonl", "-o", "there.jsonl", "-d", "portable", "--resume"});
    EXPECT_EQ(again.exit, 0) << again.err;
    EXPECT_TRUE(again.says("0 measured, 4 measured before")) << again.err;
}

TEST_F(PoclRuns, DevicesAreListed) {
    const auto table = runProgram(warpstringProgram, {"devices"});
    EXPECT_EQ(table.exit, 0) << table.err;
    EXPECT_TRUE(table.prints("Portable Computing Language")) << table.out;
    const auto same = runProgram(measureProgram, {"--devices"});
    EXPECT_EQ(same.exit, 0) << same.err;
    EXPECT_EQ(same.out, table.out);
    const Json json = Json::parse(runProgram(warpstringProgram, {"devices", "--json"}).out, nullptr, false);
    ASSERT_TRUE(json.is_array() && !json.empty());
    EXPECT_FALSE(json[0]["name"].get<std::string>().empty());
}

} // namespace
} // namespace warpstring::test
