// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// A ray ends within 1e-4 above the ground, one step sooner or later: 6e-5 of depths of 4 and more, for a few
// rays.
constexpr double terrainTolerance = 1e-5;

// Exact are whole numbers, and a chaotic count whose every rounding is repeated.

double terrain(double x, double y) {
    return 0.5 * std::sin(x + 0.5 * std::cos(y)) + 0.25 * std::cos(1.3 * y) + 0.125 * std::sin(1.7 * x - y);
}

std::vector<double> terrainRays(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "depths") return {};
    const std::int64_t width = launch.integer("width"), height = launch.integer("height");
    const double eye = launch.number("eye"), scale = launch.number("scale"),
                 precision = launch.number("precision");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto place = static_cast<std::int64_t>(index);
        const double right = (static_cast<double>(place % width) - static_cast<double>(width) / 2.0) * scale;
        const double up = (static_cast<double>(place / width) - static_cast<double>(height) / 2.0) * scale;
        const double length = std::sqrt(right * right + up * up + 1.0);
        double depth = 0.0, above = eye;
        while (above > precision) {
            depth += 0.6 * above;
            above = eye - depth / length - terrain(depth * right / length, depth * up / length);
        }
        values.push_back(depth);
    }
    return values;
}

std::vector<double> volumeLight(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "light") return {};
    const std::int64_t width = launch.integer("width"), height = launch.integer("height");
    const std::int64_t size = launch.integer("size"), darkness = launch.integer("darkness");
    const std::int64_t tiltX = launch.integer("tiltX"), tiltY = launch.integer("tiltY");
    const auto voxels = launch.buffer("voxels");
    const std::int64_t end = size * 1024;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        std::int64_t x = static_cast<std::int64_t>(index) % width * (end / width);
        std::int64_t y = static_cast<std::int64_t>(index) / width * (end / height);
        std::int64_t left = 65536;
        for (std::int64_t z = 0; left > darkness && z < end && std::min(x, y) >= 0 && std::max(x, y) < end;
             z += 512) {
            const std::int64_t voxel = (z / 1024 * size + y / 1024) * size + x / 1024;
            left -= left * static_cast<std::int64_t>(voxels[static_cast<std::uint64_t>(voxel)]) / 4096;
            x += tiltX;
            y += tiltY;
        }
        values.push_back(static_cast<double>(left));
    }
    return values;
}

/// Escape times with the kernels' roundings to Real: one for each fma, and none elsewhere but in y * y.
template <class Real>
std::vector<double> julia(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "steps") return {};
    const std::int64_t width = launch.integer("width"), height = launch.integer("height");
    const std::int64_t pitch = launch.integer("pitch"), limit = launch.integer("limit");
    const auto scaled = [](std::int64_t value) {
        return static_cast<Real>(value) * static_cast<Real>(0x1p-20);
    };
    const Real real = scaled(launch.integer("real")), imaginary = scaled(launch.integer("imaginary"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto place = static_cast<std::int64_t>(index);
        Real x = scaled((place % width - width / 2) * pitch);
        Real y = scaled((place / width - height / 2) * pitch);
        std::int64_t steps = 0;
        while (steps < limit && std::fma(x, x, y * y) <= Real{4}) {
            const Real next = std::fma(x, x, std::fma(-y, y, real));
            y = std::fma(Real{2} * x, y, imaginary);
            x = next;
            ++steps;
        }
        values.push_back(static_cast<double>(steps));
    }
    return values;
}

} // namespace

References marchingReferences() {
    return {
        {"field-julia", {julia<float>, exact}},
        {"field-julia-double", {julia<double>, exact}},
        {"field-light", {volumeLight, exact}},
        {"field-terrain", {terrainRays, terrainTolerance}},
    };
}

} // namespace warpstring::samples::field
