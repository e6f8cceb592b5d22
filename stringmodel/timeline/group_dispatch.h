// SPDX-License-Identifier: GPL-3.0-or-later
// Which multiprocessor runs which work-groups of a launch whose groups differ in work.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace warpstring::timeline {

/// `groups` work-groups start in their order: the first `resident` of each multiprocessor in turn, each further
/// one where a group has ended first. The groups that a multiprocessor holds share its speed evenly.
struct GroupDispatch {
    std::uint64_t groups = 1, multiprocessors = 1, resident = 1;
    std::function<double(std::uint64_t group)> work;
};

/// The groups of each multiprocessor, in the order in which they start. Measured schedules of even launches
/// show the same: which multiprocessor frees a place is not a matter of numbers (docs/model.md, work-groups).
std::vector<std::vector<std::uint64_t>> dispatch(const GroupDispatch& launch);

} // namespace warpstring::timeline
