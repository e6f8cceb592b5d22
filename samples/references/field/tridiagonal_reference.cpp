// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Errors do not grow where the diagonal dominates by half: a handful of roundings and quotients of 2.5 units
// each make 5e-7, whichever way the equations are combined.
constexpr double tridiagonalTolerance = 2e-6;

/// The solution of one system, whose row k lies at first + k * stride.
std::vector<double> solution(const LaunchData& launch, std::uint64_t first, std::uint64_t stride,
                             std::uint64_t n) {
    const auto lower = launch.buffer("lower"), diagonal = launch.buffer("diagonal"),
               upper = launch.buffer("upper");
    const auto right = launch.buffer("right");
    std::vector<double> ratios(n), x(n);
    for (std::uint64_t k = 0; k < n; ++k) {
        const std::uint64_t place = first + k * stride;
        const double a = k > 0 ? lower[place] : 0.0;
        const double pivot = diagonal[place] - (k > 0 ? a * ratios[k - 1] : 0.0);
        ratios[k] = upper[place] / pivot;
        x[k] = (right[place] - (k > 0 ? a * x[k - 1] : 0.0)) / pivot;
    }
    for (std::uint64_t k = n - 1; k-- > 0;) x[k] -= ratios[k] * x[k + 1];
    return x;
}

/// ROWS of the macros, or n of the arguments.
std::uint64_t rowCount(const LaunchData& launch) {
    return static_cast<std::uint64_t>(launch.integer(launch.has("n") ? "n" : "ROWS"));
}

/// Systems one after the other.
std::vector<double> rows(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "x") return {};
    const std::uint64_t n = rowCount(launch);
    std::vector<double> values, x;
    std::uint64_t known = ~std::uint64_t{0};
    for (const std::uint64_t index : indices) {
        if (index / n != known) x = solution(launch, (known = index / n) * n, 1, n);
        values.push_back(x[index % n]);
    }
    return values;
}

/// Equal rows of all systems together.
std::vector<double> interleaved(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "x") return {};
    const auto systems = static_cast<std::uint64_t>(launch.integer("systems"));
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(solution(launch, index % systems, systems, rowCount(launch))[index / systems]);
    return values;
}

} // namespace

References tridiagonalReferences() {
    return {
        {"field-tridiagonal-interleaved", {interleaved, tridiagonalTolerance}},
        {"field-tridiagonal-rows", {rows, tridiagonalTolerance}},
    };
}

} // namespace warpstring::samples::field
