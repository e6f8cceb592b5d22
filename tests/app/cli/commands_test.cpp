// SPDX-License-Identifier: GPL-3.0-or-later
// Usage, help and the spec commands.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string naiveProduct = std::string(WARPSTRING_SOURCE_DIR) + "/samples/matmul/matmul-naive.toml";

TEST(Usage, WrongUsageIsExitTwo) {
    const std::vector<std::vector<std::string>> wrong{
        {},
        {"frobnicate"},
        {"simulate"},
        {"simulate", naiveProduct, "--frobnicate"},
        {"simulate", naiveProduct, "surplus"},
        {"simulate", naiveProduct, "--threshold", "many"},
        {"simulate", naiveProduct, "--threshold", "-1"},
        {"pdg", naiveProduct, "-f", "jpeg"},
        {"timeline", naiveProduct, "-f", "jpeg"},
        {"timeline", naiveProduct, "--sm", "-1"},
        {"spec"},
        {"batch"},
        {"spec", "show"},
        {"spec", "check"},
        {"spec", "diff", "nvidia-h200"},
    };
    for (const auto& words : wrong) {
        const auto outcome = run(words);
        EXPECT_EQ(outcome.exit, 2) << testing::PrintToString(words) << outcome.ended;
        EXPECT_EQ(outcome.out, "") << testing::PrintToString(words);
        EXPECT_NE(outcome.err, "") << testing::PrintToString(words);
        EXPECT_TRUE(outcome.says("--help")) << outcome.err;
    }
}

TEST(Usage, EveryCommandHasHelp) {
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{},
                                                                                       {"simulate"},
                                                                                       {"string"},
                                                                                       {"pdg"},
                                                                                       {"replay"},
                                                                                       {"timeline"},
                                                                                       {"batch"},
                                                                                       {"spec"},
                                                                                       {"spec", "list"},
                                                                                       {"spec", "show"},
                                                                                       {"spec", "trust"},
                                                                                       {"spec", "diff"},
                                                                                       {"spec", "check"},
                                                                                       {"spec", "schema"}}) {
        auto help = words;
        help.emplace_back("--help");
        const auto outcome = run(help);
        EXPECT_EQ(outcome.exit, 0) << testing::PrintToString(words);
        EXPECT_EQ(outcome.err, "");
        EXPECT_TRUE(outcome.prints("--help")) << outcome.out;
        if (!words.empty()) {
            EXPECT_TRUE(outcome.prints(words.back())) << outcome.out;
        }
    }
    EXPECT_TRUE(run({"--version"}).out.starts_with("warpstring "));
}

TEST(Spec, List) {
    const auto text = run({"spec", "list"});
    EXPECT_EQ(text.exit, 0);
    EXPECT_EQ(text.err, "");
    EXPECT_EQ(text.out.find('\x1b'), std::string::npos);
    for (const char* name : {"geforce-8800-gtx", "tesla-c1060"}) EXPECT_TRUE(text.prints(name));
    const Json json = Json::parse(run({"spec", "list", "--json"}).out, nullptr, false);
    ASSERT_TRUE(json.is_array());
    EXPECT_GE(json.size(), 2U);
    for (const auto& spec : json) EXPECT_TRUE(spec["name"].is_string() && spec["file"].is_string());
}

TEST(Spec, ShowEverySpec) {
    for (const auto& listed : Json::parse(run({"spec", "list", "--json"}).out, nullptr, false)) {
        const std::string name = listed["name"];
        const auto text = run({"spec", "show", name});
        EXPECT_EQ(text.exit, 0) << text.err;
        EXPECT_TRUE(text.prints("bandwidth_gb_s")) << name;
        EXPECT_TRUE(text.prints("GB/s"));
        const Json json = Json::parse(run({"spec", "show", name, "--json"}).out, nullptr, false);
        EXPECT_EQ(json["name"], name);
        EXPECT_TRUE(json["values"]["global_memory.bandwidth_gb_s"]["source"].is_string());
        EXPECT_EQ(run({"spec", "check", name}).exit, 0);
    }
}

