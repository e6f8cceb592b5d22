// SPDX-License-Identifier: GPL-3.0-or-later
// `transform`: what it prints and writes, the order of rewrites, and what it refuses.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::Outcome;
using warpstring::test::Workspace;

class Transform : public testing::Test {
protected:
    Transform() {
        workspace_.writeLaunch("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                               "    float s = 0; // the sum\n"
                               "    for (int j = 0; j < n; ++j) s += a[j];\n"
                               "    b[get_global_id(0)] = s;\n"
                               "}\n",
                               "n = 64\na = { buffer = \"float\", count = 1024, access = \"read\" }\n"
                               "b = { buffer = \"float\", count = 1024 }\n");
    }
    [[nodiscard]] Outcome transform(std::vector<std::string> words) const {
        words.insert(words.begin(), {"transform", "k.toml", "-s", "nvidia-h200"});
        return workspace_.run(words);
    }
    [[nodiscard]] std::string written(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(workspace_.folder() / name).rdbuf();
        return text.str();
    }

    const Workspace workspace_;
};

TEST_F(Transform, TellsTheTimeBeforeAndAfterFirst) {
    const auto outcome = transform({"--unroll", "j=4"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(outcome.out.rfind("k: ", 0), 0U) << outcome.out;
    EXPECT_TRUE(outcome.prints(" on nvidia-h200, ")) << outcome.out;
    EXPECT_TRUE(outcome.prints("registers ")) << outcome.out;
    EXPECT_TRUE(outcome.prints("the compiler is asked to unroll the loop of line 3 4 times")) << outcome.out;
}

TEST_F(Transform, TheRecipeTellsWhatItTookAndWhyNotTheRest) {
    const auto outcome = transform({"--recipe", "-o", "new"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_TRUE(outcome.prints(" warps on a multiprocessor of nvidia-h200")) << outcome.out;
    EXPECT_TRUE(outcome.prints("    taken: unroll j=4,written (")) << outcome.out;
    EXPECT_TRUE(outcome.prints("    not taken: vector 4: ")) << outcome.out;
    EXPECT_TRUE(outcome.prints("[transform.derived-from-id]")) << outcome.out;
    EXPECT_TRUE(outcome.prints("    taken: jam x=4 (")) << outcome.out;
    EXPECT_NE(written("new/k.cl").find("j += 4"), std::string::npos);
}

TEST_F(Transform, TheRecipeStopsBeforeRegistersPassItsLimit) {
    const auto outcome = transform({"--recipe", "--register-limit", "1", "--json"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const auto recipe = Json::parse(outcome.out)["recipe"];
    EXPECT_EQ(recipe["register_limit"], 1);
    EXPECT_EQ(recipe["limit_because"], "as asked");
    for (const auto& step : recipe["steps"]) EXPECT_FALSE(step["taken"]) << step.dump();
    EXPECT_EQ(recipe["registers_after"], recipe["registers_before"]);
    EXPECT_EQ(transform({"--recipe", "--register-limit", "0"}).exit, 2);
}

TEST_F(Transform, WritesBothFilesIntoAFolderAndNotOverOthers) {
    const std::string before = written("k.cl"), launch = written("k.toml");
    ASSERT_EQ(transform({"--unroll", "j=4", "-o", "new"}).exit, 0);
    EXPECT_NE(written("new/k.cl").find("    #pragma unroll 4\n    for (int j = 0;"), std::string::npos);
    EXPECT_EQ(written("k.cl"), before);
    const auto again = transform({"--unroll", "j=2", "-o", "new"});
    EXPECT_EQ(again.exit, 3);
    EXPECT_NE(again.err.find("[output.exists]"), std::string::npos) << again.err;
    EXPECT_EQ(transform({"--unroll", "j=2", "-o", "."}).exit, 3) << "the originals";
    EXPECT_EQ(written("k.toml"), launch);
    ASSERT_EQ(transform({"--unroll", "j=2", "-o", "new", "--force"}).exit, 0);
    EXPECT_NE(written("new/k.cl").find("#pragma unroll 2\n"), std::string::npos);
    // What is written can be simulated where it is.
    EXPECT_EQ(workspace_.run({"simulate", "new/k.toml", "-s", "nvidia-h200"}).exit, 0);
}

TEST_F(Transform, AppliesRewritesInTheOrderOfTheCommandLine) {
    const auto options = [&](const std::vector<std::string>& words) {
        auto all = words;
        all.insert(all.end(), {"-o", "ordered", "--force"});
        const auto outcome = transform(all);
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        const std::string text = written("ordered/k.toml");
        const auto at = text.find("options = ");
        return at == std::string::npos ? std::string() : text.substr(at, text.find('\n', at) - at);
    };
    EXPECT_EQ(options({"--option=-cl-mad-enable", "--restrict", "--option=-DA"}),
              "options = \"-cl-mad-enable -DA\"");
    EXPECT_EQ(options({"--option=-DA", "--rewrite", "option -DB", "--option=-DC"}),
              "options = \"-DA -DB -DC\"");
}

TEST_F(Transform, ListsWhatCanBeDone) {
    const auto outcome = transform({"--list"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    for (const char* words : {"  unroll j=4\n", "  unroll j=4,written\n", "  restrict a\n"})
        EXPECT_TRUE(outcome.prints(words)) << words << outcome.out;
    EXPECT_FALSE(outcome.prints("  const a\n")) << "it is const";
}

TEST_F(Transform, PrintsJson) {
    const auto outcome = transform({"--unroll", "j=4", "--restrict", "--json"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const auto json = Json::parse(outcome.out, nullptr, false);
    EXPECT_EQ(json["schema"], "warpstring.transform/1");
    EXPECT_EQ(json["rewrites"], Json::parse(R"(["unroll j=4", "restrict"])"));
    EXPECT_GT(json["launches"][0]["before"]["time_us"], 0);
    EXPECT_GT(json["launches"][0]["after"]["registers"], 0);
    EXPECT_EQ(json["launches"][0]["spec"], "nvidia-h200");
}

TEST_F(Transform, RefusesByName) {
    const auto unknown = transform({"--unroll", "i=4"});
    EXPECT_EQ(unknown.exit, 3);
    EXPECT_NE(unknown.err.find("[transform.unknown-loop]"), std::string::npos) << unknown.err;
    EXPECT_NE(unknown.err.find("k.cl:1:"), std::string::npos) << unknown.err;
    EXPECT_NE(transform({"--unroll", "j"}).err.find("[transform.syntax]"), std::string::npos);
    EXPECT_NE(transform({}).err.find("[transform.nothing-asked]"), std::string::npos);
    EXPECT_EQ(transform({"--unroll"}).exit, 2);
    EXPECT_EQ(transform({"--no-such"}).exit, 2);
}

} // namespace
