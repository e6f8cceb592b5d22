// SPDX-License-Identifier: GPL-3.0-or-later
// Command lines and plans that are wrong, and a `warpstring` without its measuring program.
#include <cstdlib>
#include <fstream>

#include "tests/app/measure/measure_fixture.h"

namespace warpstring::test {
namespace {

namespace fs = std::filesystem;

class MeasureUsage : public MeasureTest {
protected:
    void SetUp() override {
        writeLaunch("k", "data[get_global_id(0)] += 1.0f;");
        ASSERT_EQ(runProgram(warpstringProgram, {"measure", "k.toml", "--plan", "p.jsonl"}).exit, 0);
    }
    std::string plan() const {
        std::ifstream file(path("p.jsonl"));
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

TEST_F(MeasureUsage, OfWarpstringMeasure) {
    for (const Words& words : std::vector<Words>{{},
                                                 {"--absent", "p.jsonl"},
                                                 {"p.jsonl", "--cache", "tepid"},
                                                 {"p.jsonl", "--min-samples", "0"},
                                                 {"p.jsonl", "--min-samples", "2.5"},
                                                 {"p.jsonl", "--min-samples", "1e300"},
                                                 {"p.jsonl", "--max-samples", "many"},
                                                 {"p.jsonl", "--max-samples", ""},
                                                 {"p.jsonl", "--max-seconds", "-1"},
                                                 {"p.jsonl", "--standard-error", "nan"},
                                                 {"p.jsonl", "--time-limit", "0"},
                                                 {"p.jsonl", "--max-samples", "inf"},
                                                 {"p.jsonl", "--time-limit", "-5"},
                                                 {"p.jsonl", "--transfers", "2x"},
                                                 {"p.jsonl", "--output"}}) {
        const auto outcome = runProgram(measureProgram, words);
        EXPECT_EQ(outcome.exit, 2) << testing::PrintToString(words) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(outcome.says("  hint: ")) << outcome.err;
    }
    EXPECT_FALSE(fs::exists(path("measurements.jsonl")));
}

TEST_F(MeasureUsage, OfMeasure) {
    for (const Words& words : std::vector<Words>{{"measure"},
                                                 {"measure", "k.toml", "--resume"},
                                                 {"measure", "k.toml", "--cache", "tepid"},
                                                 {"measure", "k.toml", "--min-samples", "0"},
                                                 {"measure", "k.toml", "--time-limit", "0"}}) {
        const auto outcome = runProgram(warpstringProgram, words);
        EXPECT_EQ(outcome.exit, 2) << testing::PrintToString(words) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
}

TEST_F(MeasureUsage, HelpAndVersionNeedNoDevice) {
    const Words environment{"OCL_ICD_VENDORS=" + noVendors.string()};
    const auto help = runProgram(measureProgram, {"--help"}, environment);
    EXPECT_EQ(help.exit, 0);
    EXPECT_TRUE(help.prints("usage: warpstring-measure"));
    for (const char* option :
         {"--devices", "--output", "--resume", "--cache", "--time-limit", "--no-warp-latency"})
        EXPECT_TRUE(help.prints(option)) << option;
    const auto version = runProgram(measureProgram, {"--version"}, environment);
    EXPECT_EQ(version.exit, 0);
    EXPECT_TRUE(version.out.starts_with("warpstring-measure 0.")) << version.out;
}

TEST_F(MeasureUsage, PlansThatCannotBe) {
    const std::string whole = plan();
    std::string otherSchema = whole;
    otherSchema.replace(otherSchema.find("resolved-launch/1"), 17, "resolved-launch/9");
    std::string noSizes = whole;
    noSizes.replace(noSizes.find("[1024]"), 6, "[1023]");
    workspace_.write("empty", "");
    workspace_.write("text", "hello\n");
    workspace_.write("half", whole.substr(0, whole.size() / 2));
    workspace_.write("schema", otherSchema);
    workspace_.write("sizes", noSizes);
    workspace_.write("second", whole + "{}\n");
    workspace_.write("array", "[1]\n");
    for (const char* name : {"absent", ".", "empty", "text", "half", "schema", "sizes", "second", "array"}) {
        const auto outcome = runProgram(measureProgram, {name, "-o", "r.jsonl"});
        EXPECT_EQ(outcome.exit, 3) << name << outcome.err;
        expectWholeDiagnostics(outcome);
        EXPECT_TRUE(outcome.says(name)) << "the message names the file: " << outcome.err;
    }
    EXPECT_TRUE(runProgram(measureProgram, {"second"}).says("second:2")) << "and the line";
    EXPECT_FALSE(fs::exists(path("r.jsonl"))) << "nothing was begun";
}

TEST_F(MeasureUsage, AnUnknownDeviceOfAPlan) {
    const auto outcome = runProgram(measureProgram, {"p.jsonl", "-d", "absent-device"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_TRUE(outcome.says("[measure.unknown-device]")) << outcome.err;
    expectWholeDiagnostics(outcome);
}

TEST_F(MeasureUsage, WithoutAMeasuringProgram) {
    workspace_.write("plain", "no program");
    for (const char* name : {"absent", "plain", "."}) {
        const Words environment{"WARPSTRING_MEASURE=" + path(name).string()};
        for (const Words& words : {Words{"devices"}, Words{"measure", "k.toml"}}) {
            const auto outcome = runProgram(warpstringProgram, words, environment);
            EXPECT_EQ(outcome.exit, 1) << outcome.err;
            EXPECT_TRUE(outcome.says("[measure.no-worker]")) << outcome.err;
            expectWholeDiagnostics(outcome);
        }
    }
    EXPECT_EQ(runProgram(warpstringProgram, {"measure", "k.toml", "--plan", "q.jsonl"},
                         {"WARPSTRING_MEASURE=" + path("absent").string()})
                  .exit,
              0)
        << "a plan needs none";
}

TEST_F(MeasureUsage, WithoutStandardInput) {
    const std::string command = "exec " + warpstringProgram.string() + " devices <&-";
    const auto outcome = runProgram("/bin/sh", {"-c", command});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
}

TEST_F(MeasureUsage, AMeasuringProgramThatIsNone) {
    workspace_.write("broken", "#!/nowhere/at/all\n");
    fs::permissions(path("broken"), fs::perms::owner_all);
    for (const std::string& program :
         {path("broken").string(), std::string("/bin/true"), std::string("/bin/cat")})
        for (const Words& words : {Words{"devices"}, Words{"measure", "k.toml", "-o", "r.jsonl"}}) {
            const auto outcome = runProgram(warpstringProgram, words, {"WARPSTRING_MEASURE=" + program});
            EXPECT_EQ(outcome.exit, 1) << program << outcome.err;
            EXPECT_TRUE(outcome.says("[measure.worker-")) << program << outcome.err;
            expectWholeDiagnostics(outcome);
        }
}

} // namespace
} // namespace warpstring::test
