// SPDX-License-Identifier: GPL-3.0-or-later
// Names of what machines do, which are keys of spec files.
#include <set>

#include <gtest/gtest.h>

#include "core/hardware_spec.h"
#include "core/ndrange.h"
#include "core/operation_class.h"

namespace warpstring {
namespace {

bool isSnakeCase(std::string_view text) {
    return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == text.npos &&
           text.front() != '_' && text.back() != '_';
}

TEST(OperationClasses, haveNamesThatReadBack) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < operationClassCount; ++i) {
        const auto operation = static_cast<OperationClass>(i);
        EXPECT_TRUE(isSnakeCase(name(operation))) << name(operation);
        EXPECT_TRUE(names.insert(name(operation)).second) << name(operation);
        EXPECT_EQ(parseOperationClass(name(operation)), std::optional(operation));
    }
    for (const char* const other : {"", "Move", "integer add", "moves", "float_mad "})
        EXPECT_EQ(parseOperationClass(other), std::nullopt) << other;
}

// Routines cost what the general one does where a spec does not tell them apart.
TEST(OperationClasses, haveGeneralOnes) {
    using Op = OperationClass;
    EXPECT_EQ(generalClass(Op::ArcSine), Op::OtherMath);
    EXPECT_EQ(generalClass(Op::FloatParts), Op::OtherMath);
    EXPECT_EQ(generalClass(Op::DoublePower), Op::DoubleMath);
    EXPECT_EQ(generalClass(Op::ToInteger), Op::Convert);
    EXPECT_EQ(generalClass(Op::ImageQuery), Op::Move);
    EXPECT_EQ(generalClass(Op::DoubleConvert), Op::Convert);
    for (std::size_t i = 0; i < operationClassCount; ++i) {
        const auto general = generalClass(static_cast<Op>(i));
        EXPECT_EQ(generalClass(general), general) << name(general);
    }
    HardwareSpec spec;
    EXPECT_EQ(spec.findCost(Op::ArcSine), nullptr);
    spec.instructions[Op::OtherMath].cycles = 7;
    ASSERT_NE(spec.findCost(Op::ArcSine), nullptr);
    EXPECT_EQ(spec.findCost(Op::ArcSine)->cycles, 7);
    spec.instructions[Op::ArcSine].cycles = 5;
    EXPECT_EQ(spec.findCost(Op::ArcSine)->cycles, 5);
}

TEST(Pipes, haveNamesThatReadBack) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < pipeCount; ++i) {
        const auto pipe = static_cast<Pipe>(i);
        EXPECT_TRUE(isSnakeCase(name(pipe)));
        EXPECT_TRUE(names.insert(name(pipe)).second);
        EXPECT_EQ(parsePipe(name(pipe)), std::optional(pipe));
    }
    EXPECT_EQ(parsePipe("pipe"), std::nullopt);
}

TEST(HardwareSpecs, tellPipesApartOnceOneHasLanes) {
    HardwareSpec spec;
    EXPECT_FALSE(spec.hasPipes());
    spec.pipeLanes[static_cast<std::size_t>(Pipe::Double)] = 16;
    EXPECT_TRUE(spec.hasPipes());
}

TEST(HardwareSpecs, shareTheirBandwidth) {
    HardwareSpec spec;
    spec.globalMemory.bandwidthGBs = 86.4; // the GeForce 8800 GTX
    spec.execution.clockMhz = 1350;
    spec.execution.multiprocessors = 16;
    EXPECT_DOUBLE_EQ(spec.bytesPerCyclePerMultiprocessor(), 4); // 86.4e9 / 1350e6 / 16
}

TEST(Ranges, countGroupsAndWarps) {
    const NDRange range{3, {64, 12, 10}, {16, 3, 5}};
    EXPECT_EQ(range.groupSize(), 240U);
    EXPECT_EQ(range.groups(0), 4U);
    EXPECT_EQ(range.groups(1), 4U);
    EXPECT_EQ(range.groups(2), 2U);
    EXPECT_EQ(range.groupCount(), 32U);
    EXPECT_EQ(range.warpsPerGroup(32), 8U) << "the last is half filled";
    EXPECT_EQ(range.warpsPerGroup(240), 1U);
    EXPECT_EQ(range.groupCount() * range.groupSize(), 64U * 12 * 10);
}

} // namespace
} // namespace warpstring
