// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image.h"

#include <algorithm>
#include <array>

namespace warpstring {

namespace {

struct OrderRow {
    ChannelOrder order;
    std::string_view name;
    std::uint32_t value; ///< CL/cl.h
    int channels;
};
constexpr std::array<OrderRow, channelOrderCount> imageOrders{
    {{ChannelOrder::R, "R", 0x10B0, 1},
     {ChannelOrder::A, "A", 0x10B1, 1},
     {ChannelOrder::Rg, "RG", 0x10B2, 2},
     {ChannelOrder::Ra, "RA", 0x10B3, 2},
     {ChannelOrder::Rgba, "RGBA", 0x10B5, 4},
     {ChannelOrder::Bgra, "BGRA", 0x10B6, 4},
     {ChannelOrder::Argb, "ARGB", 0x10B7, 4},
     {ChannelOrder::Intensity, "INTENSITY", 0x10B8, 1},
     {ChannelOrder::Luminance, "LUMINANCE", 0x10B9, 1},
     {ChannelOrder::Srgba, "sRGBA", 0x10C1, 4}}};

struct TypeRow {
    ChannelType type;
    std::string_view name;
    std::uint32_t value;
    ScalarType stored;
};
constexpr std::array<TypeRow, channelTypeCount> imageTypes{
    {{ChannelType::SnormInt8, "SNORM_INT8", 0x10D0, ScalarType::Char},
     {ChannelType::SnormInt16, "SNORM_INT16", 0x10D1, ScalarType::Short},
     {ChannelType::UnormInt8, "UNORM_INT8", 0x10D2, ScalarType::UChar},
     {ChannelType::UnormInt16, "UNORM_INT16", 0x10D3, ScalarType::UShort},
     {ChannelType::SignedInt8, "SIGNED_INT8", 0x10D7, ScalarType::Char},
     {ChannelType::SignedInt16, "SIGNED_INT16", 0x10D8, ScalarType::Short},
     {ChannelType::SignedInt32, "SIGNED_INT32", 0x10D9, ScalarType::Int},
     {ChannelType::UnsignedInt8, "UNSIGNED_INT8", 0x10DA, ScalarType::UChar},
     {ChannelType::UnsignedInt16, "UNSIGNED_INT16", 0x10DB, ScalarType::UShort},
     {ChannelType::UnsignedInt32, "UNSIGNED_INT32", 0x10DC, ScalarType::UInt},
     {ChannelType::HalfFloat, "HALF_FLOAT", 0x10DD, ScalarType::Half},
     {ChannelType::Float, "FLOAT", 0x10DE, ScalarType::Float}}};

constexpr std::array<std::string_view, 6> shapeNames{"image1d_t", "image1d_buffer_t", "image1d_array_t",
                                                     "image2d_t", "image2d_array_t",  "image3d_t"};
constexpr std::array<std::string_view, addressingCount> addressingNames{"none", "clamp_to_edge", "clamp",
                                                                        "repeat", "mirrored_repeat"};
constexpr std::array<std::string_view, 2> filterNames{"nearest", "linear"};

const OrderRow& imageRowOf(ChannelOrder order) { return imageOrders[static_cast<std::size_t>(order)]; }
const TypeRow& imageRowOf(ChannelType type) { return imageTypes[static_cast<std::size_t>(type)]; }

template <class Enumeration, std::size_t N>
std::optional<Enumeration> fromNames(const std::array<std::string_view, N>& names, std::string_view text) {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enumeration>(found - names.begin());
}

} // namespace

std::string_view name(ChannelOrder order) { return imageRowOf(order).name; }
std::string_view name(ChannelType type) { return imageRowOf(type).name; }

std::optional<ChannelOrder> parseChannelOrder(std::string_view name) {
    for (const auto& row : imageOrders)
        if (row.name == name) return row.order;
    return std::nullopt;
}

std::optional<ChannelType> parseChannelType(std::string_view name) {
    for (const auto& row : imageTypes)
        if (row.name == name) return row.type;
    return std::nullopt;
}

std::string name(const ImageFormat& format) {
    return std::string(name(format.order)) + " " + std::string(name(format.type));
}

std::uint32_t openClValue(ChannelOrder order) { return imageRowOf(order).value; }
std::uint32_t openClValue(ChannelType type) { return imageRowOf(type).value; }

int channels(ChannelOrder order) { return imageRowOf(order).channels; }

ValueType storedType(const ImageFormat& format) {
    return {imageRowOf(format.type).stored, channels(format.order)};
}

int bytes(const ImageFormat& format) { return bytes(storedType(format)); }

bool isImageFormat(const ImageFormat& format) {
    const ChannelType type = format.type;
    // OpenCL 3.0 specification, section 5.3.1.1, table of channel orders.
    switch (format.order) {
    case ChannelOrder::Intensity:
    case ChannelOrder::Luminance:
        return type == ChannelType::UnormInt8 || type == ChannelType::UnormInt16 ||
               type == ChannelType::SnormInt8 || type == ChannelType::SnormInt16 ||
               type == ChannelType::HalfFloat || type == ChannelType::Float;
    case ChannelOrder::Bgra:
    case ChannelOrder::Argb:
        return type == ChannelType::UnormInt8 || type == ChannelType::SnormInt8 ||
               type == ChannelType::SignedInt8 || type == ChannelType::UnsignedInt8;
    case ChannelOrder::Srgba: return type == ChannelType::UnormInt8;
    default: return true;
    }
}

std::string_view name(ImageShape shape) { return shapeNames[static_cast<std::size_t>(shape)]; }
std::optional<ImageShape> parseImageShape(std::string_view name) {
    return fromNames<ImageShape>(shapeNames, name);
}

int dimensions(ImageShape shape) {
    switch (shape) {
    case ImageShape::Line:
    case ImageShape::Buffer: return 1;
    case ImageShape::LineArray:
    case ImageShape::Plane: return 2;
    default: return 3;
    }
}

std::string_view name(Addressing addressing) { return addressingNames[static_cast<std::size_t>(addressing)]; }
std::string_view name(Filter filter) { return filterNames[static_cast<std::size_t>(filter)]; }
std::optional<Addressing> parseAddressing(std::string_view name) {
    return fromNames<Addressing>(addressingNames, name);
}
std::optional<Filter> parseFilter(std::string_view name) { return fromNames<Filter>(filterNames, name); }

std::optional<Sampler> samplerOf(std::uint64_t word) {
    // As opencl-c-base.h defines them: normalized 1, addressing 2 to 8 in steps of two, nearest 0x10, linear
    // 0x20.
    const std::uint64_t addressing = word >> 1 & 7, filter = word >> 4;
    if (addressing >= addressingCount || filter > 2) return std::nullopt;
    return Sampler{(word & 1) != 0, static_cast<Addressing>(addressing),
                   filter == 2 ? Filter::Linear : Filter::Nearest};
}

} // namespace warpstring
