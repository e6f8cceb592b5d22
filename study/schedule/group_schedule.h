// SPDX-License-Identifier: GPL-3.0-or-later
// The work-groups of one SM in time, and two such schedules side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/records/measurement.h"

namespace warpstring::schedule {

struct PlacedGroup {
    std::uint64_t group = 0;   ///< linear group ID
    std::size_t place = 0;     ///< among the resident ones, the lowest that is free
    double start = 0, end = 0; ///< cycles after the first group started
};

/// What an SM ran, in the order of the starts.
struct GroupSchedule {
    std::vector<PlacedGroup> groups;
    std::size_t mostResident = 0;          ///< groups at one time
    double medianCycles = 0;               ///< of a group, from its first warp's start to its last one's end
    std::optional<double> startsPer1000;   ///< cycles, once the SM is full; nothing where no group has to wait
    std::vector<double> completionsInTime; ///< the ends, ascending
};

/// Of the first `most` groups to start. Neither clocks nor places are taken from the spans: time counts from
/// the first start, and places are given anew, so that schedules from different sources look alike.
[[nodiscard]] GroupSchedule scheduleOf(std::vector<records::GroupSpan> spans, std::size_t most = SIZE_MAX);

/// When so many groups had finished, cycles.
struct Completion {
    std::size_t groups = 0;
    double measured = 0, simulated = 0;
};

struct ScheduleComparison {
    std::size_t compared = 0;            ///< the groups that both have, by the order of their starts
    GroupSchedule measured, simulated;   ///< of those
    std::vector<Completion> completions; ///< a quarter, half, three quarters and all of them
    double completionError = 0;          ///< mean over k of |simulated - measured| / measured of the k-th end
    double durationError = 0;            ///< of the median group, signed
    std::optional<double> startsError;   ///< of the starts per 1000 cycles, signed
};

/// Both begin with the launch: what is compared are the first groups of each, as many as the shorter one has.
/// Nothing is compared where one is empty.
[[nodiscard]] ScheduleComparison compareSchedules(const std::vector<records::GroupSpan>& measured,
                                                  const std::vector<records::GroupSpan>& simulated);

} // namespace warpstring::schedule
