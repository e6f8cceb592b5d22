// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring measure` and `warpstring compare` together, on PoCL, and on the records that come with the
// samples.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string comparedSamples = std::string(WARPSTRING_SOURCE_DIR) + "/samples";

TEST(Compare, whatWasMeasuredHere) {
    const Workspace workspace;
    const std::string launch = comparedSamples + "/matmul/check-matmul-tiled.toml";
    const auto measured = workspace.run({"measure", launch, "-o", "records.jsonl", "--max-samples", "10",
                                         "--no-warp-latency", "-d", "portable"});
    ASSERT_EQ(measured.exit, 0) << measured.err;
    const auto compared = workspace.run({"compare", launch, "-r", "records.jsonl", "--json", "-s",
                                         "tesla-c1060", "-s", "geforce-8800-gtx", "--any-device"});
    ASSERT_EQ(compared.exit, 0) << compared.err;
    const auto json = Json::parse(compared.out);
    ASSERT_EQ(json["launches"].size(), 10U); // five tile sizes on two specs
    ASSERT_EQ(json["summaries"].size(), 4U);
    const auto& kernel = json["launches"][0]["kernel_us"];
    EXPECT_GT(kernel["measured"].get<double>(), 0);
    EXPECT_NEAR(kernel["error"].get<double>(),
                kernel["simulated"].get<double>() / kernel["measured"].get<double>() - 1, 1e-9);
    // Not asked for; or the samples scattered too much, as they may on a busy machine.
    EXPECT_TRUE(json["launches"][0]["warp_cycles"]["apart"].is_string());

    EXPECT_EQ(json["summaries"][0]["own_device"], false);
    const auto text = workspace.run({"compare", launch, "-r", "records.jsonl", "--any-device"});
    EXPECT_TRUE(text.prints("kernel us"));
    EXPECT_TRUE(text.prints(", another device"));
    for (const auto& one : json["launches"]) EXPECT_EQ(one["model"], "closed-form") << "no pipes";
    const auto byPaper = [](const auto& printed) {
        return warpstring::test::count(printed.out, "by the closed form (the paper's model)\n");
    };
    EXPECT_EQ(byPaper(text), 0U) << text.out;
    EXPECT_EQ(byPaper(workspace.run(
                  {"compare", launch, "-r", "records.jsonl", "--any-device", "-s", "geforce-8800-gtx"})),
              1U);
    EXPECT_TRUE(text.prints("MAPE") || text.prints("listed apart"));
    EXPECT_FALSE(text.prints("\x1b"));
}

/// Needs no device: the records were made on another machine.
TEST(Compare, whatWasMeasuredElsewhere) {
    const auto compared =
        run({"compare", comparedSamples + "/transpose", "--csv", "-d", "H200", "-s", "tesla-c1060"});
    ASSERT_EQ(compared.exit, 0) << compared.err;
    EXPECT_TRUE(compared.prints("transpose-tiled"));
    EXPECT_TRUE(compared.prints("NVIDIA H200"));
    EXPECT_EQ(warpstring::test::count(compared.out, "\r\n"), 61U); // 30 launches, caches warm and cold
}

TEST(Compare, aSpecStandsBesideItsOwnDeviceUnlessAnotherIsAskedFor) {
    const std::string folder = comparedSamples + "/transpose";
    const auto own = run({"compare", folder, "--json", "-q", "-s", "nvidia-h200"});
    ASSERT_EQ(own.exit, 0) << own.err;
    const Json compared = Json::parse(own.out);
    EXPECT_FALSE(compared["launches"].empty());
    for (const auto& launch : compared["launches"]) {
        EXPECT_EQ(launch["device"], "NVIDIA H200");
        EXPECT_EQ(launch["own_device"], true);
        EXPECT_EQ(launch["model"], "timeline");
    }
    const auto asked = run({"compare", folder, "-q", "-s", "nvidia-h200", "--model", "closed-form"});
    EXPECT_EQ(warpstring::test::count(asked.out, "by the closed form (the paper's model)\n"), 2U)
        << "a table each of warm and cold caches";
    const auto none = run({"compare", folder, "-q", "-s", "geforce-8800-gtx"});
    EXPECT_EQ(none.exit, 1);
    EXPECT_TRUE(none.says("compare.no-own-device") && none.says("the device of geforce-8800-gtx")) << none.err;
    EXPECT_TRUE(none.says("\"NVIDIA H200\"") && none.says("--device NAME") && none.says("--any-device"))
        << none.err;
    EXPECT_FALSE(none.says("compare.nothing-compared")) << "one reason is enough";
    const auto one = run({"compare", folder, "-q", "--csv", "-s", "nvidia-h200", "-s", "tesla-c1060"});
    EXPECT_EQ(one.exit, 0);
    EXPECT_TRUE(one.says("warning") && one.says("the device of tesla-c1060")) << one.err;
    EXPECT_FALSE(one.prints("tesla-c1060"));
    EXPECT_EQ(run({"compare", folder, "-d", "H200", "--any-device"}).exit, 2);
}

