// SPDX-License-Identifier: GPL-3.0-or-later
// With --json, standard output holds JSON whatever the exit code.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using warpstring::test::Outcome;
using warpstring::test::Workspace;

class JsonOfFailures : public testing::Test {
protected:
    void expectFault(const std::vector<std::string>& words, int exit, const std::string& code) {
        const Outcome outcome = workspace_.run(words);
        SCOPED_TRACE(outcome.err);
        EXPECT_EQ(outcome.exit, exit);
        const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
        ASSERT_TRUE(json.is_object()) << outcome.out;
        EXPECT_EQ(json["schema"], "warpstring.diagnostics/1");
        EXPECT_EQ(json["exit_code"], exit);
        ASSERT_EQ(json["diagnostics"].size(), 1U);
        const auto& fault = json["diagnostics"][0];
        EXPECT_EQ(fault["code"], code);
        EXPECT_EQ(fault["severity"], "error");
        EXPECT_FALSE(fault["message"].get<std::string>().empty());
        EXPECT_FALSE(fault["hint"].get<std::string>().empty());
        // The same words without --json print nothing there.
        std::vector<std::string> plain;
        for (const auto& word : words)
            if (word != "--json") plain.push_back(word);
        EXPECT_EQ(workspace_.run(plain).out, "");
    }

    std::string launch(const std::string& kernel) {
        workspace_.write("k.cl", kernel);
        workspace_.write("k.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                                   "global = [64]\nlocal = [64]\n[args]\n"
                                   "a = { buffer = \"float\", count = 64 }\n");
        return "k.toml";
    }

    Workspace workspace_;
};

TEST_F(JsonOfFailures, TellWhatIsWrongWithTheInput) {
    for (const char* command : {"simulate", "string", "replay", "pdg"}) {
        expectFault({command, "absent.toml", "--json"}, 3, "launch.file-not-found");
        const auto file = launch("__kernel void k(__global float* a) {\n  a[0] = x;\n}\n");
        expectFault({command, file, "--json"}, 3, "frontend.compile");
    }
    const Outcome outcome = workspace_.run({"simulate", "k.toml", "--json"});
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["diagnostics"][0]["line"], 2);
}

TEST_F(JsonOfFailures, TellWrongUsage) {
    expectFault({"simulat", "--json"}, 2, "usage.unknown-command");
    expectFault({"simulate", "--json"}, 2, "usage.options");
    expectFault({"simulate", "k.toml", "--no-such-option", "--json"}, 2, "usage.options");
}

TEST_F(JsonOfFailures, LeaveResultsAlone) {
    const auto file = launch("__kernel void k(__global float* a) { a[get_global_id(0)] = 1; }\n");
    const Outcome outcome = workspace_.run({"simulate", file, "--json"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out, nullptr, false);
    ASSERT_TRUE(json.is_array());
    EXPECT_EQ(json.size(), 1U);
    EXPECT_EQ(workspace_.run({"simulate", "--help", "--json"}).out.find("warpstring.diagnostics"),
              std::string::npos);
}

} // namespace
