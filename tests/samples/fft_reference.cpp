// SPDX-License-Identifier: GPL-3.0-or-later
#include <complex>
#include <numbers>

#include "tests/samples/references.h"

namespace warpstring::samples {

namespace {

using Complex = std::complex<double>;

/// exp(-2 pi i * numerator / denominator)
Complex root(std::size_t numerator, std::size_t denominator) {
    const auto turn = static_cast<double>(numerator % denominator) / static_cast<double>(denominator);
    return std::polar(1.0, -2.0 * std::numbers::pi * turn);
}

std::vector<Complex> complexValues(const std::vector<double>& scalars) {
    std::vector<Complex> result(scalars.size() / 2);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = {scalars[2 * i], scalars[2 * i + 1]};
    return result;
}

std::vector<double> scalarValues(const std::vector<Complex>& values) {
    std::vector<double> result;
    for (const Complex value : values) {
        result.push_back(value.real());
        result.push_back(value.imag());
    }
    return result;
}

} // namespace

/// One pass of Stockham's algorithm, which combines the transforms of s points that the passes before it left:
/// work-item t takes the points t + i * n / R and yields those at (t / s) * s * R + t % s + k * s.
Values fftPassReference(const Launch& launch, const Values& initial) {
    const auto n = static_cast<std::size_t>(integerArgument(launch, "n"));
    const auto s = static_cast<std::size_t>(integerArgument(launch, "s"));
    const std::size_t workItems = launch.range.groupSize();
    const std::size_t radix = n / workItems;
    const std::vector<Complex> x = complexValues(initial.at("x"));
    std::vector<Complex> y(x.size());
    for (std::size_t base = 0; base < x.size(); base += n) {
        for (std::size_t t = 0; t < workItems; ++t) {
            for (std::size_t k = 0; k < radix; ++k) {
                Complex sum = 0.0;
                for (std::size_t i = 0; i < radix; ++i)
                    sum += x[base + t + i * workItems] * root(i * (t % s + k * s), s * radix);
                y[base + (t / s) * s * radix + t % s + k * s] = sum;
            }
        }
    }
    return {{"y", scalarValues(y)}};
}

/// The forward discrete Fourier transform of every n points, by its definition.
Values fftReference(const Launch& launch, const Values& initial) {
    const auto n = static_cast<std::size_t>(integerArgument(launch, "n"));
    const std::vector<Complex> x = complexValues(initial.at("x"));
    std::vector<Complex> y(x.size(), 0.0);
    for (std::size_t base = 0; base < x.size(); base += n)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t i = 0; i < n; ++i) y[base + k] += x[base + i] * root(i * k, n);
    return {{"y", scalarValues(y)}};
}

} // namespace warpstring::samples
