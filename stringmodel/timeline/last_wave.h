// SPDX-License-Identifier: GPL-3.0-or-later
// Which multiprocessor gets most of the work-groups that are left for the last wave of a launch.
#pragma once

#include <cstdint>
#include <vector>

namespace warpstring::timeline {

/// A launch of equal groups: the first `resident` of each multiprocessor start together, each further one where
/// one has ended first.
struct LastWave {
    std::uint64_t groups = 1, multiprocessors = 1, resident = 1;
    /// When a multiprocessor's groups end, in cycles, ascending: those after which others start, and later
    /// ones.
    std::vector<double> ends;
};

/// By how much the fastest multiprocessor is faster than the mean one, and the slowest slower, of the mean:
/// they run the same groups at speeds that are spread evenly between (docs/model.md, work-groups).
inline constexpr double fasterAtMost = 0.009;

/// Groups that the fastest multiprocessor has got when none is left to start. Where its groups end one after
/// another, the rest of the launch is spread evenly, a group for each; where they end together, before those of
/// the others do, it gets as many again.
[[nodiscard]] std::uint64_t mostGroupsOfOne(const LastWave& launch);

} // namespace warpstring::timeline
