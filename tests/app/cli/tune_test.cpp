// SPDX-License-Identifier: GPL-3.0-or-later
// `tune`: what it says, writes and keeps, and how it ends.
#include <csignal>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/app/program.h"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using warpstring::test::contents;
using warpstring::test::Outcome;
using warpstring::test::Workspace;

class Tune : public testing::Test {
protected:
    Tune() {
        workspace_.write("k.cl", "__kernel void k(__global const float* a, __global float* b) {\n"
                                 "    int i = get_global_id(0);\n"
                                 "    float s = 0;\n"
                                 "    for (int j = 0; j < 64; ++j) s += a[i * STRIDE + j];\n"
                                 "    b[i] = s;\n"
                                 "}\n");
        writeLaunch("STRIDE = [1, 2, 4, 8]\nlocal = [[32], [64], [100], [256]]\n");
    }
    void writeLaunch(const std::string& tune) const {
        workspace_.write("k.toml",
                         "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                         "global = [1048576]\nlocal = [64]\n[macros]\nSTRIDE = 8 # words\n[args]\n"
                         "a = { buffer = \"float\", count = 16777216, init = \"random\", access = \"read\" }\n"
                         "b = { buffer = \"float\", count = 1048576 }\n" +
                             (tune.empty() ? "" : "[tune]\n" + tune));
    }
    [[nodiscard]] Outcome tune(std::vector<std::string> words = {}) const {
        words.insert(words.begin(), {"tune", "k.toml", "-q", "-s", "nvidia-h200"});
        return workspace_.run(words);
    }
    [[nodiscard]] Json json(std::vector<std::string> words = {}) const {
        words.emplace_back("--json");
        const auto outcome = tune(words);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return Json::parse(outcome.out, nullptr, false);
    }
    Workspace workspace_;
};

TEST_F(Tune, answersFirstAndTellsTheRest) {
    const auto outcome = tune();
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(std::regex_search(
        outcome.out,
        std::regex("^k: [0-9.]+ us with STRIDE=1,local=\\d+ on nvidia-h200; [0-9.]+ us as it stands: "
                   "[0-9.]+ times as fast\n")))
        << outcome.out;
    EXPECT_TRUE(outcome.prints("space: 16 combinations of STRIDE, local ([tune]); all of them are looked at\n"))
        << outcome.out;
    EXPECT_TRUE(outcome.prints("  4  make no launch: ")) << outcome.out;
    EXPECT_TRUE(outcome.prints("error of ratios of times: "));
    EXPECT_TRUE(outcome.prints("Scattered access: load a, line 4")) << outcome.out;
}

