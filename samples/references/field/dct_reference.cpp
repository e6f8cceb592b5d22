// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <numbers>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Two sums of eight products each, with constants of nine digits.
constexpr double dctTolerance = 2e-6;

/// The orthonormal transform of the block of 8 x 8 pixels that the index lies in, by its definition.
std::vector<double> dctReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto width = static_cast<std::uint64_t>(launch.integer("width"));
    const auto in = launch.buffer("in");
    std::array<std::array<double, 8>, 8> basis{};
    for (std::size_t u = 0; u < 8; ++u)
        for (std::size_t i = 0; i < 8; ++i)
            basis[u][i] = std::cos(static_cast<double>((2 * i + 1) * u) * std::numbers::pi / 16.0) *
                          (u == 0 ? std::sqrt(0.125) : 0.5);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t x = index % width, y = index / width;
        double sum = 0.0;
        for (std::uint64_t j = 0; j < 8; ++j)
            for (std::uint64_t i = 0; i < 8; ++i)
                sum += basis[y % 8][j] * basis[x % 8][i] * in[(y - y % 8 + j) * width + x - x % 8 + i];
        values.push_back(sum);
    }
    return values;
}

} // namespace

References dctReferences() { return {{"field-dct8x8", {dctReference, dctTolerance}}}; }

} // namespace warpstring::samples::field
