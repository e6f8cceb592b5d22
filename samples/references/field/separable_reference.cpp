// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Sums of up to 17 positive products: 17 roundings.
constexpr double filterTolerance = 2e-6;

/// The sum of weight(k) * pixel for k from -radius to radius along rows or columns, pixels outside being zero.
template <class Weight>
std::vector<double> alongAxis(const LaunchData& launch, Indices indices, bool rows, std::int64_t radius,
                              Weight weight) {
    const std::int64_t width = launch.integer("width"), height = launch.integer("height");
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const auto i = static_cast<std::int64_t>(index);
        double sum = 0.0;
        for (std::int64_t k = -radius; k <= radius; ++k) {
            const std::int64_t x = i % width + (rows ? k : 0), y = i / width + (rows ? 0 : k);
            if (x >= 0 && x < width && y >= 0 && y < height)
                sum += weight(k) * in[static_cast<std::uint64_t>(y * width + x)];
        }
        values.push_back(sum);
    }
    return values;
}

std::vector<double> weighted(const LaunchData& launch, const std::string& buffer, Indices indices, bool rows) {
    if (buffer != "out") return {};
    const std::int64_t radius = launch.integer("RADIUS");
    const auto weights = launch.buffer("weights");
    return alongAxis(launch, indices, rows, radius,
                     [&](std::int64_t k) { return weights[static_cast<std::uint64_t>(k + radius)]; });
}

std::vector<double> box(const LaunchData& launch, const std::string& buffer, Indices indices, bool rows) {
    if (buffer != "out") return {};
    return alongAxis(launch, indices, rows, launch.integer("radius"), [](std::int64_t) { return 1.0; });
}

std::vector<double> filterRows(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return weighted(launch, buffer, indices, true);
}
std::vector<double> filterColumns(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return weighted(launch, buffer, indices, false);
}
std::vector<double> boxRows(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return box(launch, buffer, indices, true);
}
std::vector<double> boxColumns(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return box(launch, buffer, indices, false);
}

} // namespace

References separableReferences() {
    return {
        {"field-box-columns", {boxColumns, exact}},
        {"field-box-rows", {boxRows, exact}},
        {"field-filter-columns", {filterColumns, filterTolerance}},
        {"field-filter-rows", {filterRows, filterTolerance}},
    };
}

} // namespace warpstring::samples::field
