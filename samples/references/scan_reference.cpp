// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/references.h"

namespace warpstring::samples {

/// A work-group of T work-items scans 2 T elements: the sum of all elements before each one in its block, and
/// the sum of the whole block.
std::vector<double> scanReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    if (buffer != "data_out" && buffer != "block_sums") return {};
    const auto in = launch.buffer("data_in");
    const std::uint64_t block = 2 * launch.launch().range.groupSize();
    std::vector<double> values;
    for (const std::uint64_t index : indices) {
        const std::uint64_t start = buffer == "data_out" ? index / block * block : index * block;
        const std::uint64_t end = buffer == "data_out" ? index : start + block;
        double sum = 0.0;
        for (std::uint64_t i = start; i < end; ++i) sum += in[i];
        values.push_back(sum);
    }
    return values;
}

} // namespace warpstring::samples
