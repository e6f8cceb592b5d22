// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// At most 24 steps with numbers of up to 24 times the coefficients, which points near 1 let add up: 24 u
// = 1.4e-6.
constexpr double polynomialTolerance = 3e-6;

// Differences of numbers up to 1, squared, of which the smallest are wanted: 2 u of a difference of 0.03 beside
// the error of its own, u; all of them are exact enough, as the numbers themselves are exact.
constexpr double nearestTolerance = 1e-6;

// Sums of 256 products: u * sqrt(256 / 2) = 7e-7.
constexpr double lagTolerance = 3e-6;

/// The polynomials' values, or their derivatives', at all points.
std::vector<double> polynomials(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "values" && buffer != "slopes") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto degree = static_cast<std::uint64_t>(launch.integer("DEGREE"));
    const auto coefficients = launch.buffer("coefficients"), points = launch.buffer("points");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const double x = points[index / n];
        double power = 1.0, sum = 0.0;
        const std::uint64_t derivative = buffer == "slopes" ? 1 : 0;
        for (std::uint64_t k = derivative; k <= degree; ++k) {
            sum += power * coefficients[k * n + index % n] * (derivative == 1 ? static_cast<double>(k) : 1.0);
            power *= x;
        }
        values.push_back(sum);
    }
    return values;
}

/// The squared distances of each query to the points, the smallest first.
std::vector<double> nearest(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "distances") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto m = static_cast<std::uint64_t>(launch.integer("m"));
    const auto queries = launch.buffer("queries"), given = launch.buffer("points");
    std::vector<double> points;
    for (std::uint64_t i = 0; i < 2 * m; ++i) points.push_back(given[i]);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t query = index % n;
        const double x = queries[2 * query], y = queries[2 * query + 1];
        std::vector<double> distances;
        for (std::uint64_t j = 0; j < m; ++j) {
            const double dx = points[2 * j] - x, dy = points[2 * j + 1] - y;
            distances.push_back(dx * dx + dy * dy);
        }
        const auto wanted = distances.begin() + static_cast<std::ptrdiff_t>(index / n);
        std::nth_element(distances.begin(), wanted, distances.end());
        values.push_back(*wanted);
    }
    return values;
}

std::vector<double> laggedSums(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto m = static_cast<std::uint64_t>(launch.integer("m"));
    const auto x = launch.buffer("x"), y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t j = 0; j < m; ++j) sum += x[j * n + index % n] * y[j + index / n];
        values.push_back(sum);
    }
    return values;
}

using Table = std::vector<std::vector<int>>;
using Text = std::vector<int>;

/// LENGTH characters from `first`, `stride` apart.
Text text(const LaunchData::Buffer& characters, std::uint64_t first, std::uint64_t stride,
          std::uint64_t length) {
    Text all;
    for (std::uint64_t i = 0; i < length; ++i) all.push_back(static_cast<int>(characters[first + i * stride]));
    return all;
}

std::vector<double> editDistance(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "distances") return {};
    const auto pairs = static_cast<std::uint64_t>(launch.integer("pairs"));
    const auto length = static_cast<std::uint64_t>(launch.integer("LENGTH"));
    const auto left = launch.buffer("left"), right = launch.buffer("right");
    std::vector<double> values;
    for (const std::uint64_t pair : indices) {
        const Text a = text(left, pair, pairs, length), b = text(right, pair, pairs, length);
        Table table(length + 1, std::vector<int>(length + 1));
        for (std::size_t i = 0; i <= length; ++i)
            for (std::size_t j = 0; j <= length; ++j) {
                if (i == 0 || j == 0)
                    table[i][j] = static_cast<int>(i + j);
                else
                    table[i][j] = std::min({table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1),
                                            table[i - 1][j] + 1, table[i][j - 1] + 1});
            }
        values.push_back(table[length][length]);
    }
    return values;
}

/// The highest score of any pieces of two texts: 3 for equal characters, -2 for others, -1 for a gap.
std::vector<double> localAlignment(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "scores") return {};
    const auto length = static_cast<std::uint64_t>(launch.integer("LENGTH"));
    const auto left = launch.buffer("left"), right = launch.buffer("right");
    std::vector<double> values;
    for (const std::uint64_t pair : indices) {
        const Text a = text(left, pair * length, 1, length), b = text(right, pair * length, 1, length);
        Table table(length + 1, std::vector<int>(length + 1));
        int highest = 0;
        for (std::size_t i = 1; i <= length; ++i)
            for (std::size_t j = 1; j <= length; ++j) {
                table[i][j] = std::max({0, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2),
                                        table[i - 1][j] - 1, table[i][j - 1] - 1});
                highest = std::max(highest, table[i][j]);
            }
        values.push_back(highest);
    }
    return values;
}

} // namespace

References privateArraysReferences() {
    return {
        {"field-edit-distance", {editDistance, exact}},
        {"field-lagged-sums", {laggedSums, lagTolerance}},
        {"field-local-alignment", {localAlignment, exact}},
        {"field-nearest", {nearest, nearestTolerance}},
        {"field-polynomials", {polynomials, polynomialTolerance}},
    };
}

} // namespace warpstring::samples::field
