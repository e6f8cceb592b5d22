// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// At most 64 products on the way to a number, none of which grows much: 8 u = 5e-7 at random, and the few
// systems that the sums of a row make worse by a factor of ten.
constexpr double smallSolveTolerance = 5e-6;

// Twenty roundings on the scale of the matrix make 1e-6; the closed form loses digits where two eigenvalues are
// near each other, down to the root of a rounding for the rare pairs that are closest.
constexpr double eigenvalueTolerance = 2e-5;

using Row = std::vector<double>;

/// Solves by elimination with the largest pivot; `rows` have the right side as their last number.
std::vector<double> solved(std::vector<Row> rows) {
    const std::size_t n = rows.size();
    for (std::size_t k = 0; k < n; ++k) {
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(k);
        std::iter_swap(first, std::max_element(first, rows.end(), [k](const Row& a, const Row& b) {
                           return std::abs(a[k]) < std::abs(b[k]);
                       }));
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const double factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k; j <= n; ++j) rows[i][j] -= factor * rows[k][j];
        }
    }
    std::vector<double> x;
    for (std::size_t k = 0; k < n; ++k) x.push_back(rows[k][n] / rows[k][k]);
    return x;
}

enum class Matrix { Plain, LowerHalf, Shifted };

template <Matrix kind>
std::vector<double> smallSolve(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "x") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("SIZE"));
    const auto systems = static_cast<std::uint64_t>(launch.integer("systems"));
    const bool together = launch.integer("TOGETHER") != 0;
    const auto matrices = launch.buffer("matrices"), right = launch.buffer("right");
    const std::uint64_t numbers = kind == Matrix::LowerHalf ? n * (n + 1) / 2 : n * n;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t system = together ? index / n : index % systems;
        const auto place = [&](std::uint64_t number, std::uint64_t all) {
            return together ? system * all + number : number * systems + system;
        };
        std::vector<Row> rows(n, Row(n + 1));
        for (std::uint64_t i = 0; i < n; ++i) {
            for (std::uint64_t j = 0; j < n; ++j) {
                const auto [low, high] = std::minmax(i, j);
                const std::uint64_t number =
                    kind == Matrix::LowerHalf ? high * (high + 1) / 2 + low : i * n + j;
                const std::uint64_t large = kind == Matrix::Shifted ? (i + system) % n : i;
                rows[i][j] = matrices[place(number, numbers)] + (j == large ? static_cast<double>(n) : 0.0);
            }
            rows[i][n] = right[place(i, n)];
        }
        values.push_back(solved(std::move(rows))[together ? index % n : index / systems]);
    }
    return values;
}

/// The roots of the characteristic polynomial, by bisection between bounds that part them.
std::vector<double> eigenvalues(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "values") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto planes = launch.buffer("planes");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        std::array<double, 6> m{};
        for (std::uint64_t plane = 0; plane < 6; ++plane) m[plane] = planes[plane * n + index / 3];
        const auto [a, b, c, d, e, f] = m; // 00, 11, 22, 01, 02, 12
        const double trace = a + b + c;
        const double minors = a * b + a * c + b * c - d * d - e * e - f * f;
        const double determinant = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
        const auto polynomial = [&](double x) { return ((x - trace) * x + minors) * x - determinant; };
        // It rises to a maximum, falls to a minimum and rises again.
        const double spread = std::sqrt(std::max(trace * trace - 3.0 * minors, 0.0));
        const std::array<double, 4> bounds{trace / 3.0 - spread - 1e-3, (trace - spread) / 3.0,
                                           (trace + spread) / 3.0, trace / 3.0 + spread + 1e-3};
        double low = bounds[index % 3], high = bounds[index % 3 + 1];
        const double sign = index % 3 == 1 ? -1.0 : 1.0;
        for (int step = 0; step < 80; ++step) {
            const double middle = (low + high) / 2.0;
            (sign * polynomial(middle) < 0.0 ? low : high) = middle;
        }
        values.push_back(low);
    }
    return values;
}

} // namespace

References smallSolvesReferences() {
    return {
        {"field-eigenvalues", {eigenvalues, eigenvalueTolerance}},
        {"field-small-solve", {smallSolve<Matrix::Plain>, smallSolveTolerance}},
        {"field-small-solve-shifted", {smallSolve<Matrix::Shifted>, smallSolveTolerance}},
        {"field-small-solve-symmetric", {smallSolve<Matrix::LowerHalf>, smallSolveTolerance}},
    };
}

} // namespace warpstring::samples::field
