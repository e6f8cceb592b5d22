// SPDX-License-Identifier: GPL-3.0-or-later
// What host references read of a launch.
#include <stdexcept>

#include <gtest/gtest.h>

#include "core/records/launch_data.h"

namespace warpstring::records {
namespace {

Launch launchWithAll() {
    Launch launch;
    launch.options = "-cl-fast-relaxed-math -DTILE=16 -DSCALE=0.5 -DFLAG -DNAME=matmul -D APART=3";
    launch.arguments["n"] = ScalarArgument{{ScalarType::Int, 1}, true, std::int64_t{-7}};
    launch.arguments["alpha"] = ScalarArgument{{ScalarType::Float, 1}, true, 2.75};
    BufferArgument iota;
    iota.type = {ScalarType::Float, 4};
    iota.count = 3;
    iota.init = BufferInit::Iota;
    launch.arguments["points"] = iota;
    launch.arguments["scratch"] = LocalArgument{64};
    return launch;
}

TEST(LaunchData, scalarsAndMacrosAreFoundByName) {
    const Launch launch = launchWithAll();
    const auto data = LaunchData::create(launch);
    ASSERT_TRUE(data.ok());
    EXPECT_EQ(data->integer("n"), -7);
    EXPECT_EQ(data->number("alpha"), 2.75);
    EXPECT_EQ(data->integer("alpha"), 2) << "towards zero";
    EXPECT_EQ(data->integer("TILE"), 16);
    EXPECT_EQ(data->number("SCALE"), 0.5);
    EXPECT_TRUE(data->has("scratch"));
    EXPECT_FALSE(data->has("TILE")) << "macros are no parameters";
    EXPECT_EQ(&data->launch(), &launch);
}

TEST(LaunchData, namesWithoutANumberThrow) {
    const Launch launch = launchWithAll();
    const auto data = LaunchData::create(launch);
    ASSERT_TRUE(data.ok());
    for (const char* name : {"m", "FLAG", "NAME", "points", "scratch", "cl-fast-relaxed-math"})
        EXPECT_THROW((void)data->number(name), std::out_of_range) << name;
    EXPECT_THROW((void)data->buffer("n"), std::out_of_range);
}

TEST(LaunchData, anArgumentGoesBeforeAMacroOfItsName) {
    Launch launch = launchWithAll();
    launch.options = "-Dn=5";
    const auto data = LaunchData::create(launch);
    ASSERT_TRUE(data.ok());
    EXPECT_EQ(data->integer("n"), -7);
}

TEST(LaunchData, buffersAreReadScalarByScalar) {
    const Launch launch = launchWithAll();
    const auto data = LaunchData::create(launch);
    ASSERT_TRUE(data.ok());
    ASSERT_EQ(data->scalarCount("points"), 12U) << "three elements of four scalars";
    const auto points = data->buffer("points");
    for (std::uint64_t i = 1; i < 12; ++i) EXPECT_EQ(points[i] - points[i - 1], 1) << "iota counts up";
}

TEST(LaunchData, aFileThatIsMissingIsAFailure) {
    Launch launch;
    BufferArgument buffer;
    buffer.count = 4;
    buffer.init = BufferInit::File;
    buffer.file = "/nowhere/data.bin";
    launch.arguments["in"] = buffer;
    EXPECT_FALSE(LaunchData::create(launch).ok());
}

} // namespace
} // namespace warpstring::records
