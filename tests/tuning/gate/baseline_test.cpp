// SPDX-License-Identifier: GPL-3.0-or-later
// What a baseline keeps of a launch comes back, and its text shows what changed.
#include "tuning/gate/baseline.h"

#include <gtest/gtest.h>

#include "tuning/gate/kept_launch.h"
#include "tuning/gate/launch_changes.h"

namespace warpstring::gate {
namespace {

Launch made(const std::string& name = "k") {
    Launch launch;
    launch.file = "/repo/kernels/" + name + ".toml";
    launch.source = "/repo/kernels/k.cl";
    launch.name = name;
    launch.description = "for people";
    launch.kernel = "k";
    launch.options = "-I /repo/include -DT=16";
    launch.registers = {RegisterRequest::Kind::Count, 40};
    launch.range.dimensions = 2;
    launch.range.global = {64, 32, 1};
    launch.range.local = {8, 8, 1};
    BufferArgument buffer;
    buffer.count = 2048;
    buffer.init = BufferInit::File;
    buffer.file = "/repo/data/a.bin";
    launch.arguments["a"] = buffer;
    launch.arguments["n"] = ScalarArgument{{}, false, std::int64_t{5}};
    launch.arguments["x"] = ScalarArgument{{}, false, 1.0};
    launch.arguments["t"] = LocalArgument{256};
    launch.annotations.push_back({AnnotationKind::Weight, 7, "", 0.25, 0.5, {"k.toml", 9, 1}, "", {}});
    launch.annotations.push_back({AnnotationKind::Trips, 0, "rows", 3, 3, {}, "", {}});
    launch.annotations.push_back(
        {AnnotationKind::Cost, 0, "", 0, 0, {}, "spline", {{OperationClass::IntegerAdd, 12}}});
    return launch;
}

Baseline baseline() {
    Baseline all;
    all.version = "0.1.0";
    all.specs = {"nvidia-h200", "../mine.toml"};
    for (const char* name : {"m", "k"}) {
        BaselineLaunch kept{keptLaunch(made(name), "/repo"), sourceKey("a\n\"b\"\r\n"), {{"nvidia-h200", 1.5}}};
        all.launches.push_back(std::move(kept));
    }
    all.sources[all.launches.front().source] = "a\n\"b\"\r\n";
    all.sources["unused"] = "no launch has it";
    return all;
}

TEST(KeptLaunch, HasWhatASimulationHangsOnAndNoPathsOfAMachine) {
    const Launch kept = keptLaunch(made(), "/repo");
    EXPECT_EQ(kept.file, "kernels/k.toml");
    EXPECT_EQ(kept.source, "kernels/k.cl");
    EXPECT_EQ(kept.options, "-DT=16") << "headers are kept with the source";
    EXPECT_EQ(keptToJson(kept).compact().find("/repo"), std::string::npos) << keptToJson(kept).compact();
    const Launch back = keptFromJson(keptToJson(kept));
    EXPECT_EQ(keptToJson(back), keptToJson(kept));
    EXPECT_EQ(back.registers, kept.registers);
    ASSERT_EQ(back.annotations.size(), 3U);
    EXPECT_EQ(back.annotations[0].line, 7);
    EXPECT_EQ(back.annotations[0].high, 0.5);
    EXPECT_EQ(back.annotations[1].kind, AnnotationKind::Trips);
    EXPECT_EQ(back.annotations[1].label, "rows");
    EXPECT_EQ(back.annotations[2].function, "spline");
    EXPECT_EQ(back.annotations[2].operations, made().annotations[2].operations);
    const Launch opened = withPathsFrom("/other", back);
    EXPECT_EQ(opened.source, "/other/kernels/k.cl");
    EXPECT_EQ(std::get<BufferArgument>(opened.arguments.at("a")).file, "/other/data/a.bin");
}

TEST(Baseline, ComesBackFromItsText) {
    const std::string text = toText(baseline());
    const auto back = parseBaseline(text, "gate.json");
    ASSERT_TRUE(back) << toText(back.diagnostics().front());
    EXPECT_EQ(toText(*back), text);
    EXPECT_EQ(back->specs, baseline().specs);
    ASSERT_EQ(back->launches.size(), 2U);
    EXPECT_EQ(back->launches[0].launch.name, "k") << "sorted";
    EXPECT_EQ(back->sources.at(back->launches[0].source), "a\n\"b\"\r\n");
    EXPECT_EQ(back->sources.size(), 1U) << "what no launch has is left out";
    EXPECT_EQ(back->launches[1].timesUs.at("nvidia-h200"), 1.5);
}

TEST(Baseline, ALineOfASourceIsALineOfTheText) {
    auto before = baseline(), after = before;
    const std::string key = before.launches.front().source;
    before.sources[key] = "one\ntwo\nthree\n";
    after.sources[key] = "one\nTWO\nthree\n";
    const auto lines = [](const std::string& text) {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < text.size();) {
            const auto end = text.find('\n', at);
            all.push_back(text.substr(at, end - at));
            at = end + 1;
        }
        return all;
    };
    const auto one = lines(toText(before)), other = lines(toText(after));
    ASSERT_EQ(one.size(), other.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < one.size(); ++i) different += one[i] == other[i] ? 0 : 1;
    EXPECT_EQ(different, 1U);
}

TEST(LaunchChanges, NameWhatDiffers) {
    const Launch before = keptLaunch(made(), "/repo");
    EXPECT_EQ(launchChanges(before, before).text, "");
    Launch now = before;
    now.name = "other";
    now.file = "other.toml";
    EXPECT_EQ(launchChanges(before, now).text, "") << "names are no difference";
    now.range.local = {16, 4, 1};
    now.options = "-DT=8";
    now.arguments["t"] = LocalArgument{512};
    auto changes = launchChanges(before, now);
    EXPECT_EQ(changes.text, "options -DT=16 -> -DT=8; local 8x8 -> 16x4; t.local_bytes 256 -> 512");
    EXPECT_FALSE(changes.isOtherProblem) << "other groups do the same work";
    now = before;
    now.arguments["n"] = ScalarArgument{{}, false, std::int64_t{6}};
    now.arguments.erase("x");
    changes = launchChanges(before, now);
    EXPECT_EQ(changes.text, "n 5 -> 6; x 1.0 -> none");
    EXPECT_TRUE(changes.isOtherProblem);
}

} // namespace
} // namespace warpstring::gate
