// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "samples/references/field/field_references.h"

namespace warpstring::samples::field {

namespace {

/// The elements of `in` that a group takes.
std::uint64_t blockElements(const LaunchData& launch) {
    return launch.scalarCount("in") / launch.launch().range.groupCount();
}

/// Sums from the start of each block; of `totals` those of whole blocks.
std::vector<double> blocksReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    const auto in = launch.buffer("in");
    const std::uint64_t n = launch.scalarCount("in");
    // The work-items say how large a block is, unless each takes several elements.
    std::uint64_t perItem = launch.has("n") ? 1 : 4;
    if (launch.launch().options.find("-DITEMS=") != std::string::npos)
        perItem = static_cast<std::uint64_t>(launch.integer("ITEMS"));
    const std::uint64_t block = launch.launch().range.groupSize() * perItem;
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t first = buffer == "totals" ? index * block : index / block * block;
        const std::uint64_t end = buffer == "totals" ? std::min(first + block, n) : index;
        double sum = 0;
        for (std::uint64_t i = first; i < end; ++i) sum += in[i];
        values.push_back(sum);
    }
    return values;
}

std::vector<double> blockAddReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto before = launch.buffer("before");
    std::vector<double> values;
    for (const std::uint64_t index : indices)
        values.push_back(in[index] + before[index / blockElements(launch)]);
    return values;
}

/// Element number r of a block is its r-th below the limit, or zero.
std::vector<double> compactBlocksReference(const LaunchData& launch, const std::string& buffer,
                                           Indices indices) {
    const auto in = launch.buffer("in");
    // The kernel has the limit as a float.
    const double limit = static_cast<float>(launch.number("limit"));
    const std::uint64_t block = blockElements(launch);
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t first = buffer == "kept" ? index * block : index / block * block;
        std::uint64_t kept = 0;
        double value = 0;
        for (std::uint64_t i = first; i < first + block; ++i)
            if (in[i] < limit && kept++ == index - first) value = in[i];
        values.push_back(buffer == "kept" ? static_cast<double>(kept) : value);
    }
    return values;
}

/// Positions grow by one after every kept element, so bisection finds the element of each.
std::vector<double> compactScatterReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto positions = launch.buffer("positions");
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        // The last element whose position is at most `index`.
        std::uint64_t low = 0, high = launch.scalarCount("in");
        while (low + 1 < high) {
            const std::uint64_t middle = (low + high) / 2;
            (positions[middle] <= static_cast<double>(index) ? low : high) = middle;
        }
        values.push_back(in[low]);
    }
    return values;
}

/// Sums back to the next head (a zero) or the start of the block.
std::vector<double> segmentedReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    const auto heads = launch.buffer("heads");
    const std::uint64_t block = launch.launch().range.groupSize();
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        std::uint64_t first = index;
        while (first % block != 0 && heads[first] != 0) --first;
        double sum = 0;
        for (std::uint64_t i = first; i <= index; ++i) sum += in[i];
        values.push_back(sum);
    }
    return values;
}

std::vector<double> segmentsReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "sums") return {};
    const auto in = launch.buffer("in");
    const auto offsets = launch.buffer("offsets");
    std::vector<double> values;
    for (const std::uint64_t segment : indices) {
        double sum = 0;
        for (auto i = static_cast<std::uint64_t>(offsets[segment]);
             i < static_cast<std::uint64_t>(offsets[segment + 1]); ++i)
            sum += in[i];
        values.push_back(sum);
    }
    return values;
}

// Exact are whole numbers below 2^24, and values that are only moved.

// Positive terms: at most 60 additions in a row, u * sqrt(60 / 3) = 3e-7.
constexpr double segmentTolerance = 2e-6;

} // namespace

References prefixReferences() {
    return {
        {"field-compact-blocks", {compactBlocksReference, exact}},
        {"field-compact-scatter", {compactScatterReference, exact}},
        {"field-prefix-add", {blockAddReference, exact}},
        {"field-prefix-blocks", {blocksReference, exact}},
        {"field-segment-sums", {segmentsReference, segmentTolerance}},
        {"field-segmented-prefix", {segmentedReference, segmentTolerance}},
    };
}

} // namespace warpstring::samples::field
