// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/simulation_choice.h"

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

using Names = std::vector<std::string>;
using NamedSpecs = test::FolderTest;

TEST_F(NamedSpecs, AreAsTheyAreNamedEachOnce) {
    EXPECT_EQ(namedSpecs({"b", "a", "b"}, {folder_}), (Names{"b", "a"}));
    EXPECT_EQ(namedSpecs({"my/own.toml"}, {folder_}), (Names{"my/own.toml"})) << "a file is a name too";
    EXPECT_EQ(namedSpecs({}, {folder_}), Names{});
}

TEST_F(NamedSpecs, AllAreThoseOfTheFoldersEachNameOnce) {
    for (const char* file : {"own/b.toml", "shipped/a.toml", "shipped/b.toml", "shipped/read.me"})
        write(file, "");
    const std::vector<std::filesystem::path> folders{folder_ / "own", folder_ / "shipped"};
    auto all = namedSpecs({"all"}, folders);
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, (Names{"a", "b"}));
    const auto first = namedSpecs({"b", "all"}, folders);
    EXPECT_EQ(first, (Names{"b", "a"})) << "what is named first stays first, and comes once";
    EXPECT_EQ(namedSpecs({"all"}, {folder_ / "absent"}), Names{});
    EXPECT_EQ(namedSpecs({"allow"}, folders), (Names{"allow"})) << "a name that begins so is a name";
}

ModelChoice parsed(const Names& words, bool& accepted) {
    CLI::App program;
    ModelChoice model = ModelChoice::BySpec;
    addModel(program, model);
    accepted = true;
    try {
        Names reversed(words.rbegin(), words.rend());
        program.parse(reversed);
    } catch (const CLI::ParseError&) {
        accepted = false;
    }
    return model;
}

TEST(AddModel, TakesTheNamesOfModelsAlone) {
    bool accepted = false;
    EXPECT_EQ(parsed({}, accepted), ModelChoice::BySpec);
    EXPECT_TRUE(accepted);
    EXPECT_EQ(parsed({"--model", "closed-form"}, accepted), ModelChoice::ClosedForm);
    EXPECT_TRUE(accepted);
    EXPECT_EQ(parsed({"--model", "timeline"}, accepted), ModelChoice::Timeline);
    EXPECT_TRUE(accepted);
    EXPECT_EQ(parsed({"--model", "by-spec"}, accepted), ModelChoice::BySpec);
    EXPECT_TRUE(accepted);
    parsed({"--model", "paper"}, accepted);
    EXPECT_FALSE(accepted);
    parsed({"--model"}, accepted);
    EXPECT_FALSE(accepted) << "the name is missing";
}

} // namespace

} // namespace warpstring::cli
