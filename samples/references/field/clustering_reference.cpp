// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Exact are sums of at most sixteen squares of whole numbers up to 255.

// Positive terms in sums of up to 128: u * sqrt(128 / 3) = 4e-7, and as much from the differences.
constexpr double squareDistanceTolerance = 2e-6;

/// The first of the nearest centres, whose coordinates are rounded.
template <bool together>
std::vector<double> nearestCentre(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "nearest") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto dimensions = static_cast<std::uint64_t>(launch.integer("DIMENSIONS"));
    const auto points = launch.buffer("points"), given = launch.buffer("centres");
    std::vector<double> centres;
    for (std::uint64_t i = 0; i < launch.scalarCount("centres"); ++i)
        centres.push_back(std::nearbyint(given[i]));
    std::vector<double> values;
    for (const std::uint64_t i : indices) {
        double least = std::numeric_limits<double>::infinity();
        std::size_t best = 0;
        for (std::size_t c = 0; c < centres.size() / dimensions; ++c) {
            double sum = 0.0;
            for (std::uint64_t d = 0; d < dimensions; ++d) {
                const double difference =
                    points[together ? i * dimensions + d : d * n + i] - centres[c * dimensions + d];
                sum += difference * difference;
            }
            if (sum >= least) continue;
            least = sum;
            best = c;
        }
        values.push_back(static_cast<double>(best));
    }
    return values;
}

/// Between the m rows of `left` and the n rows of `right`.
std::vector<double> squareDistances(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "squares") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto left = launch.buffer("left"), right = launch.buffer("right");
    // Not `dimensions`, which may count vectors.
    const std::uint64_t coordinates = launch.scalarCount("right") / n;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t k = 0; k < coordinates; ++k) {
            const double difference = left[index / n * coordinates + k] - right[index % n * coordinates + k];
            sum += difference * difference;
        }
        values.push_back(sum);
    }
    return values;
}

} // namespace

References clusteringReferences() {
    return {
        {"field-nearest-centre-columns", {nearestCentre<false>, exact}},
        {"field-nearest-centre-rows", {nearestCentre<true>, exact}},
        {"field-square-distances", {squareDistances, squareDistanceTolerance}},
    };
}

} // namespace warpstring::samples::field
