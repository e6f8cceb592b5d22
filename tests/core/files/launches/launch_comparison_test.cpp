// SPDX-License-Identifier: GPL-3.0-or-later
// [reference] and [family] of launch files.
#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::files {
namespace {

using LaunchComparison = LaunchFileTest;

TEST_F(LaunchComparison, aFamilyIsItsNameAndTheValuesOfTheProblem) {
    const Launch launch =
        one(minimal("[args]\nn = 4\n[family]\nname = \"sum\"\nproblem = [\"n\", \"2*n\", 7]\n"));
    EXPECT_EQ(launch.family, "sum,n=4,2*n=8,7");
    EXPECT_EQ(one(minimal("")).family, "");
}

TEST_F(LaunchComparison, aReferenceIsAFunctionOrALaunch) {
    EXPECT_FALSE(one(minimal("")).reference);
    const Launch function = one(minimal("[reference]\nfunction = \"scan\"\ntolerance = 1e-3\n"));
    ASSERT_TRUE(function.reference);
    EXPECT_EQ(function.reference->function, "scan");
    EXPECT_EQ(function.reference->tolerance, 1e-3);

    write("other.toml", minimal("options = \"-DOTHER\"\n"));
    const Launch launch = one(minimal("[reference]\nlaunch = \"other.toml\"\n"));
    ASSERT_TRUE(launch.reference && launch.reference->launch);
    EXPECT_EQ(launch.reference->launch->options, "-DOTHER");
    EXPECT_FALSE(launch.reference->tolerance);
}

TEST_F(LaunchComparison, sweptValuesChooseTheReferenceLaunch) {
    write("other.toml", minimal("[args]\nn = 1\n[sweep]\nn = [1, 2, 3]\n"));
    const auto file = parse(minimal(
        "[args]\nn = 1\nm = 1\n[sweep]\nn = [3, 1]\nm = [5, 6]\n[reference]\nlaunch = \"other.toml\"\n"));
    ASSERT_TRUE(file);
    ASSERT_EQ(file->launches.size(), 4U);
    EXPECT_EQ(file->launches[0].swept, (std::vector<SweptValue>{{"n", "3"}, {"m", "5"}}));
    EXPECT_EQ(file->launches[0].reference->launch->name, "other,n=3");
    EXPECT_EQ(file->launches[3].reference->launch->name, "other,n=1");
}

TEST_F(LaunchComparison, launchesThatNameEachOtherDoNotGoInCircles) {
    write("test.toml", minimal("[reference]\nlaunch = \"other.toml\"\n"));
    write("other.toml", minimal("[reference]\nlaunch = \"test.toml\"\n"));
    const auto file = readLaunchFile(folder_ / "test.toml");
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->launches.front().reference->launch->reference);
}

TEST_F(LaunchComparison, faultsHaveTheirPlaces) {
    using Expected = std::vector<std::string>;
    EXPECT_EQ(faults(minimal("[reference]\n")), (Expected{"6:1 launch.bad-reference"}));
    EXPECT_EQ(faults(minimal("[reference]\nfunction = \"f\"\nlaunch = \"k.cl\"\n")),
              (Expected{"6:1 launch.bad-reference"}));
    EXPECT_EQ(faults(minimal("[reference]\nfunction = \"f\"\ntolerance = -1\n")),
              (Expected{"8:13 launch.bad-reference"}));
    EXPECT_EQ(faults(minimal("[reference]\nfunction = 3\n")), (Expected{"7:12 launch.wrong-type"}));
    EXPECT_EQ(faults(minimal("[family]\nproblem = []\n")), (Expected{"6:1 launch.missing-key"}));
    EXPECT_EQ(faults(minimal("[family]\nname = \"f\"\nproblem = 3\n")), (Expected{"8:11 launch.wrong-type"}));
    EXPECT_EQ(faults(minimal("[family]\nname = \"f\"\nproblem = [\"m\"]\n")),
              (Expected{"8:12 launch.unknown-name"}));
    write("other.toml", minimal("[args]\nn = 1\n[sweep]\nn = [1, 2]\n"));
    EXPECT_EQ(faults(minimal("[reference]\nlaunch = \"other.toml\"\n")),
              (Expected{"7:10 launch.bad-reference"}));
}

} // namespace
} // namespace warpstring::files
