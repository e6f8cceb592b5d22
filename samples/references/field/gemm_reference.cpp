// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

/// c = alpha * op(a) * op(b) + beta * c, row-major; an operand is stored transposed where its macro says so. A
/// launch without `beta` overwrites c.
std::vector<double> gemm(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const std::uint64_t m = sizeOf(launch, "m");
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t k = sizeOf(launch, "k");
    const bool transposedA = integerOr(launch, "TRANS_A", 0) != 0;
    const bool transposedB = integerOr(launch, "TRANS_B", 0) != 0;
    const double alpha = launch.number("alpha");
    const double beta = launch.has("beta") ? launch.number("beta") : 0.0;
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    const auto c = launch.buffer("c");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t row = index / n;
        const std::uint64_t column = index % n;
        double sum = 0.0;
        for (std::uint64_t i = 0; i < k; ++i)
            sum +=
                a[transposedA ? i * m + row : row * k + i] * b[transposedB ? column * k + i : i * n + column];
        values.push_back(alpha * sum + beta * c[index]);
    }
    return values;
}

// Sums of up to 2,048 products of random numbers gather about u * sqrt(n / 2) = 2e-6.
constexpr double gemmTolerance = 1e-5;

} // namespace

References gemmReferences() { return {{"field-gemm", {gemm, gemmTolerance}}}; }

} // namespace warpstring::samples::field
