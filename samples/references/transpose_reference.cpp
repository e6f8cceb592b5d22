// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

namespace warpstring::samples {

/// out[row][column] = in[column][row], n x n.
std::vector<double> transposeReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(in[index % n * n + index / n]);
    return values;
}

/// out = in.
std::vector<double> copyReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "out") return {};
    const auto in = launch.buffer("in");
    std::vector<double> values;
    for (const std::uint64_t index : indices) values.push_back(in[index]);
    return values;
}

} // namespace warpstring::samples
