// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated schedule of a launch's work-groups beside the measured one.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "study/batch/batch_plan.h"
#include "study/schedule/group_schedule.h"

namespace warpstring::schedule {

struct ScheduleRequest {
    std::string launch;    ///< its name
    std::string behaviour; ///< what a person chose it for
    std::string remark;    ///< what a person saw in it
    SourceLocation place;  ///< where it is asked for
};

struct LaunchSchedule {
    std::string launch, behaviour, remark, kernel, spec;
    std::string device, takenAt; ///< of the record
    records::CacheState cache = records::CacheState::Warm;
    int sm = 0;                                     ///< whose groups were recorded one by one
    std::uint64_t fewestGroups = 0, mostGroups = 0; ///< that an SM ran, measured
    std::uint64_t measuredGroups = 0;               ///< that this SM ran
    std::uint64_t simulatedGroups = 0;              ///< that the simulated SM has to run
    double probedRatio = 1;                         ///< time with the probe over time without
    std::vector<records::GroupSpan> measured,
        simulated; ///< all that are recorded, all that the timeline covers
    ScheduleComparison comparison;
};

struct ScheduleOptions {
    std::string device; ///< a part of its name; empty: the spec's own (study/comparison/own_device.h)
    records::CacheState cache = records::CacheState::Warm;
    int jobs = 1;
    /// Operations of warps in one run: enough for all groups and trips of a launch of some milliseconds. Kernel
    /// times are extrapolated from far fewer; a schedule cannot be.
    double mostOperations = 4e7;
    const std::atomic<bool>* cancel = nullptr; ///< set: simulate.interrupted
    bool anyDevice = false;                    ///< without a device's name: any
};

/// In the order of the requests, each by the one spec of the plan. Faults: schedule.unknown-launch,
/// .not-measured, .no-stamps, .probe-changed-code, .sampled, .loops-extrapolated, .several-specs, and those of
/// a launch.
[[nodiscard]] Result<std::vector<LaunchSchedule>>
launchSchedules(const batch::BatchPlan& plan, const std::vector<records::Measurement>& records,
                const std::vector<ScheduleRequest>& requests, const ScheduleOptions& options = {});

/// Whether one of the plan's launches has that name.
[[nodiscard]] bool hasLaunch(const batch::BatchPlan& plan, const std::string& name);

} // namespace warpstring::schedule
