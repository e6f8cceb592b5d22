// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// tanh and erf err by 5 and 16 units in the last place, native_exp by 2^-21: 1e-6 of results that reach 4.
constexpr double geluTolerance = 3e-6;
constexpr double swigluTolerance = 3e-6;

// Half-precision results have 11 bits: rounding errs by 2^-11 / sqrt(3) = 2.8e-4 at most.
constexpr double halfActivationTolerance = 6e-4;

// One rounding.
constexpr double elementwiseTolerance = 5e-7;

/// x * Phi(x), exactly (FORM 1) or by the formulas with the hyperbolic tangent (0) or the logistic function
/// (2).
std::vector<double> geluReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::int64_t form = launch.integer("FORM");
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const double x = in[index];
        const double part = form == 0 ? 0.5 * (1.0 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))
                            : form == 1 ? 0.5 * std::erfc(-x / std::sqrt(2.0))
                                        : 1.0 / (1.0 + std::exp(-1.702 * x));
        values.push_back(x * part);
    }
    return values;
}

/// out = gate / (1 + exp(-gate)) * value, both from a row of twice as many elements.
std::vector<double> swigluReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto columns = static_cast<std::uint64_t>(launch.integer("columns"));
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t place = index + index / columns * columns;
        values.push_back(in[place] / (1.0 + std::exp(-in[place])) * in[place + columns]);
    }
    return values;
}

/// The sum with the channel's bias, between 0 and `highest`.
std::vector<double> biasClipReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto channels = static_cast<std::uint64_t>(launch.integer("channels"));
    const auto pixels = static_cast<std::uint64_t>(launch.integer("pixels"));
    const double highest = launch.number("highest");
    const auto in = launch.buffer("in"), bias = launch.buffer("bias");
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(std::clamp(in[index] + bias[index / pixels % channels], 0.0, highest));
    return values;
}

/// a + b, each at the sum of its strides times the coordinates.
std::vector<double> broadcastAddReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    if (buffer != "out") return {};
    const auto number = [&](const std::string& name) {
        return static_cast<std::uint64_t>(launch.integer(name));
    };
    const std::uint64_t d1 = number("d1"), d2 = number("d2"), d3 = number("d3");
    const auto a = launch.buffer("a"), b = launch.buffer("b");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t x3 = index % d3, x2 = index / d3 % d2, x1 = index / (d3 * d2) % d1;
        const std::uint64_t x0 = index / (d3 * d2 * d1);
        const auto place = [&](const std::string& name) {
            return x0 * number(name + "0") + x1 * number(name + "1") + x2 * number(name + "2") +
                   x3 * number(name + "3");
        };
        values.push_back(a[place("a")] + b[place("b")]);
    }
    return values;
}

} // namespace

References activationsReferences() {
    return {
        {"field-bias-clip", {biasClipReference, elementwiseTolerance}},
        {"field-broadcast-add", {broadcastAddReference, elementwiseTolerance}},
        {"field-gelu", {geluReference, geluTolerance}},
        {"field-swiglu", {swigluReference, swigluTolerance}},
        {"field-swiglu-half", {swigluReference, halfActivationTolerance}},
    };
}

} // namespace warpstring::samples::field
