// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring simulate`, `measure` and `compare` of sequences, measurements on PoCL.
#include <fstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string exampleFolder = std::string(WARPSTRING_SOURCE_DIR) + "/docs/examples/sequences/";

TEST(Sequences, aSequenceTakesWhatItsLaunchesTake) {
    const auto whole = run({"simulate", exampleFolder + "heat.sequence.toml", "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(whole.exit, 0) << whole.err;
    const Json sequence = Json::parse(whole.out)[0];
    EXPECT_EQ(sequence["schema"], "warpstring.sequence-simulation/1");
    ASSERT_EQ(sequence["steps"].size(), 1U);

    const auto one = run({"simulate", exampleFolder + "heat-step.toml", "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(one.exit, 0) << one.err;
    const Json launch = Json::parse(one.out)[0];
    const double runUs = launch["kernel"]["time_us"].get<double>();
    EXPECT_NEAR(sequence["time_us"].get<double>(), 20 * runUs, 1e-6 * runUs);
    EXPECT_NEAR(sequence["launch_overheads_us"].get<double>(),
                20 * launch["kernel"]["launch_overhead_us"].get<double>(), 1e-9);
}

TEST(Sequences, textIsTheAnswerFirst) {
    const auto text = run({"simulate", exampleFolder + "two-stage-sum.sequence.toml", "-s", "nvidia-h200"});
    ASSERT_EQ(text.exit, 0) << text.err;
    EXPECT_TRUE(text.out.starts_with("two-stage-sum: ")) << text.out;
    EXPECT_TRUE(text.prints(" on nvidia-h200, 2 kernels\nlaunch overheads apart: 2 x "));
    EXPECT_EQ(text.err, "");
    const auto all = run({"simulate", exampleFolder + "two-stage-sum.sequence.toml", "-s", "all"});
    ASSERT_EQ(all.exit, 0) << all.err;
    EXPECT_TRUE(all.out.starts_with("two-stage-sum\n  "));
    EXPECT_TRUE(all.prints(" of step 1, reduce-sequential"));
}

TEST(Sequences, whatCannotBeIsRefusedByName) {
    const Workspace workspace;
    const auto choice = run({"simulate", exampleFolder + "heat.sequence.toml", "--arg", "n=64"});
    EXPECT_EQ(choice.exit, 2);
    EXPECT_TRUE(choice.says("usage.sequence")) << choice.err;
    workspace.write("bad.toml", "schema = \"warpstring.sequence/1\"\n[[step]]\nlaunch = \"none.toml\"\n");
    const auto bad = workspace.run({"simulate", "bad.toml"});
    EXPECT_EQ(bad.exit, 3);
    EXPECT_TRUE(bad.says("bad.toml:3:10: error") && bad.says("sequence.file-not-found")) << bad.err;
    const auto other = run({"advise", exampleFolder + "heat.sequence.toml"});
    EXPECT_EQ(other.exit, 3);
    EXPECT_TRUE(other.says("launch.wrong-schema")) << other.err;
}

/// Doubles, then adds one: the two do not commute.
void writeSteps(const Workspace& workspace) {
    workspace.write("k.cl", "__kernel void twice(__global float* x) { x[get_global_id(0)] *= 2; }\n"
                            "__kernel void more(__global const float* from, __global float* to) {\n"
                            "    to[get_global_id(0)] = from[get_global_id(0)] + 1;\n}\n"
                            "__kernel void both(__global const float* in, __global float* out) {\n"
                            "    out[get_global_id(0)] = 8 * in[get_global_id(0)] + 1;\n}\n");
    const auto launch = [&](const std::string& kernel, const std::string& arguments) {
        workspace.write(kernel + ".toml", "schema = \"warpstring.launch/1\"\nkernel = \"" + kernel +
                                              "\"\nsource = \"k.cl\"\nglobal = 256\nlocal = 64\n[args]\n" +
                                              arguments);
    };
    const std::string numbers = "{ buffer = \"float\", count = 256, init = \"iota\", access = ";
    launch("twice", "x = " + numbers + "\"read-write\" }\n");
    launch("more", "from = " + numbers + "\"read\" }\nto = " + numbers + "\"write\" }\n");
    launch("both", "in = " + numbers + "\"read\" }\nout = " + numbers + "\"write\" }\n");
}

/// 8 x + 1 after three doublings.
std::string stepsInOrder(const std::string& first, const std::string& second) {
    return "schema = \"warpstring.sequence/1\"\n" + first + second +
           "[reference]\nlaunch = \"both.toml\"\nbuffers = { result = \"out\" }\n";
}

const std::string doublings = "[[step]]\nlaunch = \"twice.toml\"\nrepeat = 3\nbuffers = { x = \"numbers\" }\n";
const std::string addition =
    "[[step]]\nlaunch = \"more.toml\"\nbuffers = { from = \"numbers\", to = \"result\" }\n";

const std::vector<std::string> quickly{"-d", "portable", "--min-samples", "4", "--max-samples", "4", "-q"};

std::vector<std::string> words(std::vector<std::string> all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

TEST(Sequences, aMeasuredOneIsCheckedAndTimedStepByStep) {
    const Workspace workspace;
    writeSteps(workspace);
    workspace.write("steps.toml", stepsInOrder(doublings, addition));
    const auto measured = workspace.run(words({"measure", "steps.toml", "--json"}, quickly));
    ASSERT_EQ(measured.exit, 0) << measured.err;
    const Json record = Json::parse(measured.out)[0];
    EXPECT_EQ(record["schema"], "warpstring.sequence-measurement/1");
    EXPECT_EQ(record["status"], "ok");
    EXPECT_EQ(record["verification"]["buffers"][0]["buffer"], "result");
    EXPECT_EQ(record["verification"]["buffers"][0]["relative_error"], 0.0)
        << "every run begins with what the launches say";
    ASSERT_EQ(record["steps"].size(), 2U);
    EXPECT_EQ(record["steps"][0]["runs"], 3);
    ASSERT_EQ(record["kernels"]["samples_ns"].size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const double first = record["steps"][0]["all"]["samples_ns"][i].get<double>();
        const double second = record["steps"][1]["all"]["samples_ns"][i].get<double>();
        const double kernels = record["kernels"]["samples_ns"][i].get<double>();
        EXPECT_GT(first, 0);
        EXPECT_NEAR(kernels, first + second, 1e-6 * kernels);
        EXPECT_GE(record["span"]["samples_ns"][i].get<double>(), kernels) << "an in-order queue";
    }
}

TEST(Sequences, wrongOutputsAreToldAsThoseOfALaunchAre) {
    const Workspace workspace;
    writeSteps(workspace);
    workspace.write("steps.toml", stepsInOrder(addition, doublings));
    const auto measured = workspace.run(words({"measure", "steps.toml", "--json"}, quickly));
    EXPECT_EQ(measured.exit, 1);
    EXPECT_TRUE(measured.says("measure.wrong-output") && measured.says("buffer \"result\" is wrong"))
        << measured.err;
    EXPECT_EQ(Json::parse(measured.out)[0]["status"], "wrong-output");
}

TEST(Sequences, theExamplesAreRightOnADevice) {
    for (const char* name : {"heat", "two-stage-sum"}) {
        const auto measured =
            run(words({"measure", exampleFolder + name + ".sequence.toml", "--json"}, quickly));
        ASSERT_EQ(measured.exit, 0) << name << ": " << measured.err;
        EXPECT_EQ(Json::parse(measured.out)[0]["verification"]["passed"], true) << name;
    }
}

TEST(Sequences, aLaunchThatCannotRunIsNamed) {
    const Workspace workspace;
    writeSteps(workspace);
    workspace.write("k.cl", "__kernel void twice(__global float* x) { undeclared; }\n");
    workspace.write("steps.toml", stepsInOrder(doublings, addition));
    const auto measured = workspace.run(words({"measure", "steps.toml", "-o", "records.jsonl"}, quickly));
    EXPECT_EQ(measured.exit, 1);
    EXPECT_TRUE(measured.says("measure.build-failed")) << measured.err;
    const Json record = Json::parse(warpstring::test::contents(workspace.folder() / "records.jsonl"));
    EXPECT_EQ(record["status"], "failed");
    EXPECT_EQ(record["steps"].size(), 2U);
    EXPECT_FALSE(record.contains("kernels"));
}

TEST(Sequences, aSequenceStandsBesideItsRecord) {
    const Workspace workspace;
    writeSteps(workspace);
    workspace.write("steps.toml", stepsInOrder(doublings, addition));
    ASSERT_EQ(workspace.run(words({"measure", "steps.toml", "-o", "records.jsonl"}, quickly)).exit, 0);
    EXPECT_TRUE(
        workspace.run(words({"measure", "steps.toml", "-o", "records.jsonl", "--resume"}, {"-d", "portable"}))
            .says("measured before"));

    const std::vector<std::string> compare{"compare", "steps.toml", "-r", "records.jsonl", "-s", "nvidia-h200"};
    const auto own = workspace.run(compare);
    EXPECT_EQ(own.exit, 1);
    EXPECT_TRUE(own.says("compare.nothing-compared") && own.says("--any-device")) << own.err;
    const auto any = workspace.run(words(compare, {"--any-device", "--json"}));
    ASSERT_EQ(any.exit, 0) << any.err;
    const Json json = Json::parse(any.out);
    EXPECT_EQ(json["schema"], "warpstring.sequence-comparison/1");
    const Json& sequence = json["sequences"][0];
    EXPECT_EQ(sequence["own_device"], false);
    ASSERT_EQ(sequence["steps"].size(), 2U);
    const Json& whole = sequence["whole"];
    EXPECT_NEAR(whole["error"].get<double>(),
                whole["simulated_us"].get<double>() / whole["measured_us"].get<double>() - 1, 1e-9);
    EXPECT_NEAR(whole["simulated_us"].get<double>(),
                sequence["steps"][0]["simulated_us"].get<double>() +
                    sequence["steps"][1]["simulated_us"].get<double>(),
                1e-9);

    EXPECT_EQ(workspace.run(words(compare, {"--csv"})).exit, 2);
    EXPECT_EQ(workspace.run(words(compare, {"twice.toml"})).exit, 2);
    workspace.write("k.cl", warpstring::test::contents(workspace.folder() / "k.cl") + "// changed\n");
    EXPECT_TRUE(workspace.run(words(compare, {"--any-device"})).says("compare.nothing-compared"))
        << "another text is other work";
}

TEST(Sequences, plansCarryThem) {
    const Workspace workspace;
    writeSteps(workspace);
    workspace.write("steps.toml", stepsInOrder(doublings, addition));
    const auto planned = workspace.run({"measure", "steps.toml", "twice.toml", "--plan", "plan.jsonl"});
    ASSERT_EQ(planned.exit, 0) << planned.err;
    EXPECT_TRUE(planned.says("1 launches and 1 sequences in plan.jsonl")) << planned.err;
    const std::string plan = warpstring::test::contents(workspace.folder() / "plan.jsonl");
    EXPECT_EQ(warpstring::test::count(plan, "\n"), 2U);
    EXPECT_EQ(warpstring::test::count(plan, "warpstring.resolved-sequence/1"), 1U);
}

} // namespace
