// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// One rounding, or none.
constexpr double oneRounding = 2e-7;

// One rounding to half, whose unit is 2^-11 = 5e-4: 0.3 of it as a root mean square.
constexpr double halfRounding = 4e-4;

// A sum's rounding in each of up to 32 rounds, of which means keep a half: 2 u.
constexpr double mixTolerance = 1e-6;

/// factor * x
std::vector<double> scaled(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const double factor = launch.number("factor");
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(factor * x[index]);
    return values;
}

/// The same, but for the first SHIFT scalars, which stay zero.
std::vector<double> scaledShifted(const LaunchData& launch, const std::string& buffer, Indices indices) {
    std::vector<double> values = scaled(launch, buffer, indices);
    const auto shift = static_cast<std::uint64_t>(launch.integer("SHIFT"));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (indices[i] < shift) values[i] = 0.0;
    return values;
}

std::vector<double> blended(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "blended") return {};
    const auto over = launch.buffer("over"), under = launch.buffer("under"), opacity = launch.buffer("opacity");
    std::vector<double> values;
    for (const std::uint64_t i : indices) {
        const auto weight = static_cast<std::int64_t>(opacity[i]);
        const auto upper = static_cast<std::int64_t>(over[i]), lower = static_cast<std::int64_t>(under[i]);
        values.push_back(static_cast<double>((upper * weight + lower * (255 - weight) + 128) / 256));
    }
    return values;
}

std::vector<double> reversed(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto width = static_cast<std::uint64_t>(launch.integer("WIDTH"));
    const auto x = launch.buffer("x");
    const std::uint64_t vectors = launch.scalarCount("x") / width;
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(x[(vectors - 1 - i / width) * width + i % width]);
    return values;
}

std::vector<double> gathered(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto width = static_cast<std::uint64_t>(launch.integer("WIDTH"));
    const auto hop = static_cast<std::uint64_t>(launch.integer("HOP"));
    const auto x = launch.buffer("x");
    const std::uint64_t vectors = launch.scalarCount("x") / width;
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(x[i / width * hop % vectors * width + i % width]);
    return values;
}

/// Vector i of SIZE becomes the mean of itself and vector i * HOP + round, in each round.
std::vector<double> mixed(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const auto width = static_cast<std::uint64_t>(launch.integer("WIDTH"));
    const auto size = static_cast<std::uint64_t>(launch.integer("SIZE"));
    const auto rounds = static_cast<std::uint64_t>(launch.integer("ROUNDS"));
    const auto hop = static_cast<std::uint64_t>(launch.integer("HOP"));
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t first = index / (size * width) * size * width + index % width;
        std::vector<double> now;
        for (std::uint64_t i = 0; i < size; ++i) now.push_back(x[first + i * width]);
        for (std::uint64_t round = 1; round <= rounds; ++round) {
            const std::vector<double> old = now;
            for (std::uint64_t i = 0; i < size; ++i) now[i] = (old[i] + old[(i * hop + round) % size]) / 2.0;
        }
        values.push_back(now[index / width % size]);
    }
    return values;
}

std::vector<double> movedPoints(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const std::array<double, 3> by{launch.number("dx"), launch.number("dy"), launch.number("dz")};
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(x[i] + by[i % 3]);
    return values;
}

} // namespace

References accessWidthsReferences() {
    return {
        {"field-blended", {blended, exact}},
        {"field-gathered", {gathered, exact}},
        {"field-mixed", {mixed, mixTolerance}},
        {"field-moved-points", {movedPoints, oneRounding}},
        {"field-reversed", {reversed, exact}},
        {"field-scaled", {scaled, oneRounding}},
        {"field-scaled-halves", {scaled, halfRounding}},
        {"field-scaled-shifted", {scaledShifted, oneRounding}},
    };
}

} // namespace warpstring::samples::field
