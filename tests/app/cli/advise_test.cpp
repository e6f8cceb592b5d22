// SPDX-License-Identifier: GPL-3.0-or-later
// `advise`: its text, its JSON and its SARIF, for one and for several launches and devices.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"
#include "tests/tuning/findings/sarif_schema.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::count;
using warpstring::test::Outcome;
using warpstring::test::sarifFaults;
using warpstring::test::Workspace;

class Advise : public testing::Test {
protected:
    Advise() {
        std::filesystem::create_directories(workspace_.folder() / ".git");
        workspace_.writeLaunch("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                               "    __local float t[2048];\n"
                               "    int i = get_local_id(0);\n"
                               "    t[i * 32] = a[get_global_id(0)];\n"
                               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "    float s = 0;\n"
                               "    for (int j = 0; j < n; ++j) s = s * 0.5f + t[i * 32 + (j & 1)];\n"
                               "    b[get_global_id(0)] = s;\n"
                               "}\n",
                               "n = 64\na = { buffer = \"float\", count = 1024, access = \"read\" }\n"
                               "b = { buffer = \"float\", count = 1024 }\n");
    }
    [[nodiscard]] Outcome advise(std::vector<std::string> words) const {
        words.insert(words.begin(), "advise");
        return workspace_.run(words);
    }
    [[nodiscard]] Json json(const std::vector<std::string>& words) const {
        const auto outcome = advise(words);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return Json::parse(outcome.out, nullptr, false);
    }
    [[nodiscard]] static const Json* finding(const Json& advice, const std::string& kind) {
        for (const auto& each : advice["findings"])
            if (each["kind"] == kind) return &each;
        return nullptr;
    }

    const Workspace workspace_;
};

/// The oracle is `transform` itself: it takes what `advise` prints.
TEST_F(Advise, PrintsTheCommandOfARemedyThatARewriteDoes) {
    workspace_.writeLaunch("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                           "    __local float t[64][32];\n"
                           "    int i = get_local_id(0);\n"
                           "    t[i][0] = a[get_global_id(0)];\n"
                           "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "    float s = 0;\n"
                           "    for (int j = 0; j < n; ++j) s = s * 0.5f + t[i][j & 1];\n"
                           "    b[get_global_id(0)] = s;\n"
                           "}\n",
                           "n = 64\na = { buffer = \"float\", count = 1024, access = \"read\" }\n"
                           "b = { buffer = \"float\", count = 1024 }\n");
    const auto told = advise({"k.toml", "-s", "nvidia-h200"});
    const std::string begin = "warpstring transform ";
    const std::size_t at = told.out.find(begin);
    ASSERT_NE(at, std::string::npos) << told.out << told.err;
    std::istringstream line(told.out.substr(at, told.out.find('\n', at) - at));
    std::vector<std::string> words;
    for (std::string word; line >> word;) words.push_back(word);
    EXPECT_EQ(words[3], "--pad") << told.out;
    words.erase(words.begin());
    words.insert(words.end(), {"-s", "nvidia-h200"});
    const auto done = workspace_.run(words);
    EXPECT_EQ(done.exit, 0) << done.err;
}

/// The device's limits alone cost this product its time; a search is what is left.
TEST_F(Advise, PrintsTheSearchWhereOnlyLimitsOfTheDeviceMatter) {
    const auto product =
                   advise({WARPSTRING_SOURCE_DIR "/bench/device/tuning/product.toml", "-s", "nvidia-h200"}),
               other = advise({"k.toml", "-s", "nvidia-h200"});
    EXPECT_TRUE(product.prints("limits of the device")) << product.out;
    EXPECT_TRUE(product.prints("tuning/product.toml -s nvidia-h200\n")) << product.out;
    EXPECT_EQ(other.prints("warpstring tune"), other.prints("limits of the device")) << other.out;
}

TEST_F(Advise, SaysWhichErrorItGoesBy) {
    const auto measured = advise({"k.toml", "-s", "nvidia-h200"}),
               assumed = advise({"k.toml", "-s", "tesla-c1060"});
    EXPECT_TRUE(measured.prints("pairs measured on it (field-checked-on)")) << measured.out;
    EXPECT_TRUE(assumed.prints("on tesla-c1060: 5.0 %, assumed: there are no measurements on it"))
        << assumed.out;
    EXPECT_FALSE(measured.prints("what matters on which")) << "one device is no table";
    EXPECT_GT(json({"k.toml", "-s", "nvidia-h200", "--json"})[0]["least_gain"],
              json({"k.toml", "-s", "tesla-c1060", "--json"})[0]["least_gain"]);
}

