// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Sums of up to 1,152 products in a row gather u * sqrt(1152 / 2) = 1.4e-6.
constexpr double convolutionTolerance = 1e-5;

// Nine products.
constexpr double depthwiseTolerance = 1e-6;

// Averages of four elements, and of thousands by a tree: as other sums of groups.
constexpr double averageTolerance = 5e-6;

/// A pixel of plane `plane` in a buffer of planes with zeros around.
class Planes {
public:
    Planes(const LaunchData& launch, std::int64_t height, std::int64_t width)
        : in_(launch.buffer("in")), height_(height), width_(width) {}
    double operator()(std::int64_t plane, std::int64_t y, std::int64_t x) const {
        if (x < 0 || x >= width_ || y < 0 || y >= height_) return 0.0;
        return in_[static_cast<std::uint64_t>((plane * height_ + y) * width_ + x)];
    }

private:
    LaunchData::Buffer in_;
    std::int64_t height_, width_;
};

/// The value of pixel(plane, y, x) for each index of an output of planes.
template <class Pixel>
std::vector<double> byPixels(Indices indices, std::int64_t height, std::int64_t width, Pixel pixel) {
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        values.push_back(pixel(i / (width * height), i / width % height, i % width));
    }
    return values;
}

/// out[image][output][pixel] = sum of weights[output][channel] * in[image][channel][pixel]
std::vector<double> pointwiseReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto channels = static_cast<std::uint64_t>(launch.integer("channels"));
    const auto outputs = static_cast<std::uint64_t>(launch.integer("outputs"));
    const auto pixels = static_cast<std::uint64_t>(launch.integer("pixels"));
    const auto in = launch.buffer("in"), weights = launch.buffer("weights");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t pixel = index % pixels, output = index / pixels % outputs;
        const std::uint64_t image = index / (pixels * outputs);
        double sum = 0.0;
        for (std::uint64_t c = 0; c < channels; ++c)
            sum += weights[output * channels + c] * in[(image * channels + c) * pixels + pixel];
        values.push_back(sum);
    }
    return values;
}

/// out[image][output] = sum over channels and windows of 3 x 3 around the pixel
std::vector<double> convolution3x3Reference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t channels = launch.integer("channels"), outputs = launch.integer("outputs");
    const std::int64_t height = launch.integer("height"), width = launch.integer("width");
    const Planes in(launch, height, width);
    const auto weights = launch.buffer("weights");
    return byPixels(indices, height, width, [&](std::int64_t plane, std::int64_t y, std::int64_t x) {
        const std::int64_t image = plane / outputs, output = plane % outputs;
        double sum = 0.0;
        for (std::int64_t c = 0; c < channels; ++c)
            for (std::int64_t k = 0; k < 9; ++k)
                sum += weights[static_cast<std::uint64_t>((output * channels + c) * 9 + k)] *
                       in(image * channels + c, y + k / 3 - 1, x + k % 3 - 1);
        return sum;
    });
}

/// As above, each plane with the nine weights of its channel.
std::vector<double> depthwiseReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t channels = launch.integer("channels");
    const std::int64_t height = launch.integer("height"), width = launch.integer("width");
    const Planes in(launch, height, width);
    const auto weights = launch.buffer("weights");
    return byPixels(indices, height, width, [&](std::int64_t plane, std::int64_t y, std::int64_t x) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < 9; ++k)
            sum += weights[static_cast<std::uint64_t>(plane % channels * 9 + k)] *
                   in(plane, y + k / 3 - 1, x + k % 3 - 1);
        return sum;
    });
}

/// The largest pixel of the window, as far as the plane reaches.
std::vector<double> poolLargestReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t height = launch.integer("height"), width = launch.integer("width");
    const std::int64_t window = launch.integer("WINDOW"), stride = launch.integer("STRIDE");
    const Planes in(launch, height, width);
    return byPixels(indices, launch.integer("outHeight"), launch.integer("outWidth"),
                    [&](std::int64_t plane, std::int64_t y, std::int64_t x) {
                        double largest = -std::numeric_limits<double>::infinity();
                        for (std::int64_t j = y * stride; j < std::min(y * stride + window, height); ++j)
                            for (std::int64_t i = x * stride; i < std::min(x * stride + window, width); ++i)
                                largest = std::max(largest, in(plane, j, i));
                        return largest;
                    });
}

/// Averages of 2 x 2 pixels.
std::vector<double> poolAverage2x2Reference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t height = launch.integer("outHeight"), width = launch.integer("outWidth");
    const Planes in(launch, 2 * height, 2 * width);
    return byPixels(indices, height, width, [&](std::int64_t plane, std::int64_t y, std::int64_t x) {
        return (in(plane, 2 * y, 2 * x) + in(plane, 2 * y, 2 * x + 1) + in(plane, 2 * y + 1, 2 * x) +
                in(plane, 2 * y + 1, 2 * x + 1)) /
               4.0;
    });
}

/// Averages of planes.
std::vector<double> poolAveragePlanesReference(const LaunchData& launch, const std::string& buffer,
                                               Indices indices) {
    if (buffer != "out") return {};
    const auto pixels = static_cast<std::uint64_t>(launch.integer("pixels"));
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t plane : indices) {
        double sum = 0.0;
        for (std::uint64_t i = plane * pixels; i < (plane + 1) * pixels; ++i) sum += in[i];
        values.push_back(sum / static_cast<double>(pixels));
    }
    return values;
}

} // namespace

References convolutionReferences() {
    return {
        {"field-convolution3x3", {convolution3x3Reference, convolutionTolerance}},
        {"field-depthwise3x3", {depthwiseReference, depthwiseTolerance}},
        {"field-pointwise", {pointwiseReference, convolutionTolerance}},
        {"field-pool-average-planes", {poolAveragePlanesReference, averageTolerance}},
        {"field-pool-average2x2", {poolAverage2x2Reference, averageTolerance}},
        {"field-pool-largest", {poolLargestReference, exact}},
    };
}

} // namespace warpstring::samples::field
