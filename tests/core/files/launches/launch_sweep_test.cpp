// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/files/launches/launch_fixture.h"

#include "core/files/launches/launch_sweep.h"

namespace warpstring::files {
namespace {

class LaunchSweepTest : public LaunchFileTest {
protected:
    std::vector<std::string> names(const std::string& text) const {
        const auto file = parse(text);
        std::vector<std::string> all;
        if (!file) {
            for (const Diagnostic& fault : file.diagnostics()) ADD_FAILURE() << toText(fault);
            return all;
        }
        for (const Launch& launch : file->launches) all.push_back(launch.name);
        return all;
    }
    using Names = std::vector<std::string>;
};

TEST_F(LaunchSweepTest, TheLastListOfTheFileVariesFastest) {
    // z before a: the order is that of the file, not of the alphabet.
    EXPECT_EQ(names(minimal("[args]\nz = 1\n[macros]\na = 1\n[sweep]\nz = [1, 2]\na = [3, 4, 5]\n")),
              (Names{"test,z=1,a=3", "test,z=1,a=4", "test,z=1,a=5", "test,z=2,a=3", "test,z=2,a=4",
                     "test,z=2,a=5"}));
}

TEST_F(LaunchSweepTest, SweptValuesReachEverythingThatDependsOnThem) {
    const auto file = parse(withSizes("\"n\"", "16", R"([macros]
T = 1
[constants]
half = "n/2"
[args]
n = 64
a = { buffer = "float", count = "n * T" }
b = { buffer = "float", count = "half" }
alpha = { scalar = "float", value = 1 }
[sweep]
n = [128, "64*4"]
T = [2]
alpha = [0.5]
)"));
    ASSERT_TRUE(file) << toText(file.diagnostics().front());
    ASSERT_EQ(file->launches.size(), 2U);
    const Launch& second = file->launches[1];
    EXPECT_EQ(second.name, "test,n=256,T=2,alpha=0.5");
    EXPECT_EQ(second.range.global[0], 256U);
    EXPECT_EQ(second.options, "-DT=2");
    EXPECT_EQ(std::get<BufferArgument>(second.arguments.at("a")).count, 512U);
    EXPECT_EQ(std::get<BufferArgument>(second.arguments.at("b")).count, 128U);
    EXPECT_EQ(std::get<double>(std::get<ScalarArgument>(second.arguments.at("alpha")).value), 0.5);
    EXPECT_EQ(std::get<BufferArgument>(file->launches[0].arguments.at("a")).count, 256U);
}

TEST_F(LaunchSweepTest, SizesAndTextMacrosAreSweptToo) {
    EXPECT_EQ(names(withSizes(
                  "[64, 64]", "[8, 8]",
                  "[macros]\nT = \"float\"\n[sweep]\nlocal = [[16, 16], [\"2*16\", 8]]\nT = [\"int\"]\n")),
              (Names{"test,local=16x16,T=int", "test,local=32x8,T=int"}));
    EXPECT_EQ(names(minimal("[sweep]\nlocal = [32, 64]\n")), (Names{"test,local=32", "test,local=64"}));
}

TEST_F(LaunchSweepTest, AFaultNamesTheValuesThatCauseItAndIsToldOnce) {
    const std::string text = withSizes("\"n\"", "64", "[args]\nn = 64\n[sweep]\nn = [128, 1000, 1001]\n");
    EXPECT_EQ(faults(text), Faults{"4:10 launch.non-dividing-size"});
    EXPECT_NE(firstMessage(text).find("1000 of dimension 0"), std::string::npos);
    EXPECT_NE(firstMessage(text).find("(for n=1000)"), std::string::npos);
}

TEST_F(LaunchSweepTest, OnlyScalarsMacrosConstantsAndSizesCanBeSwept) {
    const std::string text = minimal("[args]\nbuf = { buffer = \"int\", count = 4 }\nn = 4\n[sweep]\nbuf = "
                                     "[1]\nm = [1]\nn = 5\nlocal = []\n");
    EXPECT_EQ(faults(text), (Faults{"10:1 launch.unknown-sweep", "11:1 launch.unknown-sweep",
                                    "12:5 launch.wrong-type", "13:9 launch.empty-sweep"}));
}

TEST_F(LaunchSweepTest, AMillionLaunchesAreTheLimit) {
    std::string list = "[0";
    for (int i = 1; i < 1001; ++i) list += "," + std::to_string(i);
    list += "]\n";
    EXPECT_EQ(faults(minimal("[args]\na = 1\nb = 1\n[sweep]\na = " + list + "b = " + list)),
              Faults{"9:1 launch.too-many-launches"});
    EXPECT_EQ(names(minimal("[args]\na = 1\n[sweep]\na = " + list)).size(), 1001U);
}

TEST_F(LaunchSweepTest, WrongValuesAreReportedWhereTheyStand) {
    EXPECT_EQ(faults(minimal("[args]\nn = 1\n[sweep]\nn = [1, true, \"q\"]\n")),
              (Faults{"9:9 launch.wrong-type", "9:15 launch.unknown-name"}));
    EXPECT_EQ(faults(minimal("[sweep]\nlocal = [64, 7, [64, 1]]\n")),
              (Faults{"4:10 launch.non-dividing-size", "4:10 launch.dimension-mismatch"}));
}

TEST_F(LaunchSweepTest, LaunchesMadeOneByOneAreThoseOfTheFile) {
    const std::string text = withSizes("\"n*T\"", "16", R"([macros]
T = 1
[constants]
half = "n/2"
[args]
n = 64
a = { buffer = "float", count = "half * T" }
[sweep]
n = [128, "64*4", 32]
T = [2, 3]
)");
    const auto file = parse(text);
    ASSERT_TRUE(file);
    auto sweep = LaunchSweep::parse(text, folder_ / "test.toml");
    ASSERT_TRUE(sweep);
    ASSERT_EQ(sweep->count(), 6U);
    LaunchSweep copy = *sweep;
    for (const std::uint64_t i : {5, 0, 3, 1, 2, 4}) {
        const auto launch = copy.at(i);
        ASSERT_TRUE(launch);
        const Launch& expected = file->launches[i];
        EXPECT_EQ(launch->name, expected.name);
        EXPECT_EQ(copy.nameOf(i), expected.name);
        EXPECT_EQ(launch->swept, expected.swept);
        EXPECT_EQ(launch->options, expected.options);
        EXPECT_EQ(launch->range.global, expected.range.global);
        EXPECT_EQ(launch->source, expected.source);
        EXPECT_EQ(std::get<BufferArgument>(launch->arguments.at("a")).count,
                  std::get<BufferArgument>(expected.arguments.at("a")).count);
    }
}

TEST_F(LaunchSweepTest, ACombinationReportsItsOwnFaultsAlone) {
    auto sweep = LaunchSweep::parse(withSizes("\"n\"", "64", "[args]\nn = 64\n[sweep]\nn = [128, 100, -1]\n"),
                                    folder_ / "test.toml");
    ASSERT_TRUE(sweep);
    for (int again = 0; again < 2; ++again) {
        EXPECT_TRUE(sweep->at(0));
        const auto second = sweep->at(1), third = sweep->at(2);
        ASSERT_FALSE(second);
        ASSERT_EQ(second.diagnostics().size(), 1U);
        EXPECT_EQ(second.diagnostics().front().code, "launch.non-dividing-size");
        EXPECT_NE(second.diagnostics().front().message.find("(for n=100)"), std::string::npos);
        ASSERT_FALSE(third);
        EXPECT_EQ(third.diagnostics().front().code, "launch.negative-size");
    }
}

TEST_F(LaunchSweepTest, WhatIsWrongWhateverTheValuesIsToldOnOpening) {
    const auto code = [&](const std::string& text) {
        const auto sweep = LaunchSweep::parse(text, folder_ / "test.toml");
        return sweep ? "" : sweep.diagnostics().front().code;
    };
    EXPECT_EQ(code(minimal("surprise = 1\n")), "launch.unknown-key");
    EXPECT_EQ(code(minimal("[sweep]\nq = [1]\n")), "launch.unknown-sweep");
    EXPECT_EQ(code("schema = \"warpstring.hardware-spec/1\"\n"), "launch.wrong-schema");
    EXPECT_EQ(code("schema ="), "launch.syntax");
}

TEST_F(LaunchSweepTest, ASourceThatAnEditorHasNeedsNoFile) {
    auto sweep = LaunchSweep::parse(minimal("[args]\nz = 1\n"), "/nowhere/at/all/test.toml");
    ASSERT_TRUE(sweep);
    EXPECT_FALSE(sweep->at(0));
    const auto named = std::filesystem::path("/nowhere/at/all/k.cl");
    sweep->assumeSource(named);
    ASSERT_TRUE(sweep->at(0));
    EXPECT_EQ(sweep->at(0)->source, named);
    LaunchSweep copied = *sweep;
    EXPECT_TRUE(copied.at(0));
}

TEST_F(LaunchSweepTest, InputFiles) {
    write("data.bin", "0123");
    auto sweep = LaunchSweep::parse(
        minimal("[args]\na = { buffer = \"int\", count = 1, init = \"file\", file = \"data.bin\" }\n"),
        folder_ / "test.toml");
    ASSERT_TRUE(sweep);
    EXPECT_EQ(sweep->inputFiles(),
              (std::vector<std::filesystem::path>{folder_ / "k.cl", folder_ / "data.bin"}));
}

} // namespace
} // namespace warpstring::files
