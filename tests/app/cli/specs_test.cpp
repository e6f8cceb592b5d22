// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring spec`: specs of a person's own, and what two of them say differently.
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/program.h"

namespace warpstring {

namespace {

using test::Outcome;
using test::Workspace;

std::string shipped(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/" + name + ".toml").rdbuf();
    return text.str();
}

/// The shipped spec under another name, its clock set to 1000 MHz with its source left as it is.
std::string slowed(const std::string& name) {
    std::string text = shipped("nvidia-h200");
    text.replace(text.find("name = \"nvidia-h200\""), 20, "name = \"" + name + "\"");
    const auto clock = text.find("value = ", text.find("clock_mhz = ")) + 8;
    text.replace(clock, text.find_first_of(" ,", clock) - clock, "1000");
    return text;
}

TEST(Specs, DiffTellsWhatIsDifferent) {
    const Workspace workspace;
    workspace.write("slow.toml", slowed("slow"));
    const Outcome text = workspace.run({"spec", "diff", "nvidia-h200", "slow.toml"});
    ASSERT_EQ(text.exit, 0) << text.err;
    EXPECT_TRUE(text.prints("nvidia-h200 -> slow  2 differences\n")) << text.out;
    EXPECT_TRUE(text.prints("-> 1000 MHz")) << text.out;
    EXPECT_TRUE(text.prints("source unchanged: microbenchmark")) << text.out;

    const Outcome json = workspace.run({"spec", "diff", "slow.toml", "nvidia-h200", "--json"});
    const auto differences = nlohmann::json::parse(json.out).at("differences");
    ASSERT_EQ(differences.size(), 2U);
    EXPECT_EQ(differences[0].at("key"), "name");
    EXPECT_EQ(differences[1].at("key"), "execution.clock_mhz");
    EXPECT_EQ(differences[1].at("before"), "1000");
    EXPECT_EQ(differences[1].at("unit"), "MHz");
    EXPECT_EQ(differences[1].at("source_is_stale"), true);

    const Outcome none = workspace.run({"spec", "diff", "nvidia-h200", "nvidia-h200"});
    EXPECT_TRUE(none.prints("0 differences")) << none.out;
}

TEST(Specs, DiffRefusesWhatIsNoSpec) {
    const Workspace workspace;
    workspace.write("broken.toml", "name = ");
    EXPECT_EQ(workspace.run({"spec", "diff", "nvidia-h200", "broken.toml"}).exit, 3);
    const Outcome unknown = workspace.run({"spec", "diff", "nvidia-h2", "nvidia-h200"});
    EXPECT_EQ(unknown.exit, 3);
    EXPECT_TRUE(unknown.says("nvidia-h2")) << unknown.err;
    EXPECT_EQ(workspace.run({"spec", "diff", "nvidia-h200"}).exit, 2);
}

TEST(Specs, ThoseOfAPersonAreFoundByName) {
    const Workspace workspace;
    std::filesystem::create_directories(workspace.folder() / "share/warpstring/hwspecs");
    workspace.write("share/warpstring/hwspecs/nvidia-h200-edited.toml", slowed("nvidia-h200-edited"));
    EXPECT_TRUE(workspace.run({"spec", "list"}).prints("nvidia-h200-edited "));
    const Outcome shown = workspace.run({"spec", "show", "nvidia-h200-edited"});
    EXPECT_EQ(shown.exit, 0) << shown.err;
    EXPECT_TRUE(shown.prints("1000 MHz")) << shown.out;
}

} // namespace

} // namespace warpstring
