// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include "samples/references/field/field_references.h"
#include "samples/references/field/optional_macro.h"

namespace warpstring::samples::field {

namespace {

// Sums of up to 40 products: 40 roundings.
constexpr double bagsTolerance = 2e-6;

// Some tens of positive terms a sum at most, in any order.
constexpr double scatterTolerance = 2e-6;

/// Row ids[token] of the table for each token.
std::vector<double> embeddingReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t columns = launch.scalarCount("out") / launch.scalarCount("ids");
    const auto table = launch.buffer("table"), ids = launch.buffer("ids");
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(table[static_cast<std::uint64_t>(ids[index / columns]) * columns + index % columns]);
    return values;
}

/// Sums of `bagSize` weighted rows.
std::vector<double> bagsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t columns = sizeOf(launch, "columns"), bagSize = sizeOf(launch, "bagSize");
    const auto table = launch.buffer("table"), ids = launch.buffer("ids"), weights = launch.buffer("weights");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (std::uint64_t k = index / columns * bagSize; k < (index / columns + 1) * bagSize; ++k)
            sum += weights[k] * table[static_cast<std::uint64_t>(ids[k]) * columns + index % columns];
        values.push_back(sum);
    }
    return values;
}

/// What is added to each of the rows of `indices`, `columns` elements each: one pass over the sources.
std::vector<double> scattered(const LaunchData& launch, Indices indices, std::uint64_t columns) {
    const auto in = launch.buffer("in"), ids = launch.buffer("ids");
    std::map<std::uint64_t, std::vector<std::uint64_t>> sources;
    for (const std::uint64_t index : indices) sources[index / columns];
    for (std::uint64_t row = 0; row < launch.scalarCount("ids"); ++row)
        if (const auto target = sources.find(static_cast<std::uint64_t>(ids[row])); target != sources.end())
            target->second.push_back(row);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        double sum = 0.0;
        for (const std::uint64_t row : sources[index / columns]) sum += in[row * columns + index % columns];
        values.push_back(sum);
    }
    return values;
}

std::vector<double> scatterIntReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return buffer == "sums" ? scattered(launch, indices, sizeOf(launch, "columns")) : std::vector<double>{};
}

std::vector<double> scatterFloatReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    return buffer == "sums" ? scattered(launch, indices, 1) : std::vector<double>{};
}

/// out[image][pixel][channel] = in[image][channel][pixel]
std::vector<double> planesToChannelsReference(const LaunchData& launch, const std::string& buffer,
                                              Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t channels = sizeOf(launch, "channels"), pixels = sizeOf(launch, "pixels");
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t image = index / (channels * pixels);
        values.push_back(in[(image * channels + index % channels) * pixels + index / channels % pixels]);
    }
    return values;
}

/// out[image][channel][pixel] = in[image][pixel][channel]
std::vector<double> channelsToPlanesReference(const LaunchData& launch, const std::string& buffer,
                                              Indices indices) {
    if (buffer != "out") return {};
    const std::uint64_t channels = sizeOf(launch, "channels"), pixels = sizeOf(launch, "pixels");
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t image = index / (channels * pixels);
        values.push_back(in[(image * pixels + index % pixels) * channels + index / pixels % channels]);
    }
    return values;
}

} // namespace

References gatherReferences() {
    return {
        {"field-channels-to-planes", {channelsToPlanesReference, exact}},
        {"field-embedding", {embeddingReference, exact}},
        {"field-embedding-bags", {bagsReference, bagsTolerance}},
        {"field-planes-to-channels", {planesToChannelsReference, exact}},
        {"field-scatter-float", {scatterFloatReference, scatterTolerance}},
        {"field-scatter-int", {scatterIntReference, exact}},
    };
}

} // namespace warpstring::samples::field
