// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of samples/images must compute: addressing and filters as OpenCL C 3.0 defines them
// (section 8.2).
#include <algorithm>
#include <cmath>

#include "samples/references/references.h"

namespace warpstring::samples {

namespace {

const ImageArgument& imageOf(const LaunchData& launch, const char* name) {
    return std::get<ImageArgument>(launch.launch().arguments.at(name));
}

std::int64_t sizeOf(const LaunchData& launch, const char* name, std::size_t dimension) {
    return static_cast<std::int64_t>(imageOf(launch, name).sizes[dimension]);
}

/// The largest value of a byte, which reads as one.
constexpr double wholeByte = 255;

} // namespace

std::vector<double> imageCopyReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(in[index]);
    return values;
}

std::vector<double> imageTransposeReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto width = static_cast<std::uint64_t>(sizeOf(launch, "in", 0));
    const auto height = static_cast<std::uint64_t>(sizeOf(launch, "in", 1));
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(in[index % height * width + index / height]);
    return values;
}

/// Four texels mixed by how near their middles are.
std::vector<double> imageScaleReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const std::int64_t width = sizeOf(launch, "in", 0), height = sizeOf(launch, "in", 1);
    const std::int64_t wide = sizeOf(launch, "out", 0), high = sizeOf(launch, "out", 1);
    const auto texel = [&](std::int64_t x, std::int64_t y) {
        x = std::clamp<std::int64_t>(x, 0, width - 1);
        y = std::clamp<std::int64_t>(y, 0, height - 1);
        return in[static_cast<std::uint64_t>(y * width + x)];
    };
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        const std::int64_t column = i % wide, row = i / wide;
        const double u =
            (static_cast<double>(column) + 0.5) / static_cast<double>(wide) * static_cast<double>(width) - 0.5;
        const double v =
            (static_cast<double>(row) + 0.5) / static_cast<double>(high) * static_cast<double>(height) - 0.5;
        const auto x = static_cast<std::int64_t>(std::floor(u)), y = static_cast<std::int64_t>(std::floor(v));
        const double a = u - std::floor(u), b = v - std::floor(v);
        values.push_back((1 - a) * (1 - b) * texel(x, y) + a * (1 - b) * texel(x + 1, y) +
                         (1 - a) * b * texel(x, y + 1) + a * b * texel(x + 1, y + 1));
    }
    return values;
}

std::vector<double> imageRowsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto weights = launch.buffer("weights");
    const std::int64_t width = sizeOf(launch, "in", 0), radius = launch.integer("RADIUS");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto x = static_cast<std::int64_t>(index) % width;
        double sum = 0;
        for (std::int64_t k = -radius; k <= radius; ++k)
            if (x + k >= 0 && x + k < width)
                sum += weights[static_cast<std::uint64_t>(k + radius)] *
                       in[static_cast<std::uint64_t>(static_cast<std::int64_t>(index) + k)];
        values.push_back(sum);
    }
    return values;
}

std::vector<double> imageVolumeReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "res") return {};
    const auto u = launch.buffer("u");
    const std::int64_t n = sizeOf(launch, "u", 0);
    const auto at = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
        const auto inside = [&](std::int64_t c) { return std::clamp<std::int64_t>(c, 0, n - 1); };
        return u[static_cast<std::uint64_t>((inside(z) * n + inside(y)) * n + inside(x))];
    };
    const double centre = launch.number("centre"), neighbour = launch.number("neighbour");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        const std::int64_t x = i % n, y = i / n % n, z = i / n / n;
        values.push_back(centre * at(x, y, z) +
                         neighbour * (at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) +
                                      at(x, y, z - 1) + at(x, y, z + 1)));
    }
    return values;
}

std::vector<double> imageGatherReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto table = launch.buffer("table");
    const auto order = launch.buffer("index");
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(table[static_cast<std::uint64_t>(order[index / 4]) * 4 + index % 4]);
    return values;
}

std::vector<double> imageLayersReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const ImageArgument& image = imageOf(launch, "in");
    const std::uint64_t layer = image.sizes[0] * image.sizes[1] * 4;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0;
        for (std::uint64_t l = 0; l < image.sizes[2]; ++l) sum += in[l * layer + index] / wholeByte;
        values.push_back(sum / static_cast<double>(image.sizes[2]));
    }
    return values;
}

std::vector<double> imageBlendReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "lines") return {};
    const auto lines = launch.buffer("lines");
    const auto colour = launch.buffer("colour");
    const std::uint64_t scalars = imageOf(launch, "lines").sizes[0] * 4;
    const double share = launch.number("share");
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(std::trunc((lines[index] * (256 - share) + colour[index % scalars] * share) / 256));
    return values;
}

} // namespace warpstring::samples
