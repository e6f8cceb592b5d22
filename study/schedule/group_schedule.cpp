// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/schedule/group_schedule.h"

#include <algorithm>
#include <cmath>

#include "core/records/sample_statistics.h"

namespace warpstring::schedule {

using records::GroupSpan;

namespace {

/// Groups that wait for a place start as others end: from the start that fills the SM to the last start there
/// is no other reason to wait. Counted over waves, not within one, where starts come at once.
std::optional<double> startsPer1000(const GroupSchedule& schedule) {
    const auto& groups = schedule.groups;
    const std::size_t full = schedule.mostResident;
    if (full == 0 || groups.size() <= full) return std::nullopt;
    const double cycles = groups.back().start - groups[full - 1].start;
    if (!(cycles > 0)) return std::nullopt;
    return 1000 * static_cast<double>(groups.size() - full) / cycles;
}

double relative(double simulated, double measured) {
    return measured > 0 ? (simulated - measured) / measured : 0;
}

} // namespace

GroupSchedule scheduleOf(std::vector<GroupSpan> spans, std::size_t most) {
    std::sort(spans.begin(), spans.end(), [](const GroupSpan& a, const GroupSpan& b) {
        return a.start != b.start ? a.start < b.start : a.group < b.group;
    });
    spans.resize(std::min(spans.size(), most));
    GroupSchedule schedule;
    std::vector<double> free; // by place: when
    std::vector<double> durations;
    for (const GroupSpan& span : spans) {
        const double origin = spans.front().start;
        PlacedGroup placed{span.group, 0, span.start - origin, span.end - origin};
        while (placed.place < free.size() && free[placed.place] > placed.start) ++placed.place;
        if (placed.place == free.size()) free.emplace_back();
        free[placed.place] = placed.end;
        durations.push_back(placed.end - placed.start);
        schedule.completionsInTime.push_back(placed.end);
        schedule.groups.push_back(placed);
    }
    std::sort(schedule.completionsInTime.begin(), schedule.completionsInTime.end());
    schedule.mostResident = free.size();
    schedule.medianCycles = durations.empty() ? 0 : records::medianOf(std::move(durations));
    schedule.startsPer1000 = startsPer1000(schedule);
    return schedule;
}

ScheduleComparison compareSchedules(const std::vector<GroupSpan>& measured,
                                    const std::vector<GroupSpan>& simulated) {
    ScheduleComparison result;
    result.compared = std::min(measured.size(), simulated.size());
    result.measured = scheduleOf(measured, result.compared);
    result.simulated = scheduleOf(simulated, result.compared);
    if (result.compared == 0) return result;
    const auto& was = result.measured.completionsInTime;
    const auto& is = result.simulated.completionsInTime;
    for (std::size_t k = 0; k < result.compared; ++k)
        result.completionError += std::abs(relative(is[k], was[k]));
    result.completionError /= static_cast<double>(result.compared);
    for (std::size_t quarter = 1; quarter <= 4; ++quarter) {
        const std::size_t groups = (quarter * result.compared + 3) / 4;
        if (result.completions.empty() || result.completions.back().groups < groups)
            result.completions.push_back({groups, was[groups - 1], is[groups - 1]});
    }
    result.durationError = relative(result.simulated.medianCycles, result.measured.medianCycles);
    if (result.measured.startsPer1000 && result.simulated.startsPer1000)
        result.startsError = relative(*result.simulated.startsPer1000, *result.measured.startsPer1000);
    return result;
}

} // namespace warpstring::schedule