TEST_F(Advise, PrintsJsonOfAllLaunchesAndDevices) {
    workspace_.write("two.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                                 "global = [1024]\nlocal = [64]\n[args]\nn = 8\n"
                                 "a = { buffer = \"float\", count = 1024 }\n"
                                 "b = { buffer = \"float\", count = 1024 }\n[sweep]\nn = [8, 16]\n");
    const Json all = json({"k.toml", "two.toml", "-s", "nvidia-h200", "-s", "tesla-c1060", "--json"});
    ASSERT_EQ(all.size(), 6U);
    std::vector<std::string> order;
    for (const auto& each : all) {
        EXPECT_EQ(each["schema"], "warpstring.advice/1");
        order.push_back(each["launch"].get<std::string>() + " " + each["spec"].get<std::string>());
    }
    EXPECT_EQ(order, (std::vector<std::string>{"k nvidia-h200", "k tesla-c1060", "two,n=8 nvidia-h200",
                                               "two,n=8 tesla-c1060", "two,n=16 nvidia-h200",
                                               "two,n=16 tesla-c1060"}));
    const Json* conflicts = finding(all[0], "bank-conflicts");
    ASSERT_NE(conflicts, nullptr);
    EXPECT_TRUE((*conflicts)["matters"]);
    EXPECT_EQ((*conflicts)["rule"], "WS101");
    for (const auto& part : (*conflicts)["parts"])
        EXPECT_TRUE(part["place"]["line"] == 4 || part["place"]["line"] == 7) << part;
    EXPECT_EQ(json({".", "-s", "nvidia-h200", "--json"}).size(), 3U) << "a folder is all launch files in it";
}

TEST_F(Advise, PrintsSarifWithARunForEachDevice) {
    const Json log = json({"k.toml", "-s", "nvidia-h200", "-s", "tesla-c1060", "--sarif"});
    EXPECT_EQ(sarifFaults(log), std::vector<std::string>{});
    ASSERT_EQ(log["runs"].size(), 2U);
    EXPECT_EQ(log["runs"][0]["automationDetails"]["id"], "warpstring/nvidia-h200/");
    EXPECT_EQ(log["runs"][1]["automationDetails"]["id"], "warpstring/tesla-c1060/");
    const Json& results = log["runs"][0]["results"];
    const auto conflict = std::find_if(results.begin(), results.end(), [](const Json& result) {
        const auto& region = result["locations"][0]["physicalLocation"]["region"];
        return result["ruleId"] == "WS101" && region["startLine"] == 7;
    });
    ASSERT_NE(conflict, results.end()) << results;
    EXPECT_EQ((*conflict)["level"], "warning");
    EXPECT_EQ((*conflict)["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "k.cl");
    const Json advice = json({"k.toml", "-s", "nvidia-h200", "--json"})[0];
    for (const auto& result : results) {
        const double gain = result["properties"]["gain_of_all"];
        EXPECT_EQ(result["level"], gain >= advice["least_gain"] ? "warning" : "note") << result;
    }
}

TEST_F(Advise, SarifNamesFilesFromTheRootOfTheRepository) {
    std::filesystem::create_directories(workspace_.folder() / "sub dir");
    for (const char* name : {"k.cl", "k.toml"})
        std::filesystem::rename(workspace_.folder() / name, workspace_.folder() / "sub dir" / name);
    const auto outcome = warpstring::test::run({"advise", "k.toml", "-s", "nvidia-h200", "--sarif"},
                                               workspace_.folder() / "sub dir");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_GT(count(outcome.out, "\"uri\": \"sub%20dir/k.cl\""), 0U) << outcome.out;
    EXPECT_EQ(sarifFaults(Json::parse(outcome.out)), std::vector<std::string>{});
}

TEST_F(Advise, TellsWhatMattersOnWhichDevice) {
    const auto outcome = advise({"k.toml", "-s", "nvidia-h200", "-s", "tesla-c1060"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    const auto at = outcome.out.find("what matters on which of k: ");
    ASSERT_NE(at, std::string::npos) << outcome.out;
    const std::string table = outcome.out.substr(at);
    EXPECT_NE(table.find(" bank-conflicts"), std::string::npos) << table;
    EXPECT_NE(table.find("\n  nvidia-h200  "), std::string::npos) << table;
    EXPECT_NE(table.find("\n  tesla-c1060  "), std::string::npos) << table;
    EXPECT_EQ(count(outcome.out, "what matters on which"), 1U);
}

TEST_F(Advise, ADeviceThatRefusesTheLaunchIsNoFaultAmongAll) {
    // More local memory than small devices have.
    workspace_.writeLaunch("__kernel void k(__global float* a) {\n    __local float t[8000];\n"
                           "    t[get_local_id(0)] = a[get_global_id(0)];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "    a[get_global_id(0)] = t[63 - get_local_id(0)];\n}\n",
                           "a = { buffer = \"float\", count = 1024 }\n");
    const auto alone = advise({"k.toml", "-s", "geforce-8800-gtx"});
    EXPECT_EQ(alone.exit, 3) << alone.out;
    const auto folder = workspace_.folder() / "two";
    std::filesystem::create_directories(folder);
    for (const char* name : {"geforce-8800-gtx.toml", "nvidia-h200.toml"})
        std::filesystem::copy_file(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / name,
                                   folder / name);
    const auto all = advise({"k.toml", "-s", "all", "--spec-dir", "two"});
    EXPECT_EQ(all.exit, 0) << all.err;
    EXPECT_TRUE(all.prints("  geforce-8800-gtx")) << all.out;
}

TEST_F(Advise, FaultsEndAsEverywhere) {
    EXPECT_EQ(advise({"none.toml"}).exit, 3);
    EXPECT_EQ(advise({"k.toml", "-s", "no-such-device", "--sarif"}).exit, 3);
    EXPECT_EQ(advise({"k.toml", "--sarif", "--json"}).exit, 2);
    EXPECT_EQ(advise({"k.toml", "-s", "no-such-device", "--sarif"}).out, "") << "nothing was found out";
}

} // namespace
