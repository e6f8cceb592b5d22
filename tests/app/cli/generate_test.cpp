// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring generate`: from a pattern to kernels that PoCL runs and whose results are the reference's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string patternFolder = std::string(WARPSTRING_SOURCE_DIR) + "/samples/patterns/";

/// Generates for small sizes and measures the fastest on PoCL, whose results are compared.
void expectRight(const std::string& name, std::vector<std::string> sizes, const std::string& file,
                 const std::vector<std::string>& more = {}) {
    const Workspace workspace;
    std::vector<std::string> arguments = {
        "generate",   patternFolder + name + ".pattern", "-s", "nvidia-h200", "-o", "out", "--budget", "60",
        "--no-verify"};
    for (std::string& size : sizes) {
        arguments.push_back("-D");
        arguments.push_back(std::move(size));
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto generated = workspace.run(arguments);
    ASSERT_EQ(generated.exit, 0) << generated.err;
    EXPECT_TRUE(generated.prints("the fastest of ")) << generated.out;
    const auto measured = workspace.run({"measure", "out/" + file, "-d", "portable", "--max-samples", "1"});
    EXPECT_EQ(measured.exit, 0) << measured.out << measured.err;
    EXPECT_TRUE(measured.prints("result right")) << measured.out << measured.err;
}

TEST(Generate, aReductionInTwoKernels) { expectRight("dot", {"n=65536"}, "dot.sequence.toml"); }

TEST(Generate, aProductInTiles) {
    expectRight("gemm", {"m=256", "n=256", "k=64"}, "gemm.toml", {"--allow", "tile-2d"});
}

TEST(Generate, aProductAddedToAnother) {
    expectRight("gemm_update", {"m=128", "n=128", "k=64"}, "gemm_update.toml",
                {"--allow", "tile-2d", "--allow", "fuse-zip-map", "--allow", "join-of-ones"});
}

TEST(Generate, rowsThroughLocalMemory) {
    expectRight("row_scans", {"rows=512"}, "row_scans.toml",
                {"--allow", "split-join", "--allow", "map-workgroup", "--allow", "map-local", "--allow",
                 "copy-once", "--allow", "identity-of-elements", "--allow", "to-local-padded"});
}

TEST(Generate, aStencil) { expectRight("gaussian", {"width=100", "height=60"}, "gaussian.toml"); }

TEST(Generate, aScanInThreeKernels) { expectRight("prefix_sum", {"n=16384"}, "prefix_sum.sequence.toml"); }

TEST(Generate, aTranspose) { expectRight("transpose", {"rows=96", "columns=64"}, "transposed.toml"); }

TEST(Generate, explainsRuleByRule) {
    const auto text = run({"generate", patternFolder + "dot.pattern", "-D", "n=65536", "-s", "nvidia-h200",
                           "--budget", "4", "--explain", "--no-verify"});
    ASSERT_EQ(text.exit, 0) << text.err;
    EXPECT_TRUE(text.prints("as it is written\n"));
    EXPECT_TRUE(text.prints("1. reduction(n = "));
    EXPECT_TRUE(text.prints("figure 5.7e"));
}

TEST(Generate, severalDevicesLayTheirWinnersBesideEachOther) {
    const auto text = run({"generate", patternFolder + "scal.pattern", "-D", "n=65536", "-s", "nvidia-h200",
                           "-s", "geforce-rtx-3090", "--budget", "6", "--json", "--no-verify"});
    ASSERT_EQ(text.exit, 0) << text.err;
    const Json answer = Json::parse(text.out);
    EXPECT_EQ(answer["schema"], "warpstring.generate/1");
    ASSERT_EQ(answer["devices"].size(), 2U);
    ASSERT_EQ(answer["winner_times_us"].size(), 2U);
    const double own = answer["winner_times_us"][0][0].get<double>();
    EXPECT_DOUBLE_EQ(own, answer["devices"][0]["candidates"][0]["time_us"].get<double>());
}

TEST(Generate, rulesCanBeForbidden) {
    const auto text =
        run({"generate", patternFolder + "scal.pattern", "-D", "n=65536", "-s", "nvidia-h200", "--forbid",
             "split-join", "--forbid", "split-join-strided", "--forbid", "vectorize", "--json", "--no-verify"});
    ASSERT_EQ(text.exit, 0) << text.err;
    const Json answer = Json::parse(text.out);
    for (const Json& candidate : answer["devices"][0]["candidates"])
        for (const Json& step : candidate["steps"])
            for (const char* rule : {"split-join", "split-join-strided", "vectorize"})
                EXPECT_NE(step["rule"], rule);
    const auto none = run({"generate", patternFolder + "scal.pattern", "--allow", "fuse-maps"});
    EXPECT_EQ(none.exit, 3);
    EXPECT_TRUE(none.says("generate.no-candidate")) << none.err;
    const auto unknown = run({"generate", patternFolder + "scal.pattern", "--allow", "fuse-map"});
    EXPECT_EQ(unknown.exit, 2);
    EXPECT_TRUE(unknown.says("there is no rule \"fuse-map\"")) << unknown.err;
}

TEST(Generate, derivationsAreDrawn) {
    const Workspace workspace;
    const std::vector<std::string> search = {"generate", patternFolder + "dot.pattern",
                                             "-D",       "n=65536",
                                             "-s",       "nvidia-h200",
                                             "--budget", "4",
                                             "-q",       "--no-verify",
                                             "--search", "enumerate",
                                             "--tree"};
    for (const std::string file : {"dot.svg", "dot.dot", "dot.png"}) {
        std::vector<std::string> arguments = search;
        arguments.push_back(file);
        EXPECT_EQ(workspace.run(arguments).exit, file == "dot.png" ? 3 : 0);
    }
    const std::string graph = warpstring::test::contents(workspace.folder() / "dot.dot");
    EXPECT_NE(graph.find("step_0 -> step_1 [label=\"1. "), std::string::npos) << graph;
    EXPECT_NE(graph.find("label=\"reduce-in-two-kernels\""), std::string::npos) << graph;
    EXPECT_NE(graph.find("chunk = "), std::string::npos);
    EXPECT_NE(warpstring::test::contents(workspace.folder() / "dot.svg").find("<svg"), std::string::npos);
}

TEST(Generate, aSearchGoesOnFromItsState) {
    const Workspace workspace;
    std::vector<std::string> arguments = {"generate",    patternFolder + "dot.pattern",
                                          "-D",          "n=65536",
                                          "-s",          "nvidia-h200",
                                          "--search",    "mcts",
                                          "--state",     "s.jsonl",
                                          "--no-verify", "--json",
                                          "--budget",    "6"};
    const auto first = workspace.run(arguments);
    ASSERT_EQ(first.exit, 0) << first.err;
    arguments.back() = "10";
    const auto second = workspace.run(arguments);
    ASSERT_EQ(second.exit, 0) << second.err;
    const Json known = Json::parse(second.out)["devices"][0];
    EXPECT_GE(known["known"].get<int>(), 3);
    EXPECT_GE(known["simulated"].get<int>(), 10);
    arguments.insert(arguments.end(), {"--forbid", "vectorize"});
    const auto other = workspace.run(arguments);
    EXPECT_EQ(other.exit, 3);
    EXPECT_TRUE(other.says("tune.other-state")) << other.err;
}

TEST(Generate, aReferenceInCIsWrittenOrTold) {
    const Workspace workspace;
    const auto scalars = workspace.run({"generate", patternFolder + "dot.pattern", "-D", "n=4096", "-s",
                                        "nvidia-h200", "--budget", "2", "-o", "out", "--no-verify"});
    ASSERT_EQ(scalars.exit, 0) << scalars.err;
    EXPECT_NE(warpstring::test::contents(workspace.folder() / "out/reference.c").find("double acc"),
              std::string::npos);
    const auto vectors = workspace.run({"generate", patternFolder + "nbody.pattern", "-D", "bodies=256", "-s",
                                        "nvidia-h200", "--budget", "2", "-o", "bodies", "--no-verify"});
    ASSERT_EQ(vectors.exit, 0) << vectors.err;
    EXPECT_FALSE(vectors.says("generate.host-reference")) << vectors.err;
    EXPECT_NE(warpstring::test::contents(workspace.folder() / "bodies/reference.c").find("float4"),
              std::string::npos);
    workspace.write("directions.pattern",
                    "float4 f(float4 x) { return normalize(x); }\ng(x: float4[1024]) = x |> map(f)\n");
    const auto none = workspace.run(
        {"generate", "directions.pattern", "-s", "nvidia-h200", "--budget", "2", "-o", "none", "--no-verify"});
    ASSERT_EQ(none.exit, 0) << none.err;
    EXPECT_TRUE(none.says("generate.host-reference") && none.says("normalize()")) << none.err;
    EXPECT_TRUE(warpstring::test::contents(workspace.folder() / "none/reference.c").empty());
}

TEST(Generate, faultsHaveTheirPlace) {
    const Workspace workspace;
    workspace.write("bad.pattern", "f(x: float[16]) =\n  x |> split(3) |> join\n");
    const auto bad = workspace.run({"generate", "bad.pattern"});
    EXPECT_EQ(bad.exit, 3);
    EXPECT_TRUE(bad.says("bad.pattern:2:") && bad.says("pattern.type")) << bad.err;
    EXPECT_EQ(workspace.run({"generate", "none.pattern"}).exit, 3);
    EXPECT_EQ(workspace.run({"generate", "bad.pattern", "-D", "n"}).exit, 3);
}

} // namespace
