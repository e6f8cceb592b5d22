// SPDX-License-Identifier: GPL-3.0-or-later
// The index space of a launch: work-items in work-groups in up to three dimensions.
#pragma once

#include <array>
#include <cstdint>

namespace warpstring {

/// Sizes in work-items. Unused dimensions are 1. Work-items of a group are numbered x first, and
/// gathered in that order into warps (footnote 1 of Baghsorkhi et al. 2009).
struct NDRange {
    int dimensions = 1;
    std::array<std::uint64_t, 3> global{1, 1, 1};
    std::array<std::uint64_t, 3> local{1, 1, 1};

    [[nodiscard]] std::uint64_t groupSize() const { return local[0] * local[1] * local[2]; }
    [[nodiscard]] std::uint64_t groups(int dimension) const { return global[dimension] / local[dimension]; }
    /// Exact for every NDRange that validation let through (fewer than 2^53 groups).
    [[nodiscard]] std::uint64_t groupCount() const { return groups(0) * groups(1) * groups(2); }
    /// Warps of one group; the last may be partly filled.
    [[nodiscard]] std::uint64_t warpsPerGroup(std::uint64_t warpSize) const {
        return (groupSize() + warpSize - 1) / warpSize;
    }

    friend bool operator==(const NDRange&, const NDRange&) = default;
};

} // namespace warpstring
