// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

/// c = alpha * a * b, row-major. The operands are the halves that are stored; c is not rounded here.
std::vector<double> gemmHalf(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "c") return {};
    const std::uint64_t n = sizeOf(launch, "n");
    const std::uint64_t k = sizeOf(launch, "k");
    const double alpha = launch.number("alpha");
    const auto a = launch.buffer("a");
    const auto b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t i = 0; i < k; ++i) sum += a[index / n * k + i] * b[i * n + index % n];
        values.push_back(alpha * sum);
    }
    return values;
}

// Results are rounded to 11 bits: at most 2^-12 / 2^-1 = 4.9e-4 of each, 2.1e-4 in the root mean square.
constexpr double halfGemmTolerance = 5e-4;

} // namespace

References gemmHalfReferences() { return {{"field-gemm-half", {gemmHalf, halfGemmTolerance}}}; }

} // namespace warpstring::samples::field
