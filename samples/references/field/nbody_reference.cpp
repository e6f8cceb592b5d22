// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// 32,768 terms in a row gather u * sqrt(32768 / 3) = 6e-6 (u = 2^-24) of sums whose terms partly cancel.
constexpr double nbodyTolerance = 3e-5;

// The same in double precision is far below this; the reference itself rounds.
constexpr double nbodyDoubleTolerance = 1e-12;

using Body = std::array<double, 4>;

/// The acceleration of body `target` and its potential.
Body pulled(const std::vector<Body>& bodies, std::uint64_t target, double softening) {
    Body sum{};
    const Body& own = bodies[target];
    for (const Body& source : bodies) {
        const double dx = source[0] - own[0], dy = source[1] - own[1], dz = source[2] - own[2];
        const double distance = std::sqrt(dx * dx + dy * dy + dz * dz + softening);
        const double strength = source[3] / (distance * distance * distance);
        sum[0] += strength * dx;
        sum[1] += strength * dy;
        sum[2] += strength * dz;
        sum[3] -= source[3] / distance;
    }
    return sum;
}

/// Bodies and results are (x, y, z, mass) and (acceleration, potential).
std::vector<double> nbody(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "accelerations") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const double softening = launch.number("softening");
    const auto data = launch.buffer("bodies");
    std::vector<Body> bodies;
    for (std::uint64_t i = 0; i < n; ++i)
        bodies.push_back({data[4 * i], data[4 * i + 1], data[4 * i + 2], data[4 * i + 3]});
    std::vector<double> values;
    std::uint64_t known = n;
    Body result{};
    for (const std::uint64_t index : indices) {
        if (index / 4 != known) result = pulled(bodies, known = index / 4, softening);
        values.push_back(result[index % 4]);
    }
    return values;
}

/// The same with an array for each part of a body; ax, ay and az are the acceleration.
std::vector<double> nbodyDouble(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "ax" && buffer != "ay" && buffer != "az") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const double softening = launch.number("softening");
    const auto x = launch.buffer("x"), y = launch.buffer("y"), z = launch.buffer("z"),
               mass = launch.buffer("mass");
    std::vector<Body> bodies;
    for (std::uint64_t i = 0; i < n; ++i) bodies.push_back({x[i], y[i], z[i], mass[i]});
    const auto part = static_cast<std::size_t>(buffer[1] - 'x');
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(pulled(bodies, index, softening)[part]);
    return values;
}

} // namespace

References nbodyReferences() {
    return {
        {"field-nbody", {nbody, nbodyTolerance}},
        {"field-nbody-double", {nbodyDouble, nbodyDoubleTolerance}},
    };
}

} // namespace warpstring::samples::field
