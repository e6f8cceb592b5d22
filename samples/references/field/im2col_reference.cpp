// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Sums of up to 25 values.
constexpr double col2imTolerance = 1e-6;

/// Sizes of the image, its windows and the matrix.
struct Geometry {
    explicit Geometry(const LaunchData& launch)
        : size(launch.integer("SIZE")), stride(launch.integer("STRIDE")), padding(launch.integer("PADDING")),
          height(launch.integer("height")), width(launch.integer("width")),
          outHeight(launch.integer("outHeight")), outWidth(launch.integer("outWidth")) {}
    std::int64_t size, stride, padding, height, width, outHeight, outWidth;
};

/// columns[channel, ky, kx][wy, wx] = image[channel][wy * STRIDE + ky - PADDING][wx * STRIDE + kx - PADDING],
/// or zero.
std::vector<double> im2colReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "columns") return {};
    const Geometry g(launch);
    const auto image = launch.buffer("image");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        const std::int64_t wx = i % g.outWidth, wy = i / g.outWidth % g.outHeight;
        const std::int64_t row = i / (g.outWidth * g.outHeight);
        const std::int64_t kx = row % g.size, ky = row / g.size % g.size, channel = row / (g.size * g.size);
        const std::int64_t x = wx * g.stride + kx - g.padding, y = wy * g.stride + ky - g.padding;
        const bool inside = x >= 0 && x < g.width && y >= 0 && y < g.height;
        values.push_back(inside ? image[static_cast<std::uint64_t>((channel * g.height + y) * g.width + x)]
                                : 0.0);
    }
    return values;
}

/// The sum of all elements of the matrix that stand for the pixel.
std::vector<double> col2imReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "image") return {};
    const Geometry g(launch);
    const auto columns = launch.buffer("columns");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        const std::int64_t x = i % g.width, y = i / g.width % g.height, channel = i / (g.width * g.height);
        double sum = 0.0;
        for (std::int64_t ky = 0; ky < g.size; ++ky) {
            for (std::int64_t kx = 0; kx < g.size; ++kx) {
                const std::int64_t top = y + g.padding - ky, left = x + g.padding - kx;
                if (top < 0 || left < 0 || top % g.stride != 0 || left % g.stride != 0) continue;
                const std::int64_t wy = top / g.stride, wx = left / g.stride;
                if (wy >= g.outHeight || wx >= g.outWidth) continue;
                const std::int64_t row = (channel * g.size + ky) * g.size + kx;
                sum += columns[static_cast<std::uint64_t>((row * g.outHeight + wy) * g.outWidth + wx)];
            }
        }
        values.push_back(sum);
    }
    return values;
}

} // namespace

References im2colReferences() {
    return {
        {"field-col2im", {col2imReference, col2imTolerance}},
        {"field-im2col", {im2colReference, exact}},
    };
}

} // namespace warpstring::samples::field
