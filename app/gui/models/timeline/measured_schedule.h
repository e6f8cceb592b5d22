// SPDX-License-Identifier: GPL-3.0-or-later
// The measured schedule of a launch's work-groups on one SM beside the simulated one.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "app/gui/models/comparison/record_loader.h"
#include "app/gui/models/session/analysis.h"
#include "core/records/measurement.h"
#include "study/schedule/group_schedule.h"

namespace warpstring::gui {

/// The record of this launch, with this text, on the device that the spec is for: one with starts and ends of
/// work-groups, warm caches first. nullptr where there is none.
[[nodiscard]] const records::Measurement* recordOf(const Analysis& analysis,
                                                   const std::vector<records::Measurement>& records);

/// Cycles after the first work-group of either started.
struct GroupSchedules {
    QString device, takenAt;
    int sm = 0;
    std::uint64_t measuredGroups = 0;  ///< that the SM ran
    schedule::GroupSchedule measured;  ///< of those whose starts and ends were recorded
    schedule::GroupSchedule simulated; ///< empty where it cannot be known
    double simulatedStart = 0;         ///< of the first simulated group, cycles of the timeline
    std::optional<schedule::ScheduleComparison>
        comparison;           ///< where both are schedules of all groups of the same code
    QStringList notes;        ///< what a reader must know
    bool preliminary = false; ///< more groups are being simulated

    /// The last end, cycles of the timeline.
    [[nodiscard]] double end() const;
};

struct SimulatedGroups {
    std::vector<records::GroupSpan> spans;
    bool loopsExtrapolated = false;  ///< then no group's duration is known
    bool groupsExtrapolated = false; ///< then more groups follow
};

[[nodiscard]] SimulatedGroups groupsOf(const timeline::KernelTimeline& timeline);
/// Operations that a run has to simulate at least, to know the durations of work-groups: those of two waves.
[[nodiscard]] double operationsOfGroups(const Analysis& analysis);
/// Simulates as many groups as `mostOperations` allow: takes long.
[[nodiscard]] SimulatedGroups simulateGroups(const Analysis& analysis, double mostOperations,
                                             const Cancellation* cancellation = nullptr);

/// `moreToCome`: what is simulated is not all yet.
[[nodiscard]] GroupSchedules groupSchedules(const records::Measurement& record,
                                            const SimulatedGroups& simulated, bool moreToCome);

} // namespace warpstring::gui
