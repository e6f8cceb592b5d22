// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the closed form are never told without its name.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/app/program.h"

namespace {

using warpstring::test::count;
using warpstring::test::Outcome;
using warpstring::test::run;
using warpstring::test::Workspace;

class ModelLabel : public testing::Test {
protected:
    ModelLabel() {
        workspace_.writeLaunch("__kernel void k(__global const float* a, __global float* b, int n) {\n"
                               "    float s = 0;\n"
                               "    for (int j = 0; j < n; ++j) s += a[j] * SCALE;\n"
                               "    b[get_global_id(0)] = s;\n"
                               "}\n",
                               "n = 64\na = { buffer = \"float\", count = 1024, access = \"read\" }\n"
                               "b = { buffer = \"float\", count = 1024 }\n",
                               "[macros]\nSCALE = 2\n[tune]\nSCALE = [2, 3]\nlocal = [[64], [128]]\n");
    }
    [[nodiscard]] Outcome with(std::vector<std::string> words, const std::vector<std::string>& more) const {
        words.insert(words.end(), more.begin(), more.end());
        const auto outcome = workspace_.run(words);
        EXPECT_EQ(outcome.exit, 0) << words.front() << outcome.err;
        return outcome;
    }

    const std::string label_ = "by the closed form (the paper's model)\n";
    const Workspace workspace_;
};

TEST_F(ModelLabel, StandsOnceInTextsThatTellItsTimes) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"simulate", "k.toml"},
                                               {"advise", "k.toml"},
                                               {"tune", "k.toml", "-q"},
                                               {"shape", "k.toml"},
                                               {"transform", "k.toml", "--unroll", "j=4"}}) {
        EXPECT_EQ(count(with(words, {"-s", "geforce-8800-gtx"}).out, label_), 1U) << words.front();
        const auto asked = with(words, {"-s", "nvidia-h200", "--model", "closed-form"});
        EXPECT_EQ(count(asked.out, label_), 1U) << words.front() << asked.out;
        EXPECT_FALSE(with(words, {"-s", "nvidia-h200"}).prints(label_)) << words.front();
    }
}

/// A string is a line that programs read: the name of its model is on standard error.
TEST_F(ModelLabel, StandsBesideStrings) {
    const auto ours = with({"string", "k.toml"}, {"-s", "geforce-8800-gtx"});
    EXPECT_EQ(count(ours.out, "\n"), 1U) << ours.out;
    EXPECT_EQ(ours.err, label_);
    EXPECT_EQ(with({"string", "k.toml"}, {"-s", "nvidia-h200"}).err, "");
    EXPECT_EQ(with({"string", "k.toml"}, {"-s", "geforce-8800-gtx", "--kinds"}).err, "") << "without costs";
    EXPECT_EQ(with({"string", "k.toml"}, {"-s", "geforce-8800-gtx", "--json"}).err, "") << "a member says it";
}

TEST_F(ModelLabel, IsAMemberInJson) {
    using Json = nlohmann::json;
    for (const std::string spec : {"geforce-8800-gtx", "nvidia-h200"}) {
        const std::string model = spec == "nvidia-h200" ? "timeline" : "closed-form";
        const std::vector<std::string> more{"-s", spec, "--json"};
        const auto tuned = Json::parse(with({"tune", "k.toml", "-q"}, more).out);
        for (const auto& top : tuned["devices"][0]["top"]) EXPECT_EQ(top["model"], model);
        const auto shaped = Json::parse(with({"shape", "k.toml"}, more).out);
        for (const auto& point : shaped["devices"][0]["points"]) EXPECT_EQ(point["model"], model);
        const auto rewritten = Json::parse(with({"transform", "k.toml", "--unroll", "j=4"}, more).out);
        for (const char* when : {"before", "after"}) EXPECT_EQ(rewritten["launches"][0][when]["model"], model);
    }
}

/// Of the closed form alone; where both ends read the same there is nothing to tell.
TEST(Ranges, AreToldWhereTheirEndsReadDifferently) {
    const std::string rounds =
        std::string(WARPSTRING_SOURCE_DIR) + "/samples/field/divergence/check-table-rounds.toml";
    const std::regex same("between (\\S+(?: [a-z]+)?) and \\1[ ),]");
    ASSERT_TRUE(std::regex_search("(between 1.35 us and 1.35 us)", same));
    ASSERT_FALSE(std::regex_search("(between 1.35 us and 1.36 us)", same));
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{}, {"--details"}, {"--details", "-s", "nvidia-h200"}}) {
        std::vector<std::string> words{"simulate", rounds};
        words.insert(words.end(), more.begin(), more.end());
        if (more.size() < 2) words.insert(words.end(), {"-s", "tesla-c1060"});
        const auto told = run(words);
        EXPECT_EQ(told.exit, 0) << told.err;
        EXPECT_TRUE(told.prints("between ")) << "one of its launches has data that decide how long it takes";
        EXPECT_FALSE(std::regex_search(told.out, same)) << told.out;
    }
}

} // namespace
