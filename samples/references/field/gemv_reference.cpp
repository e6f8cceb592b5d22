// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

/// out = alpha * op(A) * x + beta * y for a row-major A.
std::vector<double> product(const LaunchData& launch, const std::string& buffer, Indices indices,
                            bool transposed) {
    if (buffer != "out") return {};
    const std::uint64_t columns = sizeOf(launch, "columns");
    const std::uint64_t terms = transposed ? sizeOf(launch, "rows") : columns;
    const double alpha = launch.number("alpha");
    const double beta = launch.number("beta");
    const auto a = launch.buffer("a");
    const auto x = launch.buffer("x");
    const auto y = launch.buffer("y");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t i = 0; i < terms; ++i)
            sum += a[transposed ? i * columns + index : index * columns + i] * x[i];
        values.push_back(alpha * sum + beta * y[index]);
    }
    return values;
}

std::vector<double> gemv(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return product(launch, buffer, indices, false);
}

std::vector<double> gemvTransposed(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return product(launch, buffer, indices, true);
}

// Sums of up to 8,192 products in a row gather u * sqrt(n / 2) = 4e-6.
constexpr double gemvTolerance = 1e-5;

} // namespace

References gemvReferences() {
    return {{"field-gemv", {gemv, gemvTolerance}}, {"field-gemv-transposed", {gemvTransposed, gemvTolerance}}};
}

} // namespace warpstring::samples::field
