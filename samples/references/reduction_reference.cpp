// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples/references/group_sums.h"

namespace warpstring::samples {

namespace {

std::vector<double> sumsOfBlocks(const LaunchData& launch, const std::string& buffer, Indices indices,
                                 std::uint64_t elementsPerItem) {
    if (buffer != "sums") return {};
    const auto in = launch.buffer("in");
    return groupSums(launch, indices, elementsPerItem * launch.launch().range.groupSize(),
                     [&in](std::uint64_t i) { return in[i]; });
}

} // namespace

/// Groups that take an element per work-item at a time.
std::vector<double> reductionReference(const LaunchData& launch, const std::string& buffer, Indices indices) {
    return sumsOfBlocks(launch, buffer, indices, 1);
}

/// Groups that take two.
std::vector<double> pairReductionReference(const LaunchData& launch, const std::string& buffer,
                                           Indices indices) {
    return sumsOfBlocks(launch, buffer, indices, 2);
}

} // namespace warpstring::samples
