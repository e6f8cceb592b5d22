// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring simulate`, `measure` and `compare` of sequences, measurements on PoCL.
#include <fstream>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string exampleFolder = std::string(WARPSTRING_SOURCE_DIR) + "/docs/examples/sequences/";

TEST(Sequences, aSequenceTakesWhatItsLaunchesTake) {
    const auto whole = run({"simulate", exampleFolder + "heat.sequence.toml", "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(whole.exit, 0) << whole.err;
    const Json sequence = Json::parse(whole.out)[0];
    EXPECT_EQ(sequence["schema"], "warpstring.sequence-simulation/1");
    ASSERT_EQ(sequence["steps"].size(), 1U);

    const auto one = run({"simulate", exampleFolder + "heat-step.toml", "-s", "nvidia-h200", "--json"});
    ASSERT_EQ(one.exit, 0) << one.err;
    const Json launch = Json::parse(one.out)[0];
    const double runUs = launch["kernel"]["time_us"].get<double>();
    EXPECT_NEAR(sequence["time_us"].get<double>(), 20 * runUs, 1e-6 * runUs);
    EXPECT_NEAR(sequence["launch_overheads_us"].get<double>(),
                20 * launch["kernel"]["launch_overhead_us"].get<double>(), 1e-9);
}

TEST(Sequences, textIsTheAnswerFirst) {
    const auto text = run({"simulate", exampleFolder + "two-stage-sum.sequence.toml", "-s", "nvidia-h200"});
    ASSERT_EQ(text.exit, 0) << text.err;
    EXPECT_TRUE(text.out.starts_with("two-stage-sum: ")) << text.out;
    EXPECT_TRUE(text.prints(" on nvidia-h200, 2 kernels\nlaunch overheads apart: 2 x "));
    EXPECT_EQ(text.err, "");
    const auto all = run({"simulate", exampleFolder + "two-stage-sum.sequence.toml", "-s", "all"});
    ASSERT_EQ(all.exit, 0) << all.err;
    EXPECT_TRUE(all.out.starts_with("two-stage-sum\n  "));
    EXPECT_TRUE(all.prints(" of step 1, reduce-sequential"));
}

TEST(Sequences, whatCannotBeIsRefusedByName) {
    const Workspace workspace;
    const auto choice = run({"simulate", exampleFolder + "heat.sequence.toml", "--arg", "n=64"});
    EXPECT_EQ(choice.exit, 2);
    EXPECT_TRUE(choice.says("usage.sequence")) << choice.err;
    workspace.write("bad.toml", "schema = \"warpstring.sequence/1\"\n[[step]]\nlaunch = \"none.toml\"\n");
    const auto bad = workspace.run({"simulate", "bad.toml"});
    EXPECT_EQ(bad.exit, 3);
    EXPECT_TRUE(bad.says("bad.toml:3:10: error") && bad.says("sequence.file-not-found")) << bad.err;
    const auto other = run({"advise", exampleFolder + "heat.sequence.toml"});
    EXPECT_EQ(other.exit, 3);
    EXPECT_TRUE(other.says("launch.wrong-schema")) << other.err;
}

} // namespace
