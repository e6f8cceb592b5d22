// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>

#include "samples/references/references.h"

namespace warpstring::samples {

namespace {

/// out[x] = value(in, x) for the elements wanted.
template <class Value>
std::vector<double> eachOf(const LaunchData& launch, const std::string& buffer, Indices indices, Value value) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t x : indices) values.push_back(value(in, static_cast<std::uint32_t>(x)));
    return values;
}

double neighbours(const LaunchData::Buffer& in, std::uint32_t x, std::int64_t count) {
    double sum = 0.0;
    for (std::int64_t k = 0; k < count; ++k) sum += in[x + static_cast<std::uint64_t>(k)];
    return sum;
}

double accessed(const std::string& access, const LaunchData::Buffer& in, std::uint32_t x) {
    if (access == "CST") return in[1023];
    if (access == "IVL") return in[x % 1024];
    if (access == "CNT") return in[x];
    if (access == "IVLCST") return in[x % 1024] + in[2047];
    if (access == "CNTCST") return in[x] + in[1023];
    if (access == "CNTCNT") return 2.0 * in[x];
    if (access == "CNTCNT2") return in[x] + in[x / 2];
    throw std::out_of_range("no access \"" + access + "\"");
}

std::uint32_t treeIndex(std::int64_t nodes, std::uint32_t row, std::uint32_t column) {
    switch (nodes) {
    case 3: return 3 * column;
    case 7: return 1024 * (row + 17) + column;
    case 13: return 4096 * (column + 5) + 4 * row + column;
    case 21: return (row + 29) * (column * (row + 11) + 7) + (column + 13) * (617 * row + column);
    default: throw std::out_of_range("no tree of " + std::to_string(nodes) + " nodes");
    }
}

} // namespace

/// Of whichever kind the memory is, the sum is the same.
std::vector<double> accessKindReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    const std::int64_t count = launch.integer("COUNT");
    return eachOf(launch, buffer, indices,
                  [&](const auto& in, std::uint32_t x) { return neighbours(in, x, count); });
}

std::vector<double> memoryAccessReference(const LaunchData& launch, const std::string& buffer,
                                          Indices indices) {
    const std::string access = macroText(launch, "ACCESS");
    return eachOf(launch, buffer, indices,
                  [&](const auto& in, std::uint32_t x) { return accessed(access, in, x); });
}

/// The index wraps at 32 bits before the mask, as the kernel's does.
std::vector<double> complexAccessReference(const LaunchData& launch, const std::string& buffer,
                                           Indices indices) {
    const auto mask = static_cast<std::uint32_t>(launch.integer("mask"));
    return eachOf(launch, buffer, indices, [&](const auto& in, std::uint32_t x) {
        const std::uint32_t row = x / 2048;
        const std::uint32_t column = x % 2048;
        const std::uint32_t index = 785 * row * column * (2 * row + 415'397) * (row + 705) * (row + 95);
        return in[index & mask];
    });
}

std::vector<double> randomIndexReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    const auto mask = static_cast<std::uint32_t>(launch.integer("mask"));
    const std::int64_t nodes = launch.integer("NODES");
    return eachOf(launch, buffer, indices, [&](const auto& in, std::uint32_t x) {
        return in[treeIndex(nodes, x / 1024, x % 1024) & mask];
    });
}

std::vector<double> multipleAccessReference(const LaunchData& launch, const std::string& buffer,
                                            Indices indices) {
    const std::int64_t count = launch.integer("COUNT");
    return eachOf(launch, buffer, indices,
                  [&](const auto& in, std::uint32_t x) { return 42.0 + neighbours(in, x, count); });
}

} // namespace warpstring::samples