TEST(Compare, onlyWhatPassesAFilter) {
    const std::vector<std::string> all{
        "compare", comparedSamples + "/transpose", "--json", "-s", "nvidia-h200", "-d", "H200"};
    const auto with = [&](const std::vector<std::string>& more) {
        auto arguments = all;
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto compared = run(arguments);
        EXPECT_EQ(compared.exit, 0) << compared.err;
        return Json::parse(compared.out);
    };
    const std::size_t launches = with({})["launches"].size();
    const auto cold = with({"--caches", "cold"});
    EXPECT_EQ(cold["launches"].size(), launches / 2);
    for (const auto& launch : cold["launches"]) EXPECT_EQ(launch["cache"], "cold");
    ASSERT_EQ(cold["summaries"].size(), 2U) << "kernel time and warp latency";
    const auto few = with({"--caches", "warm", "--filter", "  TILED transpose "});
    EXPECT_GT(few["launches"].size(), 0U);
    EXPECT_LT(few["launches"].size(), launches / 2);
    for (const auto& launch : few["launches"])
        EXPECT_NE(launch["launch"].get<std::string>().find("tiled"), std::string::npos) << launch["launch"];
    const auto& summary = few["summaries"][0];
    EXPECT_EQ(summary["count"].get<std::size_t>() + summary["apart"].get<std::size_t>(), few["launches"].size())
        << "the metrics are those of what passes";

    const auto none =
        run({"compare", comparedSamples + "/transpose", "-s", "nvidia-h200", "--filter", "no such thing"});
    EXPECT_EQ(none.exit, 1);
    EXPECT_TRUE(none.says("compare.nothing-compared") && none.says("--filter")) << none.err;
    EXPECT_EQ(run({"compare", comparedSamples + "/transpose", "--caches", "lukewarm"}).exit, 2);
    EXPECT_EQ(run({"compare", comparedSamples + "/transpose", "--caches", "warm", "--schedule", "x"}).exit, 2);
}

/// Every record that comes with the samples belongs to a launch as it is now, and was right when
/// measured.
TEST(Compare, theRecordsOfTheSamplesAreOfTheSamples) {
    const auto compared = run({"compare", comparedSamples + "/scan", comparedSamples + "/transpose",
                               comparedSamples + "/dg", "--json", "-s", "tesla-c1060", "--any-device"});
    ASSERT_EQ(compared.exit, 0) << compared.err;
    const auto json = Json::parse(compared.out);
    EXPECT_TRUE(json["unmatched_records"].empty()) << json["unmatched_records"];
    for (const auto& launch : json["launches"])
        EXPECT_NE(launch["kernel_us"]["apart"], "the outputs were wrong");
    for (const auto& launch : json["unmeasured"])
        EXPECT_TRUE(launch.get<std::string>().starts_with("check-")) << launch;
}

/// On a spec of another GPU, so the figures are bad; what is written of them must be so again.
TEST(Compare, setsHaveTheirFiguresReportAndRecord) {
    const Workspace workspace;
    const std::vector<std::string> command{"compare",  comparedSamples + "/transpose",
                                           "-s",       "tesla-c1060",
                                           "--sets",   comparedSamples + "/accuracy.toml",
                                           "--report", "report.md",
                                           "--record", "record.json"};
    std::vector<std::string> check = command;
    check.emplace_back("--check");
    const auto missing = workspace.run(check);
    EXPECT_EQ(missing.exit, 1);
    EXPECT_TRUE(missing.says("accuracy.file-not-found") && missing.says("without --check it is written"))
        << missing.err;

    const auto written = workspace.run(command);
    ASSERT_EQ(written.exit, 0) << written.err;
    for (const char* text :
         {"by set, kernel time", "tuned-on", "checked-on", "transposes", "targets", "missed"})
        EXPECT_TRUE(written.prints(text)) << text;
    EXPECT_TRUE(written.prints("NVIDIA H200")) << "the device of the file of sets";
    EXPECT_EQ(written.out.find("portable"), std::string::npos) << "records of another device";
    const auto read = [&](const char* name) {
        std::ostringstream text;
        text << std::ifstream(workspace.folder() / name).rdbuf();
        return text.str();
    };
    const std::string report = read("report.md");
    EXPECT_NE(report.find("| hardware spec | `tesla-c1060` |"), std::string::npos);
    EXPECT_NE(report.find("`transpose/transpose_tiled` | checked-on"), std::string::npos);
    auto record = Json::parse(read("record.json"));
    EXPECT_EQ(record["schema"], "warpstring.accuracy/1");
    EXPECT_EQ(record["figures"][0]["of"], "all");
    EXPECT_EQ(record["figures"][0]["points"], 30);

    EXPECT_EQ(workspace.run(check).exit, 0) << "what is written holds";
    EXPECT_EQ(read("report.md"), report) << "--check writes nothing";
    record["figures"][0]["mape"] = record["figures"][0]["mape"].get<double>() - 0.1;
    workspace.write("record.json", record.dump());
    workspace.write("report.md", "# Accuracy\n");
    const auto worse = workspace.run(check);
    EXPECT_EQ(worse.exit, 1);
    EXPECT_TRUE(worse.says("accuracy.worse") && worse.says("MAPE of all, kernel time")) << worse.err;
    EXPECT_TRUE(worse.says("accuracy.stale-report")) << worse.err;
}

