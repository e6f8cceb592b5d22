// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// The difference of an element and its row's largest rounds to 2^-22 of values up to 8, so the exponential errs
// by 2.4e-7 of itself; native_exp adds as much again for arguments of some units, the sum little as nothing
// cancels.
constexpr double softmaxTolerance = 3e-6;

/// out = exp(in) / sum of exp(in) over the row. Rows have `columns` elements, or as many as the registers of
/// LANES work-items hold.
std::vector<double> softmaxReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto columns = static_cast<std::uint64_t>(launch.has("columns")
                                                        ? launch.integer("columns")
                                                        : launch.integer("LANES") * launch.integer("PER_LANE"));
    const auto in = launch.buffer("in");
    std::vector<double> values;
    std::uint64_t row = 0;
    double largest = 0.0, sum = 0.0;
    for (const std::uint64_t index : indices) {
        if (values.empty() || index / columns != row) {
            row = index / columns;
            largest = in[row * columns];
            for (std::uint64_t c = 1; c < columns; ++c) largest = std::max(largest, in[row * columns + c]);
            sum = 0.0;
            for (std::uint64_t c = 0; c < columns; ++c) sum += std::exp(in[row * columns + c] - largest);
        }
        values.push_back(std::exp(in[index] - largest) / sum);
    }
    return values;
}

} // namespace

References softmaxReferences() { return {{"field-softmax", {softmaxReference, softmaxTolerance}}}; }

} // namespace warpstring::samples::field
