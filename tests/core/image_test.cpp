// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image.h"

#include <set>

#include <gtest/gtest.h>

namespace warpstring {
namespace {

TEST(ImageFormats, HaveNamesThatAreReadBack) {
    std::set<std::string_view> names;
    for (int i = 0; i < channelOrderCount; ++i) {
        const auto order = static_cast<ChannelOrder>(i);
        EXPECT_EQ(parseChannelOrder(name(order)), order);
        EXPECT_TRUE(names.insert(name(order)).second);
    }
    for (int i = 0; i < channelTypeCount; ++i) {
        const auto type = static_cast<ChannelType>(i);
        EXPECT_EQ(parseChannelType(name(type)), type);
        EXPECT_TRUE(names.insert(name(type)).second);
    }
    EXPECT_EQ(parseChannelOrder("RGB"), std::nullopt);
    EXPECT_EQ(parseChannelType("UNORM_SHORT_565"), std::nullopt);
    EXPECT_EQ(name(ImageFormat{}), "RGBA UNORM_INT8");
}

TEST(ImageFormats, AreStoredChannelByChannel) {
    EXPECT_EQ(bytes(ImageFormat{ChannelOrder::R, ChannelType::UnormInt8}), 1);
    EXPECT_EQ(bytes(ImageFormat{ChannelOrder::Rg, ChannelType::HalfFloat}), 4);
    EXPECT_EQ(bytes(ImageFormat{ChannelOrder::Bgra, ChannelType::UnormInt8}), 4);
    EXPECT_EQ(bytes(ImageFormat{ChannelOrder::Rgba, ChannelType::Float}), 16);
    EXPECT_EQ(storedType({ChannelOrder::Rgba, ChannelType::SnormInt16}), (ValueType{ScalarType::Short, 4}));
}

TEST(ImageFormats, AreThoseThatOpenClHas) {
    EXPECT_TRUE(isImageFormat({ChannelOrder::R, ChannelType::UnsignedInt32}));
    EXPECT_TRUE(isImageFormat({ChannelOrder::Luminance, ChannelType::HalfFloat}));
    EXPECT_FALSE(isImageFormat({ChannelOrder::Luminance, ChannelType::SignedInt8}));
    EXPECT_FALSE(isImageFormat({ChannelOrder::Argb, ChannelType::Float}));
    EXPECT_FALSE(isImageFormat({ChannelOrder::Srgba, ChannelType::UnormInt16}));
}

TEST(ImageShapes, HaveNamesAndSizes) {
    for (const auto& [text, sizes] :
         {std::pair("image1d_t", 1), std::pair("image1d_buffer_t", 1), std::pair("image1d_array_t", 2),
          std::pair("image2d_t", 2), std::pair("image2d_array_t", 3), std::pair("image3d_t", 3)}) {
        const auto shape = parseImageShape(text);
        ASSERT_TRUE(shape) << text;
        EXPECT_EQ(name(*shape), text);
        EXPECT_EQ(dimensions(*shape), sizes) << text;
    }
    EXPECT_EQ(parseImageShape("image2d_depth_t"), std::nullopt);
}

TEST(Samplers, AreReadFromTheConstantsOfOpenClC) {
    // CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR, and so on.
    EXPECT_EQ(samplerOf(1 | 8 | 0x20), (Sampler{true, Addressing::MirroredRepeat, Filter::Linear}));
    EXPECT_EQ(samplerOf(0 | 2 | 0x10), (Sampler{false, Addressing::ClampToEdge, Filter::Nearest}));
    EXPECT_EQ(samplerOf(0 | 4 | 0x10), (Sampler{false, Addressing::Clamp, Filter::Nearest}));
    EXPECT_EQ(samplerOf(1 | 6 | 0x20), (Sampler{true, Addressing::Repeat, Filter::Linear}));
    EXPECT_EQ(samplerOf(0x10), (Sampler{false, Addressing::None, Filter::Nearest}));
    EXPECT_EQ(samplerOf(0x40), std::nullopt);
    EXPECT_EQ(samplerOf(10), std::nullopt);
}

} // namespace
} // namespace warpstring
