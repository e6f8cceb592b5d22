// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

/// a += alpha * x * y^T
std::vector<double> ger(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "a") return {};
    const std::uint64_t columns = sizeOf(launch, "columns");
    const double alpha = launch.number("alpha");
    const auto a = launch.buffer("a");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t i : indices) values.push_back(a[i] + alpha * x[i / columns] * y[i % columns]);
    return values;
}

/// a += alpha * (x * y^T + y * x^T), lower triangle; the upper one stays.
std::vector<double> syr2(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "a") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const double alpha = launch.number("alpha");
    const auto a = launch.buffer("a");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t row = index / n;
        const std::uint64_t column = index % n;
        const double update = alpha * (x[row] * y[column] + y[row] * x[column]);
        values.push_back(a[index] + (column <= row ? update : 0.0));
    }
    return values;
}

/// c = alpha * a * a^T + beta * c, lower triangle; the upper one stays.
std::vector<double> syrk(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t k = sizeOf(launch, "k");
    const double alpha = launch.number("alpha");
    const double beta = launch.number("beta");
    const auto a = launch.buffer("a");
    const auto c = launch.buffer("c");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t row = index / n;
        const std::uint64_t column = index % n;
        if (column > row) {
            values.push_back(c[index]);
            continue;
        }
        double sum = 0.0;
        for (std::uint64_t i = 0; i < k; ++i) sum += a[row * k + i] * a[column * k + i];
        values.push_back(alpha * sum + beta * c[index]);
    }
    return values;
}

/// out = A * x for the lower triangle of A.
std::vector<double> trmv(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const auto a = launch.buffer("a");
    const auto x = launch.buffer("x");
    std::vector<double> values;
    for (const std::uint64_t row : indices) {
        double sum = 0.0;
        for (std::uint64_t column = 0; column <= row; ++column) sum += a[row * n + column] * x[column];
        values.push_back(sum);
    }
    return values;
}

/// A * x = b for each of a row of systems with unit lower triangular matrices. A system is solved once for all
/// of its unknowns.
std::vector<double> trsv(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "x") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const bool columnMajor = integerOr(launch, "COLUMN_MAJOR", 0) != 0;
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> solution(n);
    std::uint64_t solved = ~std::uint64_t{0};
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t system = index / n;
        if (system != solved) {
            for (std::uint64_t row = 0; row < n; ++row) {
                double value = b[system * n + row];
                for (std::uint64_t column = 0; column < row; ++column)
                    value -= a[system * n * n + (columnMajor ? column * n + row : row * n + column)] *
                             solution[column];
                solution[row] = value;
            }
            solved = system;
        }
        values.push_back(solution[index % n]);
    }
    return values;
}

/// A * X = B for a unit lower triangular A of SIZE rows.
std::vector<double> trsm(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "x") return {};
    const std::uint64_t size = sizeOf(launch, "SIZE");
    const std::uint64_t columns = sizeOf(launch, "columns");
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> solution(size);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t column = index % columns;
        for (std::uint64_t row = 0; row <= index / columns; ++row) {
            double value = b[row * columns + column];
            for (std::uint64_t i = 0; i < row; ++i) value -= a[row * size + i] * solution[i];
            solution[row] = value;
        }
        values.push_back(solution[index / columns]);
    }
    return values;
}

// Three roundings at most of values of the result's size.
constexpr double updateTolerance = 5e-7;

// Sums of up to 1,024 products of random numbers gather u * sqrt(n / 2) = 1.4e-6.
constexpr double syrkTolerance = 1e-5;

// Of up to 12,000, by work-items of which each adds at most 375 in a row: u * sqrt(375 / 2) = 8e-7.
constexpr double trmvTolerance = 5e-6;

// Off-diagonal elements are small against the ones of the diagonal, so that errors are not amplified: up to
// 1,023 products are taken off each right-hand side, u * sqrt(1023) = 2e-6 if all were of its size.
constexpr double triangularSolveTolerance = 5e-6;

} // namespace

References rank1TriangularReferences() {
    return {{"field-ger", {ger, updateTolerance}},
            {"field-syr2", {syr2, updateTolerance}},
            {"field-syrk", {syrk, syrkTolerance}},
            {"field-trmv", {trmv, trmvTolerance}},
            {"field-trsm", {trsm, triangularSolveTolerance}},
            {"field-trsv", {trsv, triangularSolveTolerance}}};
}

} // namespace warpstring::samples::field
