// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of OpenCL's formats against its own header.
#include <map>

#include <gtest/gtest.h>

#include "core/image.h"
#include "core/measure/worker/opencl.h"

namespace warpstring::measure {
namespace {

TEST(ImageConstants, areThoseOfTheHeader) {
    const std::map<ChannelOrder, cl_uint> orders{{ChannelOrder::R, CL_R},
                                                 {ChannelOrder::A, CL_A},
                                                 {ChannelOrder::Rg, CL_RG},
                                                 {ChannelOrder::Ra, CL_RA},
                                                 {ChannelOrder::Rgba, CL_RGBA},
                                                 {ChannelOrder::Bgra, CL_BGRA},
                                                 {ChannelOrder::Argb, CL_ARGB},
                                                 {ChannelOrder::Intensity, CL_INTENSITY},
                                                 {ChannelOrder::Srgba, 0x10C1}, // CL_sRGBA, of OpenCL 2.0
                                                 {ChannelOrder::Luminance, CL_LUMINANCE}};
    ASSERT_EQ(orders.size(), static_cast<std::size_t>(channelOrderCount));
    for (const auto& [order, value] : orders) EXPECT_EQ(openClValue(order), value) << name(order);
    const std::map<ChannelType, cl_uint> types{
        {ChannelType::SnormInt8, CL_SNORM_INT8},         {ChannelType::SnormInt16, CL_SNORM_INT16},
        {ChannelType::UnormInt8, CL_UNORM_INT8},         {ChannelType::UnormInt16, CL_UNORM_INT16},
        {ChannelType::SignedInt8, CL_SIGNED_INT8},       {ChannelType::SignedInt16, CL_SIGNED_INT16},
        {ChannelType::SignedInt32, CL_SIGNED_INT32},     {ChannelType::UnsignedInt8, CL_UNSIGNED_INT8},
        {ChannelType::UnsignedInt16, CL_UNSIGNED_INT16}, {ChannelType::UnsignedInt32, CL_UNSIGNED_INT32},
        {ChannelType::HalfFloat, CL_HALF_FLOAT},         {ChannelType::Float, CL_FLOAT}};
    ASSERT_EQ(types.size(), static_cast<std::size_t>(channelTypeCount));
    for (const auto& [type, value] : types) EXPECT_EQ(openClValue(type), value) << name(type);
}

} // namespace
} // namespace warpstring::measure
