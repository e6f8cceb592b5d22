// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring validate`, on PoCL and on measurements made up.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::contents;
using warpstring::test::Workspace;

/// Compact measurements of the kernels that a plan has: each took `us` times its number and one.
void writeMeasurements(const Workspace& workspace, const std::string& json, double us) {
    std::ofstream out(workspace.folder() / "compact.jsonl");
    out << R"({"schema":"warpstring.random-measurements/1","device":"NVIDIA Made Up","driver":"1","taken_at":""})"
        << "\n";
    const auto parsed = Json::parse(json);
    for (const auto& row : parsed["rows"]) {
        const double median = us * (row["index"].get<double>() + 1);
        out << Json{{"seed", 9},           {"index", row["index"]}, {"fingerprint", row["fingerprint"]},
                    {"median_us", median}, {"spread", 0.01},        {"status", "ok"}}
                   .dump()
            << "\n";
    }
}

TEST(Validate, whatPoclComputesIsWhatTheInterpreterSays) {
    const Workspace workspace;
    const auto outcome =
        workspace.run({"validate", "--random", "8",  "--seed",        "4",         "--most-groups", "2",
                       "-d",       "portable", "-o", "records.jsonl", "--compact", "compact.jsonl", "--keep",
                       "worst",    "--worst",  "2",  "--json",        "--model",   "closed-form",   "-q"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const auto json = Json::parse(outcome.out);
    EXPECT_EQ(json["wrong_outputs"], 0);
    EXPECT_EQ(json["all"]["kernels"], 8);
    EXPECT_EQ(json["worst"].size(), 2U);
    EXPECT_EQ(warpstring::test::count(contents(workspace.folder() / "compact.jsonl"), "\n"), 9U);

    // What was kept is replayed by one command, with its records.
    const auto replayed = workspace.run({"compare", "worst", "-s", "nvidia-h200", "--any-device", "--json"});
    ASSERT_EQ(replayed.exit, 0) << replayed.err;
    EXPECT_EQ(Json::parse(replayed.out)["launches"].size(), 2U);

    const auto again = workspace.run({"validate", "--random", "8", "--seed", "4", "--most-groups", "2",
                                      "--records", "compact.jsonl", "--json", "--model", "closed-form", "-q"});
    ASSERT_EQ(again.exit, 0) << again.err;
    EXPECT_NEAR(Json::parse(again.out)["all"]["geometric_mean"].get<double>(),
                json["all"]["geometric_mean"].get<double>(), 1e-4);
}

TEST(Validate, plansForAnotherMachine) {
    const Workspace workspace;
    const auto outcome = workspace.run({"validate", "--random", "50", "--seed", "9", "--plan", "plan.jsonl"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    std::ifstream plan(workspace.folder() / "plan.jsonl");
    std::size_t lines = 0;
    for (std::string line; std::getline(plan, line); ++lines) {
        const auto json = Json::parse(line);
        EXPECT_EQ(json["name"], "random-9-" + std::to_string(lines));
        EXPECT_EQ(json["reference"]["function"], "random-kernel");
    }
    EXPECT_EQ(lines, 50U);
    EXPECT_LT(std::filesystem::file_size(workspace.folder() / "plan.jsonl"), 50U * 30'000); // 30 MB for 1,000
}

TEST(Validate, tellsRatiosOfMeasurementsMadeElsewhere) {
    const Workspace workspace;
    const std::vector<std::string> kernels{"validate",      "--random", "4",       "--seed",      "9",
                                           "--most-groups", "50",       "--model", "closed-form", "-q"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), kernels.begin(), kernels.end());
        return workspace.run(more);
    };
    // Of no kernel: the rows are printed all the same, which tells their fingerprints.
    std::ofstream(workspace.folder() / "compact.jsonl")
        << "{\"schema\":\"warpstring.random-measurements/1\",\"device\":\"d\"}\n"
        << R"({"seed":1,"index":0,"fingerprint":"00","median_us":1,"spread":0,"status":"ok"})" << "\n";
    const auto none = with({"--records", "compact.jsonl", "--json"});
    EXPECT_EQ(none.exit, 1);
    EXPECT_TRUE(none.says("compare.nothing-compared"));
    writeMeasurements(workspace, none.out, 10);

    const auto outcome = with({"--records", "compact.jsonl", "--json"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const auto json = Json::parse(outcome.out);
    double product = 1;
    for (const auto& row : json["rows"]) {
        EXPECT_DOUBLE_EQ(row["measured_us"].get<double>(), 10 * (row["index"].get<double>() + 1));
        product *= row["predicted_us"].get<double>() / row["measured_us"].get<double>();
    }
    EXPECT_NEAR(json["all"]["geometric_mean"].get<double>(), std::pow(product, 0.25), 1e-6);
    std::size_t binned = 0;
    for (const auto& bin : json["histogram"]) binned += bin["kernels"].get<std::size_t>();
    EXPECT_EQ(binned, 4U);

    const auto text = with({"--records", "compact.jsonl"});
    EXPECT_TRUE(text.prints("against NVIDIA Made Up"));
    EXPECT_TRUE(text.prints("predicted / measured"));
    EXPECT_TRUE(text.prints("max(p/m, m/p)"));
    EXPECT_TRUE(text.prints("worst"));
    EXPECT_FALSE(text.prints("\x1b"));
}

TEST(Validate, takesKernelsAsBroadAsTheLanguage) {
    const Workspace workspace;
    const auto outcome = workspace.run({"validate", "--language", "3", "--seed", "5", "-q"});
    EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(outcome.prints("3 kernels of seed 5"));
    EXPECT_TRUE(outcome.prints("at fault"));
    EXPECT_EQ(workspace.run({"validate", "--language", "3", "--random", "3"}).exit, 2);
    EXPECT_EQ(workspace.run({"validate", "--language", "3", "--plan", "p"}).exit, 2);
}

TEST(Validate, refusesWhatItCannotDo) {
    const Workspace workspace;
    EXPECT_EQ(workspace.run({"validate"}).exit, 2);
    EXPECT_EQ(workspace.run({"validate", "--random", "0"}).exit, 2);
    EXPECT_EQ(workspace.run({"validate", "--random", "2", "--plan", "p", "-o", "r.jsonl"}).exit, 2);
    EXPECT_EQ(workspace.run({"validate", "--random", "2", "-s", "no-such-spec"}).exit, 3);
    const auto none = workspace.run({"validate", "--random", "2", "--records", "none.jsonl"});
    EXPECT_EQ(none.exit, 3);
    EXPECT_GE(none.errors(), 1U);
    EXPECT_EQ(workspace.run({"validate", "--random", "1", "--plan", "no/such/folder/plan.jsonl"}).exit, 1);
}

} // namespace