TEST_F(Tune, writesTheWinnerThatSimulatesAsItSays) {
    const auto told = json({"-o", "best"});
    const std::string file = "best/k-tuned.toml";
    EXPECT_NE(contents(workspace_.folder() / file).find("STRIDE = 1 # words"), std::string::npos);
    const auto simulated = workspace_.run({"simulate", file, "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(simulated.exit, 0) << simulated.err;
    const Json report = Json::parse(simulated.out);
    EXPECT_NE(simulated.out.find(Json(told["devices"][0]["top"][0]["time_us"]).dump()), std::string::npos)
        << told["devices"][0]["top"][0].dump();
}

TEST_F(Tune, isTheSameForAnyNumberOfThreadsAndPrintsTables) {
    const auto one = tune({"--csv", "-j", "1"}), two = tune({"--csv", "-j", "2"});
    EXPECT_EQ(one.exit, 0);
    EXPECT_EQ(one.out, two.out);
    EXPECT_EQ(warpstring::test::count(one.out, "\n"), 17U);
    EXPECT_EQ(one.out.substr(0, one.out.find('\n')), "spec,rank,outcome,time_us,closed_form_us,STRIDE,local");
    const auto annealed = tune({"--csv", "--evaluations", "12", "-j", "1"}),
               again = tune({"--csv", "--evaluations", "12", "-j", "2"});
    EXPECT_EQ(annealed.out, again.out);
    EXPECT_LT(warpstring::test::count(annealed.out, "\n"), 17U);
}

TEST_F(Tune, goesOnFromItsState) {
    const auto first = json({"--state", "s.jsonl"}), second = json({"--state", "s.jsonl"});
    EXPECT_GT(first["devices"][0]["simulations"], 0);
    EXPECT_EQ(second["devices"][0]["simulations"], 0);
    EXPECT_EQ(first["devices"][0]["top"], second["devices"][0]["top"]);
    writeLaunch("STRIDE = [1, 2]\n");
    const auto other = tune({"--state", "s.jsonl"});
    EXPECT_EQ(other.exit, 3);
    EXPECT_TRUE(other.says("tune.other-state")) << other.err;
}

TEST_F(Tune, answersWithWhatItHasWhenItIsInterrupted) {
    std::string list;
    for (int i = 1; i <= 4000; ++i) list += (i > 1 ? "," : "") + std::to_string(i);
    writeLaunch("STRIDE = [" + list + "]\n");
    const fs::path state = workspace_.folder() / "s.jsonl";
    const auto outcome = warpstring::test::runAndSignal(
        {"tune", "k.toml", "-q", "-s", "geforce-8800-gtx", "--state", "s.jsonl"}, workspace_.folder(), SIGINT,
        [&] {
            std::error_code ignored;
            return fs::exists(state, ignored) && fs::file_size(state, ignored) > 4096;
        });
    EXPECT_EQ(outcome.exit, 130) << outcome.err;
    EXPECT_TRUE(outcome.prints("k: ")) << outcome.out;
    EXPECT_TRUE(outcome.prints("when it was interrupted")) << outcome.out;
    EXPECT_TRUE(outcome.says("goes on from there")) << outcome.err;
}

TEST_F(Tune, derivesASpaceWhereNoneIsSaid) {
    writeLaunch("");
    const auto told = json({"--evaluations", "40"});
    EXPECT_EQ(told["space"]["origin"], "derived");
    std::vector<std::string> axes;
    for (const auto& axis : told["space"]["axes"]) axes.push_back(axis["name"]);
    ASSERT_FALSE(axes.empty());
    EXPECT_EQ(axes.front(), "local");
    EXPECT_EQ(told["space"]["axes"][0]["values"].size(), 6U); // 32 to 1024
    EXPECT_NE(std::find(axes.begin(), axes.end(), "rewrite.unroll_j"), axes.end());
    EXPECT_NE(std::find(axes.begin(), axes.end(), "rewrite.coarsen_x"), axes.end());
    EXPECT_NE(std::find(axes.begin(), axes.end(), "rewrite.jam_x"), axes.end());
    const auto file = tune({"--space", "none.toml"});
    EXPECT_EQ(file.exit, 3);
    workspace_.write("space.toml", "schema = \"warpstring.space/1\"\n[tune]\nSTRIDE = [1, 2]\n");
    EXPECT_EQ(json({"--space", "space.toml"})["space"]["origin"], "file");
}

TEST_F(Tune, writesRewrittenKernelsAfterTheValuesOfTheVariant) {
    writeLaunch("STRIDE = [1]\nrewrite.wide = [\"coarsen x=2\"]\n");
    const auto told = json({"-o", "best"});
    EXPECT_EQ(told["devices"][0]["top"].size(), 1U);
    EXPECT_NE(contents(workspace_.folder() / "best/k-tuned.cl").find("coarse_x < 2"), std::string::npos);
    const std::string launch = contents(workspace_.folder() / "best/k-tuned.toml");
    EXPECT_NE(launch.find("STRIDE = 1 # words"), std::string::npos) << launch;
    const auto simulated = workspace_.run({"simulate", "best/k-tuned.toml", "-s", "nvidia-h200", "--json"});
    EXPECT_NE(simulated.out.find(Json(told["devices"][0]["top"][0]["time_us"]).dump()), std::string::npos);
}

TEST_F(Tune, writesRewrittenKernelsThatFindWhatTheyInclude) {
    workspace_.write("near.h", "#define NEAR 1.0f\n");
    workspace_.write("k.cl",
                     "#include \"near.h\"\n__kernel void k(__global const float* a, __global float* b) {\n"
                     "    b[get_global_id(0)] = a[get_global_id(0) * STRIDE] + NEAR;\n}\n");
    writeLaunch("rewrite.wide = [\"coarsen x=2\"]\n");
    const auto told = json({"-o", "best"});
    const auto simulated = workspace_.run({"simulate", "best/k-tuned.toml", "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(simulated.exit, 0) << simulated.err;
    EXPECT_NE(simulated.out.find(Json(told["devices"][0]["top"][0]["time_us"]).dump()), std::string::npos);
}

TEST_F(Tune, hasAWinnerForEachDevice) {
    const auto told = json({"-s", "geforce-8800-gtx", "-o", "best"});
    ASSERT_EQ(told["devices"].size(), 2U);
    EXPECT_EQ(told["devices"][1]["spec"], "geforce-8800-gtx");
    EXPECT_FALSE(told["undominated"].empty());
    EXPECT_TRUE(fs::exists(workspace_.folder() / "best/k-tuned-nvidia-h200.toml"));
    EXPECT_TRUE(fs::exists(workspace_.folder() / "best/k-tuned-geforce-8800-gtx.toml"));
}

TEST_F(Tune, measuresTheStartAndTheFastestAndHoldsTheirOutputsAgainstEachOther) {
    writeLaunch("local = [[64], [128]]\n");
    const auto told = json({"--measure", "-d", "pocl", "--records", "r.jsonl", "--top", "2"});
    const Json& measured = told["devices"][0]["measured"];
    EXPECT_EQ(measured["variants"], 2) << measured.dump();
    EXPECT_EQ(measured["wrong"], 0);
    EXPECT_GT(measured["start_us"], 0);
    EXPECT_GE(measured["regret"]["pick"], 0);
    EXPECT_EQ(warpstring::test::count(contents(workspace_.folder() / "r.jsonl"), "\n"),
              2U); // the start is one of them
    // Another stride computes something else.
    writeLaunch("STRIDE = [8, 2]\n");
    const auto other = tune({"--measure", "-d", "pocl"});
    EXPECT_EQ(other.exit, 1) << other.err;
    EXPECT_TRUE(other.says("measure.wrong-output")) << other.err;
    EXPECT_TRUE(other.prints("the outputs of 1 are wrong")) << other.out;
}

TEST_F(Tune, holdsItsRankingAgainstRecords) {
    const fs::path samples = fs::path(WARPSTRING_SOURCE_DIR) / "samples/matmul";
    const auto outcome =
        workspace_.run({"tune", samples / "matmul-tiled-sizes.toml", "-q", "-s", "nvidia-h200", "--json",
                        "--records", samples / "measurements", "--curve", "curve.csv"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json told = Json::parse(outcome.out);
    const Json& measured = told["devices"][0]["measured"];
    EXPECT_EQ(measured["device"], "NVIDIA H200");
    EXPECT_EQ(measured["variants"], 5);
    EXPECT_EQ(measured["without_record"], 0);
    EXPECT_GE(measured["random_runs"], 1);
    const std::string curve = contents(workspace_.folder() / "curve.csv");
    EXPECT_TRUE(curve.starts_with("runs,model,random,annealing\n1,")) << curve;
    EXPECT_EQ(warpstring::test::count(curve, "\n"), 6U);
    EXPECT_EQ(tune({"--curve", "c.csv"}).exit, 2);
    EXPECT_EQ(tune({"--records", "none"}).exit, 3);
}

TEST_F(Tune, handsSpacesAndTimesToOtherTunersAndTakesTheirs) {
    const auto written = tune({"--kernel-tuner", "c.json", "--tuning-results", "t4.json"});
    ASSERT_EQ(written.exit, 0) << written.err;
    const Json cache = Json::parse(contents(workspace_.folder() / "c.json"));
    EXPECT_EQ(cache["cache"].size(), 16U);
    EXPECT_EQ(Json::parse(contents(workspace_.folder() / "t4.json"))["results"].size(), 16U);
    // The head of the cache is the same space, and its times, were they measured, the same ranking.
    writeLaunch("");
    const auto told = json({"--space", "c.json", "--cache", "c.json", "--records", "r.jsonl"});
    EXPECT_EQ(told["space"]["combinations"], 16);
    EXPECT_EQ(told["devices"][0]["measured"]["variants"], 12);
    EXPECT_EQ(told["devices"][0]["measured"]["regret"]["pick"], 0);
    EXPECT_DOUBLE_EQ(told["devices"][0]["measured"]["tau"].get<double>(), 1);
    EXPECT_EQ(warpstring::test::count(contents(workspace_.folder() / "r.jsonl"), "\n"), 12U);
    workspace_.write("t1.json",
                     "{\"ConfigurationSpace\":{\"TuningParameters\":[{\"Name\":\"STRIDE\",\"Type\":\"int\","
                     "\"Values\":\"[1,2,4]\"}],\"Conditions\":[{\"Parameters\":[\"STRIDE\"],"
                     "\"Expression\":\"STRIDE / 2 > 1\"}]}}");
    const auto refused = tune({"--space", "t1.json"});
    EXPECT_EQ(refused.exit, 3);
    EXPECT_TRUE(refused.says("t1.json: error: \"STRIDE / 2 > 1\" has a division by /")) << refused.err;
}

TEST_F(Tune, takesATableOfTimesForItsCurve) {
    workspace_.write("t.csv", "# NVIDIA H200, driver 1\nSTRIDE,local,kernel_us\n1,64,10\n2,64,20\n16,64,5\n"
                              "1,100,3\n1,32,40\n");
    const auto outcome = tune({"--cache", "t.csv", "--curve", "c.csv", "--json"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json measured = Json::parse(outcome.out)["devices"][0]["measured"];
    EXPECT_EQ(measured["device"], "NVIDIA H200");
    EXPECT_EQ(measured["variants"], 3) << "neither another stride nor what makes no launch";
    EXPECT_EQ(measured["best"]["measured_us"], 10) << measured.dump();
    EXPECT_EQ(warpstring::test::count(contents(workspace_.folder() / "c.csv"), "\n"), 4U);
    workspace_.write("t.csv", "STRIDE,kernel_us\n1,10\n");
    const auto refused = tune({"--cache", "t.csv"});
    EXPECT_EQ(refused.exit, 3);
    EXPECT_TRUE(refused.says("t.csv:1: error: there is no column of \"local\" [tune.bad-times]"))
        << refused.err;
}

TEST_F(Tune, showsTimesOverSizesOfGroups) {
    writeLaunch("");
    const auto told = workspace_.run({"shape", "k.toml", "-s", "nvidia-h200"});
    ASSERT_EQ(told.exit, 0) << told.err;
    EXPECT_TRUE(std::regex_search(told.out, std::regex("^k: [0-9.]+ us in groups of \\d+ on nvidia-h200")))
        << told.out;
    EXPECT_TRUE(told.prints("as it stands"));
    EXPECT_TRUE(told.prints("load a, line 4   complex     work-items are 32 bytes apart")) << told.out;
    const auto json =
        Json::parse(workspace_.run({"shape", "k.toml", "-s", "all", "--json", "-q"}).out, nullptr, false);
    EXPECT_EQ(json["schema"], "warpstring.shape/1");
    EXPECT_GT(json["devices"].size(), 10U);
    workspace_.write(
        "k.cl", "__kernel void k(__global float* a, __global float* b) { b[get_local_id(0)] = a[STRIDE]; }\n");
    const auto tied = workspace_.run({"shape", "k.toml"});
    EXPECT_EQ(tied.exit, 3);
    EXPECT_TRUE(tied.says("tune.tied-to-groups")) << tied.err;
}

TEST_F(Tune, refusesByNameWhatCannotBeTuned) {
    writeLaunch("STRIDE = [1, 2]\nconstraints = [\"STRIDE > 2\"]\n");
    const auto none = tune();
    EXPECT_EQ(none.exit, 3);
    EXPECT_TRUE(none.says("k.toml:13:16: error: none of the 2 combinations meets \"STRIDE > 2\"")) << none.err;
    EXPECT_TRUE(none.says("tune.unsatisfiable"));
    writeLaunch("STRIDE = [\"1)\"]\n");
    const auto all = tune();
    EXPECT_EQ(all.exit, 1);
    EXPECT_TRUE(all.prints("no variant is ranked")) << all.out;
    EXPECT_TRUE(all.prints("do not compile")) << all.out;
    EXPECT_EQ(tune({"--budget", "soon"}).exit, 2);
    EXPECT_EQ(tune({"--budget", "10s", "--evaluations", "5"}).exit, 2);
    EXPECT_EQ(tune({"--json", "--csv"}).exit, 2);
}

} // namespace
