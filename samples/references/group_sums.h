// SPDX-License-Identifier: GPL-3.0-or-later
// What a reduction leaves: a partial sum for each work-group.
#pragma once

#include <algorithm>

#include "samples/references/references.h"

namespace warpstring::samples {

/// The sums of term(i) over what each group of `indices` takes of the elements 0 to n - 1 (n is an argument of
/// the launch): blocks of `block` elements, the group's own and each one that lies a whole number of group
/// counts further.
template <class Term>
std::vector<double> groupSums(const LaunchData& launch, Indices indices, std::uint64_t block, Term term) {
    const auto n = static_cast<std::uint64_t>(launch.integer("n"));
    const std::uint64_t groups = launch.launch().range.groupCount();
    std::vector<double> values;
    for (const std::uint64_t group : indices) {
        double sum = 0.0;
        for (std::uint64_t start = group * block; start < n; start += groups * block)
            for (std::uint64_t i = start; i < std::min(start + block, n); ++i) sum += term(i);
        values.push_back(sum);
    }
    return values;
}

} // namespace warpstring::samples
