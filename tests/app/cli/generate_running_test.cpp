// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring generate` where it runs kernels: its winner before it is shown, the fastest, what can be tuned.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string samplePatterns = std::string(WARPSTRING_SOURCE_DIR) + "/samples/patterns/";

TEST(GenerateRuns, theWinnerIsVerifiedAtSmallLengths) {
    const auto text = run({"generate", samplePatterns + "gemm.pattern", "-s", "nvidia-h200", "--search", "mcts",
                           "--budget", "8", "--seed", "2", "--json"});
    ASSERT_EQ(text.exit, 0) << text.err;
    const Json device = Json::parse(text.out)["devices"][0];
    EXPECT_EQ(device["method"], "mcts");
    EXPECT_EQ(device["seed"], 2);
    ASSERT_TRUE(device.contains("verified")) << text.out << text.err;
    EXPECT_LE(device["verified"]["sizes"]["m"].get<int>(), 512); // 2048 in the file
    EXPECT_LE(device["verified"]["relative_error"].get<double>(),
              device["verified"]["tolerance"].get<double>());
    EXPECT_FALSE(device.contains("dropped"));
}

/// What the rules believe of an operator may be wrong: the device tells.
TEST(GenerateRuns, wrongWaysAreDroppedAndTheNextIsTaken) {
    const Workspace workspace;
    workspace.write("odd.pattern", "float odd(float a, float b) { return a * 0.5f + b; }\n"
                                   "f(x: float[32][128]) = x |> map(row => row |> reduce(odd, 0)) |> join\n");
    const auto text = workspace.run({"generate", "odd.pattern", "-s", "nvidia-h200", "--json"});
    EXPECT_TRUE(text.says("dropped: ")) << text.err;
    EXPECT_TRUE(text.says("generate.dropped")) << text.err;
    ASSERT_EQ(text.exit, 0) << text.err;
    const Json device = Json::parse(text.out)["devices"][0];
    EXPECT_EQ(device["dropped"].size(), 3U);
    EXPECT_EQ(device["dropped"][0]["choices"][0], "rows-by-groups(group = 64)");
    EXPECT_EQ(device["candidates"][0]["steps"][0]["rule"], "map-global");
}

TEST(GenerateRuns, withoutADeviceTheAnswerIsUnverified) {
    const auto text = warpstring::test::runAny(
        {WARPSTRING_PROGRAM,
         {"generate", samplePatterns + "scal.pattern", "-D", "n=4096", "-s", "nvidia-h200", "--budget", "3"},
         ".",
         {},
         {"WARPSTRING_MEASURE=/nowhere/warpstring-measure"}});
    EXPECT_EQ(text.exit, 0) << text.err;
    EXPECT_TRUE(text.says("generate.unverified")) << text.err;
    EXPECT_FALSE(text.prints("verified on")) << text.out;
}

TEST(GenerateRuns, theFastestAreMeasured) {
    const auto text = run({"generate", samplePatterns + "scal.pattern", "-D", "n=4096", "-s", "nvidia-h200",
                           "--budget", "4", "--measure", "2", "-d", "portable", "--json"});
    ASSERT_EQ(text.exit, 0) << text.err;
    const Json candidates = Json::parse(text.out)["devices"][0]["candidates"];
    for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(candidates[i]["measured"]["right"].get<bool>()) << text.out;
        EXPECT_GT(candidates[i]["measured"]["time_us"].get<double>(), 0);
    }
    EXPECT_FALSE(candidates[2].contains("measured"));
}

/// Every point of the space that is written computes the same, in one dimension and in two.
TEST(GenerateRuns, whatCanBeTunedLeavesTheResults) {
    const Workspace workspace;
    struct Case {
        std::string pattern;
        std::vector<std::string> sizes;
        int least; ///< points
    };
    for (const Case& each : {Case{"scal", {"n=256"}, 4}, Case{"gaussian", {"width=64", "height=16"}, 3}}) {
        std::vector<std::string> arguments = {"generate", samplePatterns + each.pattern + ".pattern",
                                              "-s",       "nvidia-h200",
                                              "--allow",  "map-global",
                                              "-o",       each.pattern,
                                              "-q",       "--no-verify"};
        for (const std::string& size : each.sizes) arguments.insert(arguments.end(), {"-D", size});
        const auto generated = workspace.run(arguments);
        ASSERT_EQ(generated.exit, 0) << generated.err;
        const auto tuned =
            workspace.run({"tune", each.pattern + "/" + each.pattern + ".toml", "-s", "nvidia-h200",
                           "--measure", "-d", "portable", "--top", "1000", "-q", "--json"});
        ASSERT_EQ(tuned.exit, 0) << tuned.out << tuned.err; // 1 where one computes something else
        const Json answer = Json::parse(tuned.out);
        EXPECT_EQ(answer["space"]["origin"], "tune");
        EXPECT_GE(answer["space"]["valid"].get<int>(), each.least) << tuned.out;
        EXPECT_EQ(answer["devices"][0]["counts"]["ranked"], answer["space"]["valid"]);
    }
}

} // namespace
