// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Sums of up to 81 positive terms; native_exp errs by 2^-21 = 5e-7 for arguments of some units.
constexpr double bilateralTolerance = 3e-6;

// Places up to 7,000 round to some 2^-12 of a pixel, and neighbouring pixels differ by a third on the average.
constexpr double resizeTolerance = 5e-4;

/// An image whose pixels outside repeat the edge.
class Image {
public:
    explicit Image(const LaunchData& launch)
        : pixels_(launch.buffer("in")), width_(launch.integer("width")), height_(launch.integer("height")) {}
    [[nodiscard]] std::int64_t width() const { return width_; }
    [[nodiscard]] std::int64_t height() const { return height_; }
    double operator()(std::int64_t x, std::int64_t y, std::int64_t channel = 0,
                      std::int64_t channels = 1) const {
        const std::int64_t place =
            std::clamp<std::int64_t>(y, 0, height_ - 1) * width_ + std::clamp<std::int64_t>(x, 0, width_ - 1);
        return pixels_[static_cast<std::uint64_t>(place * channels + channel)];
    }

private:
    LaunchData::Buffer pixels_;
    std::int64_t width_, height_;
};

/// The value of pixel(x, y) for each index of an output of rows of `width`.
template <class Pixel>
std::vector<double> byPixels(Indices indices, std::int64_t width, Pixel pixel) {
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        values.push_back(pixel(i % width, i / width));
    }
    return values;
}

std::vector<double> medians(const LaunchData& launch, Indices indices, std::int64_t radius) {
    const Image image(launch);
    std::vector<double> window;
    return byPixels(indices, image.width(), [&](std::int64_t x, std::int64_t y) {
        window.clear();
        for (std::int64_t j = -radius; j <= radius; ++j)
            for (std::int64_t i = -radius; i <= radius; ++i) window.push_back(image(x + i, y + j));
        std::sort(window.begin(), window.end());
        return window[window.size() / 2];
    });
}

std::vector<double> median3x3Reference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return buffer == "out" ? medians(launch, indices, 1) : std::vector<double>{};
}

std::vector<double> median5x5Reference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return buffer == "out" ? medians(launch, indices, 2) : std::vector<double>{};
}

/// The image has a rim of one pixel.
std::vector<double> median3x3RimReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t width = launch.integer("width");
    const auto in = launch.buffer("in");
    return byPixels(indices, width, [&](std::int64_t x, std::int64_t y) {
        std::vector<double> window;
        for (std::int64_t k = 0; k < 9; ++k)
            window.push_back(in[static_cast<std::uint64_t>((y + k / 3) * (width + 2) + x + k % 3)]);
        std::sort(window.begin(), window.end());
        return window[4];
    });
}

/// The average of neighbours, weighted by exp(-near * distance^2 - like * difference^2).
std::vector<double> bilateralReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Image image(launch);
    const std::int64_t radius = launch.integer("RADIUS");
    const double near = launch.number("near"), like = launch.number("like");
    return byPixels(indices, image.width(), [&](std::int64_t x, std::int64_t y) {
        double sum = 0.0, weights = 0.0;
        for (std::int64_t j = -radius; j <= radius; ++j) {
            for (std::int64_t i = -radius; i <= radius; ++i) {
                const double apart = image(x + i, y + j) - image(x, y);
                const double weight =
                    std::exp(-near * static_cast<double>(i * i + j * j) - like * apart * apart);
                sum += weight * image(x + i, y + j);
                weights += weight;
            }
        }
        return sum / weights;
    });
}

/// Interpolated between the four pixels around, centres on centres.
std::vector<double> resizeReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Image image(launch);
    const std::int64_t outWidth = launch.integer("outWidth"), outHeight = launch.integer("outHeight");
    const auto source = [](std::int64_t at, std::int64_t size, std::int64_t outSize) {
        const double place =
            (static_cast<double>(at) + 0.5) * static_cast<double>(size) / static_cast<double>(outSize) - 0.5;
        return std::clamp(place, 0.0, static_cast<double>(size - 1));
    };
    return byPixels(indices, outWidth, [&](std::int64_t x, std::int64_t y) {
        const double sx = source(x, image.width(), outWidth), sy = source(y, image.height(), outHeight);
        const auto left = static_cast<std::int64_t>(sx), top = static_cast<std::int64_t>(sy);
        const double fx = sx - std::floor(sx), fy = sy - std::floor(sy);
        return (image(left, top) * (1.0 - fx) + image(left + 1, top) * fx) * (1.0 - fy) +
               (image(left, top + 1) * (1.0 - fx) + image(left + 1, top + 1) * fx) * fy;
    });
}

/// The same for four bytes a pixel, places cut to 1/256 and the result rounded.
std::vector<double> resizeBytesReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Image image(launch);
    const std::int64_t num = launch.integer("num"), den = launch.integer("den");
    const auto source = [&](std::int64_t at, std::int64_t size) {
        return std::clamp<std::int64_t>(((2 * at + 1) * num - den) * 128 / den, 0, (size - 1) * 256);
    };
    return byPixels(indices, 4 * launch.integer("outWidth"), [&](std::int64_t column, std::int64_t y) {
        const std::int64_t sx = source(column / 4, image.width()), sy = source(y, image.height());
        const std::int64_t left = sx / 256, top = sy / 256, channel = column % 4;
        const auto fx = static_cast<double>(sx % 256), fy = static_cast<double>(sy % 256);
        const double upper =
            image(left, top, channel, 4) * (256.0 - fx) + image(left + 1, top, channel, 4) * fx;
        const double lower =
            image(left, top + 1, channel, 4) * (256.0 - fx) + image(left + 1, top + 1, channel, 4) * fx;
        return std::floor((upper * (256.0 - fy) + lower * fy) / 65536.0 + 0.5);
    });
}

/// Weighted sums of red, green and blue in 1/256, rounded; the differences lie around 128.
std::vector<double> lumaChromaReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    double red = 0.0, green = 0.0, blue = 0.0, offset = 128.0;
    if (buffer == "luma") {
        red = 77.0, green = 150.0, blue = 29.0, offset = 0.0;
    } else if (buffer == "blue") {
        red = -43.0, green = -85.0, blue = 128.0;
    } else if (buffer == "red") {
        red = 128.0, green = -107.0, blue = -21.0;
    } else {
        return {};
    }
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t i : indices) {
        const double sum = red * in[4 * i] + green * in[4 * i + 1] + blue * in[4 * i + 2];
        values.push_back(std::clamp(std::floor(sum / 256.0 + offset + 0.5), 0.0, 255.0));
    }
    return values;
}

/// table[in]
std::vector<double> lookupReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in"), table = launch.buffer("table");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(table[static_cast<std::uint64_t>(in[i])]);
    return values;
}

} // namespace

References imagingReferences() {
    return {
        {"field-bilateral", {bilateralReference, bilateralTolerance}},
        {"field-lookup", {lookupReference, exact}},
        {"field-luma-chroma", {lumaChromaReference, exact}},
        {"field-median3x3", {median3x3Reference, exact}},
        {"field-median3x3-rim", {median3x3RimReference, exact}},
        {"field-median5x5", {median5x5Reference, exact}},
        {"field-resize", {resizeReference, resizeTolerance}},
        {"field-resize-bytes", {resizeBytesReference, exact}},
    };
}

} // namespace warpstring::samples::field
