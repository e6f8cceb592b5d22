// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/buffer_words.h"
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

/// The average runs from the start of each of PARTS stretches of a block.
std::vector<double> averageReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const double keep = launch.number("keep");
    const auto stretch = static_cast<std::uint64_t>(launch.integer("WG") / launch.integer("PARTS"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double average = 0;
        for (std::uint64_t i = index / stretch * stretch; i <= index; ++i)
            average = keep * average + (1 - keep) * in[i];
        values.push_back(average);
    }
    return values;
}

std::vector<double> triangleReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto triangle = launch.buffer("triangle");
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t row : indices) {
        double sum = 0;
        for (std::uint64_t i = 0; i <= row; ++i) sum += triangle[row * (row + 1) / 2 + i] * x[i];
        values.push_back(sum);
    }
    return values;
}

/// Pairs are counted row by row below the diagonal.
std::vector<double> pairsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "distances") return {};
    const auto points = launch.buffer("points");
    std::vector<double> values;
    std::uint64_t row = 1;
    for (const std::uint64_t index : indices) {
        while (row * (row + 1) / 2 <= index) ++row;
        const std::uint64_t column = index - row * (row - 1) / 2;
        double squares = 0;
        for (std::uint64_t axis = 0; axis < 3; ++axis) {
            const double difference = points[row * 4 + axis] - points[column * 4 + axis];
            squares += difference * difference;
        }
        values.push_back(std::sqrt(squares));
    }
    return values;
}

std::vector<double> tasksReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "largest") return {};
    const auto in = launch.buffer("in");
    const auto starts = launch.buffer("starts");
    std::vector<double> values;
    for (const std::uint64_t task : indices) {
        double largest = in[wordAt(starts, task)];
        for (std::uint64_t i = wordAt(starts, task); i < wordAt(starts, task + 1); ++i)
            largest = std::max(largest, in[i]);
        values.push_back(largest);
    }
    return values;
}

std::vector<double> fewReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto every = static_cast<std::uint64_t>(launch.integer("EVERY"));
    const std::int64_t steps = launch.integer("steps");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double x = 0;
        if (index / launch.launch().range.groupSize() % every == 0) {
            x = in[index];
            for (std::int64_t k = 0; k < steps; ++k) x = 2.8 * x * (1 - x) * 0.9 + 0.01;
        }
        values.push_back(x);
    }
    return values;
}

/// The neighbour of the last element of a tile is its first.
std::vector<double> asyncReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto tile = static_cast<std::uint64_t>(launch.integer("WG"));
    const std::int64_t degree = launch.integer("DEGREE");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const double own = in[index];
        const double other = in[index / tile * tile + (index + 1) % tile];
        double value = other;
        for (std::int64_t k = 0; k < degree; ++k) value = value * own / 2 + other;
        values.push_back(value);
    }
    return values;
}

/// Eight fields a particle: three of place, three of speed, mass and age; those of one particle lie together or
/// those of one kind do.
std::vector<double> advanceReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "after") return {};
    const auto before = launch.buffer("before");
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const bool together = launch.integer("TOGETHER") != 0;
    const double dt = launch.number("dt");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t particle = together ? index / 8 : index % n;
        const std::uint64_t field = together ? index % 8 : index / n;
        const auto at = [&](std::uint64_t f) { return before[together ? particle * 8 + f : f * n + particle]; };
        if (field >= 6) {
            values.push_back(at(field) + (field == 7 ? dt : 0));
            continue;
        }
        const double place = at(field % 3);
        const double speed = at(field % 3 + 3) - dt / at(6) * place;
        values.push_back(field < 3 ? place + dt * speed : speed);
    }
    return values;
}

std::vector<double> massReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    const auto particles = launch.buffer("particles");
    const auto perItem = static_cast<std::uint64_t>(launch.integer("per_item"));
    const std::uint64_t items = launch.scalarCount("sums");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0;
        for (std::uint64_t k = 0; k < perItem; ++k) sum += particles[(k * items + index) * 8 + 6];
        values.push_back(sum);
    }
    return values;
}

// A few roundings on values near one; old errors of the average fade by `keep`, those of the polynomial by a
// half, and the iteration settles on a point that attracts.
constexpr double irregularTolerance = 2e-6;

// Positive terms: 256 additions in a row and eight in the tree gather u * sqrt(264 / 3) = 6e-7.
constexpr double triangleTolerance = 3e-6;

// Differences of neighbours in space cancel: u beside distances of 0.7.
constexpr double pairDistanceTolerance = 1e-6;

} // namespace

References irregularReferences() {
    return {
        {"field-advance", {advanceReference, irregularTolerance}},
        {"field-async-tiles", {asyncReference, irregularTolerance}},
        {"field-few-groups", {fewReference, irregularTolerance}},
        {"field-pair-distances", {pairsReference, pairDistanceTolerance}},
        {"field-ragged-tasks", {tasksReference, exact}},
        {"field-serial-average", {averageReference, irregularTolerance}},
        {"field-sum-mass", {massReference, irregularTolerance}},
        {"field-triangle", {triangleReference, triangleTolerance}},
    };
}

} // namespace warpstring::samples::field
