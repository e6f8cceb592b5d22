// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// A quotient of 2.5 units in the last place, a product and a difference.
constexpr double eliminationTolerance = 5e-7;

// Every one of up to 2,047 multiplications behind an element adds its rounding, in whatever order: at random
// that gathers to u * sqrt(2047) = 2.7e-6.
constexpr double productTolerance = 5e-6;

std::vector<double> transposed(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto width = static_cast<std::uint64_t>(launch.integer("width"));
    const auto height = static_cast<std::uint64_t>(launch.integer("height"));
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(in[i % height * width + i / height]);
    return values;
}

/// Row order[k] is the k-th; those after the stage-th lose a multiple of it, whose pivot is larger by 2.
std::vector<double> eliminated(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "after") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto stage = static_cast<std::uint64_t>(launch.integer("stage"));
    const auto before = launch.buffer("before"), order = launch.buffer("order");
    const auto pivot = static_cast<std::uint64_t>(order[stage]) * n;
    std::vector<std::uint64_t> place(n);
    for (std::uint64_t k = 0; k < n; ++k) place[static_cast<std::uint64_t>(order[k])] = k;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t row = index / n * n, column = index % n;
        const bool loses = place[index / n] > stage && column >= stage;
        const double factor = loses ? before[row + stage] / (before[pivot + stage] + 2.0) : 0.0;
        values.push_back(before[index] - factor * before[pivot + column]);
    }
    return values;
}

std::vector<double> runningProducts(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto block = static_cast<std::uint64_t>(launch.integer("SIZE") * launch.integer("OWN"));
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double product = 1.0;
        for (std::uint64_t i = index / block * block; i <= index; ++i) product *= in[i];
        values.push_back(product);
    }
    return values;
}

} // namespace

References matrixStepsReferences() {
    return {
        {"field-eliminated", {eliminated, eliminationTolerance}},
        {"field-running-products", {runningProducts, productTolerance}},
        {"field-transposed", {transposed, exact}},
    };
}

} // namespace warpstring::samples::field
