// SPDX-License-Identifier: GPL-3.0-or-later
// How far off ratios are: whether one variant's time over another's is to be believed. Differences that are
// smaller than these errors are ties.
#pragma once

#include <cstddef>
#include <vector>

#include "core/records/accuracy.h"

namespace warpstring::accuracy {

/// Over the pairs of variants of one problem, of several families together. The error of a pair is
/// |log((simulated one / simulated other) / (measured one / measured other))|: 0.1 where the ratio is 10.5 %
/// too large, or as much too small, whichever of the two is divided by the other. What all variants of a family
/// are off by alike does not count.
struct RatioErrors {
    std::size_t pairs = 0;   ///< those that are tied when measured among them
    double median = 0;       ///< of the errors, as a fraction of 1
    double percentile75 = 0; ///< three quarters of the errors are below it

    friend bool operator==(const RatioErrors&, const RatioErrors&) = default;
};

/// Times are positive.
[[nodiscard]] RatioErrors ratioErrorsOf(const std::vector<records::FamilyRanking>& families);

} // namespace warpstring::accuracy
