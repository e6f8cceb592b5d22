// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring measure` and `warpstring compare` together, on PoCL, and on the records that come with the
// samples.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string samples = std::string(WARPSTRING_SOURCE_DIR) + "/samples";

TEST(Compare, whatWasMeasuredHere) {
    const Workspace workspace;
    const std::string launch = samples + "/matmul/check-matmul-tiled.toml";
    const auto measured = workspace.run({"measure", launch, "-o", "records.jsonl", "--max-samples", "10",
                                         "--no-warp-latency", "-d", "portable"});
    ASSERT_EQ(measured.exit, 0) << measured.err;
    const auto compared = workspace.run(
        {"compare", launch, "-r", "records.jsonl", "--json", "-s", "tesla-c1060", "-s", "geforce-8800-gtx"});
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

    const auto text = workspace.run({"compare", launch, "-r", "records.jsonl"});
    EXPECT_TRUE(text.prints("kernel us"));
    EXPECT_TRUE(text.prints("MAPE") || text.prints("listed apart"));
    EXPECT_FALSE(text.prints("\x1b"));
}

/// Needs no device: the records were made on another machine.
TEST(Compare, whatWasMeasuredElsewhere) {
    const auto compared = run({"compare", samples + "/transpose", "--csv", "-d", "H200", "-s", "tesla-c1060"});
    ASSERT_EQ(compared.exit, 0) << compared.err;
    EXPECT_TRUE(compared.prints("transpose-tiled"));
    EXPECT_TRUE(compared.prints("NVIDIA H200"));
    EXPECT_EQ(warpstring::test::count(compared.out, "\r\n"), 61U); // 30 launches, caches warm and cold
}

/// Every record that comes with the samples belongs to a launch as it is now, and was right when measured.
TEST(Compare, theRecordsOfTheSamplesAreOfTheSamples) {
    const auto compared = run(
        {"compare", samples + "/scan", samples + "/transpose", samples + "/dg", "--json", "-s", "tesla-c1060"});
    ASSERT_EQ(compared.exit, 0) << compared.err;
    const auto json = Json::parse(compared.out);
    EXPECT_TRUE(json["unmatched_records"].empty()) << json["unmatched_records"];
    for (const auto& launch : json["launches"])
        EXPECT_NE(launch["kernel_us"]["apart"], "the outputs were wrong");
    for (const auto& launch : json["unmeasured"])
        EXPECT_TRUE(launch.get<std::string>().starts_with("check-")) << launch;
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
    const auto strangers = workspace.run({"compare", "k.toml", "-r", samples + "/dg/measurements"});
    EXPECT_EQ(strangers.exit, 1);
    EXPECT_TRUE(strangers.says("compare.nothing-compared")) << strangers.err;
    EXPECT_EQ(workspace.run({"compare", "k.toml", "--csv", "--json"}).exit, 2);
    EXPECT_EQ(workspace.run({"compare"}).exit, 2);
}

} // namespace
