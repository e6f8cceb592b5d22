// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"
#include "samples/references/group_sums.h"

namespace warpstring::samples::field {

namespace {

/// Elements that a group takes in a row.
std::uint64_t elementsAtOnce(const LaunchData& launch) {
    return launch.launch().range.groupSize() * static_cast<std::uint64_t>(integerOr(launch, "VECTOR", 1));
}

/// The sum of x * y for each group.
std::vector<double> dot(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "partial") return {};
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    return groupSums(launch, indices, elementsAtOnce(launch), [&](std::uint64_t i) { return x[i] * y[i]; });
}

/// The root of the sum of x * x for each group.
std::vector<double> nrm2(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "partial") return {};
    const auto x = launch.buffer("x");
    auto values =
        groupSums(launch, indices, elementsAtOnce(launch), [&](std::uint64_t i) { return x[i] * x[i]; });
    for (double& value : values) value = std::sqrt(value);
    return values;
}

/// The first index of the largest |x| for each group.
std::vector<double> amax(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "partial") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t size = launch.launch().range.groupSize();
    const std::uint64_t groups = launch.launch().range.groupCount();
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t group : indices) {
        double largest = -1.0;
        std::uint64_t index = n;
        for (std::uint64_t first = group * size; first < n; first += groups * size)
            for (std::uint64_t i = first; i < std::min(first + size, n); ++i) {
                const double value = std::abs(x[i]);
                if (value <= largest) continue;
                largest = value;
                index = i;
            }
        values.push_back(static_cast<double>(index));
    }
    return values;
}

/// y = alpha * x + beta * y
std::vector<double> axpby(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const double alpha = launch.number("alpha");
    const double beta = launch.number("beta");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(alpha * x[i] + beta * y[i]);
    return values;
}

/// y = x at the elements of both vectors; what lies between them stays.
std::vector<double> copyIncrements(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "y") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t yOffset = sizeOf(launch, "y_offset");
    const std::uint64_t yIncrement = sizeOf(launch, "y_increment");
    const std::uint64_t xOffset = sizeOf(launch, "x_offset");
    const std::uint64_t xIncrement = sizeOf(launch, "x_increment");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const bool before = index < yOffset;
        const std::uint64_t i = before ? 0 : (index - yOffset) / yIncrement;
        const bool written = !before && (index - yOffset) % yIncrement == 0 && i < n;
        values.push_back(written ? x[i * xIncrement + xOffset] : y[index]);
    }
    return values;
}

/// x and y change places at their elements; what lies between them stays.
std::vector<double> swapIncrements(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "x" && buffer != "y") return {};
    const std::string other = buffer == "x" ? "y" : "x";
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t increment = sizeOf(launch, buffer + "_increment");
    const std::uint64_t otherIncrement = sizeOf(launch, other + "_increment");
    const auto from = launch.buffer(other);
    const auto kept = launch.buffer(buffer);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t i = index / increment;
        const bool written = index % increment == 0 && i < n;
        values.push_back(written ? from[i * otherIncrement] : kept[index]);
    }
    return values;
}

// A group's sum of products of random numbers: at most 6,000 additions in a row and ten in the tree gather
// u * sqrt(6010 / 2) = 3.3e-6 if all are as large as the result.
constexpr double dotTolerance = 1e-5;

// Nothing cancels in a sum of squares: 1,800 additions in a row gather u * sqrt(1800 / 3) = 1.5e-6, and the
// root halves that.
constexpr double nrm2Tolerance = 3e-6;

// Two roundings.
constexpr double axpbyTolerance = 5e-7;

} // namespace

References level1References() {
    return {{"field-amax", {amax, exact}},
            {"field-axpby", {axpby, axpbyTolerance}},
            {"field-copy-increments", {copyIncrements, exact}},
            {"field-dot", {dot, dotTolerance}},
            {"field-nrm2", {nrm2, nrm2Tolerance}},
            {"field-swap", {swapIncrements, exact}}};
}

} // namespace warpstring::samples::field