TEST(Compare, aScheduleStandsBesideTheMeasuredOne) {
    const Workspace workspace;
    const std::vector<std::string> command{
        "compare",    comparedSamples + "/transpose", "-s", "nvidia-h200", "-d", "h200",
        "--schedule", "transpose-copy,TILE=32,n=3072"};
    const auto with = [&](const std::vector<std::string>& more) {
        auto all = command;
        all.insert(all.end(), more.begin(), more.end());
        return workspace.run(all);
    };
    const auto text = with({"--picture", "s.svg"});
    ASSERT_EQ(text.exit, 0) << text.err;
    for (const char* piece : {"groups that an SM runs", "67 to 72", "median group, cycles", "completion error"})
        EXPECT_TRUE(text.prints(piece)) << piece << text.out;
    EXPECT_TRUE(std::filesystem::file_size(workspace.folder() / "s.svg") > 1000);
    const auto json = Json::parse(with({"--json"}).out);
    EXPECT_EQ(json["schema"], "warpstring.schedule/1");
    EXPECT_EQ(json["groups_of_an_sm"]["measured_here"], json["measured"]["groups"].size());
    EXPECT_EQ(json["compared"].get<std::size_t>(),
              std::min(json["measured"]["groups"].size(), json["simulated"]["groups"].size()));
    EXPECT_EQ(json["completions"].size(), 4U);

    auto elsewhere = command;
    elsewhere[5] = "no such device";
    const auto missing = workspace.run(elsewhere);
    EXPECT_EQ(missing.exit, 3);
    EXPECT_TRUE(missing.says("schedule.not-measured") && missing.says("hint: ")) << missing.err;
    EXPECT_EQ(with({"--csv"}).exit, 2);
    EXPECT_EQ(with({"--picture", "none/s.svg"}).exit, 1);
    auto unknown = command;
    unknown.back() = "transpose-copy,TILE=32,n=3070";
    EXPECT_TRUE(workspace.run(unknown).says("did you mean \"transpose-copy,TILE=32,n=3072\"?"));
    EXPECT_EQ(workspace.run({"compare", comparedSamples + "/transpose", "--picture", "s.svg"}).exit, 2);
}

TEST(Compare, faultySetsAreBadInput) {
    const Workspace workspace;
    workspace.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] = 1.0f; }\n",
                          "a = { buffer = \"float\", count = 1024 }\n");
    workspace.write("sets.toml", "schema = \"warpstring.accuracy-sets/1\"\nspec = \"x\"\ndevice = \"y\"\n"
                                 "margin = 0.01\n[[set]]\nname = \"s\"\nkernels = [\"no/kernel\"]\n");
    const auto faulty = workspace.run({"compare", "k.toml", "--sets", "sets.toml"});
    EXPECT_EQ(faulty.exit, 3);
    EXPECT_TRUE(faulty.says("sets.toml:7:12: error: ") && faulty.says("accuracy.unknown-kernel")) << faulty.err;
    EXPECT_TRUE(faulty.says("accuracy.undeclared-kernel")) << faulty.err;
    EXPECT_TRUE(workspace.run({"compare", "k.toml", "--sets", "none.toml"}).says("accuracy.file-not-found"));
    EXPECT_EQ(workspace.run({"compare", "k.toml", "--report", "r.md"}).exit, 2) << "without sets";
    EXPECT_EQ(workspace.run({"compare", "k.toml", "--sets", "sets.toml", "--check"}).exit, 2);
}

TEST(Compare, badInputSaysWhatIsWrong) {
    const Workspace workspace;
    workspace.writeLaunch("__kernel void k(__global float* a) { a[get_global_id(0)] = 1.0f; }\n",
                          "a = { buffer = \"float\", count = 1024 }\n");
    const auto none = workspace.run({"compare", "k.toml"});
    EXPECT_EQ(none.exit, 3);
    EXPECT_TRUE(none.says("compare.no-records") && none.says("hint: ")) << none.err;
    const auto missing = workspace.run({"compare", "k.toml", "-r", "none.jsonl"});
    EXPECT_EQ(missing.exit, 3);
    EXPECT_TRUE(missing.says("record.read")) << missing.err;
    workspace.write("other.json", "{\"schema\": \"something\"}");
    EXPECT_TRUE(workspace.run({"compare", "k.toml", "-r", "other.json"}).says("record.wrong-schema"));
    const auto unrelated = workspace.run({"compare", "k.toml", "-r", comparedSamples + "/dg/measurements"});
    EXPECT_EQ(unrelated.exit, 1);
    EXPECT_TRUE(unrelated.says("compare.nothing-compared")) << unrelated.err;
    EXPECT_EQ(workspace.run({"compare", "k.toml", "--csv", "--json"}).exit, 2);
    EXPECT_EQ(workspace.run({"compare"}).exit, 2);
}

} // namespace
