// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "samples/references/field/buffer_words.h"
#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

using Counts = std::vector<double>;

std::vector<double> chosen(const Counts& counts, Indices indices) {
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(counts[index]);
    return values;
}

/// How often data % BINS is each bin.
std::vector<double> histogramReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "counts") return {};
    const auto data = launch.buffer("data");
    const auto bins = static_cast<std::uint64_t>(launch.integer("BINS"));
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    Counts counts(bins);
    for (std::uint64_t i = 0; i < n; ++i) ++counts[wordAt(data, i) % bins];
    return chosen(counts, indices);
}

/// How often each byte occurs in the words.
std::vector<double> bytesReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "counts") return {};
    const auto words = launch.buffer("words");
    Counts counts(256);
    for (std::uint64_t i = 0; i < launch.scalarCount("words"); ++i)
        for (std::uint64_t word = wordAt(words, i), byte = 0; byte < 4; ++byte, word /= 256)
            ++counts[word % 256];
    return chosen(counts, indices);
}

/// The counts of each group's own stretch of WG * ITEMS elements.
std::vector<double> partialReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "partial") return {};
    const auto data = launch.buffer("data");
    const auto bins = static_cast<std::uint64_t>(launch.integer("BINS"));
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto stretch = static_cast<std::uint64_t>(launch.integer("WG") * launch.integer("ITEMS"));
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t first = index / bins * stretch;
        double count = 0;
        for (std::uint64_t i = first; i < std::min(first + stretch, n); ++i)
            if (wordAt(data, i) % bins == index % bins) ++count;
        values.push_back(count);
    }
    return values;
}

/// The sums of the columns.
std::vector<double> mergedHistograms(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "counts") return {};
    const auto partial = launch.buffer("partial");
    const auto bins = static_cast<std::uint64_t>(launch.integer("BINS"));
    std::vector<double> values;
    for (const std::uint64_t bin : indices) {
        double sum = 0;
        for (std::uint64_t i = bin; i < launch.scalarCount("partial"); i += bins) sum += partial[i];
        values.push_back(sum);
    }
    return values;
}

} // namespace

References histogramReferences() {
    return {
        {"field-histogram", {histogramReference, exact}},
        {"field-histogram-bytes", {bytesReference, exact}},
        {"field-histogram-merge", {mergedHistograms, exact}},
        {"field-histogram-partial", {partialReference, exact}},
    };
}

} // namespace warpstring::samples::field
