// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/references.h"

namespace warpstring::samples {

namespace {

/// The image `in` with zeros around it.
class Image {
public:
    explicit Image(const LaunchData& launch)
        : pixels_(launch.buffer("in")), width_(launch.integer("width")), height_(launch.integer("height")) {}

    [[nodiscard]] std::int64_t width() const { return width_; }
    double operator()(std::int64_t x, std::int64_t y) const {
        if (x < 0 || x >= width_ || y < 0 || y >= height_) return 0.0;
        return pixels_[static_cast<std::uint64_t>(y * width_ + x)];
    }

private:
    LaunchData::Buffer pixels_;
    std::int64_t width_, height_;
};

/// The value of pixel(x, y) for each index.
template <class Pixel>
std::vector<double> filtered(const Image& image, Indices indices, Pixel pixel) {
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto place = static_cast<std::int64_t>(index);
        values.push_back(pixel(place % image.width(), place / image.width()));
    }
    return values;
}

} // namespace

/// Weighted by the products of binomial coefficients of order 2 * RADIUS, which add up to 2^(4 * RADIUS).
std::vector<double> gaussReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Image image(launch);
    const std::int64_t radius = launch.integer("RADIUS");
    std::vector<double> weights{std::exp2(-2.0 * static_cast<double>(radius))};
    for (std::int64_t k = 0; k < 2 * radius; ++k)
        weights.push_back(weights.back() * static_cast<double>(2 * radius - k) / static_cast<double>(k + 1));
    return filtered(image, indices, [&](std::int64_t x, std::int64_t y) {
        double sum = 0.0;
        for (std::int64_t j = -radius; j <= radius; ++j)
            for (std::int64_t i = -radius; i <= radius; ++i)
                sum += weights[static_cast<std::size_t>(j + radius)] *
                       weights[static_cast<std::size_t>(i + radius)] * image(x + i, y + j);
        return sum;
    });
}

/// The gradient's magnitude, rounded and at most 255.
std::vector<double> sobelReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const Image image(launch);
    return filtered(image, indices, [&](std::int64_t x, std::int64_t y) {
        double across = 0.0, down = 0.0;
        for (const std::int64_t i : {-1, 0, 1}) {
            const double weight = i == 0 ? 2.0 : 1.0;
            across += weight * (image(x + 1, y + i) - image(x - 1, y + i));
            down += weight * (image(x + i, y + 1) - image(x + i, y - 1));
        }
        return std::min(std::round(std::hypot(across, down)), 255.0);
    });
}

} // namespace warpstring::samples