TEST(Spec, TrustTellsWhatSpecsWereHeldAgainst) {
    const auto all = run({"spec", "trust"});
    EXPECT_EQ(all.exit, 0) << all.err;
    EXPECT_TRUE(all.prints("\nradeon-hd-5870        nothing"));
    EXPECT_TRUE(all.prints("been held against records of the device"));
    const auto one = run({"spec", "trust", "nvidia-h200"});
    EXPECT_TRUE(one.prints("held against records of ") && one.prints("docs/data/accuracy-h200.json"))
        << one.out;
    const Json json =
        Json::parse(run({"spec", "trust", "nvidia-h200", "geforce-gtx-480", "--json"}).out, nullptr, false);
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["evidence"][0]["kind"], "records");
    EXPECT_GT(json[0]["evidence"][0]["mape"], 0);
    EXPECT_GT(json[0]["values"]["microbenchmark"], 50);
    EXPECT_EQ(json[1]["evidence"][0]["kind"], "published");
    EXPECT_TRUE(json[1]["sources"][0]["citation"].is_string());
    EXPECT_TRUE(run({"spec", "trust", "--markdown"}).prints("| `nvidia-h200` | records | "));

    EXPECT_EQ(run({"spec", "trust", "absent"}).exit, 3);
    EXPECT_EQ(run({"spec", "trust", "-o", "evidence.json"}).exit, 2) << "there is nothing collected to write";
    EXPECT_EQ(run({"spec", "trust", "--json", "--markdown"}).exit, 2);
}

TEST(Spec, CheckReportsEveryFile) {
    Workspace workspace;
    workspace.write("bad.toml", "schema = \"warpstring.hardware-spec/1\"\n");
    const auto outcome = workspace.run({"spec", "check", "./bad.toml", "geforce-8800-gtx", "absent"});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_TRUE(outcome.says("./bad.toml"));
    EXPECT_TRUE(outcome.says("absent"));
    EXPECT_TRUE(outcome.prints("geforce-8800-gtx.toml: ok"));
}

TEST(Spec, SchemaIsJson) {
    const auto outcome = run({"spec", "schema"});
    EXPECT_EQ(outcome.exit, 0);
    const Json schema = Json::parse(outcome.out, nullptr, false);
    EXPECT_TRUE(schema.contains("$schema"));
    EXPECT_TRUE(schema["properties"].is_object());
}

TEST(Spec, FolderOfOnesOwn) {
    Workspace workspace;
    std::filesystem::copy(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/geforce-8800-gtx.toml",
                          workspace.folder() / "mine.toml");
    EXPECT_EQ(workspace.run({"simulate", naiveProduct, "--spec-dir", ".", "-s", "mine"}).exit, 0);
    EXPECT_EQ(workspace.run({"simulate", naiveProduct, "-s", "mine"}).exit, 3);
}

/// A result that is lost is no success.
TEST(Output, FullDisk) {
    const auto outcome = run({"simulate", naiveProduct}, ".", "/dev/full");
    EXPECT_EQ(outcome.exit, 1) << outcome.ended;
    EXPECT_TRUE(outcome.says("[output.write]")) << outcome.err;
    EXPECT_TRUE(outcome.says("\n  hint: "));
}

TEST(Output, UnrolledIterationsStandOnceButInTheStringItselfAndInJson) {
    const std::string scan = std::string(WARPSTRING_SOURCE_DIR) + "/samples/scan/scan-init.toml";
    const std::vector<std::string> device{"-s", "nvidia-h200"};
    const auto told = [&](std::vector<std::string> words) {
        words.insert(words.end(), device.begin(), device.end());
        return run(words).out;
    };
    EXPECT_NE(told({"simulate", scan}).find(" ]x7"), std::string::npos);
    const std::string details = told({"simulate", scan, "--details"});
    EXPECT_NE(details.find(" ]x7"), std::string::npos);
    const std::string string = told({"string", scan});
    EXPECT_EQ(string.find('['), std::string::npos);
    const Json json = Json::parse(told({"simulate", scan, "--json"}), nullptr, false);
    EXPECT_EQ(json.at(0)["string"].get<std::string>() + "\n", string);
}

TEST(Output, EveryLaunchOfASweepIsNamed) {
    const auto outcome =
        run({"simulate", std::string(WARPSTRING_SOURCE_DIR) + "/samples/scan/scan-init-sizes.toml", "--json"});
    std::vector<std::string> names;
    for (const auto& result : Json::parse(outcome.out, nullptr, false)) names.push_back(result["launch"]);
    EXPECT_EQ(names, (std::vector<std::string>{"scan-init-sizes,T=64", "scan-init-sizes,T=128",
                                               "scan-init-sizes,T=256", "scan-init-sizes,T=512"}));
}

} // namespace
