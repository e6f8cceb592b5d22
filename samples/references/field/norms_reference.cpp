// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

// Mean and variance of elements from -1 to 2 gather some u = 6e-8 times the square root of a work-item's
// additions, 1,200 at most, in sums of one sign: 1e-6 and less, as errors of different work-items cancel.
constexpr double normTolerance = 5e-6;

// Half-precision results have 11 bits: rounding errs by 2^-11 / sqrt(3) = 2.8e-4 at most.
constexpr double halfNormTolerance = 6e-4;

/// Statistics of `count` elements from `first` on, as far as element(i) tells them.
struct Moments {
    double mean = 0.0, meanSquare = 0.0;
    [[nodiscard]] double variance() const { return meanSquare - mean * mean; }
};

template <class Element>
Moments momentsOf(std::uint64_t first, std::uint64_t count, Element element) {
    Moments moments;
    for (std::uint64_t i = first; i < first + count; ++i) {
        const double value = element(i);
        moments.mean += value;
        moments.meanSquare += value * value;
    }
    moments.mean /= static_cast<double>(count);
    moments.meanSquare /= static_cast<double>(count);
    return moments;
}

/// result(index, moments of the block of `count` elements that it lies in), ascending indices.
template <class Element, class Value>
std::vector<double> byBlocks(Indices indices, std::uint64_t count, Element element, Value result) {
    std::vector<double> values;
    std::uint64_t block = 0;
    Moments moments;
    for (const std::uint64_t index : indices) {
        if (values.empty() || index / count != block) {
            block = index / count;
            moments = momentsOf(block * count, count, element);
        }
        values.push_back(result(index, moments));
    }
    return values;
}

std::uint64_t columnsOf(const LaunchData& launch) {
    return static_cast<std::uint64_t>(launch.has("columns")
                                          ? launch.integer("columns")
                                          : 4 * launch.integer("VECTORS") * launch.integer("WG_SIZE"));
}

/// out = (in - mean) / sqrt(variance + epsilon) * gamma + beta, by rows.
std::vector<double> layerNormReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t columns = columnsOf(launch);
    const double epsilon = launch.number("epsilon");
    const auto in = launch.buffer("in"), gamma = launch.buffer("gamma"), beta = launch.buffer("beta");
    return byBlocks(
        indices, columns, [&](std::uint64_t i) { return in[i]; },
        [&](std::uint64_t index, const Moments& row) {
            return (in[index] - row.mean) / std::sqrt(row.variance() + epsilon) * gamma[index % columns] +
                   beta[index % columns];
        });
}

/// out = in / sqrt(mean square + epsilon) * gamma, by rows.
std::vector<double> rmsNormReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t columns = columnsOf(launch);
    const double epsilon = launch.number("epsilon");
    const auto in = launch.buffer("in"), gamma = launch.buffer("gamma");
    return byBlocks(
        indices, columns, [&](std::uint64_t i) { return in[i]; },
        [&](std::uint64_t index, const Moments& row) {
            return in[index] / std::sqrt(row.meanSquare + epsilon) * gamma[index % columns];
        });
}

/// hidden = in + residual; out = hidden / sqrt(mean square + epsilon) * gamma, by rows.
std::vector<double> rmsNormAddReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    const auto in = launch.buffer("in"), residual = launch.buffer("residual"), gamma = launch.buffer("gamma");
    const auto sum = [&](std::uint64_t i) { return in[i] + residual[i]; };
    if (buffer == "hidden") {
        std::vector<double> values;
        for (const std::uint64_t index : indices) values.push_back(sum(index));
        return values;
    }
    if (buffer != "out") return {};
    const std::uint64_t columns = columnsOf(launch);
    const double epsilon = launch.number("epsilon");
    return byBlocks(indices, columns, sum, [&](std::uint64_t index, const Moments& row) {
        return sum(index) / std::sqrt(row.meanSquare + epsilon) * gamma[index % columns];
    });
}

/// As layer norm, over `channels` x `pixels` elements at a time, with gamma and beta by channel.
std::vector<double> groupNormReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto pixels = static_cast<std::uint64_t>(launch.integer("pixels"));
    const auto channels = static_cast<std::uint64_t>(launch.integer("channels"));
    const auto allChannels = channels * static_cast<std::uint64_t>(launch.integer("groups"));
    const double epsilon = launch.number("epsilon");
    const auto in = launch.buffer("in"), gamma = launch.buffer("gamma"), beta = launch.buffer("beta");
    return byBlocks(
        indices, channels * pixels, [&](std::uint64_t i) { return in[i]; },
        [&](std::uint64_t index, const Moments& group) {
            const std::uint64_t channel = index / pixels % allChannels;
            return (in[index] - group.mean) / std::sqrt(group.variance() + epsilon) * gamma[channel] +
                   beta[channel];
        });
}

} // namespace

References normsReferences() {
    return {
        {"field-group-norm", {groupNormReference, normTolerance}},
        {"field-layer-norm", {layerNormReference, normTolerance}},
        {"field-rms-norm", {rmsNormReference, normTolerance}},
        {"field-rms-norm-add", {rmsNormAddReference, halfNormTolerance}},
    };
}

} // namespace warpstring::samples::field
