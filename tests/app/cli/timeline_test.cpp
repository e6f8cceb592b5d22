// SPDX-License-Identifier: GPL-3.0-or-later
// `timeline`, and what `simulate` tells of it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::contents;
using warpstring::test::count;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string scan = std::string(WARPSTRING_SOURCE_DIR) + "/samples/scan/scan-init.toml";

TEST(TimelineCommand, WritesWhatTheFileIsCalled) {
    const Workspace workspace;
    for (const char* spec : {"nvidia-h200", "geforce-8800-gtx"}) {
        for (const char* name : {"t.json", "t.svg"}) {
            const auto outcome = workspace.run({"timeline", scan, "-s", spec, "-o", name});
            EXPECT_EQ(outcome.exit, 0) << outcome.err;
            EXPECT_EQ(outcome.out, "");
        }
        const Json trace = Json::parse(contents(workspace.folder() / "t.json"), nullptr, false);
        ASSERT_TRUE(trace.is_object());
        EXPECT_EQ(trace["otherData"]["spec"], spec);
        EXPECT_GT(trace["traceEvents"].size(), 100U);
        const auto svg = contents(workspace.folder() / "t.svg");
        EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        EXPECT_GT(count(svg, "class=\"row\""), 0U);
    }
    const auto piped = run({"timeline", scan, "-s", "nvidia-h200", "-f", "svg", "--warps", "4"});
    EXPECT_EQ(count(piped.out, "class=\"row\""), 4U);
}

TEST(TimelineCommand, TellsWhatIsNotThere) {
    const auto noSuch = run({"timeline", scan, "-s", "nvidia-h200", "--sm", "132"});
    EXPECT_EQ(noSuch.exit, 3);
    EXPECT_TRUE(noSuch.says("usage.multiprocessor")) << noSuch.err;
    const auto noLaunch = run({"timeline", scan, "--index", "1000"});
    EXPECT_EQ(noLaunch.exit, 3);
    EXPECT_TRUE(noLaunch.says("usage.index")) << noLaunch.err;
    const auto noFolder = run({"timeline", scan, "-o", "/no/such/folder/t.json"});
    EXPECT_EQ(noFolder.exit, 1);
    EXPECT_TRUE(noFolder.says("output.write")) << noFolder.err;
}

TEST(SimulateText, TellsOfTheTimelineWhereThereIsOne) {
    const auto with = run({"simulate", scan, "-s", "nvidia-h200", "--details"});
    ASSERT_EQ(with.exit, 0) << with.err;
    const Json told = Json::parse(run({"simulate", scan, "-s", "nvidia-h200", "--json"}).out, nullptr, false);
    const auto& timeline = told[0]["timeline"];
    EXPECT_TRUE(with.prints("\ntimeline  ")) << with.out;
    EXPECT_TRUE(with.prints("bound by " + timeline["bound_by"].get<std::string>()));
    EXPECT_TRUE(with.prints("\nclosed form  "));
    for (const char* part :
         {"\nstring  by the timeline\n", " cycles  by the timeline\n", "traffic: DRAM ", "; L2 ", "; L1 "})
        EXPECT_TRUE(with.prints(part)) << part;
    std::vector<std::pair<double, std::string>> uses;
    for (const auto& [name, fraction] : timeline["resources"].items()) uses.emplace_back(fraction, name);
    std::sort(uses.rbegin(), uses.rend());
    const auto block = with.out.substr(with.out.find("\ntimeline  "));
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const bool isListed = block.find("\n    " + uses[i].second + " ") != std::string::npos;
        if (i != 4 && i != 5) { // equal ones either way
            EXPECT_EQ(isListed, i < 5) << uses[i].second;
        }
    }
    const auto without = run({"simulate", scan, "--details"});
    EXPECT_FALSE(without.prints("\ntimeline  "));
}

} // namespace
