// SPDX-License-Identifier: GPL-3.0-or-later
#include <complex>
#include <numbers>

#include "samples/references/references.h"

namespace warpstring::samples {

namespace {

using Complex = std::complex<double>;

/// exp(-2 pi i * numerator / denominator)
Complex root(std::uint64_t numerator, std::uint64_t denominator) {
    const auto turn = static_cast<double>(numerator % denominator) / static_cast<double>(denominator);
    return std::polar(1.0, -2.0 * std::numbers::pi * turn);
}

Complex point(const LaunchData::Buffer& x, std::uint64_t index) { return {x[2 * index], x[2 * index + 1]}; }

double part(Complex value, std::uint64_t scalar) { return scalar % 2 == 0 ? value.real() : value.imag(); }

} // namespace

/// One pass of Stockham's algorithm, which combines the transforms of s points that the passes before it left:
/// work-item t takes the points t + i * n / R and yields those at (t / s) * s * R + t % s + k * s.
std::vector<double> fftPassReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto s = static_cast<std::uint64_t>(launch.integer("s"));
    const std::uint64_t workItems = launch.launch().range.groupSize();
    const std::uint64_t radix = n / workItems;
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t base = index / 2 / n * n;
        const std::uint64_t place = index / 2 % n;
        // place = (t / s) * s * R + t % s + k * s
        const std::uint64_t t = place / (s * radix) * s + place % s;
        const std::uint64_t k = place / s % radix;
        Complex sum = 0.0;
        for (std::uint64_t i = 0; i < radix; ++i)
            sum += point(x, base + t + i * workItems) * root(i * (t % s + k * s), s * radix);
        values.push_back(part(sum, index));
    }
    return values;
}

/// The forward discrete Fourier transform of every n points, by its definition.
std::vector<double> fftReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t base = index / 2 / n * n;
        const std::uint64_t k = index / 2 % n;
        Complex sum = 0.0;
        for (std::uint64_t i = 0; i < n; ++i) sum += point(x, base + i) * root(i * k, n);
        values.push_back(part(sum, index));
    }
    return values;
}

} // namespace warpstring::samples
