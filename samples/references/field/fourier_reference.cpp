// SPDX-License-Identifier: GPL-3.0-or-later
#include <complex>
#include <numbers>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// A few roundings in each of twelve passes, at random: u * sqrt(5 * 12) = 5e-7, with factors that err by 2 u
// each.
constexpr double fourierTolerance = 3e-6;

// native_sin and native_cos err by up to 2^-21 = 5e-7 and the angle by as much.
constexpr double passTolerance = 5e-6;

using Complex = std::complex<double>;

/// exp(-2 pi i * k / n) for k from 0 to n - 1.
std::vector<Complex> roots(std::uint64_t n) {
    std::vector<Complex> all;
    for (std::uint64_t k = 0; k < n; ++k)
        all.push_back(
            std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n)));
    return all;
}

double part(Complex value, std::uint64_t scalar) { return scalar % 2 == 0 ? value.real() : value.imag(); }

/// Point k of the transform of the n points first, first + stride and so on.
Complex transformed(const LaunchData::Buffer& x, std::uint64_t first, std::uint64_t stride, std::uint64_t k,
                    const std::vector<Complex>& root) {
    const std::uint64_t n = root.size();
    Complex sum = 0.0;
    for (std::uint64_t i = 0; i < n; ++i) {
        const std::uint64_t place = first + i * stride;
        sum += Complex(x[2 * place], x[2 * place + 1]) * root[i * k % n];
    }
    return sum;
}

/// Transforms of N points one after the other.
std::vector<double> fourier(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("N"));
    const auto x = launch.buffer("x");
    const auto root = roots(n);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t place = index / 2;
        values.push_back(part(transformed(x, place / n * n, 1, place % n, root), index));
    }
    return values;
}

/// `batch` transforms of POINTS points, equal points together.
std::vector<double> fourierInterleaved(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto batch = static_cast<std::uint64_t>(launch.integer("batch"));
    const auto x = launch.buffer("x");
    const auto root = roots(static_cast<std::uint64_t>(launch.integer("POINTS")));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t place = index / 2;
        values.push_back(part(transformed(x, place % batch, batch, place / batch, root), index));
    }
    return values;
}

/// A pass of Stockham's algorithm: point q + k * done of block b comes from the points b * done + q + i * n /
/// RADIX.
std::vector<double> fourierPass(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "newReal" && buffer != "newImaginary") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto done = static_cast<std::uint64_t>(launch.integer("done"));
    const auto radix = static_cast<std::uint64_t>(launch.integer("RADIX"));
    const auto real = launch.buffer("real"), imaginary = launch.buffer("imaginary");
    const auto root = roots(done * radix);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t within = index % (done * radix);
        const std::uint64_t first = index / (done * radix) * done + within % done;
        Complex sum = 0.0;
        for (std::uint64_t i = 0; i < radix; ++i) {
            const std::uint64_t place = first + i * (n / radix);
            sum += Complex(real[place], imaginary[place]) * root[i * within % root.size()];
        }
        values.push_back(buffer == "newReal" ? sum.real() : sum.imag());
    }
    return values;
}

} // namespace

References fourierReferences() {
    return {
        {"field-fourier", {fourier, fourierTolerance}},
        {"field-fourier-interleaved", {fourierInterleaved, fourierTolerance}},
        {"field-fourier-pass", {fourierPass, passTolerance}},
    };
}

} // namespace warpstring::samples::field
