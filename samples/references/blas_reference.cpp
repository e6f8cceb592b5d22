// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "samples/references/group_sums.h"

namespace warpstring::samples {

/// out = alpha * x + y
std::vector<double> saxpyReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const double alpha = launch.number("alpha");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(alpha * x[i] + y[i]);
    return values;
}

/// out = alpha * x
std::vector<double> scalReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const double alpha = launch.number("alpha");
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(alpha * x[i]);
    return values;
}

/// The sum of |x| for each group.
std::vector<double> asumReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    const auto x = launch.buffer("x");
    return groupSums(launch, indices, launch.launch().range.groupSize(),
                     [&](std::uint64_t i) { return std::abs(x[i]); });
}

/// The sum of x * y for each group.
std::vector<double> dotReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    return groupSums(launch, indices, launch.launch().range.groupSize(),
                     [&](std::uint64_t i) { return x[i] * y[i]; });
}

/// out = alpha * A * x + beta * y
std::vector<double> gemvReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto columns = static_cast<std::uint64_t>(launch.integer("columns"));
    const double alpha = launch.number("alpha");
    const double beta = launch.number("beta");
    const auto a = launch.buffer("a");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t row : indices) {
        double sum = 0.0;
        for (std::uint64_t column = 0; column < columns; ++column) sum += a[row * columns + column] * x[column];
        values.push_back(alpha * sum + beta * y[row]);
    }
    return values;
}

} // namespace warpstring::samples
