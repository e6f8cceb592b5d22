// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/value_type.h"

#include <gtest/gtest.h>

#include "core/records/half.h"

namespace warpstring {

using records::halfBits;
namespace {

TEST(ValueType, EveryNameParsesBackToItself) {
    for (int scalar = 0; scalar <= static_cast<int>(ScalarType::Double); ++scalar)
        for (const int width : {1, 2, 3, 4, 8, 16}) {
            const ValueType type{static_cast<ScalarType>(scalar), width};
            EXPECT_EQ(parseValueType(name(type)), type) << name(type);
        }
}

TEST(ValueType, WhatIsNoArithmeticTypeIsRefused) {
    for (const char* text :
         {"", "floaty", "float5", "float1", "float 4", "Float", "image2d_t", "bool", "int64", "double32"})
        EXPECT_FALSE(parseValueType(text)) << text;
}

TEST(ValueType, AVectorOfThreeTakesTheRoomOfFour) {
    EXPECT_EQ(bytes(*parseValueType("float3")), 16);
    EXPECT_EQ(bytes(*parseValueType("float4")), 16);
    EXPECT_EQ(bytes(*parseValueType("uchar3")), 4);
    EXPECT_EQ(bytes(*parseValueType("double16")), 128);
}

TEST(ValueType, KnowsSignsAndFloats) {
    EXPECT_TRUE(isFloating(ScalarType::Half));
    EXPECT_FALSE(isFloating(ScalarType::ULong));
    EXPECT_TRUE(isSigned(ScalarType::Long));
    EXPECT_FALSE(isSigned(ScalarType::UChar));
}

TEST(Half, EveryFiniteBitPatternSurvivesTheRoundTrip) {
    for (int bits = 0; bits < 0x10000; ++bits) {
        if ((bits & 0x7c00) == 0x7c00) continue;
        EXPECT_EQ(halfBits(records::halfValue(static_cast<std::uint16_t>(bits))), bits);
    }
}

TEST(Half, RoundsToNearestWithTiesToEven) {
    EXPECT_EQ(halfBits(1.0), 0x3c00);
    EXPECT_EQ(halfBits(1.0 + 0x1p-11), 0x3c00);           // half way: even below
    EXPECT_EQ(halfBits(1.0 + 3 * 0x1p-11), 0x3c02);       // half way: even above
    EXPECT_EQ(halfBits(1.0 + 0x1p-11 + 0x1p-40), 0x3c01); // a float in between would have lost the 2^-40
    EXPECT_EQ(halfBits(65519.9), 0x7bff);
    EXPECT_EQ(halfBits(65520.0), 0x7c00);
    EXPECT_EQ(halfBits(-0.0), 0x8000);
    EXPECT_EQ(halfBits(0x1p-24), 0x0001);
    EXPECT_EQ(halfBits(0x1p-25), 0x0000);
    EXPECT_EQ(halfBits(2047.0 / 2048 * 0x1p-14), 0x0400); // a subnormal that rounds up to the first normal
    EXPECT_TRUE(std::isnan(records::halfValue(halfBits(std::nan("")))));
    EXPECT_TRUE(std::isinf(records::halfValue(halfBits(1e300))));
}

} // namespace
} // namespace warpstring
