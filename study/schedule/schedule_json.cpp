// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/schedule/schedule_output.h"

namespace warpstring::schedule {

namespace {

Json json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json side(const GroupSchedule& schedule, const std::vector<records::GroupSpan>& all) {
    Json result;
    result.set("most_resident", static_cast<std::uint64_t>(schedule.mostResident));
    result.set("median_group_cycles", schedule.medianCycles);
    result.set("starts_per_1000_cycles", json(schedule.startsPer1000));
    result.set("groups", Json::arrayOf(scheduleOf(all).groups, [](const PlacedGroup& group) {
                   return Json(Json::Array{Json(group.group), Json(static_cast<std::uint64_t>(group.place)),
                                           Json(group.start), Json(group.end)});
               }));
    return result;
}

} // namespace

Json toJson(const LaunchSchedule& schedule) {
    const ScheduleComparison& comparison = schedule.comparison;
    Json result;
    result.set("schema", "warpstring.schedule/1");
    result.set("launch", schedule.launch);
    result.set("kernel", schedule.kernel);
    result.set("spec", schedule.spec);
    result.set("device", schedule.device);
    result.set("cache", name(schedule.cache));
    result.set("taken_at", schedule.takenAt);
    result.set("sm", schedule.sm);
    result.set("probed_ratio", schedule.probedRatio);
    Json groups;
    groups.set("measured_fewest", schedule.fewestGroups);
    groups.set("measured_most", schedule.mostGroups);
    groups.set("measured_here", schedule.measuredGroups);
    groups.set("simulated", schedule.simulatedGroups);
    result.set("groups_of_an_sm", std::move(groups));
    result.set("compared", static_cast<std::uint64_t>(comparison.compared));
    result.set("completion_error", comparison.completionError);
    result.set("duration_error", comparison.durationError);
    result.set("starts_error", json(comparison.startsError));
    result.set("completions", Json::arrayOf(comparison.completions, [](const Completion& completion) {
                   Json item;
                   item.set("groups", static_cast<std::uint64_t>(completion.groups));
                   item.set("measured", completion.measured);
                   item.set("simulated", completion.simulated);
                   return item;
               }));
    result.set("measured", side(comparison.measured, schedule.measured));
    result.set("simulated", side(comparison.simulated, schedule.simulated));
    return result;
}

} // namespace warpstring::schedule
