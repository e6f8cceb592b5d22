// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/plan_options.h"

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

using Words = std::vector<std::string>;

class PlanOptionsTest : public test::FolderTest {
protected:
    /// Whether the words are a command line.
    bool parse(Words words) {
        CLI::App program;
        options_.addTo(program);
        std::reverse(words.begin(), words.end()); // as CLI11 takes them
        try {
            program.parse(words);
        } catch (const CLI::ParseError&) {
            return false;
        }
        return true;
    }

    PlanOptions options_;
};

TEST_F(PlanOptionsTest, WithoutOptionsAnH200IsSimulatedOnAllCores) {
    ASSERT_TRUE(parse({"k.toml"}));
    EXPECT_EQ(options_.launches, (Words{"k.toml"}));
    EXPECT_EQ(options_.specs, (Words{"nvidia-h200"}));
    EXPECT_GE(options_.jobs, 1);
    EXPECT_FALSE(options_.quiet);
    EXPECT_EQ(options_.settings.model, ModelChoice::BySpec);
}

TEST_F(PlanOptionsTest, EachSpecIsNamedByAnOptionSoThatLaunchesMayFollow) {
    ASSERT_TRUE(parse({"-s", "a", "k.toml", "-s", "b", "l.toml", "-q", "-j", "3", "-O", "-DN=4"}));
    EXPECT_EQ(options_.specs, (Words{"a", "b"})) << "those that are named take the place of the usual one";
    EXPECT_EQ(options_.launches, (Words{"k.toml", "l.toml"}));
    EXPECT_TRUE(options_.quiet);
    EXPECT_EQ(options_.jobs, 3);
    EXPECT_EQ(options_.settings.options, "-DN=4");
}

TEST_F(PlanOptionsTest, WhatMakesNoSenseIsWrongUsage) {
    EXPECT_FALSE(parse({})) << "no launch";
    EXPECT_FALSE(parse({"k.toml", "-j", "0"}));
    EXPECT_FALSE(parse({"k.toml", "-j", "1025"}));
    EXPECT_FALSE(parse({"k.toml", "-j", "many"}));
    EXPECT_FALSE(parse({"k.toml", "--no-such-option"}));
    EXPECT_FALSE(parse({"k.toml", "--model", "guess"}));
}

TEST_F(PlanOptionsTest, APlanHasARowForEachLaunchOnEachSpec) {
    options_.launches = {writeLaunch("k.toml").string(), writeLaunch("l.toml").string()};
    options_.specs = {"geforce-8800-gtx", "tesla-c1060", "geforce-8800-gtx"};
    const auto plan = makePlan(options_);
    ASSERT_TRUE(plan) << toText(plan.diagnostics().front());
    EXPECT_EQ(plan->files().size(), 2U);
    EXPECT_EQ(plan->specs().size(), 2U) << "a spec that is named twice is simulated once";
    EXPECT_EQ(plan->rows(), 4U);
}

TEST_F(PlanOptionsTest, FaultsOfSpecsAndLaunchesAreToldTogether) {
    options_.launches = {(folder_ / "absent.toml").string()};
    options_.specs = {"no-such-gpu", "geforce-8800-gtx", "none-such-either"};
    const auto plan = makePlan(options_);
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.diagnostics().size(), 3U);
    options_.specs = {"geforce-8800-gtx"};
    ASSERT_FALSE(makePlan(options_));
    EXPECT_EQ(makePlan(options_).diagnostics().size(), 1U);
}

TEST_F(PlanOptionsTest, SpecsOfAFolderComeBeforeTheShippedOnes) {
    options_.launches = {writeLaunch("k.toml").string()};
    options_.specs = {"mine"};
    EXPECT_FALSE(makePlan(options_));
    std::filesystem::create_directories(folder_ / "specs");
    std::filesystem::copy_file(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs/tesla-c1060.toml",
                               folder_ / "specs/mine.toml");
    options_.specFolder = (folder_ / "specs").string();
    const auto plan = makePlan(options_);
    ASSERT_TRUE(plan) << toText(plan.diagnostics().front());
    EXPECT_EQ(plan->specs().front().execution.multiprocessors, 30);
}

} // namespace

} // namespace warpstring::cli
