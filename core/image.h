// SPDX-License-Identifier: GPL-3.0-or-later
// Images and samplers as OpenCL names them: what a texel is made of, and how coordinates find it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/value_type.h"

namespace warpstring {

/// OpenCL's channel orders without padding and packing. Which channel is which costs nothing; how many there
/// are does.
enum class ChannelOrder : std::uint8_t { R, A, Rg, Ra, Rgba, Bgra, Argb, Intensity, Luminance, Srgba };
inline constexpr int channelOrderCount = static_cast<int>(ChannelOrder::Srgba) + 1;

enum class ChannelType : std::uint8_t {
    SnormInt8,
    SnormInt16,
    UnormInt8,
    UnormInt16,
    SignedInt8,
    SignedInt16,
    SignedInt32,
    UnsignedInt8,
    UnsignedInt16,
    UnsignedInt32,
    HalfFloat,
    Float
};
inline constexpr int channelTypeCount = static_cast<int>(ChannelType::Float) + 1;

struct ImageFormat {
    ChannelOrder order = ChannelOrder::Rgba;
    ChannelType type = ChannelType::UnormInt8;
    friend bool operator==(const ImageFormat&, const ImageFormat&) = default;
};

/// "RGBA", "UNORM_INT8": as in CL_RGBA and CL_UNORM_INT8.
[[nodiscard]] std::string_view name(ChannelOrder order);
[[nodiscard]] std::string_view name(ChannelType type);
[[nodiscard]] std::optional<ChannelOrder> parseChannelOrder(std::string_view name);
[[nodiscard]] std::optional<ChannelType> parseChannelType(std::string_view name);
/// "RGBA UNORM_INT8".
[[nodiscard]] std::string name(const ImageFormat& format);

/// The number that OpenCL's headers give it, as get_image_channel_order and _data_type return it.
[[nodiscard]] std::uint32_t openClValue(ChannelOrder order);
[[nodiscard]] std::uint32_t openClValue(ChannelType type);

[[nodiscard]] int channels(ChannelOrder order);
/// What a texel is stored as: RGBA UNORM_INT8 as uchar4.
[[nodiscard]] ValueType storedType(const ImageFormat& format);
/// Of a texel.
[[nodiscard]] int bytes(const ImageFormat& format);
/// Whether OpenCL has this pair: an intensity has no integers, BGRA has 8 bits a channel.
[[nodiscard]] bool isImageFormat(const ImageFormat& format);

/// Which of OpenCL C's image types a kernel's parameter has.
enum class ImageShape : std::uint8_t { Line, Buffer, LineArray, Plane, PlaneArray, Volume };
/// "image2d_t".
[[nodiscard]] std::string_view name(ImageShape shape);
[[nodiscard]] std::optional<ImageShape> parseImageShape(std::string_view name);
/// How many sizes it has: width, height, depth or layers.
[[nodiscard]] int dimensions(ImageShape shape);

/// What happens to coordinates beyond the image.
enum class Addressing : std::uint8_t { None, ClampToEdge, Clamp, Repeat, MirroredRepeat };
inline constexpr int addressingCount = static_cast<int>(Addressing::MirroredRepeat) + 1;
enum class Filter : std::uint8_t { Nearest, Linear };

/// "none", "clamp_to_edge", ...; "nearest", "linear".
[[nodiscard]] std::string_view name(Addressing addressing);
[[nodiscard]] std::string_view name(Filter filter);
[[nodiscard]] std::optional<Addressing> parseAddressing(std::string_view name);
[[nodiscard]] std::optional<Filter> parseFilter(std::string_view name);

/// A sampler: of the program (CLK_...) or an argument.
struct Sampler {
    bool normalized = false; ///< coordinates go from 0 to 1 rather than to the image's sizes
    Addressing addressing = Addressing::ClampToEdge;
    Filter filter = Filter::Nearest;
    friend bool operator==(const Sampler&, const Sampler&) = default;
};
/// From OpenCL C's CLK_... constants joined by `|`; nothing where they are none.
[[nodiscard]] std::optional<Sampler> samplerOf(std::uint64_t word);

} // namespace warpstring
